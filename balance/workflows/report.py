"""Writing the report of a run again."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from balance.store import commits
from balance.store.run import Run

if TYPE_CHECKING:
    from balance.workflows.learned import Learned


@dataclass(frozen=True)
class Reported:
    """A report that was written; done, chunks: how much of the run it is of."""

    path: Path
    done: int
    chunks: int


def report(name: str | Path) -> Reported:
    """Measure what is finished of a run and write its report, in place of the one that may be there.

    InputError if there is no such run, or if a finished file is damaged.
    """
    from balance.workflows.learned import learn

    run = Run.open(name)
    finished = run.commits()
    commits.verify(run.path, finished)
    return Reported(write(run, learn(run)), len(finished), run.spec["chunks"])


def write(run: Run, learned: "Learned") -> Path:
    """Write the report of what a run says, and of a complete ladder its players; the path."""
    import reports
    from balance.workflows import players
    from balance.workflows.measure import judged_by

    ladder = players.read(run) if run.complete else None
    judged, limits = judged_by(run)
    return reports.write(
        judged,
        learned.measured,
        learned.targets,
        best=learned.best,
        ladder=ladder,
        limits=limits,
        rules=learned.rules,
    )
