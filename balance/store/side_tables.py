"""variants.parquet and players.parquet: what the numbers in the tables stand for."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.store.files import sync_file, sync_folder
from balance.store.run import Run

if TYPE_CHECKING:
    import pyarrow as pa


def write(run: Run) -> None:
    """Write both tables, in place of those that may be there."""
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
    _write(run.path / "variants.parquet", pa.Table.from_pylist(rows, pa.schema(fields)))

    columns = {"player": pa.int64(), "name": pa.string(), "base": pa.string(), "noise": pa.float64()}
    players = [{**player, "weights": json.dumps(player["weights"])} for player in run.spec["players"]]
    schema = pa.schema(
        [pa.field(n, t, nullable=False) for n, t in {**columns, "weights": pa.string()}.items()]
    )
    _write(run.path / "players.parquet", pa.Table.from_pylist(players, schema))


def _write(path: Path, table: "pa.Table") -> None:
    from pyarrow import parquet

    temporary = path.with_suffix(".parquet.tmp")
    parquet.write_table(table, temporary, compression="zstd")
    sync_file(temporary)
    temporary.replace(path)
    sync_folder(path.parent)
