"""What is measured: ratios of cluster sums, and means of such ratios; and how one becomes an estimate."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from balance.stats.estimate import Estimate
from balance.stats.influence import Influence, Ratio, Side, influence, present
from balance.stats.limits import CLUSTER_T, NO_SPREAD, WILSON, Limits, fixed
from balance.stats.margins import OF_OTHERS, OF_SHARES, Margin
from balance.stats.moments import Moments
from balance.stats.proportions import wilson

SHARE = "share"
ONE_DEAL = "one deal shows no spread, so there is no interval"


@dataclass(frozen=True)
class Measure:
    """The mean of ratios, plus `shift`.

    unit: "share", or a unit in words; of: what the bottoms count, in the plural; meaning: one line for readers;
    needs: a column, and the reason why there is no value where it adds up to 0; withheld: why there is none at all;
    caps: the columns that count the rounds (or matches) that ended by the rules and those that caps took away; length:
    capped ones were longer than what they count as; margin: what is a small change, if not what it is for its unit;
    among: where not all clusters count, a column that is 1 in those that do and 0 in others, in which every other
    column of the measure is 0 too, and the reason why there is no value where none counts.
    """

    name: str
    parts: tuple[Ratio, ...]
    unit: str
    of: str
    meaning: str
    shift: Fraction = Fraction(0)
    needs: tuple[str, str] | None = None
    withheld: str = ""
    caps: tuple[str, str] | None = None
    length: bool = False
    margin: Margin | None = None
    among: tuple[str, str] | None = None

    @property
    def small(self) -> Margin:
        """What counts as a small change."""
        return self.margin or (OF_SHARES if self.unit == SHARE else OF_OTHERS)

    def columns(self) -> list[str]:
        """The columns that it uses."""
        ratios = [name for r in self.parts for name in (r.top, r.bottom, r.capped) if name]
        conditions = [condition[0] for condition in (self.needs, self.among) if condition]
        return [*ratios, *(self.caps or ()), *conditions]

    def counted(self, moments: Moments) -> Moments:
        """Those of the clusters that count."""
        return moments.among(self.among[0]) if self.among else moments


def estimate(measure: Measure, moments: Moments, limits: Limits | None = None) -> Estimate:
    """The measure's value and interval, clusters taken as independent (`metrics.md`, Estimators and Caps).

    p = Σy/Σn, e_c = (y_c − p·n_c)/n̄, standard error sd(e)/√G; for a mean of k ratios e_c is the mean of theirs.
    limits: how wide; without them 95 % by Student's t with G − 1 degrees of freedom, or Wilson's interval where every
    cluster holds one binary unit, or, where no e_c differs from 0, value ± u·B, u the Clopper–Pearson limit of 0 in G.
    """
    moments = measure.counted(moments)
    parts, clusters = present(measure.parts, moments), moments.clusters
    n = int(sum(moments.total(r.bottom) for r in parts))
    bounds = _bounds(measure, parts, moments)
    reason = lacking(measure, moments)
    if reason is not None:
        if measure.withheld or (measure.needs and moments.total(measure.needs[0]) == 0 and n):
            bounds = None
        return Estimate(None, None, None, n, clusters, CLUSTER_T, measure.unit, bounds, reason)
    at_least = measure.length and capped_share(measure, moments) > 0
    found = influence(parts, moments)
    value = float(found.value + measure.shift)
    if clusters == 1:
        return Estimate(value, None, None, n, 1, CLUSTER_T, measure.unit, bounds, ONE_DEAL, at_least)
    low, high, method = _limits(measure, parts, found, moments, limits or fixed())
    return Estimate(value, low, high, n, clusters, method, measure.unit, bounds, None, at_least)


def outer(measure: Measure, moments: Moments, limits: Limits | None = None) -> tuple[float, float] | None:
    """A share's lower limit, had all that was capped been lost, and the upper one, had it been won.

    What verdicts are read from. None where there is no interval, or nothing at all; without caps, the interval itself.
    """
    moments = measure.counted(moments)
    parts = present(measure.parts, moments)
    if not parts or measure.withheld or moments.clusters == 1:
        return None
    lost, won = (
        _limits(measure, parts, influence(parts, moments, side), moments, limits or fixed())
        for side in (Side.LOST, Side.WON)
    )
    return lost[0], won[1]


def lacking(measure: Measure, moments: Moments) -> str | None:
    """In words, why the measure has no value; None where it has one."""
    moments = measure.counted(moments)
    bottoms = [moments.total(r.bottom) for r in present(measure.parts, moments)]
    if measure.withheld:
        return measure.withheld
    if measure.among and moments.clusters == 0:
        return measure.among[1]
    if not bottoms or 0 in bottoms:
        return f"there are no {measure.of}"
    if min(bottoms) < 0:
        return f"the {measure.of} add up to less than 0"
    if measure.needs and moments.total(measure.needs[0]) == 0:
        return measure.needs[1]
    return None


def capped_share(measure: Measure, moments: Moments) -> Fraction:
    """The share of the rounds, or matches, behind a measure that caps took away; 0 where it counts these too."""
    if measure.caps is None:
        return Fraction(0)
    ended, capped = (moments.total(name) for name in measure.caps)
    return capped / (ended + capped) if ended + capped else Fraction(0)


def around(
    unit: str, value: float, variance: Fraction, clusters: float, limits: Limits
) -> tuple[float, float, str]:
    """The interval of a mean over clusters: value ± so many standard errors; where no cluster differs, value ± u·B.

    variance: of e_c; B: 1 for shares, which are then clipped to [0, 1], else the value, or 1 where that is 0.
    """
    if variance:
        half = limits.errors(clusters) * sqrt(variance / clusters)
        return value - half, value + half, limits.method or CLUSTER_T
    half, method = limits.unseen(clusters), limits.method or NO_SPREAD
    if unit == SHARE:
        return min(value, max(0.0, value - half)), max(value, min(1.0, value + half)), method
    half *= abs(value) or 1.0
    return value - half, value + half, method


def around_binary(share: Fraction, clusters: int, limits: Limits) -> tuple[float, float, str]:
    """The interval of a share where every cluster is one unit, worth 0 or 1: Wilson's unless all are alike."""
    if share in (0, 1):
        return around(SHARE, float(share), Fraction(0), clusters, limits)
    return *wilson(round(share * clusters), clusters, limits.score(clusters)), limits.method or WILSON


