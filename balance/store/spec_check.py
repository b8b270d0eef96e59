"""Is what run.json and a commit record say possible? What readers rely on is checked here, once."""

from collections.abc import Mapping
from typing import Any, cast

from balance.store import fit, plain
from balance.store.declared import Declared
from balance.store.shape import check
from balance.store.shard_names import is_named, shard
from balance.store.spec import SCHEMA, SIDES, TABLES, AskedSpec, Commit, FileRecord, SideSpec, Spec
from sims.errors import InputError


def spec(path: str, data: dict[str, Any]) -> Spec:
    """run.json as what it must be; InputError names file and field of what it is not. path: the file's."""
    if data.get("schema") != SCHEMA:
        raise InputError(f"{path}: schema", data.get("schema"), f"{SCHEMA!r}{again(data)}")
    data = plain.harmless(data)
    check(path, "", data, Spec)
    check(path, "asked", data["asked"], AskedSpec)
    check(path, "declared", data["declared"], Declared)
    found = cast(Spec, data)
    for field, value, legal in fit.misfits(found):
        raise InputError(f"{path}: {field}", value, legal)
    return found


def again(data: dict[str, Any]) -> str:
    """What a refusal says of the command that makes such a run, where run.json has one."""
    command = data.get("command")
    return f"; play it again: {command}" if isinstance(command, str) and fit.is_ours(command) else ""


def commit(data: dict[str, Any], chunk: int) -> Commit:
    """The record of a chunk likewise, by field alone."""
    data = plain.harmless(data)
    check("", "", data, Commit)
    found = cast(Commit, data)
    _named(found["files"], {table: shard(table, chunk) for table in TABLES})
    return found


def sides(data: dict[str, Any]) -> SideSpec:
    """The record of the tables that are no logs likewise."""
    check("", "", data, SideSpec)
    found = cast(SideSpec, data)
    _named(found["files"], {table: f"{table}.parquet" for table in SIDES})
    return found


def _named(files: list[FileRecord], names: Mapping[str, str]) -> None:
    """InputError unless these are files of those tables, each of the one name that it can have."""
    for i, file in enumerate(files):
        if file["table"] not in names:
            raise InputError(f"files[{i}].table", file["table"], f"one of {', '.join(names)}")
        if not is_named(file["name"], names[file["table"]]):
            raise InputError(f"files[{i}].name", file["name"], repr(names[file["table"]]))
    tables = [file["table"] for file in files]
    if len(set(tables)) < len(tables):
        raise InputError("files", tables, "one of each table")
