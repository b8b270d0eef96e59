"""Does starting help? Who started won how often, by variant."""

from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.sentences import even_lineup, starters
from reports.theme import FILL, TEXT, svg
from reports.words import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


METRICS = [
    ("first_player_advantage", "all rounds"),
    ("first_player_advantage_decisive", "rounds with one winner"),
]


class Marks(NamedTuple):
    """A variant in the picture: the starter's advantage over all rounds, and over those with one winner."""

    row: charts.Row
    advantage: Estimate
    decisive: Estimate


def marks(context: Context, shown: list[charts.Row]) -> list[Marks]:
    """The numbers of the picture; variants that carry points across rounds have none."""
    return [
        Marks(
            row,
            context.estimate(row.variant, "first_player_advantage"),
            context.estimate(row.variant, "first_player_advantage_decisive"),
        )
        for row in shown
        if row.variant is not None and not context.carries(row.variant)
    ]


def draw(shown: list[Marks], axes: "Axes") -> None:
    """Advantages in percentage points, one line a variant from top to bottom."""
    axes.axvline(0, color=TEXT, linewidth=1)
    both = [(row.at - 0.14, advantage, 0) for row, advantage, _ in shown]
    both += [(row.at + 0.18, decisive, 1) for row, _, decisive in shown]
    for at, estimate, _ in both:
        if estimate.bounds is not None:
            limits = [100 * bound for bound in estimate.bounds]
            axes.plot(limits, [at, at], color=FILL, linewidth=7, solid_capstyle="butt")
    charts.dots(axes, both, 100)
    axes.set_xlabel("percentage points above an even share")


def build(context: Context) -> Section:
    """The section, with the counts behind it."""
    chosen = charts.in_rows(context)
    shown = charts.rows(context, chosen)
    notes = charts.cut(context, len(chosen))
    if carrying := [v for v in chosen if context.carries(v)]:
        values = listed(list(dict.fromkeys(context.carries(v) for v in carrying)))
        notes.append(
            f"With {values}, points are carried across rounds: who wins a round is not told, see below."
        )
    if not all(map(even_lineup, context.variants)):
        notes.append(
            "Where one player fills more seats than another, the advantage is an average over players that start "
            "more and less often, and an even share (0 in the picture) is no yardstick for it."
        )
    labels = {v["variant"]: v for v in context.variants}
    counts = [
        [*tables.heads(context, labels[variant]), player, *(f"{n:,}" for n in numbers)]
        for variant, player, *numbers in context.rows("first_player")
    ]
    told = [row.variant for row in shown if row.variant and not context.carries(row.variant)]
    first = tables.first(context)
    return Section(
        "first-player",
        "Does starting help?",
        starters(context) if len(context.variants) > 1 else [],
        notes,
        [
            Chart(
                svg("first-player", charts.height(shown, 0.42), lambda figure: _on(context, shown, figure)),
                f"Starter's advantage {context.players}, by variant, with 95 % intervals. The numbers are in the "
                "tables.",
                f"Each line is a variant, played {context.players}. The dot is the share of rounds that their "
                "starter won, less an even share: right of the upright line starting helps, left of it starting "
                "hurts. The bar through it is the 95 % interval; where it crosses the line, an even game is not "
                "ruled out. The open mark leaves out rounds with several winners, since a tie looks fair. A pale "
                "band, where there is one, is what capped rounds could have made of it. Two variants whose bars "
                "overlap may still differ: they were played on the same deals, and only a comparison of the two "
                "settles it.",
                (tables.metrics(context, METRICS, "The starter’s advantage", told),),
            )
        ],
        [
            Table(
                "Rounds by who started",
                [*first, "starter", "rounds started", "won alone", "shared the win", "capped"],
                counts,
                frozenset(range(len(first) + 1, len(first) + 5)),
                folded=True,
            )
        ],
    )


def _on(context: Context, shown: list[charts.Row], figure: "Figure") -> None:
    axes = figure.subplots()
    draw(marks(context, shown), axes)
    charts.dress(axes, shown)
    charts.legend(figure, [charts.mark(0, "all rounds"), charts.mark(1, "rounds with one winner")])
