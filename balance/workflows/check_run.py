"""The finished logs of a run, held to what must be true of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, cast

from balance.store import check_files, commits
from balance.store import checks as rules
from balance.store.checks import SHOWN, run_checks
from balance.store.run import Run, run_folders
from balance.store.run import found as find
from balance.store.sealed import opened
from balance.store.spec import Commit, Spec
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
        """Note that a check was made, and what it found; of files all is told, since each is another one."""
        told = told if check == "files" else told[:SHOWN]
        self.done.append(check)
        if found:
            self.faults[check] = self.faults.get(check, 0) + found
            self.lines += [f"{check}: {line}" for line in told]
            if found > len(told):
                self.lines.append(f"{check}: and {found - len(told):,} more")


def check_run(name: str | Path, deep: int | Literal["all"], listener: Listener) -> Checked:
    """Check all finished chunks of a run and of the runs within it, and play `deep` of its matches again.

    What is damaged is named and left out of all further checks; where run.json is, nothing can be said of the rows.
    InputError if there is no such run, or if matches are to be played again and the rules have changed since.
    """
    folder = find(name)
    if opened(folder / "run.json").fault:
        return _without_plan(folder, str(name))
    run = Run.open(folder)
    if deep:
        same_rules(run)  # before the work, not after it
    sound = commits.survey(folder).commits
    read = replace(run, chosen=tuple(sound))
    found = Checked(run.name, read.state(), read.rows(), *_size(sound))
    readable = _check(run, "", found, listener)
    for inner in run_folders(folder):
        within = f"{inner.name}/"
        if fault := opened(inner / "run.json").fault:
            found.add("files", [f"{within}run.json is {fault}"], 1)
        else:
            _check(Run.open(inner), within, found, listener)
    if deep:
        lines, found.replayed = check_deep.replayed(run, readable, deep, listener)
        found.add("deep", lines, len(lines))
    return found


def _check(run: Run, where: str, found: Checked, listener: Listener) -> list[Commit]:
    """Check the files of a run, then the rows of the chunks that can be read; those chunks."""
    import duckdb

    sound, told = check_files.records(run)
    told += check_files.side_tables(run)
    # Without the side tables no view can be read; a file that is whole but not as recorded is checked all the same.
    views = not any(" cannot be read: " in line for line in told)
    readable: list[Commit] = []
    for commit in sound:
        wrong = list(_of_chunk(run, commit))
        told += wrong
        if views and all(_as_it_is(line) for line in wrong):
            readable.append(commit)
    told += check_files.foreign(run, sound)
    found.add("files", [where + line for line in told], len(told))
    listener.start(sum(commit["matches"] for commit in readable), 0)
    try:
        for check, faults in run_checks(run, readable, listener.tick).items():
            found.add(check, [where + line for line in faults.told], faults.found)
    except duckdb.Error as error:  # bytes that were changed, and look like Parquet from outside
        found.add("files", [f"{where}tables: rows cannot be read: {error}"], 1)
    listener.end()
    return readable


def _without_plan(folder: Path, name: str) -> Checked:
    """What can be said of a run whose run.json is damaged: whether the files are those of the records."""
    run = Run(folder, cast(Spec, {}))
    sound, told = check_files.records(run)
    for commit in sound:
        for file in commit["files"]:
            told += check_files.as_recorded(run, file)
    found = Checked(name, "without its plan", {}, *_size(sound))
    found.add("files", told, len(told))
    return found


def _size(sound: list[Commit]) -> tuple[int, int]:
    """The matches and the files of these chunks."""
    return sum(commit["matches"] for commit in sound), sum(len(commit["files"]) for commit in sound)


def _of_chunk(run: Run, commit: Commit) -> Iterator[str]:
    yield from check_files.record(run, commit)
    for file in commit["files"]:
        yield from check_files.contents(run, file)


def _as_it_is(line: str) -> bool:
    """Is this a fault of a file whose rows can be read all the same?"""
    return ": sha256 is " in line or " bytes, should be " in line
