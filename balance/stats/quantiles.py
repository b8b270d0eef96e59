"""Quantiles of facts of rounds; of turns, capped rounds count as longer than any other (`metrics.md`, Caps)."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from balance.stats.contrast import Contrast
from balance.stats.estimate import Estimate
from balance.stats.limits import CLUSTER_T, Limits, fixed
from balance.stats.measure import ONE_DEAL, SHARE
from balance.stats.moments import ONE, Moments

WOODRUFF = "woodruff"
Growth = tuple[int, int, int]


class Levels:
    """What is known of the levels of a fact in a variant's rounds: for each level, how Σy, Σy² and Σy·n grow there.

    y: a deal's rounds of at most that level that were not capped; n: all its rounds, for turns, else those that were
    not capped. Memory grows with the number of different levels alone.
    """

    def __init__(self) -> None:
        self._growth: dict[int, Growth] = {}

    def add(self, growth: Mapping[int, Growth]) -> None:
        """Add the levels of further deals."""
        for level, (y, yy, yn) in growth.items():
            a, b, c = self._growth.get(level, (0, 0, 0))
            self._growth[level] = (a + y, b + yy, c + yn)

    def shares(
        self, moments: Moments, rounds: str, limits: Limits | None = None
    ) -> list[tuple[int, Estimate]]:
        """For each level that occurred, in order: the share of the rounds that keep to it.

        rounds: the column of n.
        """
        clusters, n, nn = (
            int(moments.product(*pair)) for pair in ((ONE, ONE), (ONE, rounds), (rounds, rounds))
        )
        y = yy = yn = 0
        found = []
        for level in sorted(self._growth):
            more_y, more_yy, more_yn = self._growth[level]
            y, yy, yn = y + more_y, yy + more_yy, yn + more_yn
            found.append((level, _share(clusters, y, n, (yy, yn, nn), limits or fixed())))
        return found


def growth(deals: np.ndarray, levels: np.ndarray, rounds: np.ndarray, n: np.ndarray) -> dict[int, Growth]:
    """How the sums grow at each level, from int64 rows of a deal, a level, how many of its rounds had it, and its n."""
    order = np.lexsort((levels, deals))
    deals, levels, rounds, n = (values[order] for values in (deals, levels, rounds, n))
    reached = np.cumsum(rounds)
    first = np.searchsorted(deals, deals)  # the place of the deal's first row
    y = reached - (reached - rounds)[first]
    parts = rounds, y * y - (y - rounds) ** 2, rounds * n
    found, place = np.unique(levels, return_inverse=True)
    sums = np.zeros((3, len(found)), np.int64)
    for i, part in enumerate(parts):
        np.add.at(sums[i], place, part)
    return {level: (a, b, c) for level, a, b, c in zip(found.tolist(), *sums.tolist(), strict=True)}


def _share(clusters: int, y: int, n: int, squares: tuple[int, int, int], limits: Limits) -> Estimate:
    """Σy/Σn as `estimate` has it, of two columns alone: there may be hundreds of levels. squares: of yy, yn, nn."""
    yy, yn, nn = squares
    if n == 0:
        return Estimate(None, None, None, 0, clusters, CLUSTER_T, SHARE, None, "there are no rounds")
    if clusters == 1:
        return Estimate(y / n, None, None, n, 1, CLUSTER_T, SHARE, None, ONE_DEAL)
    errors = yy * n * n - 2 * y * n * yn + y * y * nn  # Σ (y_c − p·n_c)², times n²
    variance = Fraction(errors * clusters**2, n**4 * (clusters - 1))
    wins = y if n == clusters == nn and y == yy else None
    low, high, method = Contrast(y / n, variance, clusters, 1.0, 0.0, 1.0, wins).interval(limits)
    return Estimate(y / n, low, high, n, clusters, method, SHARE)


def quantile(
    p: Fraction, shares: list[tuple[int, Estimate]], n: int, clusters: int, unit: str, method: str = WOODRUFF
) -> Estimate:
    """The smallest level that at least a share p of the rounds keep to, and Woodruff's interval.

    The interval holds the levels q at which the intervals of P(X ≤ q) do not speak against q being the quantile:
    from the first whose upper limit reaches p to the first whose lower limit does.
    """

    def first(reached: list[bool]) -> int | None:
        return next((level for (level, _), yes in zip(shares, reached, strict=True) if yes), None)

    target = float(p)
    value = first([s.value is not None and Fraction(round(s.value * s.n), s.n) >= p for _, s in shares])
    low = first([s.high is not None and s.high >= target for _, s in shares])
    high = first([s.low is not None and s.low >= target for _, s in shares])
    reason = None
    if n == 0:
        reason = "there are no rounds"
    elif value is None:
        reason = f"more than {float(1 - p):.0%} of the rounds were capped"
        low = high = None
    elif clusters == 1:
        reason = ONE_DEAL
    elif high is None:
        reason = "too few deals, or too many capped rounds, for an upper limit"
    return Estimate(value, low, high, n, clusters, method, unit, None, reason)
