"""Response curves: metrics over a parameter that is a number, with what is even, what is wanted and the baseline."""

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from reports import charts, tables
from reports.changes import NAMES, SHORT
from reports.context import Context
from reports.grids import LEAST, Grid, Level, across, even, known, near, numeric, played
from reports.model import Chart
from reports.theme import FILL, SERIES, TEXT, svg
from reports.words import listed, sentence
from sims.variants import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TICKS = 5
LINES = 4  # of other levels: as many as marks and dashes tell apart
UNIT = {SHARE: 100.0}


class Line(NamedTuple):
    """What the other parameters are, "" where there are none, their levels alone, and the values over the parameter."""

    label: str
    levels: str
    points: list[tuple[float, Estimate]]


class Panel(NamedTuple):
    """One metric. even: its value where the game is even; wanted: limits of its target; base: the baseline's point;
    small: what counts as small around it, 0 where that is not known."""

    metric: str
    lines: list[Line]
    even: float | None
    wanted: tuple[float, ...]
    base: tuple[float, float] | None
    small: float

    @property
    def factor(self) -> float:
        """From the metric's unit to what is drawn: percent, or the unit itself."""
        return next((UNIT.get(e.unit, 1.0) for line in self.lines for _, e in line.points), 1.0)


def charts_of(context: Context, found: Sequence[Grid], metrics: Sequence[str]) -> list[Chart]:
    """A picture for each grid that has a number with three values or more, but for those that need a map."""
    made: list[Chart] = []
    for grid in found:
        name = over(grid)
        lines = len(grid.cells) // len(grid.levels[name]) if name is not None else 0
        if name is not None and metrics and (lines <= LINES or across(grid) is None):
            panels = [panel(context, grid, name, metric) for metric in metrics]
            if any(len(line.points) >= LEAST for one in panels for line in one.lines):
                made.append(_chart(len(made), context, grid, name, panels))
    return made


def over(grid: Grid) -> str | None:
    """The parameter that curves go over: the number with most values, at least three; None without one."""
    some = [name for name, levels in grid.levels.items() if numeric(levels) and len(levels) >= LEAST]
    return max(some, key=lambda name: len(grid.levels[name]), default=None)


def panel(context: Context, grid: Grid, name: str, metric: str) -> Panel:
    """The numbers of one metric: a line for each combination of the other parameters, at most four of them."""
    place = grid.names.index(name)
    others = [n for n in grid.names if n != name]
    every = list(product(*(grid.levels[n] for n in others)))
    lines = [_line(context, grid, metric, place, others, rest) for rest in charts.picked(every, LINES)]
    wanted = {
        limit
        for marked in context.marks.values()
        for one in marked
        if one.metric == metric
        for limit in (one.target.low, one.target.high)
        if abs(limit) < float("inf")
    }
    base = None
    if grid.baseline is not None:
        there = known(context, grid.cells[grid.baseline], metric)
        x = grid.baseline[place]
        if there is not None and there.value is not None and not isinstance(x, str):
            base = (float(x), there.value)
    seats = next(iter(grid.cells.values()))["seats"]
    small = next((e.margin for e in context.rules.effects if (e.metric, e.seats) == (metric, seats)), None)
    lines = [line for line in lines if line.points]
    return Panel(metric, lines, even(metric, seats), tuple(sorted(wanted)), base, small or 0.0)


def _line(
    context: Context, grid: Grid, metric: str, place: int, others: list[str], rest: tuple[Level, ...]
) -> Line:
    points = []
    for x in grid.levels[grid.names[place]]:
        variant = grid.cells.get((*rest[:place], x, *rest[place:]))
        found = known(context, variant, metric) if variant is not None else None
        if found is not None:
            points.append((float(x), found))
    levels = list(map(text, rest))
    named = ",".join(f"{n}={level}" for n, level in zip(others, levels, strict=True))
    return Line(named, ",".join(levels), points)


