"""What brings a stock in: by source, what was paid and what was due, and when in a round."""

from typing import TYPE_CHECKING

from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import ALL, Ratios, ratios
from reports.sections.economy_stocks import Stock, short
from reports.sections.economy_turns import TAIL, band
from reports.theme import SERIES, TEXT, svg
from reports.words import count, interval, listed, number, sentence, share, spoken, value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def build(context: Context, stock: Stock, over: Ratios) -> Section:
    """What the economy's section says of income; over: what came in turn by turn, as of `economy_turns.levels`."""
    found = ratios(
        context, "economy_income", stock.unit, "turns of rounds that ended by the rules",
        amounts=[*stock.paid, *stock.due], paid=stock.paid, due=stock.due or stock.paid,
    )  # fmt: skip
    known = [v for v in context.variants if (v["variant"], ALL, "paid_in_all") in found]
    timed = [v for v in context.baselines if (v["variant"], 0, "due") in over]
    numbers = [_table(context, v, stock, over) for v in timed]
    drawn = (
        []
        if not timed
        else [
            Chart(
                svg(
                    "economy-income",
                    0.6 + 2.6 * len(timed),
                    lambda figure: _on(context, timed, stock, over, figure),
                ),
                f"{stock.unit.capitalize()} paid in each turn of a round, by source. The tables have the numbers.",
                f"A line for each source: {stock.unit} it paid in that turn of the round, all seats together, on "
                "average over the rounds that still run; bands are 95 % intervals."
                + (" Dotted: what was due from all of them." if stock.due else "")
                + f" The lines end where less than {TAIL:.0%} of the rounds still run."
                + charts.alone(context, timed, "; the view turns has all variants"),
                tuple(numbers),
            )
        ]
    )
    return Section(
        "",
        "",
        [
            *(_sentence(context, v, stock, found) for v in tables.told(context) if v in known),
            *(_peak(context, v, stock, over) for v in timed if stock.due),
        ],
        [],
        drawn,
        [_by_source(context, stock, found)] if known else [],
        [
            look
            for v in context.baselines
            for look in looks.most(
                context, v, stock.paid[0], f"The round with most {stock.paid[0].replace('_', ' ')}"
            )
        ],
    )


def _sentence(context: Context, variant: VariantSpec, stock: Stock, found: Ratios) -> str:
    def one(name: str) -> str:
        return share(found[variant["variant"], ALL, name])

    lost = any((found[variant["variant"], ALL, flow].value or 0.0) < 0 for flow in stock.paid)
    net = " on balance" if lost else ""
    text = f"{context.among(variant)} {one('paid_in_all')} {stock.unit} a turn came in{net}"
    if stock.due:
        text += f", where {one('due_in_all')} were due"
    came = [flow for flow in stock.paid if found[variant["variant"], ALL, flow].value]
    if len(came) > 1:
        parts = [f"{one(flow)} by {short(flow).removeprefix('by ')}" for flow in came]
        text += f": {listed(parts)}"
    return sentence(f"{text} ({tables.size(context, variant)})")


def _by_source(context: Context, stock: Stock, found: Ratios) -> Table:
    names = ["paid_in_all", *stock.paid, *(["due_in_all", *stock.due] if stock.due else [])]
    heads = [spoken(name) for name in names]
    rows = {v["variant"]: [found.get((v["variant"], ALL, n)) for n in names] for v in context.variants}
    return tables.of(context, heads, rows, f"{stock.unit.capitalize()} per turn, all seats")


def _turns(variant: VariantSpec, found: Ratios) -> list[int]:
    """The turns of which enough rounds are left."""
    number_of = variant["variant"]
    turns = sorted({turn for v, turn, _ in found if v == number_of})
    first = found[number_of, turns[0], "due"].n
    return [turn for turn in turns if found[number_of, turn, "due"].n >= TAIL * first]


def _peak(context: Context, variant: VariantSpec, stock: Stock, found: Ratios) -> str:
    turns = _turns(variant, found)
    most = max(turns, key=lambda turn: found[variant["variant"], turn, "due"].value or 0.0)
    peak = found[variant["variant"], most, "due"]
    return sentence(
        f"{context.among(variant)} most {stock.unit} were due in turn {most + 1}: "
        f"{value('', peak)} ({interval('', peak)}) in the {count(peak.n, 'round')} that lasted so long"
    )


def draw(variant: VariantSpec, stock: Stock, found: Ratios, axes: "Axes") -> None:
    """What each source paid over the turns, and what was due."""
    key, turns = variant["variant"], _turns(variant, found)
    across = [turn + 1 for turn in turns]
    ends = []
    for place, flow in enumerate(_sources(variant, stock, found)):
        level = [found[key, turn, flow].value or 0.0 for turn in turns]
        axes.plot(across, level, charts.DASHES[place % 4], color=SERIES[place], linewidth=1.8)
        band(axes, [(turn + 1, found[key, turn, flow]) for turn in turns], place)
        ends.append((across[-1], level[-1], short(flow), place))
    if stock.due:
        due = [found[key, turn, "due"].value or 0.0 for turn in turns]
        axes.plot(across, due, ":", color=TEXT, linewidth=1.2)
    below = any((found[key, turn, flow].value or 0.0) < 0 for turn in turns for flow in stock.paid)
    axes.set_ylim(bottom=None if below else 0)
    axes.locator_params(axis="x", integer=True)
    charts.end_labels(axes, ends)


def _sources(variant: VariantSpec, stock: Stock, found: Ratios) -> list[str]:
    """The flows that brought anything, as many as lines can be told apart."""
    key, turns = variant["variant"], _turns(variant, found)
    return [flow for flow in stock.paid if any(found[key, turn, flow].value for turn in turns)][: charts.FEW]


def _on(context: Context, told: list[VariantSpec], stock: Stock, found: Ratios, figure: "Figure") -> None:
    panels = figure.subplots(len(told), 1, squeeze=False)[:, 0]
    for variant, axes in zip(told, panels, strict=True):
        draw(variant, stock, found, axes)
        axes.set_ylabel(f"{stock.unit} in the turn")
        if len(told) > 1:
            axes.set_title(context.named(variant), loc="left", fontweight="bold", fontsize=10)
    panels[-1].set_xlabel("turn of the round")


def _table(context: Context, variant: VariantSpec, stock: Stock, found: Ratios) -> Table:
    key = variant["variant"]
    names = [*_sources(variant, stock, found), *(["due"] if stock.due else [])]
    rows = [
        [
            str(turn + 1),
            number(found[key, turn, "due"].n, 0),
            *(tables.cell("", found.get((key, turn, n))) for n in names),
        ]
        for turn in _turns(variant, found)
    ]
    named = context.named(variant)
    caption = (
        f"{stock.unit.capitalize()} by turn{f', {named}' if named else ''}: value and 95 % interval by deal"
    )
    heads = ["turn", "rounds", *(short(n) for n in names)]
    return Table(caption, heads, rows, frozenset(range(1, len(heads))), folded=True)
