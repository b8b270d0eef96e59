"""Commit records: a chunk counts once its record is there, and only then."""

import json
from pathlib import Path
from typing import cast

from balance.store.files import write_once
from balance.store.spec import Commit
from sims.errors import InputError


def write(run: Path, commit: Commit) -> None:
    """Add the record of a finished chunk; FileExistsError if it has one already, which then counts."""
    folder = run / "commits"
    folder.mkdir(exist_ok=True)
    write_once(folder / f"{commit['chunk']:05}.json", json.dumps(commit, indent=1).encode())


def read(run: Path) -> list[Commit]:
    """All records, by chunk number."""
    found = [cast(Commit, json.loads(path.read_bytes())) for path in (run / "commits").glob("*.json")]
    return sorted(found, key=lambda commit: commit["chunk"])


def verify(run: Path, commits: list[Commit]) -> None:
    """InputError if a file that a record names is missing or has another size."""
    for commit in commits:
        for file in commit["files"]:
            path = run / file["name"]
            size = path.stat().st_size if path.exists() else None
            if size != file["bytes"]:
                state = "missing" if size is None else f"{size} bytes"
                record = f"commits/{commit['chunk']:05}.json"
                legal = f"the {file['bytes']} bytes of {record} (remove that record to play its chunk again)"
                raise InputError(str(path), state, legal)
