"""Do 95 % intervals hold the truth 95 times in 100? (statistics.md §7.3, the quick version: 93–97 %.)"""

import numpy as np
import pytest

from balance.stats.influence import Ratio
from balance.stats.measure import Measure, estimate
from balance.stats.moments import Moments

REPEATS = 1_000


def covered(truth, draw):
    """Share of intervals that hold the truth; draw() gives the columns y and n of one run."""
    hits = 0
    measure = Measure("", (Ratio("y", "n"),), "share", "rounds", "")
    for _ in range(REPEATS):
        y, n = draw()
        moments = Moments(["y", "n"])
        moments.add(len(y), {"y": y, "n": n})
        found = estimate(measure, moments)
        hits += found.low <= truth <= found.high
    return hits / REPEATS


@pytest.mark.parametrize("deals", [15, 200])
def test_rounds_of_one_deal_that_are_alike(deals):
    rng = np.random.default_rng(11)

    def draw():
        n = rng.choice([4, 6], deals)
        # A deal's own chance of a start that wins: mean 1/2, an intraclass correlation of 0.2.
        return rng.binomial(n, rng.beta(2, 2, deals)), n

    assert 0.93 <= covered(0.5, draw) <= 0.97


def test_matches_whose_number_of_rounds_depends_on_who_wins():
    rng = np.random.default_rng(12)

    def draw():
        strong = rng.random(150) < 0.5
        n = np.where(strong, 4, 6)
        return rng.binomial(n, np.where(strong, 0.7, 0.3)), n

    assert 0.93 <= covered((4 * 0.7 + 6 * 0.3) / 10, draw) <= 0.97


def test_single_rounds():
    rng = np.random.default_rng(13)
    assert 0.93 <= covered(0.3, lambda: (rng.binomial(1, 0.3, 300), np.ones(300, int))) <= 0.97
