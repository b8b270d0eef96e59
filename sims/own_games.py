"""Folders that a person has named as games: from these a run or a study may have code loaded, from no others.

To load a game is to run its code. Who names its folder asks for that; a file that came from elsewhere does not. So a
folder is remembered where it is named, beside the compiled rules.
"""

import hashlib
from contextlib import suppress
from pathlib import Path

from sims.errors import InputError

_named: set[Path] = set()  # by this process, wherever nothing can be kept


def remember(folder: Path) -> None:
    """A person named this folder as a game."""
    _named.add(folder.resolve())
    note = _note(folder)
    with suppress(OSError):
        if not note.is_file():
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text(f"{folder.resolve()}\n", encoding="utf-8")


def check(field: str, source: str) -> None:
    """InputError unless a person has named this folder as a game before. field: where the file names it."""
    folder = Path(source)
    if folder.resolve() not in _named and not _note(folder).is_file():
        raise InputError(
            field, source, "a game that you have named yourself, and to load it is to run its code: if you trust it, "
            f"`balance check {source}` names it",
        )  # fmt: skip


def _note(folder: Path) -> Path:
    from sims.driver import cache_folder

    return cache_folder() / "own-games" / hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:24]
