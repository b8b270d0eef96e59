"""How often does each clause of the rules apply, and which never did?"""

from typing import TYPE_CHECKING

from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import ALL, Ratios, never, ratios
from reports.theme import svg
from reports.words import count, digits, listed, number, sentence, spoken

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def clauses(context: Context) -> list[str]:
    """The flows that count how often a clause applied."""
    return [q["name"] for q in context.game["track"] if q.get("clause")]


def short(name: str) -> str:
    """clause_gift_two: gift two."""
    return spoken(name.removeprefix("clause_"))


def silent(variant: VariantSpec, name: str, found: Ratios) -> bool:
    """Did the clause apply in no round of the variant that ended by the rules?"""
    one = found.get((variant["variant"], ALL, name))
    return one is not None and one.value == 0


def build(context: Context) -> Section | None:
    """The section; None for a game that counts no clauses."""
    names = clauses(context)
    if not names:
        return None
    found = ratios(context, "amounts", "cases", "rounds that ended by the rules", amounts=names)
    title = "How often does each clause of the rules apply?"
    played = [v for v in context.variants if (v["variant"], ALL, names[0]) in found]
    if not played:
        return Section("clauses", title, notes=["No round ended by the rules: there are no numbers."])
    shown = [v for v in context.baselines if v in played] or played[:1]
    rarest = {v["variant"]: _rarest(v, names, found) for v in shown}
    pictured = listed([context.named(v) or context.label(v) for v in shown])
    which = f" The picture is of {pictured}." if len(played) > 1 else ""
    numbers = _tables(context, names, found)
    return Section(
        "clauses",
        title,
        sentences(context, played, names, found),
        [],
        [
            Chart(
                svg(
                    "clauses",
                    1.3 + 0.5 * len(names) * len(shown),
                    lambda figure: _on(context, shown, names, found, figure),
                ),
                "Cases of each clause per round, by position in turn order. The tables have the numbers.",
                "A line for each clause, a mark for the seat in each position in turn order (1st: the starter): "
                f"how often the clause applied to it in a round, with 95 % intervals.{which}",
                tuple(numbers),
            )
        ],
        numbers,
        [
            look
            for v in shown
            if (name := rarest[v["variant"]])
            for look in looks.most(
                context, v, name, f"The round with most of {short(name)}, the rarest clause that applied"
            )
        ],
    )


def sentences(context: Context, played: list[VariantSpec], names: list[str], found: Ratios) -> list[str]:
    """Each clause that never applied is named, with the variants in which, and how sure that is."""
    told = []
    for name in names:
        where = [variant for variant in played if silent(variant, name, found)]
        limits = list(dict.fromkeys(_limit(context, variant) for variant in where))
        if where:
            text = f"{_where(context, where, played)} the clause {short(name)} never applied: {'; '.join(limits[:3])}"
            told.append(sentence(f"{text} ({context.meaning(name)})"))
    if told:
        return told
    every = " of every variant" if len(played) > 1 else ""
    return [sentence(f"{context.players} every clause that is counted applied in some round{every}")]


def _limit(context: Context, variant: VariantSpec) -> str:
    """0 of 8,000 rounds, at most 0.18 %: the exact upper limit, by deals."""
    deals = context.deals[variant["variant"]]
    found = never(context, variant["variant"])
    rounds = f"in 0 of {count(deals.n, 'round')}"
    if found.high is None:
        return f"{rounds}, which says little: {found.reason}"
    most = number(100 * found.high, digits(0, 100 * found.high, 1))
    return f"{rounds}, so in at most {most} % of rounds (95 % interval, {count(deals.deals, 'deal')})"


def _where(context: Context, where: list[VariantSpec], played: list[VariantSpec]) -> str:
    if len(where) == len(played):
        return context.players if len(played) == 1 else f"in every variant, {context.players},"
    names = [context.named(variant) for variant in where[: charts.FEW]]
    more = f" and in {len(where) - charts.FEW} more variants" if len(where) > charts.FEW else ""
    return f"with {'; with '.join(names)}{more}, {context.players},"


def _rarest(variant: VariantSpec, names: list[str], found: Ratios) -> str:
    seen = {n: e.value for n in names if (e := found.get((variant["variant"], ALL, n))) and e.value}
    return min(seen, key=lambda name: seen[name]) if seen else ""


def _tables(context: Context, names: list[str], found: Ratios) -> list[Table]:
    heads = list(map(short, names))
    told = [tables.of(
        context, heads, {v["variant"]: [found.get((v["variant"], ALL, n)) for n in names] for v in context.variants},
        "Cases per round, all seats",
    )]  # fmt: skip
    for place in range(max(context.tables)):
        rows = {
            v["variant"]: [found.get((v["variant"], place, n)) for n in names]
            for v in context.variants
            if place < v["seats"]
        }
        told.append(tables.of(context, heads, rows, f"Cases per round, {tables.ORDER[place]} in turn order"))
    return told


def _on(
    context: Context, shown: list[VariantSpec], names: list[str], found: Ratios, figure: "Figure"
) -> None:
    panels = figure.subplots(len(shown), 1, squeeze=False)[:, 0]
    for axes, variant in zip(panels, shown, strict=True):
        rows = [charts.Row(float(i), short(name), variant) for i, name in enumerate(names)]
        applied = [n for n in names for _ in range(variant["seats"])]
        places = zip(charts.by_place(rows), applied, strict=True)
        charts.dots(axes, [(at, found.get((variant["variant"], p, name)), p) for (at, _, p), name in places])
        charts.dress(axes, rows)
        axes.set_xlim(left=0)
        axes.set_xlabel("cases per round and seat")
        if len(shown) > 1:
            axes.set_title(context.named(variant), loc="left", fontweight="bold", fontsize=10)
    most = max(v["seats"] for v in shown)
    charts.legend(figure, [charts.mark(p, tables.ORDER[p]) for p in range(most)])
