"""How a stock runs down, or is gathered, over the turns of a round."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Known, Section, Table
from reports.ratios import Ratios, ratios
from reports.sections.economy_stocks import mirrored, shared, subject
from reports.theme import SERIES, svg
from reports.words import DASH, PERCENT, count, number, sentence, share, spoken

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TAIL = 0.01  # of a variant's rounds: where fewer still run, the mean says little and no line is drawn
HALF = 0.5  # of the rounds: as far as a sentence tells it


class Curve(NamedTuple):
    """One variant: (turns played, mean stock after that turn over the n rounds still running then), in order."""

    variant: VariantSpec
    label: str
    points: list[tuple[int, Estimate]]

    @property
    def drawn(self) -> list[tuple[int, Estimate]]:
        """The points of which enough rounds are left."""
        return [point for point in self.points if point[1].n >= TAIL * self.points[0][1].n]


Curves = dict[str, list[Curve]]
"""Stock → a curve for each variant that is shown."""


def shown(context: Context) -> dict[int, list[VariantSpec]]:
    """Number of seats → the variants of which lines are drawn; those that sentences speak of are among them."""
    found = {}
    for seats, group in context.tables.items():
        base = [v for v in context.baselines if v in group]
        some = charts.picked(group, charts.FEW)
        found[seats] = some if base[0] in some else [*base, *some[1:]]
    return found


def levels(context: Context) -> Ratios:
    """(variant, turn from 0, quantity) → its mean over the rounds still running: stocks after it, of a seat; flows
    in it, of all seats together, as `due` those that were due. Empty where no turns are logged."""
    stocks = [s for s in (shared(context), subject(context)) if s]
    paid, due = (stocks[-1].paid, stocks[-1].due) if stocks else ([], [])
    if not stocks or not context.run.rows()["turns"]:
        return {}
    chosen = [v for group in shown(context).values() for v in group]
    units = {s.name: s.unit for s in stocks}
    found = ratios(
        context, "economy_turns", "", "rounds still running", read="turns", stocks=[s.name for s in stocks], flows=paid,
        due=due or paid or [stocks[-1].name], chosen=chosen, of_a_seat=units,
    )  # fmt: skip
    if not paid:
        found = {key: one for key, one in found.items() if key[2] != "due"}
    per_turn = f"{stocks[-1].unit} a turn"
    return {key: replace(one, unit=units.get(key[2], per_turn)) for key, one in found.items()}


def curves(context: Context, found: Ratios) -> Curves:
    """The numbers of the picture, of the stocks that it shows."""
    own, drawn = subject(context), shared(context)
    stocks = [s for s in (drawn, own) if s]
    if own and drawn and mirrored(context, own):
        stocks = [drawn]
    points: dict[tuple[str, int], list[tuple[int, Estimate]]] = {}
    for (variant, turn, name), level in found.items():
        points.setdefault((name, variant), []).append((turn + 1, level))
    variants = [v for group in shown(context).values() for v in group]
    return {
        s.name: [
            Curve(v, context.label(v), points[s.name, v["variant"]])
            for v in variants
            if (s.name, v["variant"]) in points
        ]
        for s in stocks
    }


def build(context: Context, found: Ratios) -> Section:
    """What the economy's section says of the turns."""
    drawn = curves(context, found)
    if not any(drawn.values()):
        why = f"No turns were logged (log level {context.run.spec['log']['level']}): there is no picture over turns."
        return Section("", "", notes=[why])
    some = next(iter(drawn.values()))
    notes = sampled(context)
    if len(some) < len(context.variants):
        of = f"{len(some)} of the {len(context.variants)} variants"
        notes.append(f"The picture over turns and its table show {of}, at even steps.")
    groups = {
        seats: {name: [c for c in lines if c.variant["seats"] == seats] for name, lines in drawn.items()}
        for seats in context.tables
    }
    groups = {seats: lines for seats, lines in groups.items() if all(lines.values())}
    numbers = [by_turn(context, lines, name) for name, lines in drawn.items()]
    above = "; then ".join(context.meaning(name) + _each(context, name) for name in drawn)
    return Section(
        "",
        "",
        [
            _sentence(context, curve, name)
            for name, lines in drawn.items()
            for curve in lines
            if curve.variant in context.baselines
        ],
        notes,
        [
            Chart(
                svg(
                    "economy-turns",
                    (0.9 + 2.3 * len(drawn)) * len(groups) + 0.3,
                    lambda figure: _on(context, groups, figure),
                ),
                f"Mean {' and '.join(map(spoken, drawn))} over the turns of a round {context.players}, by variant. The "
                "tables have the numbers.",
                f"Above: {above}: the mean over the rounds {context.players} that still run after so many turns, "
                "bands are 95 % intervals. Below: how many of all rounds these are. Where the lower line has fallen, "
                "the upper ones speak of long rounds only, which differ from the others; they end where less than "
                f"{TAIL:.0%} of the rounds still run.",
                tuple(numbers),
            )
        ],
    )


