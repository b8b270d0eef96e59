"""What becomes of a stock that seats gather: what a seat gets of it, what it has at the end, what that does."""

from typing import TYPE_CHECKING, NamedTuple

from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import Ratios, ratios
from reports.sections.income import Stock, short, stocks
from reports.theme import TEXT, svg
from reports.words import count, interval, is_advantage, listed, number, sentence, share, value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Flow(NamedTuple):
    """A stock and the result that says how much of it gave no point ("": the game has none)."""

    stock: Stock
    unscored: str


def build(context: Context) -> list[Section]:
    """A section for every stock that flows feed and that counts: it can go unscored, or seats lead by it."""
    results = context.quantities("result")
    flows = [Flow(s, n if (n := f"{s.name}_unscored") in results else "") for s in stocks(context)]
    return [made for flow in flows if _counts(context, flow) and (made := _section(context, flow))]


def _counts(context: Context, flow: Flow) -> bool:
    return bool(flow.unscored) or flow.stock.name == context.game["standing"]


def _section(context: Context, flow: Flow) -> Section | None:
    stock = flow.stock
    amounts = [*stock.paid, *([flow.unscored] if flow.unscored else [])]
    found = ratios(
        context, "economy", stock.unit, "seats of rounds that ended by the rules", stock=stock.name, amounts=amounts
    )  # fmt: skip
    told = [v for v in context.baselines if (v["variant"], 0, stock.name) in found]
    if not told:
        return None  # the section of the income says why
    name, called = f"economy-{stock.name.replace('_', '-')}", stock.name.replace("_", " ")
    end = "what it had at the end" + (", and of that what gave no point" if flow.unscored else "")
    numbers = _table(context, told, flow, found)
    does = _does(context, stock)
    heads = [(name, name.replace("_", " ")) for name, _ in does]
    more = [tables.metrics(context, heads, f"What the {called} do")] if does else []
    return Section(
        name,
        f"What becomes of the {called}?" if flow.unscored else f"What is the {called} made of?",
        [text for v in told for text in _sentences(context, v, flow, found, does)],
        charts=[
            Chart(
                svg(
                    name, 1.3 + 0.42 * sum(v["seats"] + 1 for v in told), lambda f: _on(told, flow, found, f)
                ),
                f"{stock.unit.capitalize()} that a seat gets in a round by source, and {end}, by position in turn "
                "order. The table has the numbers.",
                f"A line for each place in turn order, on average a round. Left, the {stock.unit} that the seat got, "
                f"by source{_below(told, flow, found)}. Right, {end}. Where there is more at the end than came in, the "
                "rest was there before the first turn.",
                (numbers,),
            )
        ],
        tables=[numbers, *more],
    )


def _does(context: Context, stock: Stock) -> list[tuple[str, str]]:
    """The shares that the game declares of this stock and of the points it gives: (metric, meaning)."""
    found = []
    for metric in context.game["metrics"]:
        of = [metric.get("early", ""), metric.get("without", ""), metric.get("top", "")]
        named = {stock.name, f"points_{stock.name}"} & set(of)
        about = (
            {stock.unit, "supply"} & set(metric["name"].split("_"))
            if stock.unit in _scarce(context)
            else set()
        )
        if metric["unit"] == SHARE and "first" not in metric and (named or about):
            found.append((metric["name"], metric["meaning"].partition(" (")[0]))
    return [pair for pair in found if any(context.metric(v, pair[0]) is not None for v in context.variants)]


def _scarce(context: Context) -> set[str]:
    """The unit of the stock that all seats draw on."""
    return {q["unit"] for q in context.game["track"] if q["name"] == context.game["supply"]}


def _sentences(
    context: Context, variant: VariantSpec, flow: Flow, found: Ratios, does: list[tuple[str, str]]
) -> list[str]:
    stock = flow.stock
    held = [found[variant["variant"], place, stock.name] for place in range(variant["seats"])]
    parts = [f"the {tables.ORDER[i]} {share(e)}" for i, e in enumerate(held)]
    who, size = context.among(variant), tables.size(context, variant)
    told = [f"{who} the seats, in turn order, ended a round with {stock.unit}: {listed(parts)} ({size})"]
    known = [
        f"{meaning}{', less an even share' * is_advantage(name)}: {value(name, e)} ({interval(name, e)})"
        for name, meaning in does
        if (e := context.metric(variant, name)) is not None and e.value is not None
    ]
    return [sentence(text) for text in (*told, "; ".join(known)) if text]


def _table(context: Context, told: list[VariantSpec], flow: Flow, found: Ratios) -> Table:
    stock = flow.stock
    names = [*stock.paid, stock.name, *([flow.unscored] if flow.unscored else [])]
    heads = [*map(short, stock.paid), "at the end", *(["of it unscored"] if flow.unscored else [])]
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


def _below(told: list[VariantSpec], flow: Flow, found: Ratios) -> str:
    lost = any(
        (found[v["variant"], i, n].value or 0) < 0
        for v in told
        for i in range(v["seats"])
        for n in flow.stock.paid
    )
    return ", and left of the line what it lost" if lost else ""


def draw(
    rows: list[tuple[float, VariantSpec, int]], flow: Flow, found: Ratios, left: "Axes", right: "Axes"
) -> None:
    """A bar of what came in by source, and one of what was there at the end: (row, variant, position)."""
    stock = flow.stock
    for at, variant, place in rows:
        key = variant["variant"], place
        came = [found[(*key, name)].value or 0.0 for name in stock.paid]
        charts.bars(left, at, [max(x, 0.0) for x in came])
        charts.bars(left, at, [min(x, 0.0) for x in came])
        _label(left, at, sum(came), sum(x for x in came if x > 0))
        end = found[(*key, stock.name)]
        none = found[(*key, flow.unscored)].value or 0.0 if flow.unscored else 0.0
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


def _on(told: list[VariantSpec], flow: Flow, found: Ratios, figure: "Figure") -> None:
    rows: list[tuple[float, VariantSpec, int]] = []
    ticks: list[tuple[float, str, bool]] = []
    at = 0.0
    for v in told:
        if len(told) > 1:
            ticks.append((at, count(v["seats"], "seat"), True))
            at += 0.8
        for place in range(v["seats"]):
            ticks.append((at, tables.ORDER[place], False))
            rows.append((at, v, place))
            at += 1
        at += 0.3
    left, right = charts.beside(figure, 2)
    draw(rows, flow, found, left, right)
    for axes, labels, title in ((left, True, "got"), (right, False, "at the end")):
        charts.upright(axes, ticks, labels=labels)
        axes.set_xlabel(f"{flow.stock.unit}, {title}")
        axes.locator_params(axis="x", nbins=4)
    names = [
        *map(short, flow.stock.paid),
        *(["scored", "gave no point"] if flow.unscored else ["at the end"]),
    ]
    charts.legend(figure, [charts.patch(i, name) for i, name in enumerate(names)])
