"""How a stock that all seats draw on runs down over a round."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Known, Section, Table
from reports.ratios import ratios
from reports.theme import SERIES, svg
from reports.words import DASH, PERCENT, count, number, sentence, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TAIL = 0.01  # of a variant's rounds: where fewer still run, the mean says little and no line is drawn


class Curve(NamedTuple):
    """One variant: (turns played, mean stock after that turn over the n rounds still running then), in order."""

    variant: VariantSpec
    label: str
    points: list[tuple[int, Estimate]]


def curves(
    context: Context, stock: str, unit: str, chosen: Sequence[VariantSpec] | None = None
) -> list[Curve]:
    """The numbers of the picture, of some variants (None: all); those without logged turns are left out."""
    chosen = context.variants if chosen is None else chosen
    found: dict[int, list[tuple[int, Estimate]]] = {}
    levels = ratios(context, "supply", unit, "rounds", read="turns", chosen=chosen, supply=stock)
    for (variant, turn, _), level in levels.items():
        found.setdefault(variant, []).append((turn + 1, level))
    return [
        Curve(v, context.label(v), found[v["variant"]]) for v in context.variants if v["variant"] in found
    ]


def draw(shown: list[Curve], axes: "Axes", below: "Axes") -> None:
    """The mean stock above, the share of rounds still running below."""
    ends = []
    for place, curve in enumerate(shown):
        dashes = charts.DASHES[place % len(charts.DASHES)]
        first = curve.points[0][1].n
        kept = [(turn, level.value or 0.0) for turn, level in curve.points if level.n >= TAIL * first]
        axes.plot(*zip(*kept, strict=True), dashes, color=SERIES[place], linewidth=1.8)
        ends.append((*kept[-1], charts.shortened(curve.label), place))
        running = [100 * level.n / first for _, level in curve.points]
        below.plot([turn for turn, _ in curve.points], running, dashes, color=SERIES[place], linewidth=1.2)
    lowest = min(level.value or 0.0 for curve in shown for _, level in curve.points)
    axes.set_ylim(bottom=min(0.0, lowest))
    below.set_ylim(0, 104)
    below.set_xlabel("turns played in the round")
    below.set_ylabel("% running")
    if len(shown) > 1:
        charts.end_labels(axes, ends)


def build(context: Context) -> Section | None:
    """The section; None for a game without such a stock."""
    stock = context.game["supply"]
    if not stock:
        return None
    title = f"How does the {stock.replace('_', ' ')} run down?"
    quantity = next(q for q in context.game["track"] if q["name"] == stock)
    logged = _logged(context)
    picked = {
        seats: charts.picked(some, charts.FEW)
        for seats, group in context.tables.items()
        if (some := [v for v in group if v["variant"] in logged])
    }
    if not picked:
        why = f"No turns were logged (log level {context.run.spec['log']['level']}): there is no picture over turns."
        return Section("supply", title, notes=[why])
    notes = sampled(context)
    wanted = [*context.baselines, *(v for group in picked.values() for v in group)]
    found = curves(context, stock, quantity["unit"], [v for v in context.variants if v in wanted])
    groups = {seats: [c for c in found if c.variant in group] for seats, group in picked.items()}
    shown = [curve for group in groups.values() for curve in group]
    if len(shown) < len(logged):
        notes.append(
            f"The picture and its table show {len(shown)} of the {len(logged)} variants, at even steps."
        )
    numbers = by_turn(context, shown, stock)
    return Section(
        "supply",
        title,
        [_sentence(context, curve, stock) for curve in found if curve.variant in context.baselines],
        notes,
        [
            Chart(
                svg("supply", 3.5 * len(groups), lambda figure: _on(groups, quantity["unit"], figure)),
                f"Mean {stock} over the turns of a round {context.players}, by variant. The numbers are in the table.",
                f"Above: {quantity['meaning']}, on average over the rounds {context.players} that still run after "
                "so many turns. Below: how many of all rounds these are. Where the lower line has fallen, the "
                "upper one speaks of long rounds only, which differ from the others; it ends where less than "
                f"{TAIL:.0%} of the rounds still run.",
                (numbers,),
            )
        ],
        [numbers],
        [
            look
            for v in context.baselines
            for look in looks.most(
                context, v, stock, f"The round with the smallest {stock} at its end", least=True
            )
        ],
    )


def _logged(context: Context) -> set[int]:
    """The variants of which turns were logged; none has any where all its rounds are over as dealt."""
    found = context.con.execute("select distinct variant from turns where turn = 0").fetchall()
    return {number for (number,) in found}


def sampled(context: Context) -> list[str]:
    """The note that turns were logged for some of the deals only, where so."""
    part = context.run.spec["log"]["share"]
    if part >= 1:
        return []
    told = number(100 * part, 1 if part >= 0.001 else 4) + PERCENT
    return [
        f"Turns were logged for {told} of the deals only (the log budget), the same deals in all variants."
    ]


def _sentence(context: Context, curve: Curve, stock: str) -> str:
    first = curve.points[0][1]
    last, end = next(point for point in reversed(curve.points) if point[1].n >= TAIL * first.n)
    return sentence(
        f"{context.among(curve.variant)} the {stock.replace('_', ' ')} held {share(first)} on average after the "
        f"first turn, and {share(end)} after {last} in the {count(end.n, 'round')} that lasted so long"
    )


def by_turn(context: Context, shown: list[Curve], stock: str) -> Table:
    """The numbers of the picture: a line a turn, a column a variant."""
    held = [dict(curve.points) for curve in shown]
    rows = [
        [
            str(turn),
            *(
                Known(f"{tables.cell('', v[turn])}\n{v[turn].n:,}", v[turn].to_json()) if turn in v else DASH
                for v in held
            ),
        ]
        for turn in sorted(set().union(*held))
    ]
    caption = f"Mean {stock} by turn: below it its interval and the rounds still running"
    names = [tables.head(context, c.variant) for c in shown]
    return Table(caption, ["turns played", *names], rows, frozenset(range(1, len(names) + 1)), folded=True)


def _on(groups: dict[int, list[Curve]], unit: str, figure: "Figure") -> None:
    panels = figure.subplots(2 * len(groups), 1, height_ratios=[3, 1] * len(groups), squeeze=False)[:, 0]
    for place, (seats, group) in enumerate(groups.items()):
        above, below = panels[2 * place], panels[2 * place + 1]
        draw(group, above, below)
        below.sharex(above)
        above.tick_params(labelbottom=False)
        above.set_ylabel(unit)
        if len(groups) > 1:
            above.set_title(count(seats, "seat"), loc="left", fontweight="bold", fontsize=10)
