"""What a disk lost of a run, and how it is mended: the chunks it was of are played again, to the same rows."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from balance.store import check_files, commits, leftovers
from balance.store.files import sync_folder
from balance.store.run import Run, run_folders
from balance.store.sealed import opened
from balance.store.side_tables import RECORD
from balance.store.spec import Commit
from sims.errors import InputError


class Damage(NamedTuple):
    """What is wrong and what follows from it, in a line; and the file without which it is made anew."""

    told: str
    record: Path


def damage(run: Run) -> Iterator[Damage]:
    """All that is not as it was written: of the run, and of the runs within it. Reads every file whole.

    InputError if no commit record is of the plan of run.json: one of the two was put here by somebody.
    """
    yield from _of(run, "")
    for folder in run_folders(run.path):
        name, path = folder.name, folder / "run.json"
        if fault := opened(path).fault:
            yield Damage(f"{name}/run.json is {fault}: what is in {name} is played again", path)
        else:
            yield from _of(Run.open(folder), f"{name}/")


def mend(run: Run) -> Iterator[str]:
    """Take the records of what is damaged, so that it is made again; a line for each. The caller holds the lock.

    What a process that was killed left under a temporary name goes, too.
    """
    for leftover in run.path.glob("**/*.tmp"):
        leftover.unlink()
    for found in list(damage(run)):
        found.record.unlink(missing_ok=True)
        sync_folder(found.record.parent)
        yield found.told
    leftovers.clear(run)


def _of(run: Run, where: str) -> Iterator[Damage]:
    sound, damaged = commits.survey(run.path)
    told = {chunk: f"{commits.name(chunk)} is {fault}" for chunk, fault in damaged.items()}
    told |= {c["chunk"]: line for c in sound if (line := next(_of_chunk(run, c), ""))}
    if sound and all(commit.get("plan", run.plan) != run.plan for commit in sound):
        record = run.path / commits.name(sound[0]["chunk"])
        raise InputError(str(record), sound[0]["plan"][:12], f"of the plan of run.json, {run.plan[:12]}")
    for chunk in sorted(told):
        yield Damage(f"{where}{told[chunk]}: chunk {chunk} is played again", run.path / commits.name(chunk))
    for line in check_files.side_files(run):
        yield Damage(f"{where}{line}: it is written again", run.path / RECORD)


def _of_chunk(run: Run, commit: Commit) -> Iterator[str]:
    yield from check_files.record(run, commit)
    for file in commit["files"]:
        yield from check_files.as_recorded(run, file)