def draw(shown: Panel, axes: "Axes") -> None:
    """What is small, bands of intervals, lines through the values, what is even and wanted, a ring at the baseline."""
    factor = shown.factor
    if shown.base is not None and shown.small:
        around = (factor * (shown.base[1] + side * shown.small) for side in (-1, 1))
        axes.axhspan(*around, color=FILL, zorder=0)
    for series, line in enumerate(shown.lines):
        xs = [x for x, _ in line.points]
        whole = [(x, e.low, e.high) for x, e in line.points if e.low is not None and e.high is not None]
        axes.fill_between(
            [x for x, *_ in whole],
            [factor * low for _, low, _ in whole],
            [factor * high for *_, high in whole],
            color=SERIES[series], alpha=0.22, linewidth=0,
        )  # fmt: skip
        axes.plot(
            xs, [factor * (e.value or 0.0) for _, e in line.points], charts.DASHES[series], color=SERIES[series],
            marker=charts.MARKS[series], markersize=4, linewidth=1.6,
            markerfacecolor=SERIES[series] if series % 2 == 0 else "none",
        )  # fmt: skip
    if shown.even is not None:
        axes.axhline(factor * shown.even, color=TEXT, linewidth=1)
        _said(axes, factor * shown.even, "even")
    for limit in shown.wanted:
        axes.axhline(factor * limit, color=TEXT, linewidth=1.2, linestyle=(0, (4, 2)))
        _said(axes, factor * limit, "target")
    if shown.base is not None:
        axes.plot(
            [shown.base[0]], [factor * shown.base[1]], "o", color=TEXT, markersize=9, markerfacecolor="none"
        )


def _said(axes: "Axes", y: float, what: str) -> None:
    """What a level line is, at its right end, above it."""
    axes.annotate(
        what, (1, y), (-1, 2), xycoords=("axes fraction", "data"), textcoords="offset points", ha="right",
        fontsize=8, color=TEXT,
    )  # fmt: skip


def _chart(number: int, context: Context, grid: Grid, name: str, panels: list[Panel]) -> Chart:
    labels = [line.label for line in panels[0].lines]
    several = len(labels) > 1
    others = [n for n in grid.names if n != name]

    def on(figure: "Figure") -> None:
        for axes, one in zip(charts.beside(figure, len(panels)), panels, strict=True):
            draw(one, axes)
            axes.margins(x=0.04, y=0.12)
            axes.set_title(_title(one), loc="left", fontsize=10)
            axes.locator_params(axis="y", nbins=5)
            _ticks(axes, [float(x) for x in grid.levels[name] if not isinstance(x, str)])
            if several:  # each line's end says which it is
                last = [(i, line, line.points[-1]) for i, line in enumerate(one.lines)]
                ends = [(x, one.factor * (e.value or 0.0), line.levels, i) for i, line, (x, e) in last]
                charts.end_labels(axes, ends)
        figure.supxlabel(charts.shortened(name), fontsize=10)
        if several:
            figure.suptitle(f"a line for each {','.join(others)}", x=0.01, ha="left", fontsize=9)

    where = f"With {grid.where}: " if grid.where else ""
    lines = f", a line for each of {listed(labels)}" if several else ""
    total = len(grid.cells) // len(grid.levels[name])
    cut = f" Of {total} combinations of the others {len(labels)} are drawn." if total > len(labels) else ""
    ring = " The ring is the baseline, the grey band around it what counts as a small difference from it."
    base = ring if any(one.base for one in panels) else ""
    flat = " The upright scale of each panel is its own."
    return Chart(
        svg(f"curves-{number}", 2.8 + 0.25 * several, on),
        f"{where}{listed([NAMES.get(p.metric, p.metric) for p in panels])} over {name}{lines}: {_alt(panels)}.",
        sentence(
            f"{where}how a metric goes with {name}{lines}; between its values nothing was played. A band is the 95 % "
            "interval of each value by itself: whether two values differ is told above, deal by deal."
            f"{base} A thin line marks what is even, a dashed one a limit of a target, where there are any.{flat}{cut}"
        ),
        (
            tables.metrics(
                context,
                [(one.metric, SHORT.get(one.metric, one.metric)) for one in panels],
                f"{where}metrics over {name}" if where else f"Metrics over {name}",
                played(context, grid),
            ),
        ),
    )


def _title(one: Panel) -> str:
    share = ", pp" if one.even == 0 else ", %" if one.factor == 100 else ""
    return SHORT.get(one.metric, charts.shortened(one.metric)) + share


def _ticks(axes: "Axes", xs: list[float]) -> None:
    """The values that were played, as far as there is room for their numbers."""
    shown = charts.picked(xs, TICKS)
    axes.set_xticks(shown, [f"{x:g}" for x in shown])


def _alt(panels: list[Panel]) -> str:
    told = []
    for one in panels:
        for line in one.lines[:1]:
            (first, a), (last, b) = line.points[0], line.points[-1]
            ends = [near(one.factor, e.value or 0.0) for e in (a, b)]
            of = f" with {line.label}" if line.label else ""
            told.append(
                f"{SHORT.get(one.metric, one.metric)} from {ends[0]} at {first:g} to {ends[1]} at {last:g}{of}"
            )
    return "; ".join(told)
