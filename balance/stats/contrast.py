"""A number estimated over clusters, or a difference of two: what an interval of any kind is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, sqrt
from typing import NamedTuple

from balance.stats.limits import CLUSTER_T, NO_SPREAD, WILSON, Limits
from balance.stats.proportions import two_sided, wilson


class Interval(NamedTuple):
    """Limits, and how they were got."""

    low: float
    high: float
    method: str


@dataclass(frozen=True)
class Contrast:
    """A mean of d_c over clusters, up to a constant.

    value: the number; variance: of one d_c, exactly 0 if all are alike; clusters: G (of two independent samples:
    Welch's degrees of freedom plus one); scale: B, what a cluster that is not like the others could move the mean by;
    floor, ceiling: the limits of what is possible, for the case of no spread; wins: their number, where every cluster
    is one unit worth 0 or 1; shift: what value has on top of a share; method: the ordinary interval's name; weights:
    d_c as a weighted sum of the columns, of each arm.
    """

    value: float
    variance: Fraction
    clusters: float
    scale: float
    floor: float = -inf
    ceiling: float = inf
    wins: int | None = None
    shift: float = 0.0
    method: str = CLUSTER_T
    weights: tuple[Mapping[str, Fraction], ...] = field(default=(), repr=False)

    @property
    def error(self) -> float:
        """The standard error."""
        return sqrt(float(self.variance) / self.clusters)

    def interval(self, limits: Limits) -> Interval:
        """The interval within these limits: value ± so many standard errors, Wilson's for wins, or value ± u·B."""
        value = self.value
        if self.variance == 0:
            half = limits.unseen(self.clusters) * self.scale
            low, high = min(value, max(self.floor, value - half)), max(value, min(self.ceiling, value + half))
            return Interval(low, high, limits.method or NO_SPREAD)
        if self.wins is not None:
            low, high = wilson(self.wins, int(self.clusters), limits.score(self.clusters))
            return Interval(low + self.shift, high + self.shift, limits.method or WILSON)
        half = limits.errors(self.clusters) * self.error
        return Interval(value - half, value + half, limits.method or self.method)

    def p_value(self) -> float:
        """Of the value being 0: the smallest α whose interval excludes it."""
        if self.variance == 0:  # |value| = B·(1 − (α/2)^(1/G))
            left = max(0.0, 1 - abs(self.value) / self.scale)
            return float(min(1.0, 2 * left**self.clusters))
        return two_sided(self.value / self.error, self.clusters - 1)


def ends(contrasts: Sequence[Contrast]) -> list[tuple[Contrast, int]]:
    """What the interval that all is read from is made of, and which of its limits: 0 both, 1 the lower, −1 the upper.

    contrasts: the plain one; then, of a share with capped rounds, those that give the least and the most.
    """
    if len(contrasts) > 1:
        return list(zip(contrasts[1:], (1, -1), strict=True))
    return [(contrast, 0) for contrast in contrasts]


def outer(contrasts: Sequence[Contrast], limits: Limits) -> tuple[float, float] | None:
    """The interval that holds whatever capped rounds would have given; None where none was capped."""
    if len(contrasts) < 2:
        return None
    _, least, most = (contrast.interval(limits) for contrast in contrasts)
    return least.low, most.high
