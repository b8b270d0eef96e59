"""What a seat gets of a stock in a round, by source, and what it has at the end: by position in turn order."""

from typing import TYPE_CHECKING

from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import Ratios, ratios
from reports.sections.economy_stocks import Stock, short
from reports.theme import TEXT, svg
from reports.words import listed, number, sentence, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def build(context: Context, stock: Stock) -> Section:
    """What the economy's section says of sources and sinks; nothing where no round ended by the rules."""
    found = ratios(
        context, "economy_flows", stock.unit, "seats of rounds that ended by the rules",
        stock=stock.name, amounts=stock.amounts,
    )  # fmt: skip
    told = [v for v in context.baselines if (v["variant"], 0, stock.name) in found]
    if not told:
        return Section("", "")
    end = "what it had at the end" + (", and of that what gave no point" if stock.unscored else "")
    height = 1.3 + 0.42 * sum(v["seats"] + 1 for v in told)
    return Section(
        "",
        "",
        [_sentence(context, v, stock, found) for v in told],
        charts=[
            Chart(
                svg("economy-flows", height, lambda figure: _on(told, stock, found, figure)),
                f"{stock.unit.capitalize()} that a seat gets in a round by source, and {end}, by position in turn "
                "order. The table has the numbers.",
                f"A line for each place in turn order, on average a round. Left, the {stock.unit} that the seat got, "
                f"by source{_below(told, stock, found)}. Right, {end}, with its 95 % interval. Where there is more at "
                f"the end than came in, the rest was there before the first turn.{charts.alone(context, told)}",
                (_table(context, told, stock, found),),
            )
        ],
    )


def _sentence(context: Context, variant: VariantSpec, stock: Stock, found: Ratios) -> str:
    held = [found[variant["variant"], place, stock.name] for place in range(variant["seats"])]
    parts = [f"the {tables.ORDER[i]} {share(e)}" for i, e in enumerate(held)]
    who, size = context.among(variant), tables.size(context, variant)
    return sentence(
        f"{who} the seats, in turn order, ended a round with {stock.unit}: {listed(parts)} ({size})"
    )


def _table(context: Context, told: list[VariantSpec], stock: Stock, found: Ratios) -> Table:
    names = [*stock.paid, stock.name, *([stock.unscored] if stock.unscored else [])]
    heads = [*map(short, stock.paid), "at the end", *(["of it unscored"] if stock.unscored else [])]
    rows = [
        [
            *tables.heads(context, v),
            tables.ORDER[place],
            *(tables.cell("", found[v["variant"], place, name]) for name in names),
            f"{found[v['variant'], place, stock.name].n:,}",
        ]
        for v in told
        for place in range(v["seats"])
    ]
    first = tables.first(context)
    columns = [*first, "position", *heads, "rounds"]
    caption = f"{stock.unit.capitalize()} of a seat in a round by position: value and 95 % interval"
    return Table(caption, columns, rows, frozenset(range(len(first) + 1, len(columns))), folded=True)


def _below(told: list[VariantSpec], stock: Stock, found: Ratios) -> str:
    lost = any(
        (found[v["variant"], i, n].value or 0) < 0
        for v in told
        for i in range(v["seats"])
        for n in stock.paid
    )
    return ", and left of the line what it lost" if lost else ""


def draw(
    rows: list[tuple[float, VariantSpec, int]], stock: Stock, found: Ratios, left: "Axes", right: "Axes"
) -> None:
    """A bar of what came in by source, and one of what was there at the end: (row, variant, position)."""
    for at, variant, place in rows:
        key = variant["variant"], place
        came = [found[(*key, name)].value or 0.0 for name in stock.paid]
        charts.bars(left, at, [max(x, 0.0) for x in came])
        charts.bars(left, at, [min(x, 0.0) for x in came])
        _label(left, at, sum(came), sum(x for x in came if x > 0))
        end = found[(*key, stock.name)]
        none = found[(*key, stock.unscored)].value or 0.0 if stock.unscored else 0.0
        held = end.value or 0.0
        charts.bars(right, at, [*[0.0] * len(stock.paid), held - none, none])
        _label(right, at, held, max(held, end.high or 0.0))
        if end.low is not None and end.high is not None:
            right.plot([end.low, end.high], [at, at], color=TEXT, linewidth=1.4)
    for axes in (left, right):
        axes.axvline(0, color=TEXT, linewidth=0.8)
        axes.set_xlim(left=min(0.0, axes.get_xlim()[0]), right=1.18 * max(axes.get_xlim()[1], 0.01))


def _label(axes: "Axes", at: float, amount: float, right: float) -> None:
    """The amount beyond what is drawn of it."""
    text = number(amount, 2)
    axes.annotate(text, (right, at), (4, 0), textcoords="offset points", va="center", fontsize=8.5)


def _on(told: list[VariantSpec], stock: Stock, found: Ratios, figure: "Figure") -> None:
    ticks, rows = charts.by_seats(told, lambda v: list(enumerate(tables.ORDER[: v["seats"]])))
    left, right = charts.beside(figure, 2)
    draw(rows, stock, found, left, right)
    for axes, labels, title in ((left, True, "got"), (right, False, "at the end")):
        charts.upright(axes, ticks, labels=labels)
        axes.set_xlabel(f"{stock.unit}, {title}")
        axes.locator_params(axis="x", nbins=4)
    came = [i for i, n in enumerate(stock.paid) if any(found[v["variant"], p, n].value for _, v, p in rows)]
    ends = ["scored", "gave no point"] if stock.unscored else ["at the end"]
    names = [(i, short(stock.paid[i])) for i in came] + list(enumerate(ends, len(stock.paid)))
    charts.legend(figure, [charts.patch(i, name) for i, name in names])
