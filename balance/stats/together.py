"""Variants that played the same deals, weighed against each other: sums of their values, with what a deal adds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import fsum, inf, lcm

import numpy as np

from balance.stats.contrast import Contrast, ends
from balance.stats.differences import PAIRED_T, Difference
from balance.stats.influence import Influence, Side, influence, present
from balance.stats.layout import Quantile
from balance.stats.limits import fixed
from balance.stats.measure import ONE_DEAL, SHARE, Measure, capped_share, lacking
from balance.stats.moments import Columns, added, products
from balance.stats.pairs import Arm
from balance.stats.simultaneous import Moving

ROUNDING = 1e-13
"""A sum of squares below this part of what it is a sum of is 0: its parts cancel out but for their last digit."""


class Together:
    """The products of the columns of all variants, metric by metric; memory grows with their number alone.

    arms: all have each of the metrics, and the same deals are added here as to them.
    """

    def __init__(self, arms: Sequence[Arm], metrics: Sequence[str]) -> None:
        self.arms = arms
        self.metrics = [name for name in metrics if all(isinstance(a.asked.get(name), Measure) for a in arms)]
        self._used = {name: [_columns(arm.asked[name]) for arm in arms] for name in self.metrics}
        sizes = {name: sum(map(len, used)) for name, used in self._used.items()}
        self._sums = {name: np.zeros((size, size), np.int64) for name, size in sizes.items()}

    @property
    def columns(self) -> list[set[str]]:
        """Those that are added of each arm."""
        return [{c for used in self._used.values() for c in used[place]} for place in range(len(self.arms))]

    def add(self, clusters: int, sums: Sequence[Columns]) -> None:
        """Add common deals: for every arm the sums of its columns, the same deals in the same order."""
        none = np.zeros(clusters, np.int64)
        for name, used in self._used.items():
            rows = np.stack([of.get(c, none) for of, own in zip(sums, used, strict=True) for c in own])
            self._sums[name] = added(self._sums[name], products(rows, rows))

    def metric(self, name: str) -> "Metric":
        """One of the metrics, ready to be asked for effects."""
        return Metric([_measure(arm.asked[name]) for arm in self.arms], self.arms, self._sums[name])


PLAIN, ENDS = (Side.LEFT_OUT,), (Side.LOST, Side.WON)


class Metric:
    """A metric of all variants. measures: as each variant has it; sums: the products of their columns."""

    def __init__(self, measures: Sequence[Measure], arms: Sequence[Arm], sums: np.ndarray) -> None:
        self._measures, self._arms, self._sums = measures, arms, sums
        self._moments = [m.counted(arm.moments) for m, arm in zip(measures, arms, strict=True)]
        self._lacking = [lacking(m, moments) for m, moments in zip(measures, self._moments, strict=True)]
        self._influence = cache(self._influenced)
        self._covaried = cache(self._covariances)
        self._moved = cache(self._by_block)

    def value(self, v: int) -> float | None:
        """A variant's value."""
        return None if self._lacking[v] else self._value(v, Side.LEFT_OUT)

    def effect(self, weights: Sequence[Fraction]) -> tuple[Difference, list[Moving]]:
        """The weighted sum of the values with its plain interval, and how it moves by blocks; weights: they sum to 0.

        d_c is the same sum of the variants' e_c, its standard error sd(d)/√G, the interval Student's t with G − 1
        degrees of freedom. Where no d_c differs from 0: ± u·B, B the sum of the positive weights for shares (1 of a
        main effect), else that times the mean of the values with a negative weight. n: units of the variants with a
        negative weight, and with a positive one.
        """
        there = [v for v, weight in enumerate(weights) if weight]
        n = [0, 0]
        for v in there:
            parts = present(self._measures[v].parts, self._moments[v])
            n[weights[v] > 0] += int(sum(self._moments[v].total(r.bottom) for r in parts))
        first, clusters = self._measures[there[0]], self._moments[there[0]].clusters
        capped = float(max(capped_share(self._measures[v].caps, self._moments[v]) for v in there))
        told = Difference(
            None, None, None, (n[0], n[1]), clusters, PAIRED_T, first.unit,
            capped=capped, at_least=first.length and capped > 0,
        )  # fmt: skip
        reason = next((self._lacking[v] for v in there if self._lacking[v]), None)
        if reason is not None:
            return replace(told, reason=reason), []
        plain = self._contrast(weights, dict.fromkeys(there, Side.LEFT_OUT))
        if clusters == 1:
            return replace(told, value=plain[0].value, reason=ONE_DEAL), []
        sides = [plain]
        if first.unit == SHARE and any(self._capped(v) for v in there):
            for less, more in ((Side.WON, Side.LOST), (Side.LOST, Side.WON)):
                sides.append(self._contrast(weights, {v: more if weights[v] > 0 else less for v in there}))
        contrasts = tuple(contrast for contrast, _ in sides)
        found = replace(told, value=plain[0].value, contrasts=contrasts, p_value=plain[0].p_value())
        read = zip(ends(contrasts), sides[1:] or sides, strict=True)
        return found.within(fixed()), [Moving(sums, side) for (c, side), (_, sums) in read if c.variance]

    def _contrast(
        self, weights: Sequence[Fraction], sides: Mapping[int, Side]
    ) -> tuple[Contrast, np.ndarray]:
        """The weighted sum of the variants in `sides`, their capped rounds taken as it says; and its sums by block."""
        there = list(sides)
        whole = lcm(*(weights[v].denominator for v in there))
        signed = np.array([int(weights[v] * whole) for v in there], float)
        values = np.array([self._value(v, side) for v, side in sides.items()])
        value = fsum(signed * values) / whole
        kinds = PLAIN if set(sides.values()) <= set(PLAIN) else ENDS
        rows = [kinds.index(side) * len(self._arms) + v for v, side in sides.items()]
        terms = np.outer(signed, signed) * self._covaried(kinds)[np.ix_(rows, rows)]
        square = float(terms.sum())
        if square <= ROUNDING * float(np.abs(terms).sum()):
            square = 0.0
        clusters = self._moments[there[0]].clusters
        variance = Fraction(square) / (whole * whole * max(1, clusters - 1))
        most = float(signed[signed > 0].sum()) / whole
        if self._measures[there[0]].unit == SHARE:
            ends = most, -most, most
        else:
            mean = float(values[signed < 0] @ signed[signed < 0] / signed[signed < 0].sum())
            ends = most * (abs(mean) or 1.0), -inf, inf
        moved = sum(float(weights[v]) * self._moved(v, side) for v, side in sides.items())
        return Contrast(value, variance, clusters, *ends, method=PAIRED_T), np.asarray(moved)

    def _capped(self, v: int) -> bool:
        return any(r.capped and self._moments[v].total(r.capped) for r in self._measures[v].parts)

    def _influenced(self, v: int, side: Side) -> Influence:
        return influence(present(self._measures[v].parts, self._moments[v]), self._moments[v], side)

    def _value(self, v: int, side: Side) -> float:
        return float(self._influence(v, side).value + self._measures[v].shift)

    def _by_block(self, v: int, side: Side) -> np.ndarray:
        return self._arms[v].blocks.weighted(self._influence(v, side).weights)

    def _covariances(self, sides: tuple[Side, ...]) -> np.ndarray:
        """Σ e_c of one variant times that of another, capped rounds taken as the first of `sides` says, then the next.

        Float64 of shape (sides · variants,) twice, side by side. Each is a ratio of whole numbers that is rounded once;
        variants without a value have no e_c, and 0.
        """
        names = [_columns(m) for m in self._measures]
        first = np.cumsum([0, *map(len, names)]).tolist()
        forms: list[tuple[int, list[tuple[int, int]]]] = []
        for side in sides:
            for v, own in enumerate(names):
                if self._lacking[v]:
                    forms.append((1, []))
                    continue
                scale = self._moments[v].scale
                weights = {
                    c: w * scale.get(c, Fraction(1)) for c, w in self._influence(v, side).weights.items()
                }
                whole = lcm(*(w.denominator for w in weights.values()))
                forms.append((whole, [(first[v] + own.index(c), int(w * whole)) for c, w in weights.items()]))
        sums = self._sums.tolist()
        found = np.zeros((len(forms),) * 2)
        for a, (whole, one) in enumerate(forms):
            for b, (other_whole, other) in enumerate(forms[: a + 1]):
                square = sum(x * y * sums[i][j] for i, x in one for j, y in other)
                found[a, b] = found[b, a] = square / (whole * other_whole)
        return found


def _measure(asked: Measure | Quantile) -> Measure:
    assert isinstance(asked, Measure)
    return asked


def _columns(asked: Measure | Quantile) -> list[str]:
    """The columns that a measure's values are made of."""
    return list(dict.fromkeys(c for r in _measure(asked).parts for c in (r.top, r.bottom, r.capped) if c))
