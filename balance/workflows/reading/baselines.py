"""Baselines under a name: small files beside the runs that say which variant of which run is meant."""

import json
import re
from pathlib import Path

from balance.store.files import write_atomically
from balance.store.run import HOME, Run
from balance.workflows.reading.arms import Side
from sims.errors import InputError

_NAME = re.compile(r"[\w-][\w.-]*")


def check_name(name: str) -> None:
    """InputError unless it can be the name of a baseline."""
    if not _NAME.fullmatch(name):
        raise InputError("save_baseline", name, "a name of letters, digits, dots, - and _")


def save(name: str, side: Side) -> Path:
    """Keep a variant of a run as the baseline of this name, in place of one that may be there."""
    check_name(name)
    _folder().mkdir(parents=True, exist_ok=True)
    row = {"run": str(side.run.path), "variant": side.number}
    write_atomically(_file(name), json.dumps(row, ensure_ascii=False).encode())
    return _file(name)


def load(name: str) -> Side:
    """The baseline of this name; InputError if there is none, or its run is gone or not complete."""
    if not _file(name).is_file():
        known = sorted(path.stem for path in _folder().glob("*.json"))
        raise InputError("baseline", name, "the name of a saved baseline", known)
    row = json.loads(_file(name).read_bytes())
    if not (Path(row["run"]) / "run.json").is_file():
        raise InputError("baseline", name, f"there any more: its run {row['run']} is gone")
    run = Run.whole(row["run"])
    if not run.complete:
        raise InputError("baseline", name, f"complete: balance resume {run.name} plays what is missing")
    return Side(run, row["variant"])


def _folder() -> Path:
    return HOME / "baselines"


def _file(name: str) -> Path:
    return _folder() / f"{name}.json"
