"""Writing the report of a run again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from balance.store.run import Run
from sims.errors import InputError

if TYPE_CHECKING:
    from balance.workflows.reading.learned import Learned
    from reports.rules import Rules


@dataclass(frozen=True)
class Reported:
    """A report that was written, in each form that was asked for; done, chunks: how much of the run it is of."""

    paths: list[Path]
    done: int
    chunks: int


def report(name: str | Path, forms: Sequence[str] = ("html",), sections: Sequence[str] = ()) -> Reported:
    """Measure what is finished of a run and write its report, in place of the one that may be there.

    forms, sections: as of `reports.write`. InputError if there is no such run or section, or if a finished file is
    damaged.
    """
    from balance.workflows.reading.learned import learn

    run = Run.whole(name)
    return Reported(write(run, learn(run), forms, sections), len(run.commits()), run.spec["chunks"])


def write(
    run: Run, learned: "Learned", forms: Sequence[str] = ("html",), sections: Sequence[str] = ()
) -> list[Path]:
    """Write the report of what a run says, and of a complete ladder its players or restrictions; the paths."""
    import reports
    from balance.workflows.reading import players, restrictions
    from balance.workflows.reading.measure import judged_by
    from balance.workflows.shown import shown
    from reports.said import Said

    run = run.read_once().told
    ladder = players.read(run) if run.complete else None
    judged, limits = judged_by(run)
    told = {v["variant"] for v in run.spec["variants"]}
    return reports.write(
        judged,
        {variant: metrics for variant, metrics in learned.measured.items() if variant in told},
        Said(
            marks=learned.targets,
            best=learned.best,
            ladder=ladder,
            restrictions=restrictions.read(run) if run.complete else None,
            limits=limits,
            rules=rules_of(run, learned),
            strengths=learned.strengths,
        ),
        shows=partial(shown, judged),
        forms=forms,
        sections=sections,
    )


def rules_of(run: Run, learned: "Learned") -> "Rules":
    """What a run says of its rules; of a comparison, as far as there is a baseline, what it says of its tweaks."""
    from balance.workflows.asking.asked import Asked
    from balance.workflows.compare import compare_runs
    from reports.changes import Changes

    asked = run.spec["asked"]
    if not asked.get("tweaks") or (not run.complete and not learned.differences):
        return learned.rules
    if asked.get("baseline") is None:
        return replace(learned.rules, changes=Changes([tweak.change for tweak in learned.differences]))
    try:
        return compare_runs([str(run.path)], Asked()).rules
    except InputError as error:  # the run of the baseline is gone, or it is kept under the name no more
        return replace(learned.rules, changes=Changes(notes=[str(error)]))
