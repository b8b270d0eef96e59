"""A ladder: who beats whom, strengths, cycles, seats, and how far the best rises above chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, log, sqrt

from balance.stats import bradley_terry
from balance.stats.bradley_terry import Fit
from balance.stats.cycles import cycles
from balance.stats.estimate import Estimate
from balance.stats.evenness import Seat, evenness
from balance.stats.limits import CLUSTER_T, fixed
from balance.stats.measure import ONE_DEAL
from balance.stats.noise import Noise
from balance.stats.tallies import Duel, Tallies

RANDOM = "random"
LOG_ODDS = "log-odds"
SPREADLESS = "every deal came out the same: no spread to tell an interval by"
NOTHING = 1e-9
"""A standard error below it is a rounding error."""


@dataclass(frozen=True)
class Skill:
    """The best player among random ones: 0 where it wins an even share, 1 where it always wins."""

    player: str
    order: Estimate


@dataclass(frozen=True)
class Ladder:
    """All that a ladder tells.

    players: the strongest first; reference: the one whose strength is 0; wins: of (one, other) the share of the matches
    that one wins against the other; duels: the same pairs, who beats whom; strengths: in log-odds against the
    reference; seats: the advantage in log-odds of each seat but the last over the last; equals: of each player, the
    share of the wins of each seat where it plays itself; evenness: the same against an even share and its margin;
    cycles: each player beats the next, the last the first; skill: None without random players; noise: the noise test,
    None where it was not played; deals: of every pairing, but of those that play fewer, which are few.
    """

    players: list[str]
    reference: str
    deals: int
    wins: Mapping[tuple[str, str], Estimate]
    duels: Mapping[tuple[str, str], Duel]
    strengths: Mapping[str, Estimate]
    seats: list[Estimate]
    equals: Mapping[str, list[Estimate]]
    evenness: Mapping[str, list[Seat]]
    cycles: list[list[str]]
    skill: Skill | None
    noise: Noise | None = None
    few: int | None = None


def ladder(tallies: Tallies, players: Sequence[str], reference: str, told: int | None = None) -> Ladder:
    """The ladder of these players; reference: the one whose strength is 0, unless more are comparable elsewhere.

    told: of how many players evenness is told at once, if of more than these.
    """
    first = players.index(reference)
    found = bradley_terry.fit(*tallies.seatings(players), tallies.deals, first)
    largest = max(found.groups, key=lambda group: (len(group), first in group))
    zero = first if first in largest else max(largest, key=lambda player: found.strengths[player])
    ordered = [
        players[p] for group in found.groups for p in sorted(group, key=lambda p: (-found.strengths[p], p))
    ]
    pairs = [(a, b) for a in ordered for b in ordered if a != b]
    wins = {pair: tallies.wins(*pair) for pair in pairs}
    duels = {pair: tallies.duel(*pair) for pair in pairs}
    n = sum(tallies.moments.total(f"{i}:matches") for i in range(len(tallies.pairings)))
    size = int(n), tallies.deals
    beats = {(a, b) for (a, b), duel in duels.items() if duel.sign > 0}
    return Ladder(
        ordered,
        players[zero],
        tallies.deals,
        wins,
        duels,
        {name: _strength(name, players, zero, found, wins, tallies.seats, size) for name in ordered},
        [_seat(found, seat, size) for seat in range(tallies.seats - 1)],
        {name: tallies.equals(name) for name in ordered},
        evenness(tallies, ordered, told),
        cycles(beats),
        _skill(ordered, wins, tallies.seats),
    )


def joined(many: Ladder, few: Ladder, seats: int) -> Ladder:
    """A ladder of the players of `many`, on all deals, and of all of `few`, on the first deals alone.

    What `many` says of its players stands; all else is from `few`, where they played the others on the same few deals.
    Who is in `few` alone stands before the first that is weaker by the strengths that are told.
    """
    wins = {**few.wins, **many.wins}
    duels = {**few.duels, **many.duels}
    known = many.strengths if many.reference == few.reference else {}
    strengths = {**few.strengths, **known}
    ordered = list(many.players)
    for name in few.players:
        if name not in many.players:
            weaker = (
                i for i, other in enumerate(ordered) if _rank(strengths[other]) < _rank(strengths[name])
            )
            ordered.insert(next(weaker, len(ordered)), name)
    beats = {(a, b) for (a, b), duel in duels.items() if duel.sign > 0}
    return replace(
        many,
        players=ordered,
        reference=few.reference,
        wins={(a, b): wins[a, b] for a in ordered for b in ordered if a != b},
        duels={(a, b): duels[a, b] for a in ordered for b in ordered if a != b},
        strengths={name: strengths[name] for name in ordered},
        equals={**few.equals, **many.equals},
        evenness={**few.evenness, **many.evenness},
        cycles=cycles(beats),
        skill=_skill(ordered, wins, seats),
        few=few.deals,
    )


def _rank(strength: Estimate) -> float:
    """What a player is placed by: its strength, or the end at which there is none: it won every match, or none."""
    if strength.value is not None:
        return strength.value
    return -inf if strength.low is None else inf


def _strength(
    name: str,
    players: Sequence[str],
    zero: int,
    found: Fit,
    wins: Mapping[tuple[str, str], Estimate],
    seats: int,
    size: tuple[int, int],
) -> Estimate:
    """A player's strength against the reference; where one of them won every match, how far apart they are at least."""
    player = players.index(name)
    if player == zero:
        reason = "the reference: strengths are differences from it"
        return Estimate(0.0, None, None, *size, CLUSTER_T, LOG_ODDS, reason=reason)
    group = next(group for group in found.groups if zero in group)
    if player in group:
        return _estimate(found.difference(player, zero), size)
    share = wins[name, players[zero]]
    if share.value == 1 and share.low is not None:
        reason = f"won every match against {players[zero]}: a lower limit is all that can be told"
        return Estimate(None, odds(share.low, seats), None, *size, share.method, LOG_ODDS, reason=reason)
    if share.value == 0 and share.high is not None:
        reason = f"won nothing against {players[zero]}: an upper limit is all that can be told"
        return Estimate(None, None, odds(share.high, seats), *size, share.method, LOG_ODDS, reason=reason)
    reason = share.reason or f"not to be compared with {players[zero]}"
    return Estimate(None, None, None, *size, CLUSTER_T, LOG_ODDS, reason=reason)


