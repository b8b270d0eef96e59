"""Luck of the deal: from repeats of a deal with other decisions, and from mirrors of two different players.

All of it is made of products of win shares within a deal. An estimate is a function of means over deals, and what a
deal adds to its error is linear in these products and shares, so one matrix of moments holds all that is needed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Protocol

import numpy as np

from balance.stats.estimate import Estimate
from balance.stats.limits import CLUSTER_T, Limits, fixed
from balance.stats.measure import ONE_DEAL, SHARE, around
from balance.stats.moments import Moments

MEANINGS = {
    "deal_luck": "share of the variance of match wins that the deal decides, whatever players draw",
    "mirror_deal": "covariance over deals of seat 0’s share of the win in the two mirrors: what the deal decides",
    "mirror_skill": "square of half the difference of seat 0’s shares between the mirrors, less that of its "
    "standard error: what is decided by who plays",
}
ALIKE = (
    "all repeats of every deal were the same match, so it is 1 by construction: these players draw nothing"
)
UNDECIDED = "in every deal a cap left a match undecided"
NO_VARIANCE = "all matches came out alike, so there is nothing to explain"
SQUARED = "share squared"


class Wins(Protocol):
    """The wins of some deals of a variant, as `balance.store.repeats` reads them."""

    @property
    def variant(self) -> int: ...  # noqa: D102
    @property
    def share_unit(self) -> int: ...  # noqa: D102
    @property
    def share(self) -> np.ndarray: ...  # noqa: D102
    @property
    def decided(self) -> np.ndarray: ...  # noqa: D102
    @property
    def alike(self) -> np.ndarray: ...  # noqa: D102


@dataclass(frozen=True)
class Setting:
    """How often a variant's deals were played: repeats, mirrors (two of them: of two players), seats."""

    repeats: int
    mirrors: int
    seats: int

    @property
    def told(self) -> list[str]:
        """What there is to tell."""
        names = ["deal_luck"] if self.repeats > 1 else []
        return names + (["mirror_deal", "mirror_skill"] if self.seats == self.mirrors == 2 else [])


def luck(
    settings: Mapping[int, Setting], read: Iterable[Wins], limits: Limits | None = None
) -> dict[int, dict[str, Estimate]]:
    """variant → metric → estimate, of the variants with something to tell; limits: in place of the ordinary ones."""
    folded: dict[int, _Folded] = {}
    for part in read:
        if settings[part.variant].told:
            if part.variant not in folded:
                folded[part.variant] = _Folded(settings[part.variant], part.share_unit, limits or fixed())
            folded[part.variant].add(part)
    return {variant: folded[variant].estimates() for variant in sorted(folded)}


