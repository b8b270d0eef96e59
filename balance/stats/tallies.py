"""What is counted of a ladder: by pairing and seating the shares of the wins, deal by deal, and who beats whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np

from balance.stats.contrast import outer
from balance.stats.estimate import Estimate
from balance.stats.influence import Ratio
from balance.stats.layout import MATCHES
from balance.stats.limits import Limits, fixed
from balance.stats.measure import SHARE, Measure, contrasts, estimate
from balance.stats.moments import Moments


@dataclass(frozen=True)
class Pairing:
    """Two players at a table: `one` takes one seat, `rest` all others; `one` twice where equals play.

    seatings: of each mirror, the player in each seat.
    """

    one: str
    rest: str
    seatings: Sequence[Sequence[str]]


class Sums(Protocol):
    """Sums of some deals, as `balance.store.clusters.seating_sums` reads them."""

    @property
    def deals(self) -> int: ...  # noqa: D102
    @property
    def columns(self) -> Mapping[str, np.ndarray]: ...  # noqa: D102


@dataclass(frozen=True)
class Duel:
    """How much more than its part a player wins against another, at tables of both kinds where there are two.

    edge: for two seats its share of the wins less a half; for more, half of what it wins as one among the other, less
    what the other wins as one among it: 0 for equals. sure: the interval that holds whatever capped matches had given.
    """

    edge: Estimate
    sure: tuple[float, float] | None

    @property
    def sign(self) -> int:
        """1: the player beats the other, −1: it is beaten, 0: the interval does not tell."""
        low, high = self.sure or (0.0, 0.0)
        return int(low > 0) - int(high < 0)


class Tallies:
    """The sums of products over deals of all that the pairings won."""

    def __init__(self, pairings: Sequence[Pairing], share_unit: int) -> None:
        """pairings: in the order in which `add` gets their sums; share_unit: shares are in units of 1/share_unit."""
        self.pairings = list(pairings)
        self._place = {(p.one, p.rest): i for i, p in enumerate(self.pairings)}
        self.seats = len(self.pairings[0].seatings[0])
        shares = [
            f"{i}:{m}:{s}"
            for i, p in enumerate(self.pairings)
            for m in range(len(p.seatings))
            for s in range(self.seats)
        ]
        sides = [f"{i}:{side}" for i in range(len(self.pairings)) for side in ("one", "rest")]
        counts = [f"{i}:{count}" for i in range(len(self.pairings)) for count in ("matches", "capped")]
        self._shares = shares
        unit = Fraction(1, share_unit)
        self.moments = Moments([*shares, *sides, *counts], dict.fromkeys([*shares, *sides], unit))

    @property
    def deals(self) -> int:
        """How many deals were added."""
        return self.moments.clusters

    def add(self, parts: Sequence[Sums]) -> None:
        """Add the sums of further deals: of each pairing, the same deals in the same order."""
        deals, columns = parts[0].deals, dict[str, np.ndarray]()
        nothing = np.zeros(deals, np.int64)
        for i, (pairing, part) in enumerate(zip(self.pairings, parts, strict=True)):
            one, rest = nothing, nothing
            for m, players in enumerate(pairing.seatings):
                for s, player in enumerate(players):
                    share = part.columns.get(f"seating_share:{m}:{s}", nothing)
                    columns[f"{i}:{m}:{s}"] = share
                    one, rest = (one + share, rest) if player == pairing.one else (one, rest + share)
            columns |= {f"{i}:one": one, f"{i}:rest": rest}
            columns |= {
                f"{i}:matches": part.columns["matches"],
                f"{i}:capped": part.columns["capped_matches"],
            }
        self.moments.add(deals, columns)

    def wins(self, one: str, other: str) -> Estimate:
        """The share of the matches that a player wins against another; with more seats, alone among these others."""
        return estimate(self.share(one, other), self.moments)

    def share(self, one: str, other: str) -> Measure:
        """What `wins` estimates."""
        return _measure((self._won(one, other),))

    def even(self, one: str, other: str) -> Measure:
        """An even share of the matches of two players: the same in every deal, beside which others can be held."""
        place = self._place[one, other]
        every = Ratio(f"{place}:matches", f"{place}:matches")
        return _measure((every,), Fraction(1, self.seats) - 1)

    def surplus(self, one: str, other: str) -> Measure:
        """How much more than its even share of the matches a player wins, alone among these others."""
        won = self._won(one, other)
        return Measure(
            "", (won,), SHARE, MATCHES.words, "", Fraction(-1, self.seats),
            caps=(won.bottom, won.capped) if won.capped else None,
        )  # fmt: skip

    def duel(self, one: str, other: str) -> Duel:
        """Who of two beats the other."""
        both = [self._won(one, other)]
        if self.seats > 2:
            both.append(self._ratio(self._place[other, one], "rest"))
        return Duel(*self._within(_measure(tuple(both), Fraction(-1, 2)), fixed()))

    def equals(self, player: str) -> list[Estimate]:
        """The share of the matches that each seat wins where a player plays itself."""
        ratios = (self._seated(player, seat) for seat in range(self.seats))
        return [estimate(_measure((ratio,)), self.moments) for ratio in ratios]

    def off(self, player: str, seat: int, limits: Limits) -> tuple[Estimate, tuple[float, float] | None]:
        """How much more than an even share a seat wins where a player plays itself, and what is sure of it."""
        return self._within(_measure((self._seated(player, seat),), -Fraction(1, self.seats)), limits)

    def _within(self, measure: Measure, limits: Limits) -> tuple[Estimate, tuple[float, float] | None]:
        """An estimate, and the interval that holds whatever capped matches had given."""
        found = estimate(measure, self.moments, limits)
        if found.low is None or found.high is None:
            return found, None
        return found, outer(contrasts(measure, self.moments), limits) or (found.low, found.high)

    def seatings(self, players: Sequence[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What `bradley_terry.fit` takes of all pairings: players by seat, wins, sums of products."""
        lines = [[players.index(p) for p in line] for pairing in self.pairings for line in pairing.seatings]
        wins = np.array([float(self.moments.total(name)) for name in self._shares]).reshape(-1, self.seats)
        return np.array(lines), wins, self.moments.matrix(self._shares)

    def _seated(self, player: str, seat: int) -> Ratio:
        """The share of a seat where a player plays itself."""
        return self._ratio(self._place[player, player], f"0:{seat}")

    def _won(self, one: str, other: str) -> Ratio:
        if (one, other) in self._place:
            return self._ratio(self._place[one, other], "one")
        return self._ratio(self._place[other, one], "rest")

    def _ratio(self, place: int, side: str) -> Ratio:
        return Ratio(f"{place}:{side}", f"{place}:matches", f"{place}:capped")


def _measure(ratios: tuple[Ratio, ...], shift: Fraction = Fraction(0)) -> Measure:
    return Measure("", ratios, SHARE, MATCHES.words, "", shift)
