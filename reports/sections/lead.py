"""Is the lead exciting? How often it changes, from how far behind rounds are won, and when they are settled."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Look, Section
from reports.theme import svg
from reports.words import count, sentence, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Figures(NamedTuple):
    """A metric of the lead, and what its panel and its columns are called."""

    metric: str
    head: str
    panel: str


SHOWN = (
    Figures("lead_changes", "lead changes", "lead changes a round"),
    Figures("comeback", "winner’s largest deficit", "winner’s deficit"),
    Figures("settled", "settled after, of the turns", "settled, % of turns"),
)


def build(context: Context) -> Section | None:
    """The section; None for a game that names no standing, and where no turns were logged."""
    known = [v for v in context.variants if _known(context, v, "lead_changes")]
    if not known:
        return None
    chosen = [v for v in charts.in_rows(context) if v in known]
    shown = charts.rows(context, chosen)
    standing = context.meaning(context.game["standing"])
    columns = [
        (name, head)
        for figures in SHOWN
        for name, head in (
            (figures.metric, figures.head),
            (f"{figures.metric}_null", f"{figures.head}: random order"),
        )
    ]
    numbers = tables.metrics(context, columns, "The lead as played, and with turns in random order")
    return Section(
        "lead",
        "Is the lead exciting?",
        [sentence(text) for v in tables.told(context) if v in known for text in _sentences(context, v)],
        [
            f"Who leads is told by the standing after each turn: {standing}. A seat leads if it alone has most of it.",
            *charts.cut(context, len(chosen)),
        ],
        [
            Chart(
                svg("lead", charts.height(shown, 0.42), lambda figure: _on(context, shown, figure)),
                "Lead changes, largest deficits of winners and settled rounds by variant, as played and with turns in "
                "random order. The table has the numbers.",
                "Left, how often another seat came to lead alone. Middle, the most that the sole winner of a round was "
                "behind the best seat after a turn. Right, the part of the turns after which the winner led alone to "
                "the end, of rounds that it led as they ended. Filled marks are as played; hollow ones are what the "
                "same turns give in 1,000 random orders, which end in the same standings: a game in which points come "
                "as they may looks like these. Bars are 95 % intervals.",
                (numbers,),
            )
        ],
        [numbers],
        [look for v in context.baselines for look in _look(context, v)],
    )


def _known(context: Context, variant: VariantSpec, name: str) -> Estimate | None:
    found = context.metric(variant, name)
    return found if found is not None and found.value is not None else None


def _sentences(context: Context, variant: VariantSpec) -> Iterator[str]:
    who = context.among(variant)
    size = count(context.estimate(variant, "lead_changes").clusters, "deal")
    for metric, text, more, less in (
        ("lead_changes", "the lead changed {} times a round", "more often than", "less often than"),
        ("comeback", "a round’s sole winner had been behind by up to {} on average", "farther than", "less far than"),
        ("settled", "the winner of a round led for good after {} of its turns", "later than", "earlier than"),
    ):  # fmt: skip
        found, null = _known(context, variant, metric), _known(context, variant, f"{metric}_null")
        if found is None:
            continue
        told = f"{who} {text.format(share(found))}, {size}"
        if null is not None:
            told += f"; with the turns in random order it would be {share(null)}"
            if overlap(found, null) is False:
                more_or_less = more if (found.value or 0.0) > (null.value or 0.0) else less
                told += f": {more_or_less} chance has it"
        yield told


def _look(context: Context, variant: VariantSpec) -> list[Look]:
    return [
        looks.at(context, variant, f"The round won from farthest behind: {behind} (in round {number})", match)
        for match, number, behind in context.rows("lead", looked_at=variant["variant"])
    ]


def draw(context: Context, shown: list[charts.Row], metric: str, axes: "Axes") -> None:
    """One metric: as played and, below it, in random order."""
    marks = [
        (row.at + charts.SHIFT * (2 * place - 1), context.metric(row.variant, name), place)
        for row in shown
        if row.variant
        for place, name in enumerate((metric, f"{metric}_null"))
    ]
    known = next((e for _, e, _ in marks if e is not None), None)
    charts.dots(axes, marks, 100 if known is not None and known.unit == SHARE else 1)


def _on(context: Context, shown: list[charts.Row], figure: "Figure") -> None:
    panels = charts.beside(figure, len(SHOWN))
    for place, (axes, figures) in enumerate(zip(panels, SHOWN, strict=True)):
        draw(context, shown, figures.metric, axes)
        charts.dress(axes, shown, labels=place == 0)
        axes.set_xlabel(figures.panel, fontsize=9)
        axes.locator_params(axis="x", nbins=4)
    charts.legend(figure, [charts.mark(0, "as played"), charts.mark(1, "turns in random order")])


def overlap(one: Estimate, other: Estimate) -> bool | None:
    """Do two intervals overlap? None where one of them is not known."""
    if None in (one.low, one.high, other.low, other.high):
        return None
    return bool(one.low <= other.high and other.low <= one.high)  # type: ignore[operator]