def sampled(context: Context) -> list[str]:
    """The note that turns were logged for some of the deals only, where so."""
    part = context.run.spec["log"]["share"]
    if part >= 1:
        return []
    told = number(100 * part, 1 if part >= 0.001 else 4) + PERCENT
    return [
        f"Turns were logged for {told} of the deals only (the log budget), the same deals in all variants."
    ]


def _each(context: Context, stock: str) -> str:
    return "" if stock == context.game["supply"] else ", mean of the seats"


def _sentence(context: Context, curve: Curve, stock: str) -> str:
    first = curve.points[0][1]
    last, end = next(point for point in reversed(curve.points) if point[1].n >= HALF * first.n)
    what = context.meaning(stock).partition(" (")[0] + _each(context, stock)
    told = f"{context.among(curve.variant)} {what}: {share(first)} after the first turn"
    if last > 1:
        told += f", {share(end)} after {last}, which {count(end.n, 'round')} of {first.n:,} reached"
    return sentence(told)


def by_turn(context: Context, lines: Sequence[Curve], stock: str) -> Table:
    """The numbers of the picture: a line a turn, a column a variant."""
    held = [dict(curve.points) for curve in lines]
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
    caption = f"Mean {spoken(stock)} by turn: below it its interval and the rounds still running"
    names = [tables.head(context, c.variant) for c in lines]
    return Table(caption, ["turns played", *names], rows, frozenset(range(1, len(names) + 1)), folded=True)


def draw(lines: Sequence[Curve], axes: "Axes", *, named: bool = True) -> None:
    """The mean stock with its band, a line a variant."""
    ends = []
    for place, curve in enumerate(lines):
        kept = [(turn, level.value or 0.0) for turn, level in curve.drawn]
        dashes = charts.DASHES[place % len(charts.DASHES)]
        axes.plot(*zip(*kept, strict=True), dashes, color=SERIES[place], linewidth=1.8)
        band(axes, curve.drawn, place)
        ends.append((*kept[-1], charts.shortened(curve.label), place))
    least = min(level.value or 0.0 for curve in lines for _, level in curve.drawn)
    axes.set_ylim(bottom=0.0 if least >= 0 else None)
    if named and len(lines) > 1:
        charts.end_labels(axes, ends)


def band(axes: "Axes", points: Sequence[tuple[int, Estimate]], place: int) -> None:
    """The 95 % intervals along a line."""
    known = [(x, e.low, e.high) for x, e in points if e.low is not None and e.high is not None]
    if known:
        across, lows, highs = zip(*known, strict=True)
        axes.fill_between(across, lows, highs, color=SERIES[place], alpha=0.2, linewidth=0)


def draw_running(lines: Sequence[Curve], axes: "Axes") -> None:
    """The share of rounds still running."""
    for place, curve in enumerate(lines):
        running = [100 * level.n / curve.points[0][1].n for _, level in curve.points]
        dashes = charts.DASHES[place % len(charts.DASHES)]
        axes.plot([turn for turn, _ in curve.points], running, dashes, color=SERIES[place], linewidth=1.2)
    axes.set_ylim(0, 104)
    axes.set_xlabel("turns played in the round")
    axes.set_ylabel("% running")


def _on(context: Context, groups: dict[int, Curves], figure: "Figure") -> None:
    each = len(next(iter(groups.values())))
    panels = figure.subplots(
        (each + 1) * len(groups), 1, height_ratios=[*[3] * each, 1] * len(groups), squeeze=False
    )[:, 0]
    for place, (seats, group) in enumerate(groups.items()):
        *above, below = panels[(each + 1) * place : (each + 1) * (place + 1)]
        for i, (axes, (name, lines)) in enumerate(zip(above, group.items(), strict=True)):
            draw(lines, axes, named=i == 0)
            axes.sharex(below)
            axes.tick_params(labelbottom=False)
            axes.set_ylabel(f"{spoken(name)}{' of a seat' if _each(context, name) else ''}")
        draw_running(next(iter(group.values())), below)
        below.locator_params(axis="x", integer=True)
        if len(groups) > 1:
            above[0].set_title(count(seats, "seat"), loc="left", fontweight="bold", fontsize=10)
