"""Tornado: what was varied one by one, a bar from the lowest to the highest effect of each parameter, widest first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.effects import MAIN, Effect
from balance.stats.measure import SHARE
from reports import charts
from reports.changes import NAMES, SHORT
from reports.model import Chart, Table
from reports.theme import FILL, SERIES, TEXT, svg
from reports.words import listed, sentence

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEAST = 3  # parameters: fewer are seen at once among their effects
NEAR = 0.022  # of a panel's width that a character takes
MOST = 12  # parameters in a picture


class Bar(NamedTuple):
    """A parameter: its effects by level, and the lowest and highest, 0 among them."""

    name: str
    effects: list[tuple[str, Effect]]
    low: float
    high: float


def bars(effects: Sequence[Effect], metric: str) -> list[Bar]:
    """The parameters by the span of their effects on a metric, the widest first; effects that are known alone."""
    found: dict[str, list[tuple[str, Effect]]] = {}
    for e in effects:
        name, _, level = e.factor.partition("=")
        single = e.kind == MAIN and not e.averaged and level and "," not in e.factor
        if single and e.metric == metric and e.difference.value is not None:
            found.setdefault(name, []).append((level, e))
    made = []
    for name, some in found.items():
        values = [0.0, *(e.difference.value or 0.0 for _, e in some)]
        made.append(Bar(name, some, min(values), max(values)))
    return sorted(made, key=lambda bar: bar.low - bar.high)


def says_more(effects: Sequence[Effect]) -> bool:
    """Does it say more than a line for each effect? All of three parameters or more, of which some have several levels.

    It then stands in the place of these.
    """
    metrics = list(dict.fromkeys(e.metric for e in effects))
    some = bars(effects, metrics[0]) if metrics else []
    every = (
        sum(len(bar.effects) for bar in some) == sum(e.metric == metrics[0] for e in effects)
        if some
        else False
    )
    return every and LEAST <= len(some) <= MOST and any(len(bar.effects) > 1 for bar in some)


def chart(name: str, effects: Sequence[Effect], metrics: Sequence[str], where: str, data: Table) -> Chart:
    """The picture: a panel for each metric, below each other, since each has its own order. data: all effects."""
    panels = [(metric, bars(effects, metric)) for metric in metrics]
    panels = [(metric, some) for metric, some in panels if some]
    heights = [len(some) * charts.ROW + 0.5 for _, some in panels]

    def on(figure: "Figure") -> None:
        every = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
        for axes, (metric, some) in zip(every, panels, strict=True):
            draw(some, axes)
            share = some[0].effects[0][1].difference.unit == SHARE
            axes.set_title(SHORT.get(metric, metric) + (", pp" if share else ""), loc="left", fontsize=10)

    widest = listed([f"{NAMES.get(metric, metric)}: {some[0].name}" for metric, some in panels])
    return Chart(
        svg(name, sum(heights) + 0.45, on),
        sentence(f"{where}effects of each parameter by their span. The widest on {widest}"),
        sentence(
            f"{where}a bar for each parameter, from its lowest to its highest effect; the upright line is the "
            "baseline. The numbers are the levels, the thin lines their 95 % intervals, which hold all at once. The "
            f"band is what counts as small; the parameter that moves most stands on top, in each metric."
        ),
        (data,),
    )


def draw(some: Sequence[Bar], axes: "Axes") -> None:
    """Bars from top to bottom, a mark with interval and label for each level, the margin as a band around 0."""
    factor = 100.0 if some[0].effects[0][1].difference.unit == SHARE else 1.0
    small = max((e.margin or 0.0 for bar in some for _, e in bar.effects), default=0.0)
    axes.axvspan(-factor * small, factor * small, color=FILL, zorder=0)
    axes.axvline(0, color=SERIES[7], linewidth=0.8, zorder=0.5)
    for at, bar in enumerate(some):
        axes.barh(
            at, factor * (bar.high - bar.low), 0.5, factor * bar.low, color=SERIES[0], alpha=0.35, linewidth=0
        )
        for _, e in bar.effects:
            x = factor * (e.difference.value or 0.0)
            if e.difference.widest:
                axes.plot(
                    [factor * end for end in e.difference.widest], [at, at], color=SERIES[0], linewidth=1.6
                )
            axes.plot([x], [at], "o", color=SERIES[0], markersize=4)
    charts.upright(axes, [(float(at), bar.name, False) for at, bar in enumerate(some)], labels=True)
    axes.margins(x=0.06)
    left, right = axes.get_xlim()
    for at, bar in enumerate(some):
        for x, names in labels(
            [(level, factor * (e.difference.value or 0.0)) for level, e in bar.effects], right - left
        ):
            axes.annotate(
                names, (x, at), (0, 5), textcoords="offset points", ha="center", fontsize=8, color=TEXT
            )
    axes.locator_params(axis="x", nbins=6)


def labels(levels: Sequence[tuple[str, float]], width: float) -> list[tuple[float, str]]:
    """Where the names of levels stand: those too near to each other are named together. width: of the panel."""
    placed: list[tuple[float, str]] = []
    for level, x in sorted(levels, key=lambda one: one[1]):
        if placed and x - placed[-1][0] < NEAR * width * max(len(placed[-1][1]), len(level)):
            placed[-1] = (placed[-1][0], f"{placed[-1][1]}, {level}")
        else:
            placed.append((x, level))
    return placed
