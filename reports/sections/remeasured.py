"""Which variant is the best? Told by deals that were played afresh for it."""

from balance.stats.best import Finalist
from reports import best as words
from reports.changes import Change
from reports.context import Context
from reports.model import Section, Table
from reports.sections import recommended

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
    if best.best is not None and best.best.moved:
        tables.append(_besides(best.best))
    told = words.sentences(best, context.run.spec["variants"])
    return Section("best", f"Which variant is the best: {words.wanted(best)}?", told, [NOTE], tables=tables)


def _besides(first: Finalist) -> Table:
    """Every metric that moved with the best, on the fresh deals."""
    clusters = next(iter(first.against.values())).difference.clusters
    change = Change(first.label, first.against, first.identical, clusters, 0, even=False, label=first.label)
    return recommended.table([change], f"Beyond their margins with {first.label}, on the fresh deals")
