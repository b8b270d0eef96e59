"""What a ladder shows in the terminal: order and strengths, who wins how often against whom, cycles, luck and skill."""

import typer

from balance.cli.answers import aligned
from balance.cli.lines import WIDTH, ending, lines
from balance.stats.estimate import Estimate
from balance.stats.ladder import RANDOM, Ladder
from balance.workflows.reading.laddered import Laddered
from reports import rungs, trials
from reports.words import DASH, PERCENT, SPACE, count, digits, number

COARSE = 0.001  # an interval that wide is told to a tenth of a percent


def show(found: Laddered) -> None:
    """Print the ladder to standard output."""
    spec, ladder = found.run.spec, found.ladder
    seats, matches = spec["variants"][0]["seats"], max(v["matches"] for v in spec["variants"])
    typer.echo(
        f"{spec['game']}, {seats} seats, {len(ladder.players)} players, {matches:,} matches a pairing "
        f"({ladder.deals:,} deals), seed {spec['seed']}\n"
    )
    if ladder.few is not None:
        few = min(variant["matches"] for variant in spec["variants"] if variant["mirrors"] == seats)
        lines(f"Pairings in which a player searches: {few:,} matches ({ladder.few:,} deals).")
        typer.echo("")
    typer.echo(_players(found))
    lines(
        f"Strength in log-odds against {ladder.reference}: one more wins 73{PERCENT} of duels, two more 88{PERCENT}."
        if seats == 2
        else f"Strength in log-odds against {ladder.reference}: one more is e = 2.7 times the chance to win."
    )
    for text in rungs.seat_terms(ladder, seats):
        lines(text)
    typer.echo(f"\n{_head(seats)}")
    for block in _blocks(ladder):
        typer.echo(block)
    for text in (*rungs.close(ladder), *rungs.cycles(ladder), *trials.evenness(ladder, seats)):
        lines(text)
    for text in (*trials.peeks(spec["ladder"].get("peeks"), spec["game"]), *trials.noise(ladder.noise)):
        lines(text)
    searchers = {row["name"] for row in spec["players"] if row.get("budget")}
    for text in rungs.searching(ladder, searchers):
        lines(text)
    for text in rungs.luck(ladder, seats, spec["declared"]["title"]):
        lines(text)
    ending(found.run, found.seconds)


def _players(found: Laddered) -> str:
    """One line a player, the strongest first."""
    ladder = found.ladder
    chance = RANDOM in ladder.players
    rows = []
    for place, name in enumerate(ladder.players, 1):
        share = ladder.wins.get((name, RANDOM))
        told = [DASH if share is None else _cell(share)[0]] if chance else []
        rows.append(
            [f"{place} {name}", rungs.strength(ladder.strengths[name]), *told, f"{found.rates[name]:,.0f}"]
        )
    names = ["player", "strength", *(["wins v random, %"] if chance else []), "decisions/s"]
    return aligned(names, rows, [True] + [False] * (len(names) - 1)).rstrip()


def _head(seats: int) -> str:
    if seats == 2:
        return "% of the wins of the player on the left against the one above"
    others = count(seats - 1, "such player").replace(SPACE, " ")
    return f"% of the wins of one player on the left among {others} as above (even: {100 / seats:.3g})"


def _blocks(ladder: Ladder) -> list[str]:
    """The matrix, a value above its interval; as many columns side by side as the terminal holds."""
    names = ladder.players
    heads = [f"{place} {name}" for place, name in enumerate(names, 1)]
    cells = {pair: _cell(share) for pair, share in ladder.wins.items()}
    wide = max(9, *(len(line) for cell in cells.values() for line in cell))
    left = max(map(len, heads))
    most = max(1, (WIDTH - left) // (wide + 2))
    blocks = []
    for first in range(0, len(names), most):
        shown = names[first : first + most]
        rows = []
        for head, name in zip(heads, names, strict=True):
            both = [cells.get((name, other), [DASH, ""]) for other in shown]
            rows += [[head, *(cell[0] for cell in both)], ["", *(cell[1] for cell in both)]]
        columns = [name if len(name) <= wide else name[: wide - 1] + "…" for name in shown]
        blocks.append(aligned(["", *columns], rows, [True] + [False] * len(shown)))
    return blocks


def _cell(share: Estimate) -> list[str]:
    """A share in percent and its interval, with no more digits than the terminal needs."""
    if share.value is None:
        return [DASH, ""]
    low, high = share.low, share.high
    if low is None or high is None:
        return [_percent(share.value, 1), "no interval"]
    low, high = max(low, 0.0), min(high, 1.0)
    places = 1 if high - low >= COARSE else digits(100 * low, 100 * high, 1)
    return [_percent(share.value, places), f"{_percent(low, places)}–{_percent(high, places)}"]


def _percent(share: float, places: int) -> str:
    return "100" if share == 1 else "0" if share == 0 else number(100 * share, places)
