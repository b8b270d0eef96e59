"""What brings a stock in: by source, due against paid, and by position in turn order."""

from typing import TYPE_CHECKING, NamedTuple

from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import ALL, Ratios, ratios
from reports.theme import TEXT, svg
from reports.words import listed, sentence, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


class Stock(NamedTuple):
    """A stock, the flows that feed it, and for each of them the flow of what was due (`due_X` to `paid_X`) or ""."""

    name: str
    unit: str
    paid: list[str]
    due: list[str]


def stocks(context: Context) -> list[Stock]:
    """The stocks that declared flows feed."""
    flows = context.quantities("flow")
    found = []
    for quantity in context.game["track"]:
        paid = [q["name"] for q in context.game["track"] if q.get("feeds") == quantity["name"]]
        if paid:
            due = [f"due_{flow.removeprefix('paid_')}" for flow in paid if flow.startswith("paid_")]
            found.append(Stock(quantity["name"], quantity["unit"], paid, [d for d in due if d in flows]))
    return found


def build(context: Context) -> list[Section]:
    """A section for every stock that flows feed."""
    return [_section(context, stock) for stock in stocks(context)]


def _section(context: Context, stock: Stock) -> Section:
    found = ratios(
        context, "income", stock.unit, "turns of rounds that ended by the rules", amounts=[*stock.paid, *stock.due],
        paid=stock.paid, due=stock.due or stock.paid,
    )  # fmt: skip
    chosen = [v for v in charts.in_rows(context) if (v["variant"], ALL, "paid_in_all") in found]
    what = _words(stock.name)
    title = f"What brings {what} in?" if stock.name == stock.unit else f"What adds to {what}?"
    name = f"income-{stock.name.replace('_', '-')}"
    if not chosen:
        return Section(name, title, notes=["No round ended by the rules: there are no numbers."])
    shown = charts.rows(context, chosen)
    told = [v for v in tables.told(context) if v in chosen]
    outlined = " The outline is what was due; what it has beyond the bar was not paid." if stock.due else ""
    numbers = _tables(context, stock, found)
    return Section(
        name,
        title,
        [_sentence(context, v, stock, found) for v in told],
        charts.cut(context, len(chosen)),
        [
            Chart(
                svg(name, charts.height(shown, 0.5), lambda figure: _on(shown, stock, found, figure)),
                f"{stock.name} paid per turn by source, and by position in turn order. The tables have the numbers.",
                f"Left: {stock.unit} a turn, all seats together, one part of the bar for each source.{outlined} "
                "Right: the same for the seat in each position in turn order (1st: the starter), with 95 % "
                "intervals; turns of all seats are counted.",
                tuple(numbers),
            )
        ],
        numbers,
        [
            look
            for v in context.baselines
            for look in looks.most(context, v, stock.paid[0], f"The round with most {_words(stock.paid[0])}")
        ],
    )


def _sentence(context: Context, variant: VariantSpec, stock: Stock, found: Ratios) -> str:
    def one(name: str) -> str:
        return share(found[variant["variant"], ALL, name])

    text = f"{context.among(variant)} {one('paid_in_all')} {stock.unit} a turn came in"
    if stock.due:
        text += f", where {one('due_in_all')} were due"
    if len(stock.paid) > 1:
        parts = [f"{one(flow)} by {short(flow).removeprefix('by ')}" for flow in stock.paid]
        text += f": {listed(parts)}"
    return sentence(f"{text}; {tables.size(context, variant)}")


def _words(name: str) -> str:
    return name.replace("_", " ")


def short(flow: str) -> str:
    """A source as a picture names it."""
    return flow.removeprefix("paid_").replace("_", " ")


def _tables(context: Context, stock: Stock, found: Ratios) -> list[Table]:
    names = ["paid_in_all", *stock.paid, *(["due_in_all", *stock.due] if stock.due else [])]
    heads = list(map(_words, names))
    by_source = {v["variant"]: [found.get((v["variant"], ALL, n)) for n in names] for v in context.variants}
    most = max(context.tables)
    by_place = {
        v["variant"]: [found.get((v["variant"], p, n)) for n in names[:1] for p in range(most)]
        for v in context.variants
    }
    return [
        tables.of(context, heads, by_source, f"{stock.unit.capitalize()} per turn, all seats"),
        tables.of(
            context, tables.ORDER[:most], by_place, f"{stock.unit.capitalize()} paid per turn by position"
        ),
    ]


def draw(shown: list[charts.Row], stock: Stock, found: Ratios, axes: "Axes") -> None:
    """Stacked bars of what was paid, outlines of what was due."""
    for row in shown:
        if row.variant is None:
            continue
        key = row.variant["variant"]
        charts.bars(axes, row.at, [found[key, ALL, flow].value or 0.0 for flow in stock.paid])
        if stock.due:
            due = found[key, ALL, "due_in_all"].value or 0.0
            axes.barh(row.at, due, 0.78, color="none", edgecolor=TEXT, linewidth=0.9)


def _on(shown: list[charts.Row], stock: Stock, found: Ratios, figure: "Figure") -> None:
    from matplotlib.patches import Patch

    left, right = charts.beside(figure, 2)
    draw(shown, stock, found, left)
    charts.dress(left, shown)
    left.set_xlabel(f"{stock.unit} per turn")
    places = charts.by_place(shown)
    charts.dots(
        right, [(at, found.get((v["variant"], place, "paid_in_all")), place) for at, v, place in places]
    )
    charts.dress(right, shown, labels=False)
    right.set_xlabel("by position")
    right.locator_params(axis="x", nbins=4)
    handles: list[Patch | Line2D] = [charts.patch(i, short(flow)) for i, flow in enumerate(stock.paid)]
    if stock.due:
        handles.append(Patch(facecolor="none", edgecolor=TEXT, label="due"))
    handles += [
        charts.mark(i, tables.ORDER[i]) for i in range(max(r.variant["seats"] for r in shown if r.variant))
    ]
    charts.legend(figure, handles)
