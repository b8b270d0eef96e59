"""What is measured: ratios of cluster sums, and means of such ratios; and how one becomes an estimate."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from balance.stats.estimate import Estimate
from balance.stats.moments import Moments

SHARE = "share"
LEVEL = 0.95
CLUSTER_T, WILSON, NO_SPREAD = "cluster_t", "wilson", "clopper_pearson"


@dataclass(frozen=True)
class Ratio:
    """Σ_c top / Σ_c bottom over clusters c, by names of columns; capped: those that `bottom` leaves out."""

    top: str
    bottom: str
    capped: str | None = None


@dataclass(frozen=True)
class Measure:
    """The mean of ratios, plus `shift`.

    unit: "share", or a unit in words; of: what the bottoms count, in the plural; meaning: one line for readers;
    needs: a column, and the reason why there is no value where it adds up to 0; withheld: why there is none at all.
    """

    name: str
    parts: tuple[Ratio, ...]
    unit: str
    of: str
    meaning: str
    shift: Fraction = Fraction(0)
    needs: tuple[str, str] | None = None
    withheld: str = ""


def estimate(measure: Measure, moments: Moments) -> Estimate:
    """The measure's value and 95 % interval, clusters taken as independent (`metrics.md`, Estimators and Caps).

    p = Σy/Σn, e_c = (y_c − p·n_c)/n̄, standard error sd(e)/√G, Student's t with G − 1 degrees of freedom; for a
    mean of k ratios e_c is the mean of theirs. Wilson's interval where every cluster holds one binary unit; where
    no e_c differs from 0, value ± u·B, u the Clopper–Pearson limit of 0 in G.
    """
    capped = {r: moments.total(r.capped) if r.capped else Fraction(0) for r in measure.parts}
    parts = [r for r in measure.parts if moments.total(r.bottom) + capped[r] != 0]  # not: who never started
    n = int(sum(moments.total(r.bottom) for r in parts))
    clusters = moments.clusters
    bounds = _bounds(measure, moments, parts, capped)

    value = low = high = reason = None
    method = CLUSTER_T
    if measure.withheld:
        reason, bounds = measure.withheld, None
    elif not parts or any(moments.total(r.bottom) == 0 for r in parts):
        reason = f"there are no {measure.of}"
    elif any(moments.total(r.bottom) < 0 for r in parts):
        reason = f"the {measure.of} add up to less than 0"
    elif measure.needs and moments.total(measure.needs[0]) == 0:
        reason, bounds = measure.needs[1], None
    else:
        p = sum((_ratio(moments, r) for r in parts), Fraction(0)) / len(parts)
        value = float(p + measure.shift)
        if clusters == 1:
            reason = "one deal shows no spread, so there is no interval"
        else:
            low, high, method = _interval(measure.unit, moments, parts, float(p))
            low, high = low + float(measure.shift), high + float(measure.shift)
    return Estimate(value, low, high, n, clusters, method, measure.unit, bounds, reason)


def _interval(unit: str, moments: Moments, parts: list[Ratio], p: float) -> tuple[float, float, str]:
    clusters = moments.clusters
    variance = _variance(moments, parts) / clusters
    if variance == 0:
        return *no_spread(p, clusters, unit), NO_SPREAD
    if unit == SHARE and len(parts) == 1 and _binary(moments, parts[0]):
        return *wilson(int(moments.total(parts[0].top)), clusters), WILSON
    half = student(clusters - 1) * sqrt(variance)
    return p - half, p + half, CLUSTER_T


def student(freedom: int) -> float:
    """Student's t quantile for a two-sided 95 % interval."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 + LEVEL / 2))


def wilson(successes: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion."""
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(successes, n, alpha=1 - LEVEL, method="wilson")
    return float(low), float(high)


def no_spread(value: float, clusters: int, unit: str) -> tuple[float, float]:
    """The interval where all clusters are alike: value ± u·B, u the Clopper–Pearson limit of 0 in G."""
    u = 1 - ((1 - LEVEL) / 2) ** (1 / clusters)
    if unit == SHARE:
        return min(value, max(0.0, value - u)), max(value, min(1.0, value + u))
    half = u * (abs(value) or 1.0)
    return value - half, value + half


def _ratio(moments: Moments, ratio: Ratio) -> Fraction:
    return moments.total(ratio.top) / moments.total(ratio.bottom)


def _variance(moments: Moments, parts: list[Ratio]) -> Fraction:
    """The variance of e_c: a quadratic form of the moments, since e_c is linear in the cluster's columns."""
    weights: dict[str, Fraction] = {}
    for ratio in parts:
        unit = Fraction(moments.clusters, len(parts)) / moments.total(ratio.bottom)  # 1/(k·n̄)
        weights[ratio.top] = weights.get(ratio.top, Fraction(0)) + unit
        weights[ratio.bottom] = weights.get(ratio.bottom, Fraction(0)) - unit * _ratio(moments, ratio)
    return moments.square(weights) / (moments.clusters - 1)


def _binary(moments: Moments, ratio: Ratio) -> bool:
    """Does every cluster hold exactly one unit, worth 0 or 1? (n² sums to n only if so; y² to y for 0 ≤ y ≤ n.)"""
    n, y = moments.total(ratio.bottom), moments.total(ratio.top)
    one_each = n == moments.clusters == moments.product(ratio.bottom, ratio.bottom)
    return one_each and y == moments.product(ratio.top, ratio.top)


def _bounds(
    measure: Measure, moments: Moments, parts: list[Ratio], capped: Mapping[Ratio, Fraction]
) -> tuple[float, float] | None:
    """[w/N, (w + c)/N], for each ratio and then averaged; None where nothing was capped."""
    if not any(capped[r] for r in parts):
        return None
    low = high = measure.shift
    for ratio in parts:
        everything = moments.total(ratio.bottom) + capped[ratio]
        low += moments.total(ratio.top) / everything / len(parts)
        high += (moments.total(ratio.top) + capped[ratio]) / everything / len(parts)
    return float(low), float(high)
