"""What a ladder says of its players, in words: for reports and terminals alike."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from balance.calibration import skill
from balance.stats.estimate import Estimate
from balance.stats.ladder import LOG_ODDS, Ladder, odds
from balance.stats.tallies import Duel
from reports.changes import EDGE  # told alike: a difference of shares, with its sign, in percentage points
from reports.words import DASH, digits, listed, number, sentence, value


def strength(estimate: Estimate) -> str:
    """A strength or a seat's term: +1.23 (+1.11 to +1.35), at least +5.1, 0 for the reference."""
    low, high = estimate.low, estimate.high
    if estimate.value is None:
        if low is not None:
            return f"at least {number(low, 1, sign=True)}"
        return DASH if high is None else f"at most {number(high, 1, sign=True)}"
    if low is None or high is None:
        return number(estimate.value, 2, sign=True)
    places = digits(low, high, 2)
    told, least, most = (number(x, places, sign=True) for x in (estimate.value, low, high))
    return f"{told} ({least} to {most})"


def by_share(share: Estimate, seats: int) -> Estimate:
    """The strength that a share of the wins among equal others comes to, in log-odds against them."""
    value, low, high = (
        None if x is None or not 0 < x < 1 else odds(x, seats) for x in (share.value, share.low, share.high)
    )
    return replace(share, value=value, low=low, high=high, unit=LOG_ODDS, bounds=None)


def order(estimate: Estimate) -> str:
    """How far from chance to certainty: 0.93 (0.92 to 0.94); never beyond 1, whatever Student's t says."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return DASH if estimate.value is None else f"{number(estimate.value, 2)} (no interval)"
    places = digits(estimate.low, estimate.high, 2)
    told, low, high = (number(min(x, 1.0), places) for x in (estimate.value, estimate.low, estimate.high))
    return f"{told} ({low} to {high})"


def edge(duel: Duel) -> str:
    """By how much a player is ahead: +4.5 pp (+3.1 to +5.9)."""
    return f"{value(EDGE, duel.edge)} ({_edge_limits(duel)})"


def _edge_limits(duel: Duel) -> str:
    if duel.sure is None:
        return "no interval"
    low, high = (100 * limit for limit in duel.sure)
    places = digits(low, high, 1)
    return f"{number(low, places, sign=True)} to {number(high, places, sign=True)}"


def cycles(found: Ladder) -> Iterator[str]:
    """A sentence a cycle, or that there is none."""
    if not found.cycles:
        yield "No cycle: no players beat each other in a circle, each with an interval that excludes 0."
    for cycle in found.cycles:
        steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        told = [f"{one} beats {other} by {edge(found.duels[one, other])}" for one, other in steps]
        yield f"A cycle, which no order of strength can show: {listed(told)}."


def close(found: Ladder) -> Iterator[str]:
    """Neighbours in the order of whom neither is surely ahead, or of whom the lower one is."""
    pairs = list(zip(found.players, found.players[1:], strict=False))
    even = [f"{a} and {b}" for a, b in pairs if found.duels[a, b].sign == 0]
    if even:
        yield f"Neighbours whose own matches do not tell who is stronger: {listed(even)}."
    for a, b in pairs:
        if found.duels[a, b].sign < 0:
            yield f"{sentence(b)[:-1]} stands below {a} but beats it, by {edge(found.duels[b, a])}."


def searching(found: Ladder, searchers: Collection[str]) -> Iterator[str]:
    """Where players that search played and none of them is on top: how the best of them does against who is."""
    first, best = found.players[0], next((name for name in found.players if name in searchers), None)
    if best is None or first in searchers:
        return
    duel = found.duels[best, first]
    told = {1: "beats", 0: "is neither surely ahead of nor behind", -1: "loses to"}[duel.sign]
    yield f"No player that searches is on top: {best} {told} {first}, {edge(duel)}."


def luck(found: Ladder, seats: int, game: str) -> Iterator[str]:
    """How far the best rises above random players, beside games for which that is known."""
    if found.skill is None:
        yield "Luck and skill: without random players nothing tells how far the best rises above them."
        return
    best = found.skill
    if best.order.value is None:
        yield f"Luck and skill: not to be told, {best.order.reason}."
        return
    known = [f"{row.game} {number(row.order, 2)} ({row.player})" for row in skill.KNOWN if row.game != game]
    yield (
        f"Luck and skill: {best.player}, alone among random players, goes {order(best.order)} of the way from an even "
        f"share of the wins (0) to all of them (1), {seats} seats. The same for other games: {listed(known)}."
    )


def seat_terms(found: Ladder, seats: int) -> Iterator[str]:
    """What the seats are worth."""
    for seat, term in enumerate(found.seats):
        than = "the other" if seats == 2 else f"seat {seats - 1}"
        reason = f": {term.reason}" if term.reason else ""
        yield f"Seat {seat} against {than}: {strength(term)}{reason}."
