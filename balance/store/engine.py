"""The versions of what plays and writes, as run.json has them."""

import sys
from importlib.metadata import version

PLAYS = ("card-balance", "numpy", "numba")
"""Of these what outcomes could depend on. Python, Arrow and DuckDB play nothing."""
LIBRARIES = ("numpy", "numba", "pyarrow", "duckdb")


def engine() -> dict[str, str]:
    """Name → version, of this process."""
    found = {name: version(name) for name in LIBRARIES}
    return {"card-balance": version("card-balance"), "python": sys.version.split()[0], **found}