def odds(share: float, seats: int) -> float:
    """The difference in strength by which one player wins this share of the matches among seats − 1 equal others."""
    if share in (0.0, 1.0):
        return inf if share else -inf
    return log(share / (1 - share)) + log(seats - 1)


def _seat(found: Fit, seat: int, size: tuple[int, int]) -> Estimate:
    term = found.seat(seat)
    if term is None:
        reason = "between equals some seat never won: no finite term tells its odds"
        return Estimate(None, None, None, *size, CLUSTER_T, LOG_ODDS, reason=reason)
    return _estimate(term, size)


def _estimate(found: tuple[float, float], size: tuple[int, int]) -> Estimate:
    """A value and its variance with Student's interval."""
    (value, variance), (n, deals) = found, size
    if deals < 2 or variance < NOTHING**2:
        reason = ONE_DEAL if deals < 2 else SPREADLESS
        return Estimate(value, None, None, n, deals, CLUSTER_T, LOG_ODDS, reason=reason)
    half = fixed().errors(deals) * sqrt(variance)
    return Estimate(value, value - half, value + half, n, deals, CLUSTER_T, LOG_ODDS)


def _skill(ordered: Sequence[str], wins: Mapping[tuple[str, str], Estimate], seats: int) -> Skill | None:
    """Goadrich's order: (w − 1/n)/(1 − 1/n), w the share of the wins of the best player, one among random ones."""
    if RANDOM not in ordered or len(ordered) < 2:
        return None
    best = next(name for name in ordered if name != RANDOM)
    share, even = wins[best, RANDOM], 1 / seats

    def order(x: float | None) -> float | None:
        return None if x is None else (x - even) / (1 - even)

    limits = None if share.bounds is None else tuple((x - even) / (1 - even) for x in share.bounds)
    low, high = share.low, share.high
    found = Estimate(
        order(share.value), order(low), order(high), share.n, share.clusters, share.method, "order",
        None if limits is None else (limits[0], limits[1]), share.reason,
    )  # fmt: skip
    return Skill(best, found)
