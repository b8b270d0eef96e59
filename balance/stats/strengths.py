"""Does a verdict hold whoever plays? Intervals of one figure, each between equals of another strength, and a margin."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from math import inf
from typing import Any

from balance.stats.comparisons import Comparison
from balance.stats.estimate import Estimate


class Side(StrEnum):
    """Where a figure lies: above the margin, below its negative, or between."""

    ABOVE = "above"
    WITHIN = "within"
    BELOW = "below"


class Held(StrEnum):
    """Whether a verdict holds for all strengths."""

    TURNS = "TURNS WITH STRENGTH"
    SOME = "HOLDS FOR SOME ONLY"
    ALL = "HOLDS FOR ALL"
    OPEN = "NOT SETTLED"


Sides = frozenset[Side]
ANYWHERE: Sides = frozenset(Side)


def sides(low: float, high: float, margin: float) -> Sides:
    """Where a figure can lie whose limits these are; ±inf for a limit that is not known."""
    found = {
        Side.ABOVE: high > margin,
        Side.WITHIN: low <= margin and high >= -margin,
        Side.BELOW: low < -margin,
    }
    return frozenset(side for side, possible in found.items() if possible)


def held(each: Collection[Sides]) -> Held:
    """What sides of several strengths say together.

    The verdict turns where one is surely above the margin and another surely below its negative. It holds for some only
    where no side is left that two of them share. It holds for all where all are surely on the same side. Else it is not
    settled: nothing is called an agreement that is not sure.
    """
    found = set(each)
    if {frozenset({Side.ABOVE}), frozenset({Side.BELOW})} <= found:
        return Held.TURNS
    if any(one.isdisjoint(other) for one, other in combinations(found, 2)):
        return Held.SOME
    return Held.ALL if len(found) == 1 and len(next(iter(found))) == 1 else Held.OPEN


@dataclass(frozen=True)
class Rung:
    """A figure between equal players of one strength.

    variant: its number in the run; estimate: with the interval that all is read from, which holds at once with those of
    all other rungs; margin: what is small, None where that is not known; reason: in words, why nothing can be said;
    comparison: of a difference all that it is.
    """

    player: str
    variant: int
    estimate: Estimate
    margin: float | None
    reason: str | None = None
    comparison: Comparison | None = None

    @property
    def sides(self) -> Sides:
        """Where the figure can lie."""
        low, high = self.estimate.low, self.estimate.high
        if self.reason is not None or self.margin is None or low is high is None:
            return ANYWHERE
        return sides(-inf if low is None else low, inf if high is None else high, self.margin)

    def to_json(self) -> dict[str, Any]:
        """The metric form, with who played, and the sides where the figure can lie."""
        more = {} if self.reason is None else {"reason": self.reason}
        told = [side.value for side in Side if side in self.sides]
        beside = {"players": self.player, "variant": self.variant, "margin": self.margin, "sides": told}
        return beside | self.estimate.to_json() | more


@dataclass(frozen=True)
class Row:
    """A figure of a variant, or with `tweak` what a tweak does to it, for all strengths from weak to strong."""

    label: str
    seats: int
    metric: str
    rungs: Sequence[Rung]
    tweak: bool = False

    @cached_property
    def held(self) -> Held:
        """Does it hold for all of them?"""
        return held([rung.sides for rung in self.rungs])

    def to_json(self) -> dict[str, Any]:
        """What `--json` says of it."""
        return {
            "tweak" if self.tweak else "label": self.label,
            "seats": self.seats,
            "metric": self.metric,
            "held": self.held.value,
            "players": [rung.to_json() for rung in self.rungs],
        }


@dataclass(frozen=True)
class Strengths:
    """What a run says of the same question put to players of several strengths.

    players: from weak to strong; told: those that everything else is told of; deals: how many each played of a variant;
    levels: the starter's advantage of each variant; changes: what each tweak does, by primary metric; notes: in words,
    why something is not told.
    """

    players: Sequence[str]
    told: str
    deals: dict[str, int]
    levels: Sequence[Row]
    changes: Sequence[Row] = ()
    notes: Sequence[str] = ()

    @property
    def turning(self) -> list[Row]:
        """The rows whose verdict turns with strength."""
        return [row for row in (*self.levels, *self.changes) if row.held is Held.TURNS]

    def to_json(self) -> dict[str, Any]:
        """The object that `--json` has as `strengths`."""
        return {
            "players": list(self.players),
            "told": self.told,
            "deals": self.deals,
            "levels": [row.to_json() for row in self.levels],
            "changes": [row.to_json() for row in self.changes],
            "notes": list(self.notes),
        }
