"""Equals over the seats: does a player that plays itself win alike in every seat?"""

from collections.abc import Sequence
from dataclasses import dataclass

from balance.stats.estimate import Estimate
from balance.stats.limits import Limits
from balance.stats.margins import OF_SHARES
from balance.stats.simultaneous import family
from balance.stats.tallies import Tallies
from balance.stats.verdicts import Word, more_needed, word


@dataclass(frozen=True)
class Seat:
    """How much more than an even share a seat wins between equals, within limits that hold for all that are told.

    sure: the interval that holds whatever capped matches had given; None without an interval.
    """

    seat: int
    off: Estimate
    sure: tuple[float, float] | None

    @property
    def word(self) -> Word | None:
        """What it is against the margin of a share; None without an interval."""
        return word(*self.sure, OF_SHARES.fixed) if self.sure else None

    @property
    def more_needed(self) -> int | None:
        """Further deals that are likely to settle it; None where it is settled, or none would."""
        if self.sure is None or self.word is None or self.off.value is None:
            return None
        return more_needed(self.word, self.off.value, self.sure, OF_SHARES.fixed, self.off.clusters)


def evenness(tallies: Tallies, players: Sequence[str], told: int | None = None) -> dict[str, list[Seat]]:
    """Of each player its seats; of two one alone, which tells the other. told: of how many players that is told."""
    seats = range(tallies.seats if tallies.seats > 2 else 1)
    limits = family((told or len(players)) * len(seats), 0, ()).limits
    return {player: [_seat(tallies, player, seat, limits) for seat in seats] for player in players}


def _seat(tallies: Tallies, player: str, seat: int, limits: Limits) -> Seat:
    off, sure = tallies.off(player, seat, limits)
    return Seat(seat, off, sure)
