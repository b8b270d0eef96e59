"""Samples that end where the stopping rule says so: does the ordinary interval hold there, and the other at each look?

The half-widths asked for are such that the rule ends now at this look, now at the next. There is one case that it
cannot help: a width that is reached at p = ½ by a hair's breadth, so that an early look is content only with values far
from ½; 92 % instead of 95 were found there.
"""

from collections.abc import Callable, Iterator
from math import sqrt

import numpy as np

from balance.stats.always_valid import always_valid
from balance.stats.differences import Difference
from balance.stats.estimate import Estimate
from balance.stats.layout import ROUNDS, one
from balance.stats.measure import Measure
from balance.stats.pairs import Arm, Pair
from balance.stats.stopping import LEAST, STEP, half_width, half_width_of, looks

RATE, MEAN = one("rate", "y", ROUNDS, ""), one("mean", "y", ROUNDS, "", "turns")
LOOKS = looks(LEAST, 100_000, STEP)
LIMITS = always_valid(round(sqrt(LOOKS[0] * LOOKS[-1])))

Draws = Iterator[tuple[bool, bool]]
"""For each sample: did the ordinary interval hold the truth at the end, and the always-valid one at every look?"""


def share(p: float, half: float) -> Callable[[np.random.Generator, int], Draws]:
    """One win or none a deal, with probability p; half: the half-width asked for."""
    return lambda rng, size: _values(RATE, lambda n: rng.binomial(1, p, n), p, half, size)


def lengths(rng: np.random.Generator, size: int) -> Draws:
    """A round a deal whose turns are skewed: a mean of 2 + 8 + 3."""

    def turns(deals: int) -> np.ndarray:
        return 2 + rng.negative_binomial(2, 0.2, deals) + rng.poisson(3, deals)

    return _values(MEAN, turns, 13.0, 0.2375, size)


def change(rng: np.random.Generator, size: int) -> Draws:
    """The difference of a share on common deals: 2 points, and nine deals of ten end alike."""
    truth = 0.02
    for _ in range(size):
        pair, always = Pair(Arm([RATE], 1, ()), Arm([RATE], 1, ())), True
        for deals in _batches():
            kind = rng.choice(
                4, len(deals), p=[0.45, 0.45, 0.06, 0.04]
            )  # lost in both, won in both, in B, in A
            ones = np.ones(len(deals), int)
            a, b = ({"y": (kind == 1) + (kind == won).astype(int), "rounds": ones} for won in (3, 2))
            pair.a.add(deals, a, {})
            pair.b.add(deals, b, {})
            pair.add(len(deals), a, b)
            found = pair.difference("rate")
            always = always and _holds(found.within(LIMITS), truth)
            width = half_width_of(found, pair, "rate")
            if width is not None and width <= 0.0113:
                break
        yield _holds(found, truth), always


def _values(
    measure: Measure, draw: Callable[[int], np.ndarray], truth: float, half: float, size: int
) -> Draws:
    for _ in range(size):
        arm, always = Arm([measure], 1, ()), True
        for deals in _batches():
            arm.add(deals, {"y": draw(len(deals)), "rounds": np.ones(len(deals), int)}, {})
            always = always and _holds(arm.estimates(LIMITS)[measure.name], truth)
            width = half_width(arm, measure.name)
            if width is not None and width <= half:
                break
        yield _holds(arm.estimates()[measure.name], truth), always


def _batches() -> Iterator[np.ndarray]:
    """The numbers of the deals up to each look."""
    for before, upto in zip([0, *LOOKS], LOOKS, strict=False):
        yield np.arange(before, upto)


def _holds(found: Estimate | Difference, truth: float) -> bool:
    return found.low is not None and found.high is not None and found.low <= truth <= found.high
