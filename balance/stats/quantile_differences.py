"""Differences of quantiles, by the bootstrap over fixed blocks of deals."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, inf, isfinite

import numpy as np

from balance.stats.blocks import BLOCKS, block
from balance.stats.differences import Difference
from balance.stats.limits import LEVEL

BOOTSTRAP = "block_bootstrap"
RESAMPLES, SEED, FEWEST = 2_000, 20_212, 20


class BlockLevels:
    """How many of a variant's rounds had which level of a fact, by block; memory grows with the levels alone."""

    def __init__(self) -> None:
        self._counts: dict[int, np.ndarray] = {}
        self._resampled: dict[
            tuple[Fraction, int], np.ndarray
        ] = {}  # one baseline stands in many comparisons

    def add(self, deals: np.ndarray, levels: np.ndarray, rounds: np.ndarray) -> None:
        """Add rows of a deal's number, a level, and how many of its rounds had it, all int64 of one length."""
        where = block(deals)
        for level in np.unique(levels).tolist():
            rows = levels == level
            counts = np.bincount(where[rows], weights=rounds[rows], minlength=BLOCKS)
            self._counts[level] = self._counts.get(level, 0) + counts
        self._resampled = {}

    @property
    def vary(self) -> bool:
        """Is there more than one level?"""
        return len(self._counts) > 1

    def cumulated(self) -> tuple[np.ndarray, np.ndarray]:
        """The levels in order, and by block the rounds that keep to each: float64 (BLOCKS, levels)."""
        levels = sorted(self._counts)
        counts = np.zeros((BLOCKS, len(levels)))
        for place, level in enumerate(levels):
            counts[:, place] = self._counts[level]
        return np.array(levels, float), np.cumsum(counts, axis=1)

    def resampled(self, p: Fraction, rounds: np.ndarray, deals: np.ndarray, seed: int) -> np.ndarray:
        """The quantile p in each of 2,000 resamplings of blocks; rounds, deals: by block."""
        if (p, seed) not in self._resampled:
            weights = _resampled((deals > 0).tobytes(), seed)
            self._resampled[p, seed] = _quantiles(p, (self, rounds), weights)
        return self._resampled[p, seed]


Arm = tuple[BlockLevels, np.ndarray]
"""An arm's levels, and by block the rounds they are a share of: capped ones too where these count as longer."""


def quantile_difference(
    p: Fraction,
    a: Arm,
    b: Arm,
    deals: tuple[np.ndarray, np.ndarray],
    unit: str,
    *,
    paired: bool,
    level: float = LEVEL,
) -> Difference:
    """The quantile of B less that of A, and the percentile interval of 2,000 resamplings of blocks.

    deals: by block, those of each arm; paired: the arms played the same deals, so one resampling serves both. The
    p-value is twice the smaller share of resamplings on one side of 0. Few deals, or a quantile among capped rounds in
    more than a few resamplings, leave no interval.
    """
    clusters = min(int(d.sum()) for d in deals)
    n = int(a[1].sum()), int(b[1].sum())
    found = [_quantiles(p, arm, np.ones((1, BLOCKS)))[0] for arm in (a, b)]
    bare = Difference(None, None, None, n, clusters, BOOTSTRAP, unit)
    for rounds, value, arm in zip(n, found, ("baseline", "other arm"), strict=True):
        if rounds == 0:
            return replace(bare, reason=f"{arm}: there are no rounds")
        if not isfinite(value):
            return replace(bare, reason=f"{arm}: more than {float(1 - p):.0%} of the rounds were capped")
    told = replace(bare, value=float(found[1] - found[0]), baseline=float(found[0]))
    if clusters < FEWEST:
        return replace(told, reason=f"fewer than {FEWEST} deals are too few to resample")
    one, other = (
        levels.resampled(p, rounds, of, SEED if paired else SEED + i)
        for i, ((levels, rounds), of) in enumerate(zip((a, b), deals, strict=True))
    )
    unknown = np.isinf(one) & np.isinf(other)
    change = other - np.where(unknown, 0, one)
    lows, highs = np.sort(np.where(unknown, -inf, change)), np.sort(np.where(unknown, inf, change))
    tail = (1 - level) / 2 * RESAMPLES
    low, high = float(lows[floor(tail)]), float(highs[min(RESAMPLES, ceil(RESAMPLES - tail)) - 1])
    if not (isfinite(low) and isfinite(high)):
        return replace(told, reason="too many capped rounds for an interval")
    outside = min(np.count_nonzero(lows <= 0), np.count_nonzero(highs >= 0))
    low, high = min(low, told.value or 0.0), max(high, told.value or 0.0)
    return replace(told, low=low, high=high, p_value=min(1.0, 2 * (outside + 1) / (RESAMPLES + 1)))


@lru_cache(maxsize=2)
def _resampled(deals: bytes, seed: int) -> np.ndarray:
    """How often each block is drawn, (RESAMPLES, BLOCKS): as many as there are with a deal, from these.

    deals: for every block, whether it has any.
    """
    there = np.flatnonzero(np.frombuffer(deals, bool))
    drawn = np.random.default_rng(seed).integers(0, len(there), (RESAMPLES, len(there)))
    cells = there[drawn] + BLOCKS * np.arange(RESAMPLES)[:, None]
    return np.bincount(cells.ravel(), minlength=RESAMPLES * BLOCKS).reshape(RESAMPLES, BLOCKS).astype(float)


def _quantiles(p: Fraction, arm: Arm, weights: np.ndarray) -> np.ndarray:
    """The smallest level that at least a share p of the rounds keep to, for each row of weights; inf where none is."""
    levels, rounds = arm[0].cumulated()
    reached = (weights @ rounds) * p.denominator >= (weights @ arm[1])[:, None] * p.numerator
    never = np.ones((len(weights), 1), bool)
    values: np.ndarray = np.append(levels, inf)[np.hstack([reached, never]).argmax(axis=1)]
    return values
