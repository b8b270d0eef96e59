"""What else comes with the variants that keep to all targets? Every other metric that moved with them."""

from balance.stats.comparisons import Comparison
from balance.stats.marks import all_met
from reports.changes import Change, figures, listed_moves
from reports.context import Context
from reports.model import Known, Section, Table
from reports.words import DASH, count, listed, method, sentence

TOLD = 5  # variants that are told one by one
NAMED = 6  # metrics that a sentence names
NOTE = (
    "A metric is listed where the whole 95 % interval of its difference from the baseline lies beyond its margin; the "
    "intervals are of one number each, but for those of the metrics with targets, which hold all at once."
)


def build(context: Context) -> Section | None:
    """The section; None where no variant surely keeps to all targets, or none is compared with a baseline."""
    kept = [
        v
        for v in context.variants
        if context.marks.get(v["variant"]) and all_met(context.marks[v["variant"]])
    ]
    changes = {change.label: change for change in context.rules.differences}
    some = [changes[v["label"]] for v in kept if v["label"] in changes]
    if not kept or not changes:
        return None
    told = [_sentence(change) for change in some[:TOLD]]
    if len(some) > TOLD:
        told.append(f"The other {len(some) - TOLD} stand in the table.")
    if bases := [v["label"] for v in kept if v["label"] not in changes]:
        told.append(f"The baseline itself keeps to all targets: {listed(bases)}.")
    tables = [table(some, "Beyond their margins, against the baseline")] if any(map(moved, some)) else []
    return Section(
        "recommended", "What else comes with the variants that meet all targets?", told, [NOTE], tables=tables
    )


def moved(change: Change) -> list[Comparison]:
    """All metrics that surely moved beyond their margins, the farthest first, by margins."""
    rows = [row for row in change.metrics.values() if row.moved]
    return sorted(rows, key=lambda row: -abs((row.difference.value or 0.0) / (row.margin or 1.0)))


def _sentence(change: Change) -> str:
    if change.identical == change.clusters:
        return f"{change.label} plays out as the baseline on all {count(change.clusters, 'deal')}."
    rows = moved(change)
    if not rows:
        return sentence(f"with {change.label}, no metric surely moved beyond its margin")
    more = f" and {len(rows) - NAMED} more" if len(rows) > NAMED else ""
    return f"With {change.label} {'moves' if len(rows) == 1 else 'move'} {listed_moves(rows[:NAMED])}{more}."


def table(changes: list[Change], caption: str) -> Table:
    """A line for each variant and metric that moved: both values, the difference with its interval, the margin."""
    lines = []
    for change in changes:
        for row in moved(change):
            found, d = figures(row), row.difference
            lines.append([
                change.label, row.metric + found.unit_after, f"{found.base} → {found.tweaked}",
                Known(found.difference, d.to_json()), found.interval or DASH, found.margin,
                f"{sum(d.n):,}", f"{d.clusters:,}", method(d.method),
            ])  # fmt: skip
    columns = [
        "variant",
        "metric",
        "from → to",
        "difference",
        "95 % interval",
        "margin",
        "n",
        "deals",
        "method",
    ]
    return Table(caption, columns, lines, frozenset(range(2, 8)), folded=True)
