"""Differences between two arms: Δ = B − A, on common deals or on different ones (`metrics.md`, Estimators and Caps)."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf, sqrt
from typing import Any, NamedTuple

from balance.stats.contrast import Contrast, outer
from balance.stats.estimate import Estimate
from balance.stats.influence import Influence, Side, influence, present
from balance.stats.limits import CLUSTER_T, Limits, fixed
from balance.stats.measure import ONE_DEAL, SHARE, Measure, capped_share, lacking
from balance.stats.moments import Cross, Moments

PAIRED_T, WELCH_T = "paired_t", "welch_t"


@dataclass(frozen=True)
class Difference:
    """A difference with its 95 % interval.

    n: denominator units of A and of B; clusters: deals (of different deals: the fewer of both arms); baseline: A's
    value; correlation, variance_ratio: of e^A and e^B, and Var d over Var e^A + Var e^B, below 1 a gain; discordant:
    deals that differ; p_value: of Δ = 0; outer: the interval that holds whatever capped rounds or matches would have
    given, where there were any; capped: their share in the arm that has more; at_least: a length, in an arm of which
    rounds were capped, so that it speaks of the rounds that ended; reason: in words, where a number is None.
    """

    value: float | None
    low: float | None
    high: float | None
    n: tuple[int, int]
    clusters: int
    method: str
    unit: str
    baseline: float | None = None
    correlation: float | None = None
    variance_ratio: float | None = None
    discordant: int | None = None
    p_value: float | None = None
    outer: tuple[float, float] | None = None
    capped: float = 0.0
    at_least: bool = False
    reason: str | None = None
    contrasts: tuple[Contrast, ...] = field(default=(), repr=False, compare=False)

    @property
    def widest(self) -> tuple[float, float] | None:
        """What a verdict is read from: the outer interval where there is one. None without an interval."""
        if self.low is None or self.high is None:
            return None
        return self.outer or (self.low, self.high)

    def within(self, limits: Limits) -> "Difference":
        """The same with the interval within other limits."""
        if not self.contrasts:
            return self
        low, high, method = self.contrasts[0].interval(limits)
        return replace(self, low=low, high=high, method=method, outer=outer(self.contrasts, limits))

    def estimate(self, limits: tuple[float, float] | None) -> Estimate:
        """The same in the form of a metric, with these limits; n counts the units of both arms."""
        low, high = limits or (None, None)
        return Estimate(
            self.value, low, high, sum(self.n), self.clusters, self.method, self.unit, None, self.reason, self.at_least
        )  # fmt: skip

    def turned(self) -> "Difference":
        """The same of A from B: value and limits alone, with all else that is of both."""
        ends = [None if limit is None else -limit for limit in (self.value, self.high, self.low)]
        baseline = None if self.value is None or self.baseline is None else self.baseline + self.value
        value, low, high = ends
        return replace(
            self,
            value=value,
            low=low,
            high=high,
            n=self.n[::-1],
            baseline=baseline,
            outer=None if self.outer is None else (-self.outer[1], -self.outer[0]),
            contrasts=(),
        )

    def to_json(self) -> dict[str, Any]:
        """The fields with a value, under their names; value and limits always."""
        row = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "contrasts"}
        always = ("value", "low", "high")
        told = {k: v for k, v in row.items() if k in always or (v is not None and v is not False)}
        return {k: list(v) if isinstance(v, tuple) else v for k, v in told.items()}


class Arms(NamedTuple):
    """The moments of two arms; cross: their products, where both played the same deals, else None."""

    a: Moments
    b: Moments
    cross: Cross | None

    @property
    def clusters(self) -> int:
        """How many deals there are: common ones, or those of the arm that has fewer."""
        return min(self.a.clusters, self.b.clusters)


def difference(of_a: Measure, of_b: Measure, arms: Arms, discordant: int | None = None) -> Difference:
    """Δ = p_B − p_A with d_c = e_c^B − e_c^A, SE = sd(d)/√G and Student's t with G − 1 degrees of freedom.

    Of different deals: the clusters' variances are added, with Welch's degrees of freedom. Where no d_c differs from 0:
    Δ ± u·B, B = 1 for shares, else the baseline's value. of_a, of_b: the same metric, as each arm has it; discordant:
    how many deals differ, which sums of products do not tell.
    """
    arms = Arms(of_a.counted(arms.a), of_b.counted(arms.b), arms.cross)
    sides = ((of_a, arms.a), (of_b, arms.b))
    n = tuple(int(sum(m.total(r.bottom) for r in present(x.parts, m))) for x, m in sides)
    capped = max(float(capped_share(x.caps, m)) for x, m in sides)
    at_least = of_a.length and capped > 0
    reasons = [lacking(x, m) for x, m in sides]
    bare = Difference(None, None, None, (n[0], n[1]), arms.clusters, CLUSTER_T, of_a.unit, capped=capped)
    for arm, reason in zip(("baseline", "other arm"), reasons, strict=True):
        if reason is not None:
            return replace(bare, reason=reason if reasons[0] == reasons[1] else f"{arm}: {reason}")
    plain = _Both.of(of_a, of_b, arms)
    told = replace(
        bare, value=plain.change, baseline=plain.baseline, discordant=discordant, at_least=at_least
    )
    if arms.clusters == 1:
        return replace(told, reason=ONE_DEAL)
    contrasts = [plain.contrast(of_a.unit, arms)]
    if of_a.unit == SHARE and any(r.capped and m.total(r.capped) for x, m in sides for r in x.parts):
        for side_a, side_b in ((Side.WON, Side.LOST), (Side.LOST, Side.WON)):
            contrasts.append(_Both.of(of_a, of_b, arms, side_a, side_b).contrast(SHARE, arms))
    low, high, method = contrasts[0].interval(fixed())
    found = replace(
        told,
        low=low,
        high=high,
        method=method,
        correlation=plain.correlation,
        variance_ratio=plain.variance_ratio,
        p_value=contrasts[0].p_value(),
        contrasts=tuple(contrasts),
    )
    return found.within(fixed()) if len(contrasts) > 1 else found


@dataclass(frozen=True)
class _Both:
    """What both arms' influences come to: the values, Σ e² of each arm, Σ e^A·e^B where the deals are the same."""

    one: Influence
    other: Influence
    shifts: tuple[Fraction, Fraction]
    spread_a: Fraction
    spread_b: Fraction
    common: Fraction | None

    @classmethod
    def of(
        cls,
        of_a: Measure,
        of_b: Measure,
        arms: Arms,
        side_a: Side = Side.LEFT_OUT,
        side_b: Side = Side.LEFT_OUT,
    ) -> "_Both":
        one = influence(present(of_a.parts, arms.a), arms.a, side_a)
        other = influence(present(of_b.parts, arms.b), arms.b, side_b)
        return cls(
            one,
            other,
            (of_a.shift, of_b.shift),
            arms.a.square(one.weights),
            arms.b.square(other.weights),
            arms.cross.product(one.weights, other.weights) if arms.cross else None,
        )

    @property
    def baseline(self) -> float:
        return float(self.one.value + self.shifts[0])

    @property
    def change(self) -> float:
        return float(self.other.value + self.shifts[1] - self.one.value - self.shifts[0])

    @property
    def correlation(self) -> float | None:
        if self.common is None or not self.spread_a or not self.spread_b:
            return None
        return float(self.common) / sqrt(self.spread_a * self.spread_b)

    @property
    def variance_ratio(self) -> float | None:
        both = self.spread_a + self.spread_b
        return float((both - 2 * self.common) / both) if both and self.common is not None else None

    def contrast(self, unit: str, arms: Arms) -> Contrast:
        clusters: float = arms.a.clusters
        if self.common is None:
            variance, clusters = _welch(self.spread_a, arms.a.clusters, self.spread_b, arms.b.clusters)
        else:
            variance = (self.spread_a + self.spread_b - 2 * self.common) / (arms.a.clusters - 1)
        ends = (1.0, -1.0, 1.0) if unit == SHARE else (abs(self.baseline) or 1.0, -inf, inf)
        method = WELCH_T if self.common is None else PAIRED_T
        weights = (self.one.weights, self.other.weights)
        return Contrast(self.change, variance, clusters, *ends, method=method, weights=weights)


def _welch(spread_a: Fraction, a: int, spread_b: Fraction, b: int) -> tuple[Fraction, float]:
    """The variance of one of so many clusters that would give the same error, and their number: ν + 1.

    spread: the sum of squares of an arm's e_c. Without spread the arm with fewer deals says how much is unseen.
    """
    of_a, of_b = spread_a / (a - 1) / a, spread_b / (b - 1) / b
    error = of_a + of_b
    if error == 0:
        return Fraction(0), min(a, b)
    freedom = float(error**2 / (of_a**2 / (a - 1) + of_b**2 / (b - 1)))
    return error * Fraction(freedom + 1), freedom + 1
