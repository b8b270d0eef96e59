"""How it is shown: sections, charts and the assembly of a report."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.stats.estimate import Estimate
    from balance.store.run import Run
    from reports.said import Said
    from reports.shown import Shows


def write(
    run: "Run",
    measured: "Mapping[int, Mapping[str, Estimate]]",
    said: "Said | None" = None,
    *,
    shows: "Shows | None" = None,
    forms: Sequence[str] = ("html",),
    sections: Sequence[str] = (),
) -> list[Path]:
    """Write the run's report: one HTML file that needs no network, and a CSV file for each table that it cuts.

    measured: variant → metric → estimate; said: all else that is said of it; shows: what finds matches of a variant
    that are worth seeing, and tells a round of them; forms: of `FORMS`; sections: the names of those that are written,
    to files of their own, none: the whole report. Gives the paths of the forms.
    The same run and the same estimates give the same bytes.
    """
    from reports.page import build
    from reports.saving import save

    return save(build(run, measured, said, shows), run.report, forms, sections)
