"""Which choices matter, and does one dominate? What it costs never, and always, to make those of a class."""

from itertools import groupby
from typing import TYPE_CHECKING

from balance.stats.restrictions import MARGIN, Cost, Restrictions
from reports import charts, restrictions, tables
from reports.changes import EDGE
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.theme import FILL, TEXT, svg
from reports.words import count, method

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NOTE = (
    "Never: choices of that value are taken away, unless nothing else is legal. Always: all others are taken away, "
    "wherever one of that value is legal."
)
MODES = ("never", "always")
APART = 0.17  # rows between the marks of never and always


def lead(found: Restrictions) -> list[str]:
    """Who is restricted, and what comes of it."""
    size = count(found.deals, "deal")
    head = f"{found.player}, restricted, against itself without restriction: {size}, every seating of each."
    return [head, *restrictions.sentences(found)]


def build(context: Context) -> Section | None:
    """The section; None where the run is of another kind."""
    if "restricted" not in context.run.spec:
        return None
    title, found = "Which choices matter, and does one dominate?", context.restrictions
    if found is None:
        return Section("restricted", title, notes=["No deal has been played under all restrictions yet."])
    rows, table = _rows(found), _table(context, found)
    return Section(
        "restricted",
        title,
        [*restrictions.sentences(found)],
        [
            NOTE,
            *(f"{restrictions.name(one)}: {one.reason}." for one in found.costs if one.reason),
        ],
        [
            Chart(
                svg("restricted", 1.4 + 0.36 * rows[-1][0], lambda figure: _on(rows, figure)),
                "The cost of never and of always making the choices of each class, with intervals. "
                "The numbers are in the table.",
                "An even share of the wins less that of the restricted player, in percentage points: right of 0 the "
                "restriction costs, left of it it pays; the band is what counts as small. Bars are 95 % intervals by "
                "deals that hold for all restrictions at once.",
                (table,),
            )
        ],
        [table],
    )


Row = tuple[float, str, dict[str, Cost]]


def _rows(found: Restrictions) -> list[Row]:
    """A line a value, never and always on it, under a head for each class: where it stands, label, costs."""
    rows: list[Row] = []
    at = 0.0
    for title, some in groupby(found.costs, key=lambda cost: cost.of.name):
        rows.append((at, title, {}))
        at += 0.8
        for value, both in groupby(some, key=lambda cost: cost.of.value):
            rows.append((at, value, {cost.of.mode: cost for cost in both}))
            at += 1
    return rows


def draw(rows: list[Row], axes: "Axes") -> None:
    """A mark with its interval for never, and one for always, on the line of each value."""
    axes.axvspan(-100 * MARGIN, 100 * MARGIN, color=FILL, linewidth=0)
    axes.axvline(0, color=TEXT, linewidth=1)
    marks = [
        (at + APART * (2 * place - 1), costs[mode].cost, place)
        for at, _, costs in rows
        for place, mode in enumerate(MODES)
        if mode in costs and not restrictions.still(costs[mode])
    ]
    charts.dots(axes, marks, 100)
    charts.upright(axes, [(at, label, not costs) for at, label, costs in rows], labels=True)
    axes.set_xlabel("cost in percentage points of the wins")


def _on(rows: list[Row], figure: "Figure") -> None:
    draw(rows, figure.subplots())
    charts.legend(figure, [charts.mark(place, mode) for place, mode in enumerate(MODES)])


def _table(context: Context, found: Restrictions) -> Table:
    meanings = context.game.get("classes", {})
    lines = []
    for one in found.costs:
        of = one.of
        lines.append(
            [
                restrictions.name(one),
                meanings.get(of.name, {}).get(of.value, ""),
                tables.cell(EDGE, one.cost),
                restrictions.p_value(one.p_holm),
                restrictions.said(one),
                tables.cell("", of.met),
                tables.cell("", of.bound),
                f"{one.cost.n:,}",
                f"{one.cost.clusters:,}",
                method(one.cost.method),
            ]
        )
    columns = ["restriction", "of choices that", "cost", "p (Holm)", "it", "legal in", "binds in", "matches", "deals",
               "method"]  # fmt: skip
    looked = max(one.of.met.clusters for one in found.costs)
    caption = (
        f"Cost of each restriction of {found.player}: value and simultaneous 95 % interval; in how many of its "
        "decisions between several choices one of that value was legal, and in how many something was taken away "
        f"({count(looked, 'deal')})"
    )
    return Table(caption, columns, lines, frozenset({2, 3, 5, 6, 7, 8}))