class _Folded:
    """The sums over a variant's deals all of whose matches ended by the rules."""

    def __init__(self, setting: Setting, share_unit: int, limits: Limits) -> None:
        self._setting, self._limits = setting, limits
        self._cells = list(np.ndindex(setting.mirrors, setting.seats))
        names = [self._share(r, *cell) for r in range(setting.repeats) for cell in self._cells]
        unit = Fraction(1, share_unit)
        squared = dict.fromkeys(["product", "square", "z_product"], unit * unit)
        sides = dict.fromkeys(["z:0", "z:1"], unit)
        self._moments = Moments(
            [*names, *squared, *sides, "alike"], dict.fromkeys(names, unit) | squared | sides
        )

    @staticmethod
    def _share(repeat: int, mirror: int, seat: int) -> str:
        return f"share:{repeat}:{mirror}:{seat}"

    def add(self, part: Wins) -> None:
        share = part.share[part.decided]
        repeats = range(self._setting.repeats)
        columns = {
            self._share(r, *cell): share[:, r, cell[0], cell[1]] for r in repeats for cell in self._cells
        }
        pairs = [share[:, a] * share[:, b] for a, b in combinations(repeats, 2)]
        columns["product"] = np.sum(pairs, axis=(0, 2, 3)) if pairs else np.zeros(len(share), np.int64)
        columns["square"] = (share * share).sum(axis=(1, 2, 3))
        columns["alike"] = part.alike[part.decided].astype(np.int64)
        if "mirror_deal" in self._setting.told:
            z = share[:, :, :, 0].sum(axis=1)  # over repeats
            columns |= {"z:0": z[:, 0], "z:1": z[:, 1], "z_product": z[:, 0] * z[:, 1]}
        self._moments.add(len(share), columns)

    def estimates(self) -> dict[str, Estimate]:
        making = {
            "deal_luck": self._deal_luck,
            "mirror_deal": self._mirror_deal,
            "mirror_skill": self._mirror_skill,
        }
        return {name: making[name]() for name in self._setting.told}

    def _deal_luck(self) -> Estimate:
        """Σ Cov(y_i, y_j) / Σ ½ (Var y_i + Var y_j) over seats, pairs of repeats i < j, and mirrors, each with itself.

        Numerator and denominator are means over deals of products about means over deals; the interval is that of the
        delta method. Where all of a deal's repeats agree in every deal, no deal differs: as for shares.
        """
        if (lacking := self._lacking(SHARE)) is not None:
            return lacking
        cells, repeats = self._cells, range(self._setting.repeats)
        pairs = list(combinations(repeats, 2))
        one_pair, one_repeat = Fraction(1, len(pairs)), Fraction(1, len(repeats))
        mean = {name: self._mean(name) for cell in cells for r in repeats for name in [self._share(r, *cell)]}
        common = {
            "product": one_pair
        }  # what a deal adds to the covariance, and to the variance: linear in its columns
        whole = {"square": one_repeat}
        covariance, variance = one_pair * self._mean("product"), one_repeat * self._mean("square")
        for cell in cells:
            names = [self._share(r, *cell) for r in repeats]
            for i, j in pairs:
                covariance -= one_pair * mean[names[i]] * mean[names[j]]
                for name, other in ((names[i], names[j]), (names[j], names[i])):
                    common[name] = common.get(name, Fraction(0)) - one_pair * mean[other]
            for name in names:
                variance -= one_repeat * mean[name] ** 2
                whole[name] = -2 * one_repeat * mean[name]
        if variance == 0:
            return self._estimate(None, None, SHARE, reason=NO_VARIANCE)
        value = covariance / variance
        if self._moments.total("alike") == self._moments.clusters:
            return self._estimate(1.0, None, SHARE, reason=ALIKE)
        weights = {
            name: (common.get(name, Fraction(0)) - value * whole.get(name, Fraction(0))) / variance
            for name in {**common, **whole}
        }
        return self._estimate(float(value), self._variance(weights), SHARE)

    def _mirror_deal(self) -> Estimate:
        """Cov(z0, z1) over deals, z the share of seat 0 in a mirror (its mean over repeats)."""
        if (lacking := self._lacking(SQUARED)) is not None:
            return lacking
        each = Fraction(1, self._setting.repeats)
        clusters, (first, second) = self._moments.clusters, (self._mean("z:0"), self._mean("z:1"))
        value = each**2 * (self._mean("z_product") - first * second) * Fraction(clusters, clusters - 1)
        weights = {"z_product": each**2, "z:0": -(each**2) * second, "z:1": -(each**2) * first}
        return self._estimate(float(value), self._variance(weights), SQUARED)

    def _mirror_skill(self) -> Estimate:
        """δ² less its squared standard error, δ = (z̄0 − z̄1)/2; the interval is that of δ, squared."""
        if (lacking := self._lacking(SQUARED)) is not None:
            return lacking
        half = Fraction(1, 2 * self._setting.repeats)
        difference = float(half * (self._mean("z:0") - self._mean("z:1")))
        clusters = self._moments.clusters
        variance = self._variance({"z:0": half, "z:1": -half})
        value = difference**2 - float(variance) / clusters
        low, high, method = around(SQUARED, difference, variance, clusters, self._limits)
        ends = sorted((low**2, high**2))
        least = 0.0 if low <= 0 <= high else ends[0]
        n = clusters * self._matches
        return Estimate(value, min(least, value), ends[1], n, clusters, method, SQUARED)

    @property
    def _matches(self) -> int:
        """Of a deal."""
        return self._setting.repeats * self._setting.mirrors

    def _mean(self, name: str) -> Fraction:
        return self._moments.total(name) / self._moments.clusters

    def _variance(self, weights: Mapping[str, Fraction]) -> Fraction:
        """Of what a deal adds: a weighted sum of its columns, about its mean."""
        clusters = self._moments.clusters
        mean = sum((w * self._mean(name) for name, w in weights.items()), Fraction(0))
        return (self._moments.square(weights) - clusters * mean**2) / (clusters - 1)

    def _lacking(self, unit: str) -> Estimate | None:
        """Why there is nothing to tell, where there is nothing."""
        clusters = self._moments.clusters
        if clusters > 1:
            return None
        return self._estimate(None, None, unit, reason=ONE_DEAL if clusters else UNDECIDED)

    def _estimate(
        self, value: float | None, variance: Fraction | None, unit: str, reason: str | None = None
    ) -> Estimate:
        clusters = self._moments.clusters
        low = high = None
        method = CLUSTER_T
        if value is not None and variance is not None:
            low, high, method = around(unit, value, variance, clusters, self._limits)
        return Estimate(value, low, high, clusters * self._matches, clusters, method, unit, None, reason)
