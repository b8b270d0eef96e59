"""Are the targets met? Every variant held to every target."""

from balance.stats.marks import Marked
from balance.store.spec import VariantSpec
from reports import marks, tables
from reports.context import Context
from reports.model import Known, Section, Table
from reports.words import DASH, interval, method, value

OPEN = 12  # lines of a table that stands open
NOTE = (
    "✓ met: the whole interval lies within the target; ✗ missed: it lies wholly outside; ? undecided: it does neither, "
    "or there is a reason why nothing can be said. The intervals hold for all targets of all variants at once with "
    "95 %, and so are wider than those below: a ✓ is no lucky value."
)


def build(context: Context) -> Section | None:
    """The section; None where no targets were asked for."""
    held = [variant for variant in context.variants if context.marks.get(variant["variant"])]
    if not held:
        return None
    rows = [(_name(context, variant), context.marks[variant["variant"]]) for variant in held]
    first = tables.first(context)
    columns = [*first, "metric", "target", "mark", "value", "95 % interval", "n", "deals", "method"]
    lines = [
        [*tables.heads(context, variant), *_cells(one)]
        for variant in held
        for one in context.marks[variant["variant"]]
    ]
    reasons = [one.reason for variant in held for one in context.marks[variant["variant"]]]
    if any(reasons):
        columns.append("reason")
        lines = [[*line, reason or DASH] for line, reason in zip(lines, reasons, strict=True)]
    start = len(first) + 3
    numeric = frozenset(range(start, start + 4))
    table = Table("Targets, variant by variant", columns, lines, numeric, folded=len(lines) > OPEN)
    return Section("targets", "Are the targets met?", marks.summary(rows), [NOTE], tables=[table])


def _name(context: Context, variant: VariantSpec) -> str:
    return variant["label"] if len(context.variants) > 1 else "The game"


def _cells(one: Marked) -> list[str]:
    e = one.value.widest
    return [
        one.metric,
        marks.wanted(one),
        f"{one.mark} {marks.WORDS[one.mark]}",
        Known(value(one.metric, e), e.to_json()),
        interval(one.metric, e),
        f"{e.n:,}",
        f"{e.clusters:,}",
        method(e.method),
    ]
