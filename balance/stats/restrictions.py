"""What it costs a player never, or always, to make some choices: its share of the wins against itself unrestricted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Any

import numpy as np

from balance.stats.contrast import Contrast, ends, outer
from balance.stats.estimate import Estimate
from balance.stats.margins import OF_SHARES
from balance.stats.measure import SHARE, Measure, capped_share, contrasts, estimate
from balance.stats.moments import Moments
from balance.stats.simultaneous import Family, Limited, Moving, at_once
from balance.stats.tallies import Tallies
from balance.stats.verdicts import MOST_CAPPED, Word, holm, word

MARGIN = OF_SHARES.fixed
"""A cost within ± this share of the wins is small."""


class Effect(StrEnum):
    """What an interval says of a restriction."""

    COSTS = "costs"
    PAYS = "pays"
    NONE = "makes no material difference"
    OPEN = "not settled"


@dataclass(frozen=True)
class Restricted:
    """A restricted player. player: as in line-ups; mode: never or always; name, value: the class and its value; met,
    bound: the shares of its decisions between several legal choices in which one of that value was legal, and in which
    others were, too, so that something was taken away."""

    player: str
    mode: str
    name: str
    value: str
    met: Estimate
    bound: Estimate

    @property
    def absent(self) -> bool:
        """Was no such choice ever among several legal ones?"""
        return self.met.value == 0

    @property
    def idle(self) -> bool:
        """Was nothing ever taken away?"""
        return self.bound.value == 0


@dataclass(frozen=True)
class Cost:
    """An even share of the wins less that of a restricted player, alone among unrestricted ones on the same deals.

    cost: within limits that hold for all restrictions at once; outer: the interval that holds whatever capped matches
    had given, where there were any; p_holm: of no cost, by Holm over all; effect: None for a reason.
    """

    of: Restricted
    cost: Estimate
    outer: tuple[float, float] | None
    p_holm: float | None
    effect: Effect | None
    reason: str | None = None

    @property
    def limits(self) -> tuple[float, float] | None:
        """The interval that the effect is read from."""
        low, high = self.cost.low, self.cost.high
        return self.outer or (None if low is None or high is None else (low, high))

    def to_json(self) -> dict[str, Any]:
        """All of it, JSON-ready."""
        row: dict[str, Any] = {
            "player": self.of.player,
            "mode": self.of.mode,
            "class": self.of.name,
            "value": self.of.value,
            "cost": self.cost.to_json() | ({} if self.outer is None else {"outer": list(self.outer)}),
            "margin": MARGIN,
            "effect": self.effect.value if self.effect else None,
            "p_holm": self.p_holm,
            "met": self.of.met.to_json(),
            "bound": self.of.bound.to_json(),
        }
        return row | ({} if self.reason is None else {"reason": self.reason})


@dataclass(frozen=True)
class Restrictions:
    """All that a run says of the restrictions of one player, in declared order."""

    player: str
    seats: int
    deals: int
    costs: list[Cost]

    def dominant(self) -> Iterator[tuple[Cost, list[Cost]]]:
        """In each class the value that it costs nothing material always to choose while always each other one costs,
        and these others. Values that take nothing away do not count."""
        for _, some in groupby(self.costs, key=lambda cost: cost.of.name):
            always = [one for one in some if one.of.mode == "always" and not one.of.idle]
            for one in always:
                others = [other for other in always if other is not one]
                free = one.effect in (Effect.NONE, Effect.PAYS)
                if free and others and all(other.effect is Effect.COSTS for other in others):
                    yield one, others


def restrictions(tallies: Tallies, player: str, restricted: Sequence[Restricted]) -> Restrictions:
    """The costs of all restrictions of a player, from what was counted of their pairings with it."""
    moments = tallies.moments
    measures = [tallies.surplus(one.player, player) for one in restricted]
    plain = [estimate(measure, moments) for measure in measures]
    known = [i for i, found in enumerate(plain) if found.low is not None]
    parts = {i: contrasts(measures[i], moments) for i in known}
    limits = _family([parts[i] for i in known], moments)
    p_values = dict(zip(known, holm([parts[i][0].p_value() for i in known]), strict=True))
    costs = [
        _cost(one, measure, found, parts.get(i, ()), limits, p_values.get(i), moments)
        for i, (one, measure, found) in enumerate(zip(restricted, measures, plain, strict=True))
    ]
    return Restrictions(player, tallies.seats, tallies.deals, costs)


def _family(members: Sequence[tuple[Contrast, ...]], moments: Moments) -> Family:
    """The limits within which all hold at once."""
    sides = [[(c, side) for c, side in ends(member) if c.variance] for member in members]
    vectors = iter(_moving([c for some in sides for c, _ in some], moments))
    moving = [[Moving(next(vectors), side) for _, side in some] for some in sides]
    return at_once([Limited(m, moves, moments.clusters) for m, moves in zip(members, moving, strict=True)])


def _moving(found: Sequence[Contrast], moments: Moments) -> np.ndarray:
    """A vector for each contrast, whose inner products are those of what deals add to their errors."""
    names = sorted({name for c in found for name in c.weights[0]})
    weights = np.array([[float(c.weights[0].get(name, 0)) for name in names] for c in found])
    if not len(found):
        return weights
    values, axes = np.linalg.eigh(weights @ moments.matrix(names) @ weights.T)
    vectors: np.ndarray = axes * np.sqrt(np.maximum(values, 0))
    return vectors


def _cost(
    of: Restricted,
    measure: Measure,
    plain: Estimate,
    parts: tuple[Contrast, ...],
    family: Family,
    p_holm: float | None,
    moments: Moments,
) -> Cost:
    if not parts:
        value = None if plain.value is None else 0.0 - plain.value
        lost = Estimate(value, None, None, plain.n, plain.clusters, plain.method, SHARE, None, plain.reason)
        return Cost(of, lost, None, None, None, plain.reason)
    first, widest = parts[0].interval(family.limits), outer(parts, family.limits)
    low, high = _lost(first.low, first.high, parts[0])
    most = None if widest is None else _lost(*widest, parts[0])
    bounds = None if plain.bounds is None else _lost(*plain.bounds, parts[0])
    value = 0.0 - parts[0].value
    cost = Estimate(value, low, high, plain.n, plain.clusters, first.method, SHARE, bounds)
    if measure.caps and capped_share(measure.caps, moments) > Fraction(MOST_CAPPED):
        return Cost(of, cost, most, p_holm, None, f"more than {MOST_CAPPED:.0%} were capped")
    return Cost(of, cost, most, p_holm, effect(*(most or (low, high))))


def _lost(low: float, high: float, surplus: Contrast) -> tuple[float, float]:
    """Limits of a surplus as those of a cost: no more than everything, or than nothing, can be won."""
    return 0.0 - min(high, surplus.ceiling), 0.0 - max(low, surplus.floor)


def effect(low: float, high: float, margin: float = MARGIN) -> Effect:
    """What limits of a cost say: surely above 0 it costs, surely below it pays, unless all of it is small."""
    said = word(low, high, margin)
    if said in (Word.CHANGED, Word.UNCLEAR):
        return Effect.COSTS if low > 0 else Effect.PAYS
    return Effect.OPEN if said is Word.INCONCLUSIVE else Effect.NONE
