"""Differences between variants counted anew: values, errors by deal, margins, and the words for what they say."""

from dataclasses import dataclass, field, replace
from math import ceil

import numpy as np
from scipy import stats

from tests.reports.recount.estimates import SPREADLESS, limits
from tests.reports.recount.families import standard_error

RESAMPLES = 2_000


@dataclass(frozen=True)
class Change:
    """A weighted sum of a metric's values, weights adding up to 0: a difference of two, or an effect over many.

    told: factor and reference in words; baseline: the value that margins are parts of; low, high, outer: set by `read`.
    """

    metric: str
    value: float
    errors: np.ndarray = field(repr=False)
    sides: tuple = field(repr=False)
    scale: float
    n: tuple
    unit: str
    capped: float
    at_least: bool
    baseline: float
    margin: float
    told: tuple = ()
    low: float = 0.0
    high: float = 0.0
    outer: tuple | None = None
    method: str = "paired_t"

    @property
    def clusters(self):
        return len(self.errors)

    @property
    def possible(self):
        return (-self.scale, self.scale) if self.unit == "share" else (-np.inf, np.inf)

    @property
    def widest(self):
        return self.outer or (self.low, self.high)

    @property
    def p_value(self):
        """Of no change."""
        if np.abs(self.errors).max() <= SPREADLESS:
            return min(1.0, 2 * max(0.0, 1 - abs(self.value) / self.scale) ** self.clusters)
        return 2 * stats.t.sf(abs(self.value) / standard_error(self.errors), self.clusters - 1)

    @property
    def word(self):
        """The verdict, by the widest limits."""
        (low, high), m = self.widest, self.margin
        if self.capped > 0.05 + 1e-9 or not np.isfinite(self.widest).all():
            return None
        if low > m or high < -m:
            return "changed"
        within = -m <= low and high <= m
        if low > 0 or high < 0:
            return "changed, but small" if within else "changed, size unclear"
        return "no material change" if within else "inconclusive"

    @property
    def score(self):
        """How far the interval lies beyond the margin, in margins."""
        low, high = self.widest
        return (max(low, -high) - self.margin) / self.margin

    @property
    def more(self):
        """Further deals that would settle it."""
        half = (self.widest[1] - self.widest[0]) / 2
        if self.word == "changed, size unclear":
            times = half / abs(abs(self.value) - self.margin)
        elif self.word == "inconclusive":
            times = 2 * half / self.margin
        else:
            return None
        return max(1, ceil(self.clusters * times**2) - self.clusters)

    def read(self, family=None):
        """The same within the limits of a family, None: plain ones."""
        if family is not None:
            (low, high), outer = family.within(self, self.possible)
            return replace(self, low=low, high=high, outer=outer, method=family.method)
        low, high, method = limits(self.value, self.errors, self.scale, self.possible)
        outer = None
        if self.sides:
            (least, lost), (most, won) = self.sides
            low_end = limits(least, lost, self.scale, self.possible)[0]
            outer = low_end, limits(most, won, self.scale, self.possible)[1]
        return replace(
            self, low=low, high=high, outer=outer, method="paired_t" if method == "cluster_t" else method
        )

    def factor(self, *values):
        """As people are told: of shares in percentage points."""
        return [(100 if self.unit == "share" else 1) * x for x in values]


def pair(metric, a, b, counted, variants):
    """The difference of two variants that played the same deals, a the baseline."""
    return change(metric, {b: 1, a: -1}, counted, variants, a)


def quantiles(metric, a, b, counted, variants):
    """The difference of two quantiles, deals drawn anew 2,000 times: the percentile interval."""
    one, other = counted[a][metric], counted[b][metric]
    drawn = np.random.default_rng(4).multinomial(one.clusters, [1 / one.clusters] * one.clusters, RESAMPLES)
    before, after = _drawn(one, drawn), _drawn(other, drawn)
    moved = after - np.where(np.isinf(before) & np.isinf(after), 0, before)
    low, high = np.sort(moved)[[RESAMPLES // 40, RESAMPLES - RESAMPLES // 40 - 1]]
    value, rounds = other.value - one.value, len(variants[a].ended) / len(variants[a].decided)
    small = max(margin(metric, one.value, "", rounds), 1.0 if metric.startswith("turns_") else 0.0)
    capped = max(1 - variants[i].ended.mean() for i in (a, b))
    found = Change(
        metric,
        value,
        np.zeros(one.clusters),
        (),
        1.0,
        (one.n, other.n),
        one.unit,
        capped,
        False,
        one.value,
        small,
    )
    return replace(found, low=min(low, value), high=max(high, value), method="block_bootstrap")


def _drawn(number, drawn):
    p, levels, kept, rounds = number.sums
    enough = kept @ drawn.T >= p * (drawn @ rounds) - 1e-9
    never = np.ones((1, len(drawn)), bool)
    return np.append(levels, np.inf)[np.vstack([enough, never]).argmax(axis=0)]


def together(one, a, b):
    """What is told of two Numbers beside their difference: how alike they come out deal by deal."""
    told, spreads = {"baseline": a.value}, [float((x.errors**2).sum()) for x in (a, b)]
    if min(spreads) > SPREADLESS:
        told["correlation"] = float(a.errors @ b.errors) / np.sqrt(spreads[0] * spreads[1])
    if sum(spreads) > SPREADLESS:
        told["variance_ratio"] = float((one.errors**2).sum()) / sum(spreads)
    unlike = [np.abs(x - y) > SPREADLESS for x, y in zip(a.sums, b.sums, strict=True)]
    return told | {"discordant": int(np.logical_or.reduce(unlike).sum())}


def margin(metric, baseline, unit, rounds):
    """What is small; rounds: of a match of the baseline."""
    if metric.startswith("points_seat_"):
        return 0.1 * rounds
    if unit == "share":
        return 0.01
    return 0.02 * (abs(baseline) or 1.0)


def change(metric, weights, counted, variants, base, told=()):
    """weights: by place of the variant, those that are 0 left out; base: the place of the baseline."""
    each = [(w, counted[place][metric]) for place, w in weights.items()]
    first = each[0][1]
    value, errors = sum(w * x.value for w, x in each), sum(w * x.errors for w, x in each)
    sides = ()
    if any(x.sides for _, x in each):
        lost, won = ([(w, *_side(x, end if w > 0 else 1 - end)) for w, x in each] for end in (0, 1))
        sides = tuple((sum(w * v for w, v, _ in s), sum(w * e for w, _, e in s)) for s in (lost, won))
    up = sum(w for w, _ in each if w > 0)
    down = sum(w * x.value for w, x in each if w < 0) / sum(w for w, _ in each if w < 0)
    scale = up if first.unit == "share" else up * (abs(down) or 1.0)
    n = tuple(int(sum(x.n for w, x in each if (w > 0) is side)) for side in (False, True))
    capped = max(_capped(variants[place], counted[place][metric]) for place in weights)
    baseline = counted[base][metric].value
    rounds = len(variants[base].ended) / len(variants[base].decided)
    small = margin(metric, baseline, first.unit, rounds)
    late = any(x.at_least for _, x in each)
    return Change(metric, value, errors, sides, scale, n, first.unit, capped, late, baseline, small, told)


def _side(number, end):
    return number.sides[end] if number.sides else (number.value, number.errors)


def _capped(v, number):
    """The share of rounds, or of matches, that caps took from what the metric is of."""
    return {"rounds": 1 - v.ended.mean(), "matches": 1 - v.decided.mean(), "": 0.0}[number.over]
