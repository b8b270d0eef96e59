"""Does it hold for other players? The same question put to players of several strengths, from weak to strong."""

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING

from balance.stats.strengths import Row, Strengths
from reports import charts
from reports.context import Context
from reports.model import Chart, Known, Section, Table
from reports.strengths import cell, lies, sizes, told, turning
from reports.theme import FILL, SERIES, TEXT, svg
from reports.words import DASH, POINTS, SPACE, count, listed, method, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FANNED = 0.07
"""Of the way from one strength to the next: lines stand so far apart that intervals do not cover."""
SHOWN = 16  # lines of a table that stands open
WORDS = (
    "The verdict turns with strength where a figure surely lies above the margin for some players and below it, on the "
    "other side of 0, for others; it holds for some only where they surely lie on different sides of a margin. What no "
    "interval settles is called not settled, and not an agreement. All these intervals hold at once with 95 %, so they "
    "are a little wider than those elsewhere on this page."
)


def warnings(context: Context) -> list[str]:
    """What must be said before all else."""
    return [] if context.strengths is None else turning(context.strengths)


def asked(context: Context) -> list[tuple[str, str]]:
    """Who else played."""
    found = context.strengths
    if found is None:
        return []
    most = max(found.deals.values(), default=0)
    fewer = {name: f" ({count(n, 'deal')})" for name, n in found.deals.items() if n < most}
    others = [f"{name}{fewer.get(name, '')}" for name in found.deals if name != found.told]
    return [("Asked besides", ", ".join(others))]


def build(context: Context) -> Section | None:
    """The section; None where one line-up played."""
    found = context.strengths
    if found is None or not found.levels:
        return None
    groups = {seats: [row for row in found.levels if row.seats == seats] for seats in context.tables}
    shown = {seats: charts.picked(rows, charts.FEW) for seats, rows in groups.items() if rows}
    total = sum(map(len, shown.values()))
    notes = [sizes(found), f"All else on this page is of equal {found.told} players.", *found.notes]
    if total < len(found.levels):
        notes.append(f"The picture shows {total} of the {len(found.levels)} variants, at even steps.")
    levels = _levels(found)
    tables = [levels, *([_changes(found)] if found.changes else [])]
    return Section(
        "skill",
        "Does it hold for other players?",
        [*told(found.changes), *told(found.levels)],
        [*notes, WORDS],
        [
            Chart(
                svg("skill", 0.6 + 3.0 * len(shown), lambda figure: _on(found, shown, figure)),
                "Starter’s advantage against the strength of the players, a line a variant, with 95 % intervals. The "
                "numbers are in the table.",
                "From left to right, equal players from weak to strong; a line is a variant. Its height is the share "
                "of wins of the starter, less an even share: above the line at 0 starting helps, below it starting "
                "hurts. The pale band is the margin, within which an advantage counts as small. Upright bars are 95 % "
                "intervals, all of which hold at once. A line that crosses the band says something else of the rules "
                "for weak players than for strong ones; where the bars are long, that may be chance.",
                (levels,),
            )
        ],
        tables,
    )


def draw(found: Strengths, rows: Sequence[Row], axes: "Axes") -> None:
    """Advantages in percentage points against strength: a line a variant, its name at its end."""
    places = {name: float(at) for at, name in enumerate(found.players)}
    margin = next((r.margin for row in rows for r in row.rungs if r.margin is not None), None)
    if margin is not None:
        axes.axhspan(-100 * margin, 100 * margin, color=FILL, linewidth=0)
    axes.axhline(0, color=TEXT, linewidth=1)
    ends = []
    for series, row in enumerate(rows):
        shift = FANNED * (series - (len(rows) - 1) / 2)
        known = [(places[r.player] + shift, r.estimate) for r in row.rungs if r.estimate.value is not None]
        if not known:
            continue
        whole = [(x, e.low, e.high) for x, e in known if e.low is not None and e.high is not None]
        axes.plot(
            [x for x, *_ in whole for _ in range(3)],
            [y for _, low, high in whole for y in (100 * low, 100 * high, nan)],
            color=SERIES[series], linewidth=1.6,
        )  # fmt: skip
        heights = [100 * (e.value or 0.0) for _, e in known]
        axes.plot(
            [x for x, _ in known], heights, color=SERIES[series], linewidth=1.2,
            linestyle=charts.DASHES[series % len(charts.DASHES)], marker=charts.MARKS[series % len(charts.MARKS)],
            markersize=4.5,
        )  # fmt: skip
        ends.append((known[-1][0], heights[-1], charts.shortened(_name(row)), series))
    axes.set_xlim(-0.3, len(places) - 0.7)
    axes.set_xticks(list(places.values()), [name.replace("[", "\n[") for name in places])
    axes.grid(visible=False, axis="x")
    axes.set_ylabel("starter’s edge, pp")
    if len(rows) > 1:
        charts.end_labels(axes, ends)


def _name(row: Row) -> str:
    """What the variant changes; its seats stand above the panel."""
    return row.label.removeprefix(f"seats={row.seats}").removeprefix(",") or "defaults"


def _on(found: Strengths, groups: dict[int, list[Row]], figure: "Figure") -> None:
    panels = figure.subplots(len(groups), 1, squeeze=False)[:, 0]
    for axes, (seats, rows) in zip(panels, groups.items(), strict=True):
        draw(found, rows, axes)
        if len(groups) > 1:
            axes.set_title(count(seats, "seat"), loc="left", fontweight="bold", fontsize=10)


def _levels(found: Strengths) -> Table:
    rows = []
    for row in found.levels:
        for rung in row.rungs:
            e = rung.estimate
            told, limits = cell(row, rung)
            rows.append(
                [
                    row.label, rung.player, Known(told, rung.to_json()), limits or DASH, lies(rung), f"{e.n:,}",
                    f"{e.clusters:,}", method(e.method),
                ]
            )  # fmt: skip
    margin = next((r.margin for row in found.levels for r in row.rungs if r.margin is not None), 0.0)
    of = "matches" if any(row.metric.endswith("_match") for row in found.levels) else "rounds"
    caption = (
        f"Starter’s edge in percentage points of {of}, by players from weak to strong (margin "
        f"{number(100 * margin, 1)}{POINTS})"
    )
    columns = [
        "variant",
        "equal players",
        "edge, pp",
        f"95{SPACE}% interval",
        "starting",
        "n",
        "deals",
        "method",
    ]
    return Table(caption, columns, rows, frozenset({2, 3, 5, 6}), folded=len(rows) > SHOWN)


def _changes(found: Strengths) -> Table:
    rows = []
    for row in found.changes:
        for rung in row.rungs:
            assert rung.comparison is not None
            told, limits = cell(row, rung)
            rows.append(
                [
                    row.label, row.metric, rung.player, Known(told, rung.to_json()), limits or DASH, lies(rung),
                    f"{rung.estimate.clusters:,}",
                ]
            )  # fmt: skip
    methods = listed(
        list(dict.fromkeys(method(r.estimate.method) for row in found.changes for r in row.rungs))
    )
    columns = ["tweak", "metric", "equal players", "difference", f"95{SPACE}% interval", "verdict", "deals"]
    caption = f"What the tweaks change, by players from weak to strong ({methods}); of shares in{POINTS}"
    return Table(caption, columns, rows, frozenset({3, 4, 6}), folded=len(rows) > SHOWN)
