"""How much of a stock a round asks for, and whether it decides who wins."""

from typing import TYPE_CHECKING, Any

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Look, Section
from reports.theme import svg
from reports.words import listed, sentence, share

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
            )
        ],
        [tables.metrics(context, [*names, *others], "What rounds ask for and what it decides")],
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
    who, told = context.among(variant), []
    for metric in wanted:
        found = {p: context.metric(variant, f"{metric['name']}_p{p}") for p in metric["at"]}
        parts = [
            f"in {p} % of the rounds at most {share(e)}"
            for p, e in found.items()
            if e and e.value is not None
        ]
        if parts:
            told.append(
                f"{who} {context.meaning(metric['quantiles_of'])}: {listed(parts)} ({tables.size(context, variant)})"
            )
    for metric in without:
        rounds, matches = (_known(context, variant, n) for n in (metric["name"], f"{metric['name']}_match"))
        parts = [f"{share(e)} of the {what}" for e, what in ((rounds, "rounds"), (matches, "matches")) if e]
        if context.carries(variant):
            parts = parts[1:] if rounds else parts
        if parts:
            what = context.meaning(metric["without"])
            told.append(
                f"{who} the wins of {listed(parts)} would have gone otherwise without {what}, the same play re-scored"
            )
    for metric in unscored:
        found_one = _known(context, variant, metric["name"])
        if found_one:
            told.append(
                f"{who} {metric['meaning']}: {share(found_one)} {'' if found_one.unit == SHARE else found_one.unit}"
            )
    return [sentence(text.strip()) for text in told]


def _known(context: Context, variant: VariantSpec, name: str) -> Estimate | None:
    found = context.metric(variant, name)
    return found if found is not None and found.value is not None else None


def _look(context: Context, variant: VariantSpec, wanted: list[Metric]) -> list[Look]:
    if not wanted:
        return []
    fact = wanted[0]["quantiles_of"]
    return looks.most(context, variant, fact, f"The round with most {fact.replace('_', ' ')}")


def draw(context: Context, shown: list[charts.Row], names: list[str], factor: float, axes: "Axes") -> None:
    """A mark for each metric in each row."""
    shifts = [charts.SHIFT * (place - (len(names) - 1) / 2) for place in range(len(names))]
    marks = [
        (row.at + shifts[place], context.metric(row.variant, name), place)
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
            draw(context, shown, [f"{m['name']}_p{p}" for m in wanted for p in m["at"]], 1, axes)
            axes.set_xlabel(f"{unit} in a round")
            handles += [
                charts.mark(i, f"{p} % of rounds") for i, p in enumerate(p for m in wanted for p in m["at"])
            ]
        else:
            names = [n for m in without for n in (m["name"], f"{m['name']}_match")]
            draw(context, shown, names, 100, axes)
            axes.set_xlabel("% of wins re-scored")
            handles += [charts.mark(i, n) for i, n in enumerate(["of rounds", "of matches"] * len(without))]
            axes.set_xlim(left=0)
        charts.dress(axes, shown, labels=place == 0)
    charts.legend(figure, handles, 3)
