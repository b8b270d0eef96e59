"""What does each rule do? Effects of what was varied, metric by metric, with intervals that hold all at once."""

from collections.abc import Sequence
from dataclasses import replace
from math import nan
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.effects import INTERACTION, Effect
from balance.stats.measure import SHARE
from reports import charts, curves, grids, heat, tornado
from reports.changes import NAMES
from reports.context import Context
from reports.model import Chart, Known, Section, Table
from reports.rules import Rules, figures, told
from reports.theme import FILL, SERIES, svg
from reports.words import DASH, MINUS, count, listed, method, sentence

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHORT = {"first_player_advantage": "starter’s edge", "turns_mean": "turns", "tied_rounds": "tied rounds"}
NAME = "effects"
PANELS = 3  # metrics beside each other
MOST = 12  # pictures over parameters
TOLD = 10  # findings that are told
TOGETHER = "together"  # the head above interactions


class Row(NamedTuple):
    """A line of the picture: where it stands, its label, and what was found of each metric; none: a head."""

    at: float
    label: str
    effects: dict[str, Effect]


def build(context: Context) -> Section | None:
    """The section; None where nothing was compared, and nothing is said of why; a comparison has one of its own."""
    rules = context.rules
    sentences = told(rules, TOLD)
    if not sentences or rules.changes is not None:
        return None
    notes = [sentence(f"all of this is {context.players}")]
    tables = [_table(rules.effects, rules.several, "Every effect, with its margin")] if rules.effects else []
    drawn = pictures(rules)
    if len(drawn) == 1:  # it shows all of them
        drawn = [replace(drawn[0], data=tuple(tables))]
    metrics, crossed = grids.drawn(context, PANELS), grids.grids(context)
    over = [*curves.charts_of(context, crossed, metrics), *heat.charts_of(context, crossed, metrics)]
    notes += [*cut(rules), *(_said_of(len(over), bool(drawn)))]
    return Section(
        NAME,
        "What does each rule do?",
        sentences,
        notes,
        [*drawn, *over[:MOST]],
        tables,
    )


def _said_of(over: int, drawn: bool) -> list[str]:
    """What the intervals of the section's pictures hold for, and whether some are left out."""
    told = []
    if over and drawn:
        told.append(
            "Intervals of effects hold all at once with 95 %, so that a finding is no luck of many tries; those of "
            "values over a parameter hold one by one."
        )
    if over > MOST:
        told.append(f"Values over parameters: the first {MOST} of {over} pictures.")
    return told


def pictures(rules: Rules) -> list[Chart]:
    """The effects drawn, a picture for each number of seats and preset and for every few metrics."""
    drawn: list[Chart] = []
    for key, effects in _groups(rules).items():
        names = list(dict.fromkeys(e.metric for e in effects))
        if tornado.says_more(effects):
            drawn += _tornados(len(drawn), key, effects, names, rules.several)
            continue
        for first in range(0, len(names), PANELS):
            drawn.append(_chart(len(drawn), key, effects, names[first : first + PANELS], rules.several))
    return drawn


def _tornados(
    number: int,
    key: tuple[int, str | None],
    effects: Sequence[Effect],
    names: Sequence[str],
    several: bool,
) -> list[Chart]:
    """The same by the span of each parameter's effects."""
    made: list[Chart] = []
    for first in range(0, len(names), PANELS):
        some = names[first : first + PANELS]
        where = f"with {listed([count(key[0], 'seat'), *([key[1]] if key[1] else [])])}: " if several else ""
        told = f"Effects on {listed([f'the {NAMES.get(m, m)}' for m in some])}"
        data = _table([e for e in effects if e.metric in some], several, told)
        made.append(tornado.chart(f"effects-{number + len(made)}", effects, some, where, data))
    return made


def cut(rules: Rules) -> list[str]:
    """The note that a picture leaves effects out, where it does."""
    many = any(len(rows(effects)) > charts.MOST for effects in _groups(rules).values())
    return ["The pictures show the first effects alone; the table has all."] if many else []


def _groups(rules: Rules) -> dict[tuple[int, str | None], list[Effect]]:
    groups: dict[tuple[int, str | None], list[Effect]] = {}
    for effect in rules.effects:
        groups.setdefault((effect.seats, effect.preset), []).append(effect)
    return groups


def rows(effects: Sequence[Effect]) -> list[Row]:
    """The effects of a grid from top to bottom, under a head for each parameter and one for interactions."""
    by_factor: dict[tuple[str, str], dict[str, Effect]] = {}
    for effect in effects:
        by_factor.setdefault((effect.kind, effect.factor), {})[effect.metric] = effect
    found: list[Row] = []
    at, last = 0.0, ""
    for (kind, factor), own in by_factor.items():
        name, _, level = factor.partition("=")
        head = TOGETHER if kind == INTERACTION else name if level and "," not in factor else ""
        if head and head != last:
            found.append(Row(at, head, {}))
            at += 0.9
        last = head
        found.append(Row(at, level if head == name else factor.replace(":", ","), own))
        at += 1
    return found


