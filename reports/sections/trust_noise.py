"""The noise test in the section on players: what a player wins with more and more noise, as a picture and a table."""

from typing import TYPE_CHECKING

from balance.stats.ladder import Ladder
from balance.stats.noise import Noise
from reports import rungs, tables, trials
from reports.model import Chart, Table
from reports.theme import SERIES, TEXT, svg
from reports.words import DASH, PERCENT, method

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def charts_of(ladder: Ladder, data: list[Table]) -> list[Chart]:
    """The share of the wins by noise; nothing where the test was not played. data: what `tables_of` gives."""
    found = ladder.noise
    if found is None or all(share.value is None for share in found.shares.values()):
        return []
    return [
        Chart(
            svg("noise", 2.4, lambda figure: draw(found, figure.subplots())),
            f"What {found.player} wins with more and more noise, with 95 % intervals. The numbers are in the table.",
            f"Shares of the wins of one noisy {found.player} against the same player without noise, by the share of "
            "its decisions that are made at random. The line is an even share. A player worth trusting falls.",
            tuple(data),
        )
    ]


def draw(found: Noise, axes: "Axes") -> None:
    """A mark a noise, with its interval, and the line of an even share."""
    axes.axhline(100 * found.even, color=TEXT, linewidth=1)
    for level, share in found.shares.items():
        if share.value is not None:
            axes.plot([100 * level], [100 * share.value], "o", color=SERIES[0], markersize=4.5)
        if share.low is not None and share.high is not None:
            axes.plot([100 * level] * 2, [100 * share.low, 100 * share.high], color=SERIES[0], linewidth=1.8)
    axes.set_xlabel(f"decisions at random,{PERCENT}")
    axes.set_ylabel(f"wins,{PERCENT}")


def tables_of(ladder: Ladder, seats: int) -> list[Table]:
    """A line a noise: share, strength, and the change from the noise before."""
    found = ladder.noise
    if found is None:
        return []
    rows = []
    for (level, share), step in zip(found.shares.items(), found.steps, strict=True):
        rows.append(
            [
                f"{found.player}+{level:g}", tables.cell("", share), rungs.strength(rungs.by_share(share, seats)),
                trials.step(step), f"{share.n:,}", f"{share.clusters:,}", method(share.method),
                method(step.change.method) if step.change.low is not None else DASH,
            ]
        )  # fmt: skip
    columns = ["player", "share of the wins", "strength", "step", "matches", "deals", "method", "of steps"]
    caption = (
        f"Noise test of {found.player}: shares of the wins against it and strength in log-odds with 95 % intervals; "
        "steps from the noise before, in intervals that hold for all steps at once"
    )
    return [Table(caption, columns, rows, frozenset(range(1, 6)), folded=True)]
