"""Are the files of a run those that its commit records name, and those what run.json says they are?"""

from collections.abc import Collection, Iterator

from balance.store import commits, spec_check
from balance.store.declared import declared
from balance.store.files import sha256
from balance.store.run import Run
from balance.store.sealed import opened
from balance.store.shard_names import chunk_of, shard
from balance.store.shards import arrow_schema
from balance.store.side_tables import RECORD
from balance.store.spec import TABLES, Chunk, Commit, FileRecord
from sims.errors import InputError

SIDE = ("variant", "label", "seats", "mirrors", "repeats", "first_deal", "clusters", "matches")


def records(run: Run) -> tuple[list[Commit], list[str]]:
    """The commit records that are whole, and what is wrong with run.json and with the others."""
    plan = opened(run.path / "run.json")
    sound, damaged = commits.survey(run.path)
    told = [f"run.json is {plan.fault}"] if plan.fault else []
    if not plan.sealed and any("plan" in commit for commit in sound):
        told.append("run.json is without its sha256")
    return sound, told + [f"{commits.name(chunk)} is {damaged[chunk]}" for chunk in sorted(damaged)]


def foreign(run: Run, sound: Collection[Commit]) -> Iterator[str]:
    """What lies among shards and records and belongs to none.

    While a run is not complete there may be what a process that plays it, or was killed, has not recorded.
    """
    done = {commit["chunk"] for commit in sound}
    ours = {file["name"] for commit in sound for file in commit["files"]} | set(
        map(commits.name, run.planned)
    )
    if len(done) < len(run.planned):
        ours |= {shard(table, chunk) for chunk in run.planned.keys() - done for table in TABLES}
    for folder in ("tables", "commits"):
        for path in sorted((run.path / folder).rglob("*")):
            name = path.relative_to(run.path).as_posix()
            waits = path.suffix == ".tmp" and len(done) < len(run.planned)
            waits |= chunk_of(path) in run.planned.keys() - done
            if path.is_file() and name not in ours and not waits:
                yield f"{name} is no file of this run: no commit record names it"


def side_tables(run: Run) -> Iterator[str]:
    """What in variants.parquet and players.parquet is not as it was written, or not what run.json says."""
    import pyarrow as pa
    from pyarrow import parquet

    wanted = {
        "variants": [{name: variant[name] for name in SIDE} for variant in run.spec["variants"]],  # type: ignore[literal-required]
        "players": [{name: player[name] for name in ("player", "name")} for player in run.spec["players"]],
    }
    for table, rows in wanted.items():
        try:
            found = parquet.read_table(run.path / f"{table}.parquet").to_pylist()
        except (OSError, ValueError, pa.ArrowException) as error:
            yield f"{table}.parquet cannot be read: {error}"
            continue
        if [{name: row.get(name) for name in rows[0]} for row in found] != rows:
            yield f"{table}.parquet does not hold what run.json says of the {table}"
    yield from side_files(run)


def side_files(run: Run) -> Iterator[str]:
    """What of these files and their record is not as it was written; of runs that have no record nothing is known."""
    content, fault, has_digest = opened(run.path / RECORD)
    if fault == "missing" and not opened(run.path / "run.json").sealed:
        return
    if fault or not has_digest:
        yield f"{RECORD} is {fault or 'without its sha256'}"
        return
    try:
        files = spec_check.sides(content)["files"]
    except InputError as error:
        yield f"{RECORD} is not what it can be: {error}"
        return
    for file in files:
        yield from as_recorded(run, file)


def record(run: Run, commit: Commit) -> Iterator[str]:
    """What in a commit record is not as run.json plans the chunk."""
    name = commits.name(commit["chunk"])
    if commit.get("plan", run.plan) != run.plan:
        yield f"{name} is of another plan than that of run.json: it is of another run, or run.json was changed"
    found = Chunk.of(commit)
    if run.planned.get(found.chunk) != found:
        yield f"{name}: {found} is not in the plan of run.json"
        return
    variant = run.spec["variants"][found.variant]
    matches = found.clusters * variant["mirrors"] * variant["repeats"]
    if commit["matches"] != matches:
        yield f"{name}: matches are {commit['matches']}, should be {matches}"
    if sorted(file["table"] for file in commit["files"]) != sorted(TABLES):
        yield f"{name}: its files should be one of each table, {', '.join(TABLES)}"


def as_recorded(run: Run, file: FileRecord) -> Iterator[str]:
    """What in the bytes of a file is not as its record says: is it there, as long, with the same SHA-256?"""
    path = run.path / file["name"]
    if not path.is_file():
        yield f"{file['name']} is missing"
        return
    size = path.stat().st_size
    if size != file["bytes"]:
        yield f"{file['name']}: {size} bytes, should be {file['bytes']}"
    digest = sha256(path)
    if digest != file["sha256"]:
        yield f"{file['name']}: sha256 is {digest[:12]}…, should be {file['sha256'][:12]}…"


def contents(run: Run, file: FileRecord) -> Iterator[str]:
    """The same, and what is not in the columns that run.json declares."""
    import pyarrow as pa
    from pyarrow import parquet

    changed = list(as_recorded(run, file))
    yield from changed
    path = run.path / file["name"]
    if not path.is_file():
        return
    try:
        with parquet.ParquetFile(path) as held:
            rows, schema = held.metadata.num_rows, held.schema_arrow
            for group in range(held.num_row_groups if changed else 0):
                held.read_row_group(group)
    except (OSError, ValueError, pa.ArrowException) as error:
        yield f"{file['name']} cannot be read as Parquet: {error}"
        return
    if rows != file["rows"]:
        yield f"{file['name']}: {rows} rows, should be {file['rows']}"
    wanted = arrow_schema(declared(run.spec)["schema"][file["table"]])
    if not schema.equals(wanted):
        columns = {str(field) for field in schema} ^ {str(field) for field in wanted}
        what = ", ".join(sorted(columns)) or "order"
        yield f"{file['name']}: columns are not those declared in run.json ({what})"