def draw(shown: Sequence[Row], metric: str, axes: "Axes") -> None:
    """One metric: the margin as a band around 0, each effect as a mark with its interval."""
    there = [(row.at, row.effects[metric]) for row in shown if metric in row.effects]
    factor = 100.0 if any(e.difference.unit == SHARE for _, e in there) else 1.0
    small = max((e.margin or 0.0 for _, e in there), default=0.0)
    axes.axvspan(-factor * small, factor * small, color=FILL, zorder=0)
    axes.axvline(0, color=SERIES[7], linewidth=0.8, zorder=0.5)
    whole = [(at, e.difference.widest) for at, e in there]
    ends = [x for _, limits in whole if limits for x in (factor * limits[0], factor * limits[1], nan)]
    axes.plot(ends, [at for at, limits in whole if limits for _ in range(3)], color=SERIES[0], linewidth=1.8)
    known = [(at, e.difference.value) for at, e in there if e.difference.value is not None]
    axes.plot([factor * v for _, v in known], [at for at, _ in known], "o", color=SERIES[0], markersize=4.5)


def _chart(
    number: int, key: tuple[int, str | None], effects: Sequence[Effect], metrics: Sequence[str], several: bool
) -> Chart:
    shown = rows(effects)[: charts.MOST]
    where = f" with {listed([count(key[0], 'seat'), *([key[1]] if key[1] else [])])}" if several else ""
    reference = ", ".join(dict.fromkeys(e.reference for e in effects if e.kind != INTERACTION))
    averaged = any(e.averaged for e in effects)
    over = (
        " Each is the mean over all combinations of the others; the last ones are what two do on top."
        if averaged
        else ""
    )
    names = listed([f"the {NAMES.get(m, m)}" for m in metrics])

    def on(figure: "Figure") -> None:
        for place, (axes, metric) in enumerate(
            zip(charts.beside(figure, len(metrics)), metrics, strict=True)
        ):
            draw(shown, metric, axes)
            _dress(axes, shown, labels=place == 0)
            unit = next(e.difference.unit for e in effects if e.metric == metric)
            axes.set_xlabel(SHORT.get(metric, metric) + (", pp" if unit == SHARE else ""))
            axes.locator_params(axis="x", nbins=3)
            axes.tick_params(axis="x", labelsize=8.5)  # numbers of both signs stand close

    return Chart(
        svg(f"effects-{number}", 1.2 + charts.ROW * (shown[-1].at + 1), on),
        f"Effects on {names}{where}. The numbers stand in the table.",
        f"A line for each change{where}, against {reference}, with 95 % intervals that hold all at once.{over} The "
        "upright line is no effect, the band around it what counts as small: a mark whose bar lies wholly beside the "
        "band is a finding, one wholly within it surely makes no material change, any other is not settled.",
        (_table([e for e in effects if e.metric in metrics], several, f"Effects on {names}{where}"),),
    )


def _dress(axes: "Axes", shown: Sequence[Row], *, labels: bool) -> None:
    charts.upright(axes, [(row.at, row.label, not row.effects) for row in shown], labels=labels)


def _table(effects: Sequence[Effect], several: bool, caption: str) -> Table:
    """A line for each effect on each metric."""
    first = ["rule", "seats", "preset"] if several else ["rule"]
    columns = [
        *first,
        "against",
        "metric",
        "effect",
        "95 % interval at once",
        "margin",
        "verdict",
        "deals",
        "method",
    ]
    lines = []
    for e in effects:
        size, limits, small, unit = figures(e)
        sign = MINUS if (e.difference.value or 0) < 0 else "+" if e.difference.value else ""
        where = [str(e.seats), e.preset or DASH] if several else []
        told = DASH if e.difference.value is None else f"{sign}{size}{unit}"
        lines.append([
            e.factor, *where, e.reference, e.metric,
            Known(told, e.difference.to_json()), limits or DASH, small or DASH, _said(e),
            f"{e.difference.clusters:,}", method(e.difference.method),
        ])  # fmt: skip
    start = len(first) + 2
    numeric = frozenset({start, start + 1, start + 2, start + 4})
    return Table(caption, columns, lines, numeric, folded=True)


def _said(effect: Effect) -> str:
    said = effect.verdict
    if said is None:
        return DASH
    return said.word.value.lower() if said.word else f"none: {said.reason}"
