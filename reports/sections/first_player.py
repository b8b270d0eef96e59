"""Does starting help? Who started won how often, by variant."""

from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.sentences import even_lineup, starters
from reports.theme import FILL, LINE, SERIES, TEXT, svg
from reports.words import between, listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 40  # variants in the picture


class Row(NamedTuple):
    """A variant in the picture: the starter's advantage over all rounds, and over those with one winner."""

    label: str
    advantage: Estimate
    decisive: Estimate


def rows(context: Context) -> list[Row]:
    """The numbers of the picture, variants in order."""
    return [
        Row(
            variant["label"],
            context.estimate(variant, "first_player_advantage"),
            context.estimate(variant, "first_player_advantage_decisive"),
        )
        for variant in context.variants
    ]


def draw(shown: list[Row], axes: "Axes") -> None:
    """Advantages in percentage points, one line a variant from top to bottom."""
    axes.axvline(0, color=TEXT, linewidth=1)
    for place, row in enumerate(shown):
        for estimate, colour, filled, shift in (
            (row.advantage, SERIES[0], True, -0.14),
            (row.decisive, SERIES[1], False, 0.18),
        ):
            at = place + shift
            if estimate.bounds is not None:
                axes.plot(
                    [100 * b for b in estimate.bounds],
                    [at, at],
                    color=FILL,
                    linewidth=7,
                    solid_capstyle="butt",
                )
            if estimate.value is None:
                continue
            if estimate.low is not None and estimate.high is not None:
                axes.plot([100 * estimate.low, 100 * estimate.high], [at, at], color=colour, linewidth=2)
            axes.plot(
                100 * estimate.value, at, "o" if filled else "D", color=colour, markersize=6 if filled else 4.5,
                markerfacecolor=colour if filled else "none", label=None if place else _NAMES[filled],
            )  # fmt: skip
    axes.set_yticks(range(len(shown)), [row.label for row in shown])
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    axes.set_xlabel("percentage points above an even share of the wins")


_NAMES = {True: "all rounds", False: "rounds with one winner"}


def build(context: Context) -> Section:
    """The section, with the counts behind it."""
    shown = rows(context)
    players = listed(list(dict.fromkeys(between(v["lineup"]) for v in context.variants)))
    notes = []
    if len(shown) > MOST:
        notes.append(
            f"The picture shows the first {MOST} of {len(shown)} variants; the tables below have all."
        )
    if not all(map(even_lineup, context.variants)):
        notes.append(
            "Where one player fills more seats than another, the advantage is an average over players that start "
            "more and less often, and an even share (0 in the picture) is no yardstick for it."
        )
    counts = [
        [context.run.spec["variants"][variant]["label"], player, *(f"{n:,}" for n in numbers)]
        for variant, player, *numbers in context.rows("first_player")
    ]
    return Section(
        "first-player",
        "Does starting help?",
        starters(context),
        notes,
        Chart(
            svg("first-player", 1.25 + 0.42 * len(shown[:MOST]), lambda figure: _on(shown[:MOST], figure)),
            f"Starter's advantage {players}, by variant, with 95 % intervals. The numbers are in the tables.",
            f"Each line is a variant, played {players}. The dot is the share of rounds that their starter won, less "
            "an even share: right of the upright line starting helps, left of it starting hurts. The bar through it "
            "is the 95 % interval; where it crosses the line, an even game is not ruled out. The open mark leaves "
            "out rounds with several winners, since a tie looks fair. A pale band, where there is one, is what "
            "capped rounds could have made of it. Two variants whose bars overlap may still differ: they were "
            "played on the same deals, and only a comparison of the two settles it.",
        ),
        [
            Table(
                "Rounds by who started",
                ["variant", "starter", "rounds started", "won alone", "shared the win", "capped"],
                counts,
                frozenset({2, 3, 4, 5}),
                folded=True,
            )
        ],
    )


def _on(shown: list[Row], figure: "Figure") -> None:
    axes = figure.subplots()
    draw(shown, axes)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=2)
