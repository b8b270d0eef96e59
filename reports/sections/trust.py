"""Can these players be trusted? The order of strength, who beats whom, equals over the seats, cycles."""

from typing import TYPE_CHECKING

from balance.calibration import skill
from balance.stats.ladder import Ladder
from reports import charts, rungs, tables, trials
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.sections import trust_noise
from reports.theme import SERIES, TEXT, svg
from reports.words import count, listed, method, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def lead(context: Context, ladder: Ladder) -> list[str]:
    """The order first, then what qualifies it."""
    seats = context.variants[0]["seats"]
    size = count(ladder.deals, "deal")
    if ladder.few is not None:
        size += f", {count(ladder.few, 'deal')} where a player searches"
    return [
        f"From the strongest to the weakest: {listed(ladder.players)} ({size}, every seating of each).",
        *rungs.close(ladder),
        *rungs.cycles(ladder),
        *rungs.luck(ladder, seats, context.game["title"]),
    ]


def build(context: Context) -> Section | None:
    """The section; None where the run is not that of a ladder."""
    if "ladder" not in context.run.spec:
        return None
    title = "Can these players be trusted?"
    ladder = context.ladder
    if ladder is None:
        return Section("trust", title, notes=["No deal has been played by all pairings yet."])
    seats = context.variants[0]["seats"]
    limits = [
        f"{name}: {ladder.strengths[name].reason}."
        for name in ladder.players
        if ladder.strengths[name].reason and name != ladder.reference
    ]
    order = _order(context, ladder)
    noise_tables = trust_noise.tables_of(ladder, seats)
    noise_charts = trust_noise.charts_of(ladder, noise_tables)
    return Section(
        "trust",
        title,
        [
            *rungs.cycles(ladder),
            *rungs.close(ladder),
            *trials.evenness(ladder, seats),
            *trials.peeks(context.run.spec["ladder"].get("peeks"), context.run.spec["game"]),
            *trials.noise(ladder.noise),
            *rungs.seat_terms(ladder, seats),
        ],
        limits,
        [
            Chart(
                svg("trust", 1.0 + 0.36 * len(ladder.players), lambda figure: _on(ladder, figure)),
                "Strength of the players, the strongest on top, with 95 % intervals. The numbers are in the table.",
                f"Strengths in log-odds against {ladder.reference}, from all pairings at once (Bradley and Terry’s "
                "model, with a term for the seat). One more multiplies the odds of winning by 2.7. Bars are 95 % "
                "intervals by deals; a triangle is a limit alone, for a player that won or lost every match.",
                (order,),
            ),
            *noise_charts,
        ],
        [order, _matrix(ladder, seats), _equals(ladder, seats), *noise_tables, _skill(ladder, context)],
    )


def draw(ladder: Ladder, axes: "Axes") -> None:
    """A line a player: its strength and interval, or the one limit that there is."""
    axes.axvline(0, color=TEXT, linewidth=1)
    marks = [(float(at), ladder.strengths[name], 0) for at, name in enumerate(ladder.players)]
    charts.dots(axes, [mark for mark in marks if mark[1].value is not None], 1)
    for at, estimate, _ in marks:
        limit = estimate.low if estimate.low is not None else estimate.high
        if estimate.value is None and limit is not None:
            axes.plot([limit], [at], marker=">" if estimate.low is not None else "<", color=SERIES[0])
    axes.set_yticks(range(len(ladder.players)), [charts.shortened(name) for name in ladder.players])
    axes.set_ylim(len(ladder.players) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.locator_params(axis="x", nbins=6)
    axes.set_xlabel(f"log-odds against {ladder.reference}")


def _on(ladder: Ladder, figure: "Figure") -> None:
    draw(ladder, figure.subplots())


def _order(context: Context, ladder: Ladder) -> Table:
    rates = context.run.spec["ladder"]["rates"]
    rows = []
    for place, name in enumerate(ladder.players, 1):
        found = ladder.strengths[name]
        told = [rungs.strength(found), f"{rates[name]:,.0f}", f"{found.n:,}", f"{found.clusters:,}"]
        rows.append([f"{place} {name}", *told, method(found.method)])
    columns = ["player", "strength", "decisions a second", "matches", "deals", "method"]
    return Table(
        f"Strength against {ladder.reference} in log-odds, and price", columns, rows, frozenset({1, 2, 3, 4})
    )


def _matrix(ladder: Ladder, seats: int) -> Table:
    rows = []
    for name in ladder.players:
        shares = (ladder.wins.get((name, other)) for other in ladder.players)
        rows.append([name, *(tables.cell("", share) for share in shares)])
    what = (
        "the player of the line against that of the column"
        if seats == 2
        else f"one player of the line among {seats - 1} of the column"
    )
    caption = f"Shares of the wins, {what}: value and 95 % interval"
    return Table(
        caption, ["player", *ladder.players], rows, frozenset(range(1, len(ladder.players) + 1)), folded=False
    )


def _equals(ladder: Ladder, seats: int) -> Table:
    rows = []
    for name in ladder.players:
        own = ladder.equals[name]
        told = [tables.cell("", found) for found in own]
        rows.append([name, *told, f"{own[0].n:,}", f"{own[0].clusters:,}", method(own[0].method)])
    columns = ["player", *(f"seat {seat}" for seat in range(seats)), "matches", "deals", "method"]
    caption = "Shares of the matches between equals, by seat: value and 95 % interval"
    return Table(caption, columns, rows, frozenset(range(1, seats + 3)), folded=True)


def _skill(ladder: Ladder, context: Context) -> Table:
    seats = str(context.variants[0]["seats"])
    rows = [[row.game, row.player, str(row.seats), number(row.order, 2), row.source] for row in skill.KNOWN]
    if ladder.skill is not None:
        own = ladder.skill.order
        size = f"this run, {count(own.clusters, 'deal')}, {method(own.method)}"
        rows.insert(0, [context.game["title"], ladder.skill.player, seats, rungs.order(own), size])
    caption = "Luck and skill: from an even share of the wins among random players (0) to all of them (1)"
    return Table(
        caption, ["game", "player", "seats", "order", "source"], rows, frozenset({2, 3}), folded=True
    )
