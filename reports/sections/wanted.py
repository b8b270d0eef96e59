"""How much of a stock a round asks for, and whether it decides who wins."""

from typing import TYPE_CHECKING, Any

from balance.stats.estimate import Estimate
from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Look, Section
from reports.sections.points import short
from reports.theme import svg
from reports.words import PERCENT, listed, sentence, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Metric = dict[str, Any]


def asked(context: Context) -> tuple[list[Metric], list[Metric], list[Metric]]:
    """The declared metrics that tell it: quantiles of a fact; wins re-scored without a result; amounts unscored."""
    every: list[Metric] = [{**metric} for metric in context.game["metrics"]]
    measured = {name for variant in context.variants for name in context.measured[variant["variant"]]}
    wanted = [m for m in every if m.get("quantiles_of") and f"{m['name']}_p{m['at'][0]}" in measured]
    without = [m for m in every if m.get("without") and m["name"] in measured]
    return wanted, without, [m for m in every if m["name"].endswith("_unscored") and m["name"] in measured]


def build(context: Context) -> Section | None:
    """The section; None for a game that declares no such metric."""
    wanted, without, unscored = asked(context)
    if not wanted and not without:
        return None
    unit = next(
        (q["unit"] for m in wanted for q in context.game["track"] if q["name"] == m["quantiles_of"]), ""
    )
    supply = {q["unit"] for q in context.game["track"] if q["name"] == context.game["supply"]}
    title = (
        "Do they decide who wins?"
        if not unit
        else f"How many {unit} does a round ask for, and do they decide who wins?"
    )
    if unit in supply:
        title = f"How many {unit} belong in the box, and do they decide who wins?"
    chosen = charts.in_rows(context)
    shown = charts.rows(context, chosen)
    names = [(f"{m['name']}_p{p}", f"{p} % at most") for m in wanted for p in m["at"]]
    others = [(n, n.replace("_", " ")) for m in without for n in (m["name"], f"{m['name']}_match")]
    others += [(m["name"], m["name"].replace("_", " ")) for m in unscored]
    numbers = tables.metrics(context, [*names, *others], "What rounds ask for and what it decides")
    return Section(
        "wanted",
        title,
        [text for v in tables.told(context) for text in _sentences(context, v, wanted, without, unscored)],
        charts.cut(context, len(chosen)),
        [
            Chart(
                svg(
                    "wanted",
                    charts.height(shown, 0.42),
                    lambda figure: _on(context, shown, wanted, without, unit, figure),
                ),
                "What a round asks for, and how often wins change without it, by variant. The table has the numbers.",
                " ".join(_read(context, wanted, without, unit)),
                (numbers,),
            )
        ],
        [numbers],
        [look for v in context.baselines for look in _look(context, v, wanted)],
    )


def _read(context: Context, wanted: list[Metric], without: list[Metric], unit: str) -> list[str]:
    told = []
    if wanted:
        fact = context.meaning(wanted[0]["quantiles_of"])
        told.append(
            f"{fact[:1].upper()}{fact[1:]}: each mark is the number that so many of the rounds keep to, its bar "
            f"the 95 % interval. A box with so many {unit} could have paid all of it in that share of the rounds."
        )
    if without:
        told.append(
            ("Right: how" if wanted else "How")
            + " much of the wins would have gone to somebody else, the same play "
            "re-scored without these points. It is not the game without them: players would have played otherwise."
        )
    return told


def _sentences(
    context: Context,
    variant: VariantSpec,
    wanted: list[Metric],
    without: list[Metric],
    unscored: list[Metric],
) -> list[str]:
    told = []
    for metric in wanted:
        found = {p: context.metric(variant, f"{metric['name']}_p{p}") for p in metric["at"]}
        parts = [f"at most {share(e)} in {p}{PERCENT}" for p, e in found.items() if e and e.value is not None]
        if parts:
            told.append(f"{context.meaning(metric['quantiles_of'])}: {listed(parts)} of the rounds")
    for metric in without:
        both = ((metric["name"], "rounds"), (f"{metric['name']}_match", "matches"))
        known = [(e, what) for name, what in both if (e := _known(context, variant, name))]
        parts = [
            f"{share(e)} of {what}" for e, what in known if what == "matches" or not context.carries(variant)
        ]
        if parts:
            name = short(metric["without"])
            told.append(f"the same play scored without {name} gives other seats the wins of {listed(parts)}")
    amounts = [(metric["meaning"], _known(context, variant, metric["name"])) for metric in unscored]
    told += [f"{meaning}: {share(one)}" for meaning, one in amounts if one]
    size = tables.size(context, variant)
    return [sentence(f"{context.among(variant)} {'; '.join(told)} ({size})")] if told else []


def _known(context: Context, variant: VariantSpec, name: str) -> Estimate | None:
    found = context.metric(variant, name)
    return found if found is not None and found.value is not None else None


def _look(context: Context, variant: VariantSpec, wanted: list[Metric]) -> list[Look]:
    if not wanted:
        return []
    fact = wanted[0]["quantiles_of"]
    return looks.most(context, variant, fact, f"The round with most {fact.replace('_', ' ')}")


def draw(
    context: Context, shown: list[charts.Row], names: list[str], first: int, factor: float, axes: "Axes"
) -> None:
    """A mark for each metric in each row; first: the series of the first one."""
    shifts = [charts.SHIFT * (place - (len(names) - 1) / 2) for place in range(len(names))]
    marks = [
        (row.at + shifts[place], context.metric(row.variant, name), first + place)
        for row in shown
        if row.variant
        for place, name in enumerate(names)
    ]
    charts.dots(axes, marks, factor)


def _on(
    context: Context,
    shown: list[charts.Row],
    wanted: list[Metric],
    without: list[Metric],
    unit: str,
    figure: "Figure",
) -> None:
    panels = charts.beside(figure, bool(wanted) + bool(without))
    handles = []
    for place, axes in enumerate(panels):
        if wanted and place == 0:
            draw(context, shown, [f"{m['name']}_p{p}" for m in wanted for p in m["at"]], 0, 1, axes)
            axes.set_xlabel(f"{unit} in a round")
            handles += [
                charts.mark(i, f"{p} % of rounds") for i, p in enumerate(p for m in wanted for p in m["at"])
            ]
        else:
            names = [n for m in without for n in (m["name"], f"{m['name']}_match")]
            draw(context, shown, names, len(handles), 100, axes)
            axes.set_xlabel("% of wins re-scored")
            handles += [
                charts.mark(len(handles) + i, n)
                for i, n in enumerate(["wins of rounds", "of matches"] * len(without))
            ]
        charts.dress(axes, shown, labels=place == 0)
    charts.legend(figure, handles, 3)
