"""Is what run.json and a commit record say possible? What readers rely on is checked here, once."""

from typing import Any, cast

from balance.store import fit, plain
from balance.store.declared import Declared
from balance.store.shape import check
from balance.store.spec import SCHEMA, AskedSpec, Commit, Spec
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
    for i, file in enumerate(found["files"]):
        name = f"tables/{file['table']}/{chunk:05}.parquet"
        if file["name"] != name:
            raise InputError(f"files[{i}].name", file["name"], repr(name))
    tables = [file["table"] for file in found["files"]]
    if len(set(tables)) < len(tables):
        raise InputError("files", tables, "one of each table")
    return found
