"""What moved? Single changes against the baseline, metric by metric."""

from typing import TYPE_CHECKING

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts
from reports.context import Context
from reports.model import Chart, Section
from reports.theme import FILL, SERIES, svg
from reports.words import count, interval, listed, sentence, value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PRIMARY = {
    "first_player_advantage": "starter’s edge, pp",
    "turns_mean": "turns",
    "tied_rounds": "tied rounds, %",
}
OF_WINS = (
    "first_player_advantage",
    "tied_rounds",
)  # of rounds: not told where points are carried across them


def build(context: Context) -> Section | None:
    """The section; None unless the run is a baseline and single changes."""
    groups = {seats: group for seats, group in context.tables.items() if len(group) > 1}
    if not context.run.spec["asked"].get("one_by_one") or not groups:
        return None
    chosen = charts.in_rows(context)
    by_seats = {seats: [v for v in group if v in chosen] for seats, group in groups.items()}
    told = [text for group in groups.values() for text in apart(context, group)]
    notes = charts.cut(context, len(chosen))
    if any(context.carries(v) for v in chosen):
        notes.append("Variants that carry points across rounds have no marks here for figures of rounds.")
    return Section(
        "moved",
        "What moved against the baseline?",
        told or [sentence(f"{context.players} no single change has an interval apart from the baseline’s")],
        notes,
        [_chart(context, seats, group) for seats, group in by_seats.items()],
    )


def _chart(context: Context, seats: int, group: list[VariantSpec]) -> Chart:
    which = _with(context, seats)
    return Chart(
        svg(
            f"moved-{seats}", charts.height(rows(context, group)), lambda figure: _on(context, group, figure)
        ),
        f"Starter's edge, turns and tied rounds {context.players}, by variant{which}. The table of all numbers has "
        "them.",
        f"A line for each change{which}, under the name of its parameter, with 95 % intervals. The upright band is "
        f"the interval of the baseline ({context.label(group[0])}). Where a bar lies beside the band, the two "
        "intervals do not overlap. Where they overlap nothing is said: all were played on the same deals, and "
        "only a comparison of the two on these deals settles it.",
    )


def _with(context: Context, seats: int) -> str:
    return f" with {count(seats, 'seat')}" if len(context.tables) > 1 else ""


def rows(context: Context, group: list[VariantSpec]) -> list[charts.Row]:
    """The baseline, then the changes as declared, under a head for each parameter."""
    found = [charts.Row(0.0, "baseline", group[0])]
    at, last = 1.0, ""
    for variant in group[1:]:
        name = changed(group[0], variant)
        if name != last:
            found.append(charts.Row(at + 0.2, name, None))
            at, last = at + 1.1, name
        found.append(
            charts.Row(at, str(variant["parameters"].get(name, context.label(variant))).lower(), variant)
        )
        at += 1
    return found


def changed(baseline: VariantSpec, variant: VariantSpec) -> str:
    """The parameter in which a single change differs."""
    return next(
        (n for n, v in variant["parameters"].items() if v != baseline["parameters"][n]), variant["label"]
    )


def apart(context: Context, group: list[VariantSpec]) -> list[str]:
    """A sentence for each variant some of whose intervals do not overlap the baseline's."""
    told = []
    for variant in group[1:]:
        parts = []
        for name, head in PRIMARY.items():
            one, base = _estimate(context, variant, name), _estimate(context, group[0], name)
            if one and base and overlap(one, base) is False:
                here, there = (f"{value(name, e)} ({interval(name, e)})" for e in (one, base))
                parts.append(f"{head.partition(',')[0]} {here} against {there}")
        if parts:
            does = "does" if len(parts) == 1 else "do"
            told.append(
                sentence(
                    f"{context.among(variant)} {listed(parts)}: the interval{'' if len(parts) == 1 else 's'} "
                    f"{does} not overlap the baseline’s"
                )
            )
    return told


def overlap(one: Estimate, other: Estimate) -> bool | None:
    """Do two intervals overlap? None where one of them is not known."""
    if None in (one.low, one.high, other.low, other.high):
        return None
    return bool(one.low <= other.high and other.low <= one.high)  # type: ignore[operator]


def _estimate(context: Context, variant: VariantSpec, name: str) -> Estimate | None:
    return None if name in OF_WINS and context.carries(variant) else context.metric(variant, name)


def draw(context: Context, shown: list[charts.Row], name: str, axes: "Axes") -> None:
    """One metric: the baseline's interval as a band, each variant as a mark."""
    base = _estimate(context, shown[0].variant, name) if shown[0].variant else None
    factor = 100 if base and base.unit == SHARE else 1
    if base and base.low is not None and base.high is not None:
        axes.axvspan(factor * base.low, factor * base.high, color=FILL, zorder=0)
        axes.axvline(factor * (base.value or 0.0), color=SERIES[7], linewidth=0.8, zorder=0.5)
    charts.dots(
        axes, [(row.at, _estimate(context, row.variant, name), 0) for row in shown if row.variant], factor
    )


def _on(context: Context, group: list[VariantSpec], figure: "Figure") -> None:
    shown = rows(context, group)
    panels = charts.beside(figure, len(PRIMARY))
    for place, (axes, (name, head)) in enumerate(zip(panels, PRIMARY.items(), strict=True)):
        draw(context, shown, name, axes)
        charts.dress(axes, shown, labels=place == 0)
        axes.set_xlabel(head)
        axes.locator_params(axis="x", nbins=3)
