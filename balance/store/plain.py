"""Reading files of a run as if a stranger had written them: plain files of a sane size, plain data, no tricks."""

import json
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any

from balance.store.spec import TABLES
from sims import visible
from sims.errors import InputError

MOST = 2**26
"""Bytes of run.json: enough for thirty thousand variants."""
OURS = ("run.json", "lock", "commits", "tables", "variants.parquet", "players.parquet", "fresh", "noise",
        "side_tables.json", "failed")  # fmt: skip
"""What a run folder may hold at its top and is read or written without being asked for by name."""


def no_links(run: Path) -> None:
    """InputError if something in the folder that is ours, or any folder, is a link, which may lead anywhere."""
    for folder in (
        run,
        run / "commits",
        run / "failed",
        run / "tables",
        *(run / "tables" / table for table in TABLES),
    ):
        with suppress(FileNotFoundError), os.scandir(folder) as entries:
            for entry in entries:
                if not entry.is_symlink():
                    continue
                ours = folder != run or entry.name in OURS or entry.name.endswith(".tmp")
                if ours or entry.is_dir():  # a folder may be a run within the run
                    raise InputError(entry.path, "a link", "legal: what a run folder holds lies in it")


def read(path: Path) -> bytes:
    """The bytes of a plain file. OSError if there is none, ValueError if it is something else, or too large."""
    found = path.lstat()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("no plain file")
    if found.st_size > MOST:
        raise ValueError(f"{found.st_size:,} bytes long: more than {MOST:,}")
    return path.read_bytes()


def parsed(data: bytes) -> Any:
    """What the bytes are as JSON. ValueError or RecursionError if they are none.

    Numbers are finite, and no name stands twice in an object.
    """
    return json.loads(data, parse_constant=_no_number, parse_float=_finite, object_pairs_hook=_once)


def _no_number(constant: str) -> float:
    raise ValueError(f"{constant} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _no_number(digits)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(
            f"{next(name for name in names if names.count(name) > 1)!r} stands twice in an object"
        )
    return found


def harmless(data: Any, told: Callable[[str], str] = visible.name) -> Any:
    """The same, its texts without anything that a terminal obeys.

    Names are one line; below `declared`, where games tell of themselves, new lines and tabs stay.
    """
    if isinstance(data, str):
        return told(data)
    if isinstance(data, list):
        return [harmless(one, told) for one in data]
    if isinstance(data, dict):
        return {
            visible.name(key): harmless(one, visible.visible if key == "declared" else told)
            for key, one in data.items()
        }
    return data
