"""What is measured: ratios of cluster sums, and means of such ratios; and how one becomes an estimate."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf

from balance.stats.contrast import Contrast, Interval
from balance.stats.estimate import Estimate
from balance.stats.influence import Ratio, Side, influence, present
from balance.stats.limits import CLUSTER_T, Limits, fixed
from balance.stats.margins import OF_OTHERS, OF_SHARES, Margin
from balance.stats.moments import Moments

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
        if measure.withheld or (measure.needs and n and moments.total(measure.needs[0]) == 0):
            bounds = None
        return Estimate(None, None, None, n, clusters, CLUSTER_T, measure.unit, bounds, reason)
    at_least = measure.length and capped_share(measure.caps, moments) > 0
    if clusters == 1:
        value = float(influence(parts, moments).value + measure.shift)
        return Estimate(value, None, None, n, 1, CLUSTER_T, measure.unit, bounds, ONE_DEAL, at_least)
    found = _contrast(measure, parts, moments, Side.LEFT_OUT)
    low, high, method = found.interval(limits or fixed())
    return Estimate(found.value, low, high, n, clusters, method, measure.unit, bounds, None, at_least)


def contrasts(measure: Measure, moments: Moments) -> tuple[Contrast, ...]:
    """What the measure's intervals are made of; there must be two clusters that count at least, and a value.

    Of a share with capped rounds or matches also what it would be had all of these been lost, and had they been won:
    the lower limit of the one and the upper limit of the other are the outer interval, which verdicts are read from.
    """
    moments = measure.counted(moments)
    parts = present(measure.parts, moments)
    sides = [Side.LOST, Side.WON] if _bounds(measure, parts, moments) else []
    return tuple(_contrast(measure, parts, moments, side) for side in (Side.LEFT_OUT, *sides))


def _contrast(measure: Measure, parts: tuple[Ratio, ...], moments: Moments, side: Side) -> Contrast:
    found, shift = influence(parts, moments, side), float(measure.shift)
    variance = moments.square(found.weights) / (moments.clusters - 1)
    if measure.unit == SHARE:
        wins = round(found.value * moments.clusters) if _binary(moments, parts) else None
        ends = 1.0, shift, 1 + shift
    else:
        wins, ends = None, (abs(float(found.value)) or 1.0, -inf, inf)
    value = float(found.value + measure.shift)
    return Contrast(value, variance, moments.clusters, *ends, wins, shift, weights=(found.weights,))


def around(unit: str, value: float, variance: Fraction, clusters: int, limits: Limits) -> Interval:
    """The interval of a mean over clusters that is no measure; variance: of what a cluster adds to its error."""
    ends = (1.0, 0.0, 1.0) if unit == SHARE else (abs(value) or 1.0, -inf, inf)
    return Contrast(value, variance, clusters, *ends).interval(limits)


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


def capped_share(caps: tuple[str, str] | None, moments: Moments) -> Fraction:
    """The share of the rounds, or matches, that caps took away; 0 where a measure counts these too.

    caps: the columns that count those that ended by the rules and those that were capped.
    """
    if caps is None:
        return Fraction(0)
    ended, capped = (moments.total(name) for name in caps)
    return capped / (ended + capped) if ended + capped else Fraction(0)


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
