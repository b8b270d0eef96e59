"""How scarce a stock is, and what it does: runs out, gives points, decides who wins; as declared metrics say it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Look, Section
from reports.sections.economy_stocks import Stock
from reports.sections.points import short
from reports.theme import TEXT, svg
from reports.words import PERCENT, interval, listed, sentence, share, spoken, value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Metric = dict[str, Any]


class Panel(NamedTuple):
    """A panel of a picture by variant: what its scale is called, its metrics with their names, and whether they are
    shares less an even one, drawn about a line at 0."""

    scale: str
    marks: list[tuple[str, str]]
    factor: float = 100
    even: bool = False


class Declared(NamedTuple):
    """The game's own metrics that tell it: shares of rounds in which something happens; quantiles of a fact; shares of
    the points; wins re-scored without a result; wins of who has most early; amounts that gave no point."""

    happens: list[Metric]
    wanted: list[Metric]
    points: list[Metric]
    without: list[Metric]
    early: list[Metric]
    unscored: list[Metric]


def declared(context: Context, stock: Stock | None) -> Declared:
    """The metrics of which something was measured."""
    names = {name for v in context.variants for name, e in context.measured[v["variant"]].items() if _has(e)}
    every: list[Metric] = [{**metric} for metric in context.game["metrics"]]
    yes_or_no = {q["name"] for q in context.game["track"] if q["kind"] == "fact" and q["unit"] == "rounds"}
    own = {f"points_{stock.name}", f"{stock.name}_points"} if stock else set()
    known = [m for m in every if m["name"] in names or f"{m['name']}_match" in names]
    quantiles = [
        m for m in every if m.get("quantiles_of") and any(f"{m['name']}_p{p}" in names for p in m["at"])
    ]
    return Declared(
        [m for m in known if m.get("top") in yes_or_no and m["unit"] == SHARE],
        quantiles,
        [m for m in known if m.get("top") in own and m["per"] == "points"],
        [m for m in known if m.get("without")],
        [m for m in known if m.get("early")],
        [m for m in known if stock and stock.unscored and m.get("top") == stock.unscored],
    )


def _has(estimate: Estimate) -> bool:
    return estimate.value is not None


def scarce(context: Context, found: Declared, stock: Stock | None) -> Section:
    """How often something runs out, and how much a round asks for."""
    panels = []
    if found.happens:
        panels.append(Panel("% of rounds", [(m["name"], spoken(m["name"])) for m in found.happens]))
    if found.wanted:
        marks = [
            (f"{m['name']}_p{p}", _quantile(m, p, len(found.wanted) > 1))
            for m in found.wanted
            for p in m["at"]
        ]
        panels.append(Panel(f"{listed(list(dict.fromkeys(map(_unit, found.wanted))))} in a round", marks, 1))
    if not panels:
        return Section("", "")
    owed = bool(stock and stock.due)
    read = []
    if found.happens:
        read.append(
            f"{'Left, h' if found.wanted else 'H'}ow many of a hundred rounds: "
            + "; ".join(f"{spoken(m['name'])}, {m['meaning']}" for m in found.happens)
            + "."
        )
    if found.wanted:
        about = "; ".join(spoken(_meaning(context, m)) for m in found.wanted)
        read.append(
            f"{'Right' if found.happens else 'Left to right'}, {about}: each mark is the number that so many of the "
            "rounds keep to."
            + (
                f" A box with so many {stock.unit} could have paid all of it in that share of the rounds."
                if stock and owed
                else ""
            )
        )
    return Section(
        "",
        "",
        [text for v in tables.told(context) for text in _scarce(context, v, found)],
        charts=[_chart(context, "economy-scarce", panels, "How scarce it is", " ".join(read))],
        looks=[look for v in context.baselines if owed for look in _look(context, v, found.wanted)],
    )


def decides(context: Context, found: Declared, stock: Stock | None) -> Section:
    """What share of the points it gives, whether it decides who wins, and what having most of it early is worth."""
    unit = stock.unit if stock else ""
    panels, read = [], []
    if found.points:
        panels.append(Panel(f"% of points\nfrom {unit}", [(m["name"], "") for m in found.points]))
        read.append(f"the share of all points that came from {unit}")
    if found.without:
        marks = [
            (f"{m['name']}{end}", f"{what} without {short(m['without'])}")
            for m in found.without
            for end, what in (("", "wins of rounds"), ("_match", "of matches"))
        ]
        panels.append(Panel("% of wins\nthat change", marks))
        read.append(
            "how much of the wins would have gone to somebody else, the same play re-scored without these points (it "
            "is not the game without them: players would have played otherwise)"
        )
    if found.early:
        panels.append(
            Panel(
                "pp above even,\nahead early",
                [(m["name"], spoken(m["name"])) for m in found.early],
                even=True,
            )
        )
        read.append(
            "how much more than an even share the seat wins that alone has most of it after a third of the turns (who "
            "is ahead may be ahead in other things, too)"
        )
    if not panels:
        return Section("", "")
    told = "From left to right: " * (len(panels) > 1) + "; ".join(read) + "."
    return Section(
        "",
        "",
        [text for v in tables.told(context) for text in _decides(context, v, found)],
        charts=[
            _chart(context, "economy-decides", panels, "What it decides", sentence(told), found.unscored)
        ],
    )


def _chart(
    context: Context, name: str, panels: list[Panel], caption: str, read: str, more: Sequence[Metric] = ()
) -> Chart:
    shown = charts.rows(context, charts.in_rows(context))
    columns = [(metric, name or spoken(metric)) for panel in panels for metric, name in panel.marks]
    columns += [(m["name"], spoken(m["name"])) for m in more]
    cut = charts.cut(context, sum(row.variant is not None for row in shown))
    return Chart(
        svg(name, charts.height(shown, 0.42) + 0.2, lambda figure: _on(context, shown, panels, figure)),
        f"{caption}, by variant. The table has the numbers.",
        " ".join([read, "Bars are 95 % intervals.", *cut]),
        (tables.metrics(context, columns, caption),),
    )


def _scarce(context: Context, variant: VariantSpec, found: Declared) -> list[str]:
    who, size = context.among(variant), tables.size(context, variant)
    told = [
        f"{share(e)} of {m['meaning']}" for m in found.happens if (e := _known(context, variant, m["name"]))
    ]
    said = [f"{who} {listed(told)} ({size})"] if told else []
    for metric in found.wanted:
        some = {p: _known(context, variant, f"{metric['name']}_p{p}") for p in metric["at"]}
        parts = [f"at most {share(e)} in {p}{PERCENT}" for p, e in some.items() if e]
        if parts:
            said.append(f"{who} {_meaning(context, metric)}: {listed(parts)} of the rounds ({size})")
    return list(map(sentence, said))


def _decides(context: Context, variant: VariantSpec, found: Declared) -> list[str]:
    who, size = context.among(variant), tables.size(context, variant)
    told = [f"{m['meaning']}: {share(e)}" for m in found.points if (e := _known(context, variant, m["name"]))]
    for metric in found.without:
        both = ((metric["name"], "rounds"), (f"{metric['name']}_match", "matches"))
        parts = [
            f"{share(e)} of {what}"
            for name, what in both
            if (e := _known(context, variant, name)) and (what == "matches" or not context.carries(variant))
        ]
        if parts:
            name = short(metric["without"])
            told.append(f"the same play scored without {name} gives other seats the wins of {listed(parts)}")
    told += [
        f"{m['meaning']}, less an even share: {value(m['name'], e)} ({interval(m['name'], e)})"
        for m in found.early
        if (e := _known(context, variant, m["name"]))
    ]
    told += [
        f"{m['meaning']}: {share(e)}" for m in found.unscored if (e := _known(context, variant, m["name"]))
    ]
    return [sentence(f"{who} {'; '.join(told)} ({size})")] if told else []


def _known(context: Context, variant: VariantSpec, name: str) -> Estimate | None:
    found = context.metric(variant, name)
    return found if found is not None and _has(found) else None


def _look(context: Context, variant: VariantSpec, wanted: list[Metric]) -> list[Look]:
    if not wanted:
        return []
    fact = wanted[0]["quantiles_of"]
    return looks.most(context, variant, fact, f"The round with most {spoken(fact)}")


def _unit(metric: Metric) -> str:
    unit: str = metric["unit"]
    return unit


def _meaning(context: Context, metric: Metric) -> str:
    return context.meaning(metric["quantiles_of"])


def _quantile(metric: Metric, percent: int, several: bool) -> str:
    named = f", {spoken(metric['name'])}" if several else ""
    return f"{percent} % at most{named}"


def _on(context: Context, shown: list[charts.Row], panels: list[Panel], figure: "Figure") -> None:
    handles = []
    series = 0
    for place, (axes, panel) in enumerate(zip(charts.beside(figure, len(panels)), panels, strict=True)):
        if panel.even:
            axes.axvline(0, color=TEXT, linewidth=0.9)
        draw(context, shown, [name for name, _ in panel.marks], series, panel.factor, axes)
        axes.set_xlabel(panel.scale)
        axes.locator_params(axis="x", nbins=4)
        charts.dress(axes, shown, labels=place == 0)
        if len(panel.marks) > 1:
            handles += [charts.mark(series + i, name) for i, (_, name) in enumerate(panel.marks)]
        series += len(panel.marks)
    if handles:
        charts.legend(figure, handles, 3)


def draw(
    context: Context, shown: list[charts.Row], names: list[str], first: int, factor: float, axes: "Axes"
) -> None:
    """A mark for each metric in each row; first: the series of the first one."""
    shifts = [charts.SHIFT * (place - (len(names) - 1) / 2) for place in range(len(names))]
    marks = [
        (row.at + shifts[place], context.metric(row.variant, name), (first + place) % charts.FEW)
        for row in shown
        if row.variant
        for place, name in enumerate(names)
    ]
    charts.dots(axes, marks, factor)
