"""From cluster sums to estimates: folds what is read, batch by batch, then estimates every measure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np

from balance.stats import luck, shuffled, worth
from balance.stats.blocks import Blocks
from balance.stats.estimate import Estimate
from balance.stats.layout import Layout, Quantile
from balance.stats.limits import Limits
from balance.stats.measure import Measure, estimate
from balance.stats.measures import columns, round_measures, told, units
from balance.stats.moments import Moments
from balance.stats.quantiles import WOODRUFF, Growth, Levels, quantile

Shares = list[tuple[int, Estimate]]
"""Of each level the share of the rounds that keep to it, as `Levels.shares` has them."""


def meanings(layout: Layout) -> dict[str, str]:
    """Metric → what it is, in one line."""
    said = {m.name: m.meaning for m in (*told(layout), *shuffled.measures(layout))}
    return said | luck.MEANINGS | worth.meanings(layout.kinds)


class Sums(Protocol):
    """Cluster sums of some deals of one variant, as `balance.store.clusters` reads them."""

    @property
    def variant(self) -> int: ...  # noqa: D102
    @property
    def deals(self) -> int: ...  # noqa: D102
    @property
    def numbers(self) -> np.ndarray: ...  # noqa: D102
    @property
    def share_unit(self) -> int: ...  # noqa: D102
    @property
    def columns(self) -> Mapping[str, np.ndarray]: ...  # noqa: D102
    @property
    def levels(self) -> Mapping[str, Mapping[int, Growth]]: ...  # noqa: D102


class Folded:
    """All that was read of a variant, in memory that does not grow with its deals."""

    def __init__(
        self, asked: Sequence[Measure | Quantile], share_unit: int, moving: Collection[str] = ()
    ) -> None:
        """asked: what is to be estimated; share_unit: shares are counted in units of 1/share_unit.

        moving: metrics of which it is also kept how they move from block to block of deals.
        """
        self.asked = asked
        measures = [m for m in asked if isinstance(m, Measure)]
        used = columns(measures)
        blocked = columns([m for m in measures if m.name in moving]) if moving else []
        self.moments = Moments(used, units(used, share_unit))
        self.blocks = Blocks(blocked, units(blocked, share_unit))
        self.levels = {m.fact: Levels() for m in asked if isinstance(m, Quantile)}

    def add(self, part: Sums) -> None:
        """Add the sums of further deals."""
        self.moments.add(part.deals, kept(part.columns, self.moments.columns))
        self.blocks.add(part.numbers, kept(part.columns, self.blocks.columns))
        for fact, levels in self.levels.items():
            levels.add(part.levels.get(fact, {}))

    def estimate(self, one: Measure | Quantile, limits: Limits | None = None) -> Estimate:
        """What is estimated of one of those asked. limits: how wide; without them the ordinary 95 %."""
        if isinstance(one, Measure):
            return estimate(one, self.moments, limits)
        shares = self.levels[one.fact].shares(self.moments, one.over.bottom, limits)
        return self._quantile(one, shares, limits.method if limits else "")

    def estimates(self, limits: Limits | None = None) -> dict[str, Estimate]:
        """metric → estimate, in the order asked; limits as of `estimate`."""
        found: dict[str, Estimate] = {}
        shares: dict[str, Shares] = {}
        for m in self.asked:
            if isinstance(m, Measure):
                found[m.name] = estimate(m, self.moments, limits)
                continue
            if m.fact not in shares:
                shares[m.fact] = self.levels[m.fact].shares(self.moments, m.over.bottom, limits)
            found[m.name] = self._quantile(m, shares[m.fact], limits.method if limits else "")
        return found

    def _quantile(self, one: Quantile, shares: Shares, method: str = "") -> Estimate:
        """method: of its limits, where they are not the ordinary ones."""
        n = int(self.moments.total(one.over.bottom))
        said = f"{WOODRUFF}, {method}" if method else WOODRUFF
        return quantile(one.p, shares, n, self.moments.clusters, one.unit, said)


def kept(sums: Mapping[str, np.ndarray], names: Collection[str]) -> dict[str, np.ndarray]:
    """Those of some columns."""
    wanted = set(names)
    return {name: values for name, values in sums.items() if name in wanted}


def folded(
    layouts: Mapping[int, Layout], sums: Iterable[Sums], moving: Collection[str] = ()
) -> dict[int, Folded]:
    """variant → all that was read of it. Variants of which nothing was read are left out. moving: as of `Folded`."""
    found: dict[int, Folded] = {}
    for part in sums:
        if part.variant not in found:
            found[part.variant] = Folded(told(layouts[part.variant]), part.share_unit, moving)
        found[part.variant].add(part)
    return dict(sorted(found.items()))


def by_round(
    layouts: Mapping[int, Layout], sums: Iterable[tuple[int, Sums]]
) -> dict[int, dict[int, dict[str, Estimate]]]:
    """variant → round number → metric → estimate, of what is of a round alone. sums: (round number, its sums)."""
    read: dict[tuple[int, int], Folded] = {}
    for number, part in sums:
        key = part.variant, number
        if key not in read:
            read[key] = Folded(round_measures(layouts[part.variant]), part.share_unit)
        read[key].add(part)
    found: dict[int, dict[int, dict[str, Estimate]]] = {}
    for variant, number in sorted(read):
        found.setdefault(variant, {})[number] = read[variant, number].estimates()
    return found
