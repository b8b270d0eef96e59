"""Are the files of a run those that its commit records name, and those what run.json says they are?"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from balance.store.declared import declared
from balance.store.run import Run
from balance.store.shards import arrow_schema
from balance.store.spec import TABLES, Chunk, Commit, FileRecord, chunks

SIDE = ("variant", "label", "seats", "mirrors", "repeats", "first_deal", "clusters", "matches")


def side_tables(run: Run) -> Iterator[str]:
    """What in variants.parquet and players.parquet is not what run.json says."""
    import pyarrow as pa
    from pyarrow import parquet

    wanted = {
        "variants": [{name: variant[name] for name in SIDE} for variant in run.spec["variants"]],  # type: ignore[literal-required]
        "players": [{name: player[name] for name in ("player", "name")} for player in run.spec["players"]],
    }
    for table, rows in wanted.items():
        try:
            found = parquet.read_table(run.path / f"{table}.parquet").to_pylist()
        except (OSError, pa.ArrowException) as error:
            yield f"{table}.parquet cannot be read: {error}"
            continue
        if [{name: row.get(name) for name in rows[0]} for row in found] != rows:
            yield f"{table}.parquet does not hold what run.json says of the {table}"


def record(run: Run, commit: Commit) -> Iterator[str]:
    """What in a commit record is not as run.json plans the chunk."""
    name = f"commits/{commit['chunk']:05}.json"
    planned = {chunk.chunk: chunk for chunk in chunks(run.spec)}
    found = Chunk(commit["chunk"], commit["variant"], commit["first_cluster"], commit["clusters"])
    if planned.get(found.chunk) != found:
        yield f"{name}: {found} is not in the plan of run.json"
        return
    variant = run.spec["variants"][found.variant]
    matches = found.clusters * variant["mirrors"] * variant["repeats"]
    if commit["matches"] != matches:
        yield f"{name}: matches are {commit['matches']}, should be {matches}"
    if sorted(file["table"] for file in commit["files"]) != sorted(TABLES):
        yield f"{name}: its files should be one of each table, {', '.join(TABLES)}"


def contents(run: Run, file: FileRecord) -> Iterator[str]:
    """What in a file is not as its record says, or not in the columns that run.json declares."""
    import pyarrow as pa
    from pyarrow import parquet

    path = run.path / file["name"]
    if not path.is_file():
        yield f"{file['name']} is missing"
        return
    size = path.stat().st_size
    if size != file["bytes"]:
        yield f"{file['name']}: {size} bytes, should be {file['bytes']}"
    digest = _sha256(path)
    if digest != file["sha256"]:
        yield f"{file['name']}: sha256 is {digest[:12]}…, should be {file['sha256'][:12]}…"
    try:
        with parquet.ParquetFile(path) as opened:
            rows, schema = opened.metadata.num_rows, opened.schema_arrow
    except (OSError, pa.ArrowException) as error:
        yield f"{file['name']} cannot be read as Parquet: {error}"
        return
    if rows != file["rows"]:
        yield f"{file['name']}: {rows} rows, should be {file['rows']}"
    wanted = arrow_schema(declared(run.spec)["schema"][file["table"]])
    if not schema.equals(wanted):
        columns = {str(field) for field in schema} ^ {str(field) for field in wanted}
        what = ", ".join(sorted(columns)) or "order"
        yield f"{file['name']}: columns are not those declared in run.json ({what})"


def _sha256(path: Path) -> str:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
