"""Which variant is the best? Told by deals that were played afresh for it."""

from reports import best as words
from reports.context import Context
from reports.model import Section, Table

NOTE = (
    "The best of many is in part the luckiest of many: measured again, it tends to be worse. So those that may be the "
    "best after the sweep were played again, beside the baseline, all on the same fresh deals, and only these numbers "
    "count; what stands beside them is what the sweep said. Intervals of values and of how much farther a variant is "
    "than the first from what is wanted hold all at once with 95 %. It is the best only if it surely leads all others."
)


def build(context: Context) -> Section | None:
    """The section; None where the best was not asked for, or the fresh deals are not all played."""
    best = context.best
    if best is None:
        return None
    tables = []
    if best.finalists:
        deals = f"deals {best.deals.start:,} to {best.deals.stop - 1:,}"
        tables = [Table(f"Measured again on {deals}: {words.wanted(best)}", words.COLUMNS, words.rows(best),
                        frozenset({1, 2, 3, 4}))]  # fmt: skip
    told = words.sentences(best, context.run.spec["variants"])
    return Section("best", f"Which variant is the best: {words.wanted(best)}?", told, [NOTE], tables=tables)
