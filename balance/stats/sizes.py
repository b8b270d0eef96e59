"""How many deals a number needs before it is as sure as asked, from the spread that a pilot found.

Everything asked is `gap + (c + z)·σ/√G ≤ room`: c the standard errors that the interval is wide to one side, with
Student's t of G − 1 degrees of freedom; z what is added for the power (0 for a half-width). Powers take the estimate
for normal and σ for known, as in the usual formulas (Chow, Shao and Wang 2008, 3.1).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from balance.stats.contrast import Contrast
from balance.stats.limits import LEVEL, Limits
from balance.stats.proportions import normal, student, two_sided

MOST = 10**10  # deals: more are never played
ALIKE = "all deals of the pilot came out alike, so they show no spread to plan by"
UNCHANGED = "no deal of the pilot differs in it, so they show no spread to plan by"


@dataclass(frozen=True)
class Needed:
    """Deals that are needed, and what the pilot leaves them open to with 95 %; None with a reason in words."""

    deals: int | None
    low: int | None = None
    high: int | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Spread:
    """What a pilot says of a number.

    sd: of what one deal adds; freedom: the degrees of freedom with which its square is known; level: of the interval
    that will be shown; gap: what capped rounds leave open on each side, however many deals there are; wins: the share,
    where every deal is one win or not, so that the interval will be Wilson's; counted: the share of deals that count.
    """

    sd: float
    freedom: float
    level: float = LEVEL
    gap: float = 0.0
    wins: float | None = None
    counted: float = 1.0

    @classmethod
    def of(
        cls,
        contrasts: Sequence[Contrast],
        sums: np.ndarray,
        deals: np.ndarray,
        level: float = LEVEL,
        counted: float = 1.0,
    ) -> "Spread | None":
        """That of a number with one contrast, or of a capped share with those of its outer interval; None without any.

        sums, deals: by block of deals, Σ d_c of the first contrast and how many deals there are.
        """
        if not all(c.variance for c in contrasts):
            return None
        sd = sum(sqrt(float(c.variance)) for c in contrasts) / len(contrasts)
        gap = (max(c.value for c in contrasts) - min(c.value for c in contrasts)) / 2
        first = contrasts[0]
        wins = None if first.wins is None else first.value - first.shift
        return cls(sd, freedom(sums, deals), level, gap, wins, counted)

    def half_width(self, deals: float, factor: float = 1.0) -> float:
        """That of the interval of a run with so many deals that count; factor: on the variance."""
        if self.wins is None:
            return self.gap + student(deals - 1, self.level) * self.sd * sqrt(factor / deals)
        z = normal(self.level)
        variance = factor * self.wins * (1 - self.wins)
        return z * sqrt(variance / deals + z * z / (4 * deals * deals)) / (1 + z * z / deals)

    def for_half_width(self, half: float) -> Needed:
        """The fewest deals with an interval no wider than ±half."""
        return self._needed(half, 0.0)

    def for_none(self, margin: float, power: float) -> Needed:
        """The fewest deals that put the interval within ±margin with this probability, where there is no difference."""
        return self._needed(margin, normal(power))

    def for_change(self, change: float, margin: float, power: float) -> Needed:
        """The fewest deals that put the interval beyond ±margin with this probability, of a difference of `change`.

        margin 0: the interval excludes 0, whichever way the verdict goes.
        """
        return self._needed(abs(change) - margin, normal(2 * power - 1))

    def _needed(self, room: float, z: float) -> Needed:
        if room <= self.gap:
            return Needed(None, reason="what capped rounds leave open is wider, however many deals there are")
        deals, low, high = (self._fewest(room, z, factor) for factor in (1.0, *self.factors()))
        return Needed(deals, low, high) if deals <= MOST else Needed(None, reason=f"more than {MOST:,} deals")

    def factors(self) -> tuple[float, float]:
        """What the true variance is of the pilot's, with 95 %: chi-square limits."""
        from scipy.special import chdtri

        tail = (1 - LEVEL) / 2
        low, high = (self.freedom / float(chdtri(self.freedom, p)) for p in (tail, 1 - tail))
        return low, high

    def _fewest(self, room: float, z: float, factor: float) -> int:
        """The smallest G that is wide enough; MOST + 1 if none up to MOST is."""

        def enough(deals: int) -> bool:
            more = z * self.sd * sqrt(factor / deals)
            return self.half_width(deals, factor) + more <= room

        low, high = 1, 2  # low: too few
        while not enough(high):
            low, high = high, 2 * high
            if low > MOST:
                return MOST + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        return ceil(high / self.counted)


def freedom(sums: np.ndarray, deals: np.ndarray) -> float:
    """The degrees of freedom of a variance: those of the chi-square with its mean and its own variance.

    sums: of d_c by block; deals: in each block. Var(s²) = σ⁴·((κ − 1)/n + 2/(n(n − 1))), κ = μ₄/σ⁴ (Cramér 1946,
    27.4), so that it is n − 1 of normal values, fewer where few deals make the spread, many where all deviate alike.
    """
    there = deals > 0
    n = int(there.sum())
    if n < 2:
        return 1.0
    d = sums[there] - deals[there] * (sums.sum() / deals.sum())
    squares = d * d
    kurtosis = float((squares * squares).mean() / squares.mean() ** 2)
    return float(2 / ((kurtosis - 1) / n + 2 / (n * (n - 1))))


def level_of(limits: Limits, clusters: float) -> float:
    """The level of a single interval as wide as one of a family, over so many clusters."""
    return 1 - two_sided(limits.errors(clusters), clusters - 1)
