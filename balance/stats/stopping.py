"""When to stop: looks at numbers of deals fixed beforehand, and half-widths of the intervals there.

The fixed-width rule of Chow and Robbins (1965): it looks at the variance, not at the value, so that the ordinary
interval at the stopping time covers what is true about as often as it says, if the first look does not come too early.
"""

from balance.stats.contrast import outer
from balance.stats.differences import Difference
from balance.stats.layout import Quantile
from balance.stats.limits import fixed
from balance.stats.measure import contrasts, lacking
from balance.stats.pairs import Arm, Pair

LEAST, STEP = 2_000, 1_000
"""Matches before the first look, and between two looks at least."""


def looks(least: int, most: int, step: int) -> list[int]:
    """After how many clusters the rule looks: first, then half as many again each time, last at the most allowed.

    step: between two looks at least.
    """
    found = [min(least, most)]
    while found[-1] < most:
        following = max(-(-found[-1] * 3 // 2), found[-1] + step)
        found.append(following if most - following >= step else most)
    return found


def half_width(arm: Arm, metric: str) -> float | None:
    """Of a metric's ordinary interval, of the outer one where rounds were capped; None without one.

    None, too, while all clusters are equal: that nothing was seen of a spread says little of how large it is.
    """
    asked = arm.asked[metric]
    if isinstance(asked, Quantile):
        quantile = arm.estimates()[metric]
        return _half(quantile.low, quantile.high) if arm.levels[asked.fact].vary else None
    moments = asked.counted(arm.moments)
    if lacking(asked, arm.moments) is not None or moments.clusters < 2:
        return None
    found = contrasts(asked, arm.moments)
    if found[0].variance == 0:
        return None
    low, high = outer(found, fixed()) or found[0].interval(fixed())[:2]
    return _half(low, high)


def half_width_of(found: Difference, pair: Pair, metric: str) -> float | None:
    """Of a difference's interval, the one that a verdict is read from; None without one, or while all are equal."""
    asked = pair.a.asked[metric]
    if found.contrasts:
        alike = found.contrasts[0].variance == 0
    else:
        alike = isinstance(asked, Quantile) and not any(a.levels[asked.fact].vary for a in (pair.a, pair.b))
    return None if alike or found.widest is None else _half(*found.widest)


def _half(low: float | None, high: float | None) -> float | None:
    return None if low is None or high is None else (high - low) / 2
