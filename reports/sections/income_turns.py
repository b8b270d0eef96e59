"""When in a round a stock's sources bring something in: turn by turn, what was paid by source and what was due."""

from typing import TYPE_CHECKING

from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import Ratios, ratios
from reports.sections.income import Stock, short, stocks
from reports.sections.supply import TAIL, sampled
from reports.theme import SERIES, TEXT, svg
from reports.words import count, interval, listed, number, sentence, value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def build(context: Context) -> list[Section]:
    """A section for every stock that flows feed, where turns are logged."""
    return [made for stock in stocks(context) if (made := _section(context, stock)) is not None]


def _section(context: Context, stock: Stock) -> Section | None:
    found = ratios(
        context, "income_turns", f"{stock.unit} a turn", "rounds still running", read="turns",
        chosen=context.baselines, flows=stock.paid, due=stock.due or stock.paid,
    )  # fmt: skip
    told = [v for v in context.baselines if (v["variant"], 0, "due") in found]
    if not told:
        return None  # the section of the supply says that no turns are logged
    name = f"income-turns-{stock.name.replace('_', '-')}"
    whole = len(told) == len(context.variants)
    notes = (
        []
        if whole
        else [f"Of {listed([context.named(v) for v in told])} alone; the view turns has all variants."]
    )
    numbers = [_table(context, v, stock, found) for v in told]
    return Section(
        name,
        f"When do {stock.name.replace('_', ' ')} come in?",
        [_sentence(context, v, stock, found) for v in told],
        [*notes, *sampled(context)],
        [
            Chart(
                svg(name, 0.6 + 2.6 * len(told), lambda figure: _on(context, told, stock, found, figure)),
                f"{stock.unit.capitalize()} paid in each turn of a round, by source. The numbers are in the table.",
                f"A line for each source: {stock.unit} it paid in that turn of the round, all seats together, on "
                "average over the rounds that still run."
                + (" Dotted: what was due from all of them." if stock.due else "")
                + f" The lines end where less than {TAIL:.0%} of the rounds still run.",
                tuple(numbers),
            )
        ],
        numbers,
    )


def _turns(variant: VariantSpec, found: Ratios) -> list[int]:
    """The turns of which enough rounds are left."""
    number_of = variant["variant"]
    turns = sorted({turn for v, turn, _ in found if v == number_of})
    first = found[number_of, turns[0], "due"].n
    return [turn for turn in turns if found[number_of, turn, "due"].n >= TAIL * first]


def _sentence(context: Context, variant: VariantSpec, stock: Stock, found: Ratios) -> str:
    turns = _turns(variant, found)
    most = max(turns, key=lambda turn: found[variant["variant"], turn, "due"].value or 0.0)
    peak = found[variant["variant"], most, "due"]
    return sentence(
        f"{context.among(variant)} most {stock.unit} {'were due' if stock.due else 'came in'} in turn {most + 1}: "
        f"{value('', peak)} ({interval('', peak)}) in the {count(peak.n, 'round')} that lasted so long"
    )


def draw(variant: VariantSpec, stock: Stock, found: Ratios, axes: "Axes") -> None:
    """What each source paid over the turns, and what was due."""
    key, turns = variant["variant"], _turns(variant, found)
    across = [turn + 1 for turn in turns]
    ends = []
    for place, flow in enumerate(_sources(variant, stock, found)):
        level = [found[key, turn, flow].value or 0.0 for turn in turns]
        axes.plot(across, level, charts.DASHES[place], color=SERIES[place], linewidth=1.8)
        ends.append((across[-1], level[-1], short(flow), place))
    if stock.due:
        due = [found[key, turn, "due"].value or 0.0 for turn in turns]
        axes.plot(across, due, ":", color=TEXT, linewidth=1.2)
    axes.set_ylim(bottom=0)
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
