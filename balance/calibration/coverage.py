"""Tier 3: do the intervals hold the truth as often as they say? Drawn deals of known truth, through the estimators."""

from collections.abc import Iterator

import numpy as np

from balance.calibration.checks import Check
from balance.calibration.situations import SITUATIONS
from balance.stats.limits import LEVEL
from balance.stats.proportions import normal, wilson

TOGETHER = 250  # replications drawn in one go: memory does not grow with their number


def coverage(replications: int, seed: int = 1) -> Iterator[Check]:
    """How often each kind of interval held the truth, and each verdict was wrong, in so many samples.

    20,000 replications are held to the narrow bounds; of fewer, 3 standard errors more is allowed. The same seed gives
    the same checks.
    """
    for number, situation in enumerate(SITUATIONS):
        rng = np.random.default_rng([seed, number])
        counts = np.zeros(len(situation.told), int)
        for begun in range(0, replications, TOGETHER):
            for outcome in situation.play(rng, min(TOGETHER, replications - begun)):
                counts += outcome
        for (what, promise), count in zip(situation.told.items(), counts.tolist(), strict=True):
            least, most = promise.bounds(replications)
            found = count / replications
            low, high = wilson(count, replications, normal(LEVEL))
            expected = promise.told(replications)
            holds = least <= found <= most
            yield Check(3, what, expected, found, low, high, replications, situation.method, holds)
