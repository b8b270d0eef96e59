"""The noise test: does a player win less the more of its decisions are made at random?

A player whose mistakes cost nothing decides nothing that matters, or badly. One noisy player sits at a table of the
same player without noise; step by step the noise grows, on the same deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from balance.stats.differences import Arms, Difference, difference
from balance.stats.estimate import Estimate
from balance.stats.margins import OF_SHARES
from balance.stats.measure import Measure
from balance.stats.moments import Cross
from balance.stats.simultaneous import family
from balance.stats.tallies import Tallies
from balance.stats.verdicts import Word, more_needed


class Passed(StrEnum):
    """What the test comes to."""

    YES = "passes"
    NO = "fails"
    OPEN = "not settled"


@dataclass(frozen=True)
class Step:
    """How the share of the wins changes where noise grows; noise: from so much to so much; 0 has an even share."""

    noise: tuple[float, float]
    change: Difference

    @property
    def rises(self) -> bool:
        """Surely more is won with more noise, whatever capped matches had given."""
        return self.change.widest is not None and self.change.widest[0] > 0

    @property
    def falls(self) -> bool:
        """Surely less is won with more noise, whatever capped matches had given."""
        return self.change.widest is not None and self.change.widest[1] < 0


@dataclass(frozen=True)
class Noise:
    """shares: of each noise, what the noisy player wins at a table of the others.

    steps: from each noise to the next, the first from 0, with limits that hold for all at once; whole: from the least
    noise to the most, with plain limits; more_needed: deals that would settle it, where more deals would.
    """

    player: str
    shares: dict[float, Estimate]
    seats: int
    steps: list[Step]
    whole: Step

    @property
    def even(self) -> float:
        """The share that it would win without noise."""
        return 1 / self.seats

    @property
    def passed(self) -> Passed:
        """No step up that is sure, and with the most noise surely less than with the least."""
        if self.whole.rises or any(step.rises for step in self.steps):
            return Passed.NO
        return Passed.YES if self.whole.falls else Passed.OPEN

    @property
    def more_needed(self) -> int | None:
        """Further deals after which the interval of the whole is likely to leave out 0; None where it is settled.

        Where the value itself is not below 0, as many as would show a change of a margin's size.
        """
        change, limits = self.whole.change, self.whole.change.widest
        if self.passed is not Passed.OPEN or change.value is None or limits is None:
            return None
        if change.value < 0:
            return more_needed(Word.UNCLEAR, change.value, limits, 0.0, change.clusters)
        return more_needed(Word.INCONCLUSIVE, change.value, limits, OF_SHARES.fixed, change.clusters)


def noise(tallies: Tallies, player: str, noisy: Sequence[tuple[float, str]]) -> Noise:
    """The noise test of a player.

    tallies: of the pairings of each noisy one with the player itself; noisy: (noise, the name of the player that has
    it), the least noise first, two at least.
    """
    measures = [(0.0, tallies.even(noisy[0][1], player))]
    measures += [(level, tallies.share(name, player)) for level, name in noisy]
    arms = Arms(tallies.moments, tallies.moments, Cross.within(tallies.moments))

    def step(one: tuple[float, Measure], other: tuple[float, Measure]) -> Step:
        return Step((one[0], other[0]), difference(one[1], other[1], arms))

    at_once = family(len(noisy), 0, ()).limits
    steps = [step(one, other) for one, other in pairwise(measures)]
    return Noise(
        player,
        {level: tallies.wins(name, player) for level, name in noisy},
        tallies.seats,
        [Step(found.noise, found.change.within(at_once)) for found in steps],
        step(measures[1], measures[-1]),
    )
