"""Quantiles, and intervals of proportions in closed form: `scipy.special` alone, since statsmodels takes longer to
import than most sweeps take to measure."""

from math import sqrt


def normal(level: float) -> float:
    """The standard normal quantile for a two-sided interval of this level."""
    from scipy.special import ndtri

    return float(ndtri(0.5 + level / 2))


def student(freedom: float, level: float) -> float:
    """Student's t quantile for a two-sided interval of this level."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 + level / 2))


def two_sided(t: float, freedom: float) -> float:
    """The two-sided p-value of a Student's t."""
    from scipy.special import stdtr

    return float(min(1.0, 2 * stdtr(freedom, -abs(t))))


def wilson(successes: int, n: int, z: float) -> tuple[float, float]:
    """Wilson's score interval of a proportion (Wilson 1927): all p with |p̂ − p| ≤ z·√(p(1 − p)/n)."""
    p, zz = successes / n, z * z
    centre, half = p + zz / (2 * n), z * sqrt(p * (1 - p) / n + zz / (4 * n * n))
    low, high = (centre - half) / (1 + zz / n), (centre + half) / (1 + zz / n)
    return (0.0 if successes == 0 else low), (1.0 if successes == n else high)


def unseen(n: float, level: float) -> float:
    """The upper Clopper–Pearson limit of a proportion of which there was none in n: 1 − ((1 − level)/2)^(1/n)."""
    return float(1 - ((1 - level) / 2) ** (1 / n))
