"""Commit records: a chunk counts once its record is there, whole and as it was written, and only then."""

from pathlib import Path
from typing import NamedTuple

from balance.store.files import write_once
from balance.store.sealed import opened, sealed
from balance.store.spec import Commit
from sims.errors import InputError


class Records(NamedTuple):
    """The records of a run, by chunk number, and those that are damaged: chunk → what is wrong, in words."""

    commits: list[Commit]
    damaged: dict[int, str]


def name(chunk: int) -> str:
    """Where the record of a chunk lies in the run's folder."""
    return f"commits/{chunk:05}.json"


def write(run: Path, commit: Commit) -> None:
    """Add the record of a finished chunk; FileExistsError if it has one already, which then counts."""
    (run / "commits").mkdir(exist_ok=True)
    write_once(run / name(commit["chunk"]), sealed(commit))


def survey(run: Path) -> Records:
    """All records, whatever state they are in."""
    found, damaged = list[Commit](), dict[int, str]()
    for path in (run / "commits").glob("*.json"):
        number = int(path.stem) if path.stem.isascii() and path.stem.isdecimal() else -1
        if path != run / name(number):
            continue  # no record's name
        commit, fault = _opened(run, number)
        if commit is None:
            damaged[number] = fault
        else:
            found.append(commit)
    return Records(sorted(found, key=lambda commit: commit["chunk"]), damaged)


def of(run: Path, chunk: int) -> Commit | None:
    """The record of a chunk; None while it is not finished. InputError if it is damaged."""
    if not (run / name(chunk)).is_file():
        return None
    commit, fault = _opened(run, chunk)
    if commit is None:
        raise _damaged(run, chunk, fault)
    return commit


def _opened(run: Path, chunk: int) -> tuple[Commit | None, str]:
    """The record of a chunk, or what is wrong with it, in words."""
    from balance.store import spec_check  # loads NumPy

    content, fault, has_digest = opened(run / name(chunk))
    if not fault and "plan" in content and not has_digest:
        fault = "without its sha256"
    if not fault and content.get("chunk") != chunk:
        fault = f"the record of chunk {content.get('chunk')}"
    if fault:
        return None, fault
    try:
        return spec_check.commit(content, chunk), ""
    except InputError as error:
        return None, f"not what a record can be: {error}"


def read(run: Path) -> list[Commit]:
    """All records, by chunk number. InputError if one is damaged."""
    found, damaged = survey(run)
    for chunk, fault in damaged.items():
        raise _damaged(run, chunk, fault)
    return found


def verify(run: Path, commits: list[Commit]) -> None:
    """InputError if a file that a record names is missing or has another size."""
    for commit in commits:
        for file in commit["files"]:
            path = run / file["name"]
            size = path.stat().st_size if path.exists() else None
            if size != file["bytes"]:
                state = "missing" if size is None else f"{size} bytes"
                legal = f"the {file['bytes']} bytes of {name(commit['chunk'])}: {_mend(run)}"
                raise InputError(str(path), state, legal)


def _damaged(run: Path, chunk: int, fault: str) -> InputError:
    return InputError(str(run / name(chunk)), fault, f"a whole record of its chunk: {_mend(run)}")


def _mend(run: Path) -> str:
    whole = run.parent if (run.parent / "run.json").is_file() else run  # the run that this one is within
    return f"balance resume {whole} plays that chunk again"