def _limits(
    measure: Measure, parts: tuple[Ratio, ...], found: Influence, moments: Moments, limits: Limits
) -> tuple[float, float, str]:
    clusters, shift = moments.clusters, float(measure.shift)
    variance = moments.square(found.weights) / (clusters - 1)
    if measure.unit == SHARE and _binary(moments, parts):
        low, high, method = around_binary(found.value, clusters, limits)
    else:
        low, high, method = around(measure.unit, float(found.value), variance, clusters, limits)
    return low + shift, high + shift, method


def _binary(moments: Moments, parts: tuple[Ratio, ...]) -> bool:
    """Does every cluster hold exactly one unit, not capped, worth 0 or 1?

    n² sums to n only if so; y² to y for 0 ≤ y ≤ n.
    """
    if len(parts) > 1 or (parts[0].capped and moments.total(parts[0].capped)):
        return False
    top, bottom = parts[0].top, parts[0].bottom
    n, y = moments.total(bottom), moments.total(top)
    one_each = n == moments.clusters == moments.product(bottom, bottom)
    return one_each and y == moments.product(top, top)


def _bounds(measure: Measure, parts: tuple[Ratio, ...], moments: Moments) -> tuple[float, float] | None:
    """[w/N, (w + c)/N], for each ratio and then averaged; None where nothing was capped."""
    if not any(r.capped and moments.total(r.capped) for r in parts):
        return None
    low, high = (influence(parts, moments, side).value for side in (Side.LOST, Side.WON))
    return float(low + measure.shift), float(high + measure.shift)
