"""Numba, imported without SciPy, whose linear algebra it looks for when it starts: 0.4 s for what no rule uses."""

import os
import sys

# A `.numba_config.yaml` where a person stands counts for less than these: it could have code read from elsewhere.
for _name in ("NUMBA_CACHE_DIR", "NUMBA_CACHE_LOCATOR_CLASSES"):
    os.environ.setdefault(_name, "")
_hidden = "scipy" not in sys.modules
if _hidden:
    sys.modules["scipy"] = None  # type: ignore[assignment]  # how Python says that a module is not there
try:
    import numba.np.arraymath  # the part that looks  # noqa: F401
    from numba import config, njit
    from numba.core.errors import NumbaError
finally:
    if _hidden:
        del sys.modules["scipy"]

__all__ = ["NumbaError", "config", "njit"]
