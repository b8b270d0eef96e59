"""Where seats are of a kind (the type of coin that each has): who wins with which, what it brings, and who has it."""

from dataclasses import replace
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import Ratios, ratios
from reports.theme import TEXT, svg
from reports.words import even_wins, listed, sentence, share, spoken

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Kinds(NamedTuple):
    """A result that tells of which kind a seat is: its name, and the words of its values 0, 1, …"""

    name: str
    words: list[str]


class Found(NamedTuple):
    """(variant, kind, figure) → estimate: `wins` and `points` of a seat of the kind; in which share of the rounds the
    seat in a position is of it, as `held_0`, or `nobody`."""

    fares: Ratios
    held: Ratios


def kinds(context: Context) -> list[Kinds]:
    """The results of which the game gives words for the values."""
    return [Kinds(q["name"], q["words"]) for q in context.game["track"] if q.get("words")]


def numbers(context: Context, kind: Kinds, stock: str) -> Found:
    """The estimates; stock: of which it is told, too, what a seat of the kind has of it at the end."""
    unit = lcm(*range(1, max(context.tables) + 1))
    units = {"wins": SHARE, "points": "points"}
    fares = ratios(
        context, "economy_types", "", "seats of rounds that ended by the rules", kind=kind.name, stock=stock,
        share_unit=unit,
    )  # fmt: skip
    held = ratios(
        context,
        "economy_holders",
        SHARE,
        "rounds that ended by the rules",
        kind=kind.name,
        kinds=len(kind.words),
    )
    return Found(
        {key: replace(one, n=one.n // unit, unit=units.get(key[2], stock)) for key, one in fares.items()},
        held,
    )


def build(context: Context, stock: str) -> list[Section]:
    """What the economy's section says of every such result."""
    return [_part(context, kind, stock) for kind in kinds(context)]


def _part(context: Context, kind: Kinds, stock: str) -> Section:
    found = numbers(context, kind, stock)
    told = [v for v in context.baselines if (v["variant"], 0, "nobody") in found.held]
    if not told:
        return Section("", "")
    name = f"economy-{kind.name.replace('_', '-')}"
    height = 1.5 + 0.42 * sum(len(kind.words) + 1 for _ in told)
    return Section(
        "",
        "",
        [_sentence(context, v, kind, found) for v in told],
        charts=[
            Chart(
                svg(name, height, lambda figure: _on(told, kind, found, figure)),
                f"By {kind.name}: how often its seat wins, the points of that seat, and who has it. The table has the "
                "numbers.",
                f"A line for each {kind.name}. Left, the wins of the seat that has it; the line is an even share. "
                "Middle, its points in a round. Bars are 95 % intervals. Right, in how many of a hundred rounds the "
                f"seat in each place in turn order has it, or nobody.{charts.alone(context, told)}",
                (_table(context, told, kind, stock, found),),
            )
        ],
    )


def _sentence(context: Context, variant: VariantSpec, kind: Kinds, found: Found) -> str:
    known = [
        f"{word} {share(e)}"
        for i, word in enumerate(kind.words)
        if (e := found.fares.get((variant["variant"], i, "wins"))) is not None
    ]
    return sentence(
        f"{context.among(variant)} the seat wins, by the {kind.name} that it has, {listed(known)} of the rounds, where "
        f"{even_wins(variant['seats'])} are an even share ({tables.size(context, variant)})"
    )


def _places(told: list[VariantSpec]) -> list[tuple[str, str]]:
    """The columns of who has it, and their names."""
    most = max(v["seats"] for v in told)
    return [*((f"held_{p}", tables.ORDER[p]) for p in range(most)), ("nobody", "nobody")]


def _table(context: Context, told: list[VariantSpec], kind: Kinds, stock: str, found: Found) -> Table:
    places = _places(told)
    fares = [("wins", "wins"), ("points", "points"), (stock, f"{spoken(stock)} at the end")]
    rows = []
    for v in told:
        for i, word in enumerate(kind.words):
            key = v["variant"], i
            won = found.fares.get((*key, "wins"))
            rows.append(
                [
                    *tables.heads(context, v),
                    word,
                    *(tables.cell("", found.fares.get((*key, name))) for name, _ in fares),
                    f"{won.n:,}" if won else "0",
                    *(tables.cell("", found.held.get((*key, name))) for name, _ in places),
                    f"{found.held[(*key, 'nobody')].n:,}",
                ]
            )
    first = tables.first(context)
    heads = [*(head for _, head in fares), "seats", *(f"had by {n}" for _, n in places), "rounds"]
    columns = [*first, kind.name, *heads]
    caption = f"Seats by their {kind.name}: value and 95 % interval"
    return Table(caption, columns, rows, frozenset(range(len(first) + 1, len(columns))), folded=True)


def _on(told: list[VariantSpec], kind: Kinds, found: Found, figure: "Figure") -> None:
    ticks, rows = charts.by_seats(told, lambda _: list(enumerate(kind.words)))
    panels = charts.beside(figure, 3)
    draw(rows, _places(told), found, *panels)
    for place, (axes, scale) in enumerate(zip(panels, ("% of wins", "points", "% of rounds"), strict=True)):
        charts.upright(axes, ticks, labels=place == 0)
        axes.set_xlabel(scale)
        axes.locator_params(axis="x", nbins=4)
    names = [name for _, name in _places(told)]
    charts.legend(figure, [charts.patch(i, f"had by {name}") for i, name in enumerate(names)], 3)


def draw(
    rows: list[tuple[float, VariantSpec, int]],
    places: list[tuple[str, str]],
    found: Found,
    wins: "Axes",
    points: "Axes",
    held: "Axes",
) -> None:
    """Wins and points as marks with intervals, who has it as parts of a bar: (row, variant, kind)."""
    for axes, name, factor in ((wins, "wins", 100), (points, "points", 1)):
        charts.dots(
            axes, [(at, found.fares.get((v["variant"], kind, name)), 0) for at, v, kind in rows], factor
        )
    for at, v, kind in rows:
        even = 100 / v["seats"]
        wins.plot([even, even], [at - 0.5, at + 0.5], color=TEXT, linewidth=0.9)
        parts = [found.held.get((v["variant"], kind, name)) for name, _ in places]
        charts.bars(held, at, [100 * (e.value or 0.0) if e else 0.0 for e in parts])
    held.set_xlim(0, 100)
