"""From cluster sums to estimates: folds what is read, batch by batch, then estimates every measure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np

from balance.stats import luck, shuffled, worth
from balance.stats.estimate import Estimate
from balance.stats.layout import Layout, Quantile
from balance.stats.measure import Measure, estimate
from balance.stats.measures import columns, round_measures, told, units
from balance.stats.moments import Moments
from balance.stats.quantiles import Growth, Levels, quantile


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
    def share_unit(self) -> int: ...  # noqa: D102
    @property
    def columns(self) -> Mapping[str, np.ndarray]: ...  # noqa: D102
    @property
    def levels(self) -> Mapping[str, Mapping[int, Growth]]: ...  # noqa: D102


class Folded:
    """All that was read of a variant, in memory that does not grow with its deals."""

    def __init__(self, asked: Sequence[Measure | Quantile], share_unit: int) -> None:
        """asked: what is to be estimated; share_unit: shares are counted in units of 1/share_unit."""
        self.asked = asked
        used = columns([m for m in asked if isinstance(m, Measure)])
        self.moments = Moments(used, units(used, share_unit))
        self.levels = {m.fact: Levels() for m in asked if isinstance(m, Quantile)}

    def add(self, part: Sums) -> None:
        """Add the sums of further deals."""
        kept = set(self.moments.columns)
        self.moments.add(part.deals, {c: v for c, v in part.columns.items() if c in kept})
        for fact, levels in self.levels.items():
            levels.add(part.levels.get(fact, {}))

    def estimates(self) -> dict[str, Estimate]:
        """metric → estimate, in the order asked."""
        found: dict[str, Estimate] = {}
        shares: dict[str, list[tuple[int, Estimate]]] = {}
        for m in self.asked:
            if isinstance(m, Measure):
                found[m.name] = estimate(m, self.moments)
                continue
            if m.fact not in shares:
                shares[m.fact] = self.levels[m.fact].shares(self.moments, m.over.bottom)
            n = int(self.moments.total(m.over.bottom))
            found[m.name] = quantile(m.p, shares[m.fact], n, self.moments.clusters, m.unit)
        return found


def estimates(layouts: Mapping[int, Layout], sums: Iterable[Sums]) -> dict[int, dict[str, Estimate]]:
    """variant → metric → estimate. Variants of which nothing was read are left out."""
    folded: dict[int, Folded] = {}
    for part in sums:
        if part.variant not in folded:
            folded[part.variant] = Folded(told(layouts[part.variant]), part.share_unit)
        folded[part.variant].add(part)
    return {variant: folded[variant].estimates() for variant in sorted(folded)}


def by_round(
    layouts: Mapping[int, Layout], sums: Iterable[tuple[int, Sums]]
) -> dict[int, dict[int, dict[str, Estimate]]]:
    """variant → round number → metric → estimate, of what is of a round alone. sums: (round number, its sums)."""
    folded: dict[tuple[int, int], Folded] = {}
    for number, part in sums:
        key = part.variant, number
        if key not in folded:
            folded[key] = Folded(round_measures(layouts[part.variant]), part.share_unit)
        folded[key].add(part)
    found: dict[int, dict[int, dict[str, Estimate]]] = {}
    for variant, number in sorted(folded):
        found.setdefault(variant, {})[number] = folded[variant, number].estimates()
    return found
