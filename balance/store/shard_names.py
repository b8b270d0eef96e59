"""What shards are called: by table and chunk, and where workers of a cluster write them by a mark of their own."""

import re
import secrets
from pathlib import Path

_MARK = "-[0-9a-f]{8}"
_MARKED = re.compile(rf"(\d{{5,}}){_MARK}\.parquet(\.tmp)?")


def shard(table: str, chunk: int, mark: str = "") -> str:
    """The name below the run's folder; mark: as `new_mark` gives it, "" where nobody else may write the chunk."""
    return f"tables/{table}/{chunk:05}{f'-{mark}' if mark else ''}.parquet"


def new_mark() -> str:
    """A mark that no other worker has."""
    return secrets.token_hex(4)


def chunk_of(path: Path) -> int | None:
    """The chunk that a worker wrote this shard of; None where threads of one process did, which need no mark."""
    named = _MARKED.fullmatch(path.name)
    return int(named[1]) if named else None


def is_named(name: str, file: str) -> bool:
    """Is this the name of the file, as it is or with a mark?"""
    stem = file.removesuffix(".parquet")
    return re.fullmatch(rf"{re.escape(stem)}({_MARK})?\.parquet", name) is not None
