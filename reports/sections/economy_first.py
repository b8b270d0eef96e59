"""How early something happens in a round for the first time: cumulative incidence over all rounds."""

from typing import TYPE_CHECKING, Any

from balance.stats.estimate import Estimate
from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import at_most, bounded, capped, never
from reports.theme import SERIES, svg
from reports.words import count, listed, sentence, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Curves = dict[int, list[tuple[int, Estimate]]]
"""Variant → (turns played, share of all rounds in which it had come by then), in order."""


def build(context: Context) -> list[Section]:
    """What the economy's section says of every metric that is declared as a first time."""
    return [_part(context, m) for m in map(dict, context.game["metrics"]) if m.get("first")]


def curves(context: Context, fact: str) -> Curves:
    """The numbers of the picture: turns are counted from 1, facts from 0."""
    return {
        v: [(x + 1, bounded(reached, capped(context, v))) for x, reached in found]
        for v, found in at_most(context, fact).items()
    }


def by(curve: list[tuple[int, Estimate]], turn: int | None, zero: Estimate) -> Estimate:
    """The share by a turn (None: at the end of the round); zero where it had never come by then."""
    return next((reached for x, reached in reversed(curve) if turn is None or x <= turn), zero)


def draw(shown: list[tuple[VariantSpec, str]], found: Curves, last: int, axes: "Axes") -> None:
    """Steps in percent of all rounds, names at their ends."""
    ends = []
    for place, (variant, label) in enumerate(shown):
        curve = found.get(variant["variant"], [])
        points = [(0, 0.0), *((turn, 100 * (reached.value or 0.0)) for turn, reached in curve)]
        points.append((last, points[-1][1]))
        dashes = charts.DASHES[place % len(charts.DASHES)]
        axes.plot(
            *zip(*points, strict=True), dashes, color=SERIES[place], linewidth=1.8, drawstyle="steps-post"
        )
        known = [(x, 100 * e.low, 100 * e.high) for x, e in curve if e.low is not None and e.high is not None]
        if known:
            across, lows, highs = zip(*known, (last, *known[-1][1:]), strict=True)
            axes.fill_between(across, lows, highs, color=SERIES[place], alpha=0.2, linewidth=0, step="post")
        ends.append((last, points[-1][1], charts.shortened(label), place))
    axes.set_ylim(0, 1.06 * max(5, axes.get_ylim()[1] / 1.06))
    axes.set_ylabel("% of all rounds")
    if len(shown) > 1:
        charts.end_labels(axes, ends)


def _part(context: Context, metric: dict[str, Any]) -> Section:
    fact = metric["first"]
    what = context.meaning(fact).partition(";")[0]
    found = curves(context, fact)
    name = f"first-{metric['name'].replace('_', '-')}"
    played = [v for v in context.variants if context.deals[v["variant"]].n]
    if not any(found.get(v["variant"]) for v in played):
        told = [_never(context, v, what) for v in tables.told(context) if v in played]
        return Section("", "", told)
    last = max(turn for curve in found.values() for turn, _ in curve)
    last = max(last, *(int(context.estimate(v, "turns_p95").value or 0) for v in played))
    groups = {
        seats: charts.picked([v for v in group if v in played], charts.FEW)
        for seats, group in context.tables.items()
    }
    shown = [v for group in groups.values() for v in group]
    numbers = _table(context, metric, found, played)
    return Section(
        "",
        "",
        [_sentence(context, v, metric, found) for v in tables.told(context) if v in played],
        [],
        [
            Chart(
                svg(
                    name,
                    0.4 + 2.6 * len(groups),
                    lambda figure: panels(context, groups, found, last, "turns played in the round", figure),
                ),
                f"Share of all rounds in which the {what} had come, by turns played. The table has the numbers.",
                f"How early is the {what}? A line rises with every round in which it comes; where it ends is the "
                "share of rounds in which it ever came, rounds in which it never comes counted too. Bands are 95 % "
                "intervals." + "".join(f" {cut}" for cut in charts.cut(context, len(shown))),
                (
                    numbers,
                    tables.curves(
                        context,
                        shown,
                        found,
                        "turns",
                        "Share of all rounds in which it had come by turns played",
                    ),
                ),
            )
        ],
        looks=[
            look
            for v in context.baselines
            for look in looks.most(
                context, v, fact, f"The round with the earliest {what}, turns counted from 0", least=True
            )
        ],
    )


def _points(metric: dict[str, Any]) -> list[int | None]:
    return [*metric.get("by", []), None]


def _never(context: Context, variant: VariantSpec, what: str) -> str:
    rounds = count(context.deals[variant["variant"]].n, "round")
    most = share(never(context, variant["variant"]))
    return sentence(f"{context.among(variant)} there was no {what} in any of {rounds} ({most})")


def _sentence(context: Context, variant: VariantSpec, metric: dict[str, Any], found: Curves) -> str:
    what = context.meaning(metric["first"]).partition(";")[0]
    curve = found.get(variant["variant"], [])
    if not curve:
        return _never(context, variant, what)
    zero = never(context, variant["variant"])
    times = [f"in {share(by(curve, t, zero))} of rounds by turn {t}" for t in metric.get("by", [])]
    times.append(f"in {share(by(curve, None, zero))} at some time")
    return sentence(
        f"{context.among(variant)} the {what} had come {listed(times)} ({tables.size(context, variant)})"
    )


def _table(context: Context, metric: dict[str, Any], found: Curves, played: list[VariantSpec]) -> Table:
    points = _points(metric)
    rows = {
        v["variant"]: [by(found.get(v["variant"], []), t, never(context, v["variant"])) for t in points]
        for v in played
    }
    heads = ["ever" if t is None else f"by turn {t}" for t in points]
    return tables.of(context, heads, rows, "Share of the rounds in which it had come")


def panels(
    context: Context,
    groups: dict[int, list[VariantSpec]],
    found: Curves,
    last: int,
    across: str,
    figure: "Figure",
) -> None:
    """A panel for each number of seats; across: what its scale is called."""
    drawn = figure.subplots(len(groups), 1, squeeze=False)[:, 0]
    for axes, (seats, group) in zip(drawn, groups.items(), strict=True):
        draw([(v, context.label(v)) for v in group], found, last, axes)
        axes.set_xlabel(across)
        if len(groups) > 1:
            axes.set_title(count(seats, "seat"), loc="left", fontweight="bold", fontsize=10)
