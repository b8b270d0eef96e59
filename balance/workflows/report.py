"""Writing the report of a run again."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from balance.store import commits
from balance.store.run import Run

if TYPE_CHECKING:
    from balance.workflows.measure import Marks, Measured


@dataclass(frozen=True)
class Reported:
    """A report that was written; done, chunks: how much of the run it is of."""

    path: Path
    done: int
    chunks: int


def report(name: str | Path) -> Reported:
    """Measure the finished chunks of a run and write its report, in place of the one that may be there.

    InputError if there is no such run, or if a finished file is damaged.
    """
    from balance.workflows.measure import marked

    run = Run.open(name)
    finished = run.commits()
    commits.verify(run.path, finished)
    return Reported(write(run, *marked(run)), len(finished), run.spec["chunks"])


def write(run: Run, measured: "Measured", marks: "Marks") -> Path:
    """Write the report of what was measured, and of a ladder its players; the path."""
    import reports
    from balance.workflows import players

    return reports.write(run, measured, marks, ladder=players.read(run))
