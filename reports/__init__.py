"""How it is shown: sections, charts and the assembly of a report."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.stats.best import Best
    from balance.stats.estimate import Estimate
    from balance.stats.ladder import Ladder
    from balance.stats.limits import Limits
    from balance.stats.marks import Marked
    from balance.stats.restrictions import Restrictions
    from balance.stats.strengths import Strengths
    from balance.store.run import Run
    from reports.rules import Rules
    from reports.shown import Shows


def write(
    run: "Run",
    measured: "Mapping[int, Mapping[str, Estimate]]",
    marks: "Mapping[int, Sequence[Marked]] | None" = None,
    *,
    best: "Best | None" = None,
    ladder: "Ladder | None" = None,
    restrictions: "Restrictions | None" = None,
    limits: "Limits | None" = None,
    rules: "Rules | None" = None,
    strengths: "Strengths | None" = None,
    shows: "Shows | None" = None,
    forms: Sequence[str] = ("html",),
    sections: Sequence[str] = (),
) -> list[Path]:
    """Write the run's report: one HTML file that needs no network, and a CSV file for each table that it cuts.

    measured: variant → metric → estimate; marks: variant → the targets that it was held to; best: the best of
    them, by fresh deals; ladder: what the run of a ladder says of its players; restrictions: what one of restrictions
    says of them; limits: how wide its other intervals are, None: the ordinary ones; rules: what the run says of its
    rules; strengths: what players of several say, where they played: all else is of one line-up; shows: what
    finds matches of a variant that are worth seeing, and tells a round of them; forms: of `FORMS`;
    sections: the names of those that are written, to files of their own, none: the whole report. Gives the paths of the
    forms.
    The same run and the same estimates give the same bytes.
    """
    from reports.page import build
    from reports.saving import save

    report = build(
        run,
        measured,
        marks or {},
        best=best,
        ladder=ladder,
        restrictions=restrictions,
        limits=limits,
        rules=rules,
        strengths=strengths,
        shows=shows,
    )
    return save(report, run.report, forms, sections)
