"""The finished logs of a run, held to what must be true of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from balance.store import check_files
from balance.store import checks as rules
from balance.store.checks import SHOWN, run_checks
from balance.store.run import Run
from balance.store.spec import Commit
from balance.workflows import check_deep
from balance.workflows.listener import Listener
from balance.workflows.resume import same_rules

MEANINGS = {
    "files": "files are there, with the size, checksum, rows and columns that are recorded",
    **rules.MEANINGS,
    "deep": "matches played again are the same",
}


@dataclass
class Checked:
    """What a check of a run came to. faults: check → how many; lines: all that is to be told of them."""

    name: str
    state: str
    rows: dict[str, int]
    matches: int
    files: int
    replayed: int = 0
    done: list[str] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def add(self, check: str, told: list[str], found: int) -> None:
        """Note that a check was made, and what it found."""
        self.done.append(check)
        if found:
            self.faults[check] = found
            self.lines += [f"{check}: {line}" for line in told[:SHOWN]]
            if found > len(told[:SHOWN]):
                self.lines.append(f"{check}: and {found - SHOWN:,} more")


def check_run(name: str | Path, deep: int, listener: Listener) -> Checked:
    """Check all finished chunks of a run, and play `deep` of its matches again.

    Chunks with a file that cannot be read are told and left out of all further checks. InputError if there is no such
    run, or if matches are to be played again and the rules have changed since.
    """
    run = Run.open(name)
    if deep:
        same_rules(run)  # before the work, not after it
    commits = run.commits()
    found = Checked(
        run.name,
        run.state(),
        run.rows(),
        sum(c["matches"] for c in commits),
        sum(len(c["files"]) for c in commits),
    )
    told = list(check_files.side_tables(run))
    # Without the side tables no view can be read; a file that is whole but not as recorded is checked all the same.
    readable = not any(" cannot be read: " in line for line in told)
    sound: list[Commit] = []
    for commit in commits:
        wrong = list(_of_chunk(run, commit))
        told += wrong
        if readable and all(_as_it_is(line) for line in wrong):
            sound.append(commit)
    found.add("files", told, len(told))
    listener.start(sum(commit["matches"] for commit in sound), 0)
    for check, faults in run_checks(run, sound, listener.tick).items():
        found.add(check, faults.told, faults.found)
    listener.end()
    if deep:
        lines, found.replayed = check_deep.replayed(run, sound, deep)
        found.add("deep", lines, len(lines))
    return found


def _of_chunk(run: Run, commit: Commit) -> Iterator[str]:
    yield from check_files.record(run, commit)
    for file in commit["files"]:
        yield from check_files.contents(run, file)


def _as_it_is(line: str) -> bool:
    """Is this a fault of a file whose rows can be read all the same?"""
    return ": sha256 is " in line or " bytes, should be " in line
