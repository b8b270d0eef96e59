"""How many of all rounds have ended by a turn; those that met the cap never do."""

from typing import TYPE_CHECKING

from balance.stats.estimate import Estimate
from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Table
from reports.theme import SERIES, svg
from reports.words import DASH, count, number, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Reached = dict[int, list[tuple[int, Estimate]]]
"""Variant → (turns, share of the rounds that ended by the rules within so many), in order."""


def chart(context: Context, reached: Reached) -> Chart:
    """A line a variant, as many as can be told apart."""
    groups = {
        seats: charts.picked(some, charts.FEW)
        for seats, group in context.tables.items()
        if (some := [v for v in group if v["variant"] in reached])
    }
    shown = [v for group in groups.values() for v in group]
    capped = any(context.estimate(v, "capped").value for v in shown)
    return Chart(
        svg("lengths", 0.4 + 2.4 * len(groups), lambda figure: _on(context, groups, reached, figure)),
        "Share of all rounds that have ended, by turns, by variant. The table has the numbers.",
        "A line rises with every round that ends by the rules; where it crosses the dotted line half of all rounds are "
        "over. Steep is a length that one can plan for, flat one that may be anything. Bands are 95 % intervals."
        + (" Where a line stays below 100, the rest met the cap: their length is open." if capped else ""),
        (_table(context, shown, reached),),
    )


def draw(group: list[tuple[VariantSpec, str, float]], reached: Reached, last: int, axes: "Axes") -> None:
    """Steps in percent of all rounds: (variant, label, share of rounds that met the cap)."""
    ends = []
    for place, (variant, label, capped) in enumerate(group):
        curve = reached[variant["variant"]]
        part = 100 * (1 - capped)
        points = [(curve[0][0] - 1, 0.0), *((turns, part * (e.value or 0.0)) for turns, e in curve)]
        points.append((last, points[-1][1]))
        axes.plot(
            *zip(*points, strict=True), charts.DASHES[place % 4], color=SERIES[place], linewidth=1.8,
            drawstyle="steps-post",
        )  # fmt: skip
        band = [
            (t, part * e.low, part * e.high) for t, e in curve if e.low is not None and e.high is not None
        ]
        if band:
            turns, lows, highs = zip(*band, strict=True)
            axes.fill_between(turns, lows, highs, color=SERIES[place], alpha=0.2, linewidth=0, step="post")
        ends.append((last, points[-1][1], charts.shortened(label), place))
    axes.axhline(50, color=SERIES[7], linewidth=0.8, linestyle=":")
    axes.set_ylim(0, 104)
    axes.set_xlim(min(reached[v["variant"]][0][0] for v, *_ in group) - 1, last)
    axes.set_ylabel("% of all rounds")
    if len(group) > 1:
        charts.end_labels(axes, ends)


def _on(context: Context, groups: dict[int, list[VariantSpec]], reached: Reached, figure: "Figure") -> None:
    last = 1 + max(turns for group in groups.values() for v in group for turns, _ in reached[v["variant"]])
    panels = figure.subplots(len(groups), 1, squeeze=False)[:, 0]
    for axes, (seats, group) in zip(panels, groups.items(), strict=True):
        named = [(v, context.label(v), context.estimate(v, "capped").value or 0.0) for v in group]
        draw(named, reached, last, axes)
        axes.set_xlabel("turns of a round")
        axes.locator_params(axis="x", integer=True)
        if len(groups) > 1:
            axes.set_title(count(seats, "seat"), loc="left", fontweight="bold", fontsize=10)


def _table(context: Context, shown: list[VariantSpec], reached: Reached) -> Table:
    """The share of rounds by turns: at most so many, a column a variant of each number of seats."""
    held = [dict(reached[v["variant"]]) for v in shown]
    rows = []
    before = [0.0] * len(held)
    for turns in sorted(set().union(*held)):
        cells = []
        for i, column in enumerate(held):
            if turns not in column:
                cells.append(DASH)
                continue
            now = column[turns].value or 0.0
            cells.append(f"{number(100 * (now - before[i]), 2)}\n{share(column[turns])}")
            before[i] = now
        rows.append([str(turns), *cells])
    names = [tables.head(context, v) for v in shown]
    caption = (
        "Rounds by their turns: % of the rounds, below it the share with at most so many (95 % interval)"
    )
    return Table(caption, ["turns", *names], rows, frozenset(range(1, len(names) + 1)), folded=True)
