"""Rounds by their number, where points are carried from one to the next."""

from dataclasses import replace
from math import lcm
from typing import TYPE_CHECKING

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import Ratios, ratios
from reports.theme import SERIES, svg
from reports.words import count, listed, method, sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UNITS = {"starter_share": SHARE, "points": "points", "turns": "turns"}
HEADS = ["the starter’s share of the wins", "points, all seats", "turns"]


def figures(context: Context, carrying: list[VariantSpec]) -> Ratios:
    """(variant, number of the round, figure) → estimate."""
    unit = lcm(*range(1, max(v["seats"] for v in carrying) + 1))
    found = ratios(
        context, "carried", "", "rounds that ended by the rules", carrying=[v["variant"] for v in carrying],
        share_unit=unit,
    )  # fmt: skip
    return {key: replace(one, n=one.n // unit, unit=UNITS[key[2]]) for key, one in found.items()}


def build(context: Context) -> Section | None:
    """The section; None where no variant carries points."""
    carrying = [v for v in context.variants if context.carries(v)]
    if not carrying:
        return None
    found = figures(context, carrying)
    values = listed(list(dict.fromkeys(context.carries(v) for v in carrying)))
    why = (
        f"With {values}, points are carried across rounds: those of a round are then book-keeping, not what was "
        "won in it. Rounds are therefore shown by their number, and nothing is said of who wins rounds in all; "
        "matches are told as ever."
    )
    shown = charts.picked(carrying, charts.FEW)
    left_out = len(carrying) - len(shown)
    notes = [f"The picture leaves out {left_out} of {len(carrying)} such variants."] if left_out else []
    numbers = _table(context, carrying, found)
    return Section(
        "carried",
        "What happens from round to round?",
        [sentence(why)],
        notes,
        [
            Chart(
                svg("carried", 3.4 + 0.2 * len(shown), lambda figure: _on(context, shown, found, figure)),
                "The starter's share of the wins of rounds, by number of the round. The table has the numbers.",
                "A line for each variant: the share of the rounds of that number with most points for their "
                "starter, with 95 % intervals. Since points are carried, it is no measure of what starting is "
                "worth.",
                (numbers,),
            )
        ],
        [numbers],
    )


def _table(context: Context, carrying: list[VariantSpec], found: Ratios) -> Table:
    rows = []
    for variant in carrying:
        for number in sorted({round_ for v, round_, _ in found if v == variant["variant"]}):
            own: list[Estimate] = [found[variant["variant"], number, figure] for figure in UNITS]
            methods = list(dict.fromkeys(method(one.method) for one in own))
            rows.append(
                [
                    *tables.heads(context, variant), str(number), *(tables.cell("", one) for one in own),
                    f"{own[0].n:,}", f"{own[0].clusters:,}", listed(methods),
                ]
            )  # fmt: skip
    first = tables.first(context)
    columns = [*first, "round", *HEADS, "rounds", "deals", "method"]
    return Table(
        "Rounds by number: value and 95 % interval",
        columns,
        rows,
        frozenset(range(1, len(columns) - 1)),
        folded=True,
    )


def _on(context: Context, shown: list[VariantSpec], found: Ratios, figure: "Figure") -> None:
    from matplotlib.ticker import MaxNLocator

    axes = figure.subplots()
    for place, variant in enumerate(shown):
        points = [
            (k, e)
            for (v, k, f), e in found.items()
            if v == variant["variant"] and f == "starter_share" and e.value is not None
        ]
        label = context.label(variant)
        name = f"{count(variant['seats'], 'seat')}, {label}" if len(context.tables) > 1 else label
        dashes, colour = charts.DASHES[place % len(charts.DASHES)], SERIES[place]
        shift = 0.05 * (place - (len(shown) - 1) / 2)
        for number, one in points:
            if one.low is not None and one.high is not None:
                axes.plot([number + shift] * 2, [100 * one.low, 100 * one.high], color=colour, linewidth=1.5)
        axes.plot(
            [k + shift for k, _ in points], [100 * (e.value or 0.0) for _, e in points], dashes, color=colour,
            marker=charts.MARKS[place % 4], markersize=4.5, linewidth=1.2, label=charts.shortened(name),
        )  # fmt: skip
    axes.set_xlabel("number of the round, from 0")
    axes.set_ylabel("% won by the starter")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    charts.legend(figure, axes.get_legend_handles_labels()[0], 2)
