"""Intervals that hold at every look, for runs that a person stopped when they had seen enough."""

from functools import lru_cache
from math import log, sqrt

from balance.stats.limits import LEVEL, Limits
from balance.stats.proportions import normal, student

ALWAYS_VALID = "always_valid"


@lru_cache
def always_valid(planned: int, level: float = LEVEL) -> Limits:
    """Limits within which the truth stays at all numbers of clusters at once, narrowest where `planned` are reached.

    The asymptotic confidence sequence of Waudby-Smith and others (2021, arXiv 2103.06476, equation 9). It takes the
    standard deviation as known; Student's t over the normal quantile makes up for that while clusters are few. A share
    of which there was none: the mixture of binomial likelihoods over Beta(1, 1) (Robbins 1970), which for 0 of G is
    closed: p is refuted when (G + 1)·(1 − p)^G ≤ α.
    """
    alpha = 1 - level

    def score(clusters: float) -> float:
        return standard_errors(clusters, planned, alpha)

    def errors(clusters: float) -> float:
        return score(clusters) * student(clusters - 1, level) / normal(level)

    def unseen(clusters: float) -> float:
        return float(1 - (alpha / (clusters + 1)) ** (1 / clusters))

    return Limits(lru_cache(errors), lru_cache(score), lru_cache(unseen), ALWAYS_VALID)


def standard_errors(clusters: float, planned: int, alpha: float) -> float:
    """The half-width of the confidence sequence at so many clusters, in standard errors of the mean there."""
    tuned = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / planned  # ρ²
    grown = clusters * tuned + 1
    return sqrt(2 * grown * log(sqrt(grown) / alpha) / (clusters * tuned))
