"""How long are rounds, and how do they end?"""

from typing import TYPE_CHECKING

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import at_most
from reports.sections import lengths, minutes
from reports.theme import SERIES, svg
from reports.words import interval, listed, outside, sentence, share, value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
Reached = lengths.Reached


def quantiles(curve: list[tuple[int, Estimate]]) -> list[int]:
    """The turns that 5, 25, 50, 75 and 95 % of the rounds that ended by the rules keep to."""
    return [next(turns for turns, reached in curve if (reached.value or 0.0) >= q - 1e-12) for q in QUANTILES]


def build(context: Context) -> Section:
    """The section: a picture of lengths and one of reasons, and the numbers of both."""
    reached = at_most(context, "turns")
    chosen = charts.in_rows(context)
    shown = charts.rows(context, chosen)
    reasons = context.game["end_reasons"][2:]
    names = [(f"end_{reason}", f"by {reason.replace('_', ' ')}") for reason in reasons] + [
        ("capped", "by the cap")
    ]
    more = [
        ("turns_mean", "mean turns"), ("turns_median", "median"), ("turns_p95", "95 % at most"), *names,
        ("starter_ends", "ended by starter, above even"), ("margin_mean", "margin"), ("close", "margin ≤ 1"),
    ]  # fmt: skip
    numbers = tables.metrics(context, more, "Lengths and endings")
    times, told_times = minutes.build(context)
    drawn = [_quantiles(context, chosen, reached)] if reached else []
    return Section(
        "endings",
        "How long are rounds, and how do they end?",
        [*(text for v in tables.told(context) for text in _sentences(context, v)), *told_times],
        charts.cut(context, len(chosen))
        + ([] if reached else ["No round ended by the rules: no lengths are shown."]),
        [
            Chart(
                svg(
                    "endings",
                    charts.height(shown),
                    lambda figure: _on(context, shown, reached, names, figure),
                ),
                "Turns of a round, and why rounds ended, by variant. The tables have the numbers.",
                "Left, the turns of rounds that ended by the rules: half of the rounds lie within the thick line, "
                "nine of ten within the thin one, the mark is the median. Right: the share of all rounds that "
                "ended for each reason.",
                (*drawn, numbers),
            ),
            *([lengths.chart(context, reached)] if reached else []),
        ],
        [numbers, times],
        [
            look
            for v in context.baselines
            for look in looks.most(context, v, "turns", "The round of most turns")
        ],
    )


def _sentences(context: Context, variant: VariantSpec) -> list[str]:
    who = context.among(variant)
    ends = context.metric(variant, "starter_ends")
    said = []
    if ends is not None and ends.value is not None:
        shown = f"{value('starter_ends', ends)} ({interval('starter_ends', ends)}{outside('; ', ends, 'starter_ends')})"
        said.append(f"the starter’s share of the rounds’ ends, less an even share, was {shown}")
    margin, close = context.metric(variant, "margin_mean"), context.metric(variant, "close")
    if margin is not None and margin.value is not None:
        said.append(f"the best seat led the next by {share(margin)} points")
        if close is not None and close.value is not None:
            said[-1] += f", by at most one in {share(close)} of rounds"
    reasons = []
    for reason in context.game["end_reasons"][2:]:
        found = context.metric(variant, f"end_{reason}")
        if found is not None and found.value:
            reasons.append(f"by {reason.replace('_', ' ')} in {share(found)}")
    capped = context.estimate(variant, "capped")
    reasons += [f"by the cap in {share(capped)}"] if capped.value else []
    told = (
        [f"{who} rounds ended {listed(reasons)} of cases, {tables.size(context, variant)}"] if reasons else []
    )
    told += [f"{who} {listed(said)}"] if said and not context.carries(variant) else []
    return [sentence(text) for text in told]


def _quantiles(context: Context, chosen: list[VariantSpec], reached: Reached) -> Table:
    """The turns that so many of the rounds keep to, as drawn."""
    rows = [
        [*tables.heads(context, v), *map(str, quantiles(reached[v["variant"]]))]
        for v in chosen
        if v["variant"] in reached
    ]
    first = tables.first(context)
    columns = [*first, *(f"{q:.0%} at most" for q in QUANTILES)]
    caption = "Turns of the rounds that ended by the rules: what so many of them keep to"
    return Table(caption, columns, rows, frozenset(range(1, len(columns))), folded=True)


def draw(shown: list[charts.Row], reached: Reached, axes: "Axes") -> None:
    """Lengths as lines from quantile to quantile."""
    for row in shown:
        curve = reached.get(row.variant["variant"]) if row.variant else None
        if not curve:
            continue
        least, low, middle, high, most = quantiles(curve)
        axes.plot([least, most], [row.at] * 2, color=SERIES[0], linewidth=1.2)
        axes.plot([low, high], [row.at] * 2, color=SERIES[0], linewidth=5, solid_capstyle="butt")
        axes.plot(middle, row.at, "D", color=SERIES[1], markersize=5)


def _on(
    context: Context,
    shown: list[charts.Row],
    reached: Reached,
    names: list[tuple[str, str]],
    figure: "Figure",
) -> None:
    from matplotlib.ticker import MaxNLocator

    *lengths, right = charts.beside(figure, 2 if reached else 1)
    for left in lengths:
        draw(shown, reached, left)
        charts.dress(left, shown)
        left.set_xlabel("turns of a round")
        left.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    for row in shown:
        if row.variant:
            found = [context.metric(row.variant, name) for name, _ in names]
            charts.bars(
                right, row.at, [100 * (e.value or 0.0) if e and e.unit == SHARE else 0.0 for e in found]
            )
    charts.dress(right, shown, labels=not lengths)
    right.set_xlim(0, 100)
    right.set_xlabel("% of rounds, by end")
    charts.legend(figure, [charts.patch(i, head) for i, (_, head) in enumerate(names)])
