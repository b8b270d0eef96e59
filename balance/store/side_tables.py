"""variants.parquet and players.parquet: what the numbers in the tables stand for."""

import hashlib
import json
from typing import TYPE_CHECKING, Any

from balance.store.files import write_atomically
from balance.store.run import Run
from balance.store.sealed import sealed
from balance.store.spec import FileRecord

if TYPE_CHECKING:
    import pyarrow as pa

RECORD = "side_tables.json"
"""What both files must be: {"files": [FileRecord, …]}. Runs before it was kept do not have it."""


def write(run: Run) -> None:
    """Write both tables, in place of those that may be there, and then their record."""
    files = [_write(run, name, table) for name, table in _tables(run)]
    write_atomically(run.path / RECORD, sealed({"files": files}))


def _tables(run: Run) -> list[tuple[str, "pa.Table"]]:
    import pyarrow as pa

    integers = ("variant", "seats", "mirrors", "repeats", "first_deal", "clusters", "matches")
    rows: list[dict[str, Any]] = [
        {
            **{name: value for name, value in variant.items() if name not in ("parameters", "overrides")},
            "lineup": ",".join(variant["lineup"]),
            **variant["parameters"],
        }
        for variant in run.spec["variants"]
    ]
    kinds = {bool: pa.bool_(), int: pa.int64(), str: pa.string()}
    parameters = run.spec["variants"][0]["parameters"]
    fields = [pa.field(name, pa.int64(), nullable=False) for name in integers]
    fields += [pa.field(name, pa.string()) for name in ("label", "preset", "lineup")]
    fields += [pa.field(name, kinds[type(value)], nullable=False) for name, value in parameters.items()]
    order = list(rows[0])
    fields.sort(key=lambda field: order.index(field.name))
    variants = pa.Table.from_pylist(rows, pa.schema(fields))

    columns = {"player": pa.int64(), "name": pa.string(), "base": pa.string(), "noise": pa.float64()}
    players = [{**player, "weights": json.dumps(player["weights"])} for player in run.spec["players"]]
    schema = pa.schema(
        [pa.field(n, t, nullable=False) for n, t in {**columns, "weights": pa.string()}.items()]
    )
    return [("variants", variants), ("players", pa.Table.from_pylist(players, schema))]


def _write(run: Run, name: str, table: "pa.Table") -> FileRecord:
    import pyarrow as pa
    from pyarrow import parquet

    held = pa.BufferOutputStream()
    parquet.write_table(table, held, compression="zstd")
    data = held.getvalue().to_pybytes()
    path = run.path / f"{name}.parquet"
    write_atomically(path, data)
    digest = hashlib.sha256(data).hexdigest()
    return {"table": name, "name": path.name, "rows": len(table), "bytes": len(data), "sha256": digest}
