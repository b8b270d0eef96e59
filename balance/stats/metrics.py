"""From cluster sums to estimates: folds what is read, batch by batch, then estimates every measure."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Protocol

import numpy as np

from balance.stats.estimate import Estimate
from balance.stats.measure import estimate
from balance.stats.measures import IN_SHARES, Layout, columns, measures
from balance.stats.moments import Moments
from balance.stats.quantiles import Growth, Lengths, quantile

QUANTILES = {"turns_median": Fraction(1, 2), "turns_p95": Fraction(19, 20)}


def meanings(layout: Layout) -> dict[str, str]:
    """Metric → what it is, in one line."""
    told = {m.name: m.meaning for m in measures(layout)}
    told["turns_median"] = (
        "turns that half of the rounds keep to, a capped round counted as longer than any other"
    )
    told["turns_p95"] = (
        "turns that 95 % of the rounds keep to, a capped round counted as longer than any other"
    )
    return told


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
    def lengths(self) -> Mapping[int, Growth]: ...  # noqa: D102


def estimates(layouts: Mapping[int, Layout], sums: Iterable[Sums]) -> dict[int, dict[str, Estimate]]:
    """variant → metric → estimate. Variants of which nothing was read are left out."""
    moments: dict[int, Moments] = {}
    lengths: dict[int, Lengths] = {}
    for part in sums:
        if part.variant not in moments:
            used = columns(layouts[part.variant])
            unit = Fraction(1, part.share_unit)
            moments[part.variant] = Moments(used, {c: unit for c in used if c.split(":")[0] in IN_SHARES})
            lengths[part.variant] = Lengths()
        kept = set(moments[part.variant].columns)
        moments[part.variant].add(part.deals, {c: v for c, v in part.columns.items() if c in kept})
        lengths[part.variant].add(part.lengths)
    return {v: _variant(layouts[v], moments[v], lengths[v]) for v in sorted(moments)}


def _variant(layout: Layout, moments: Moments, lengths: Lengths) -> dict[str, Estimate]:
    found = {m.name: estimate(m, moments) for m in measures(layout)}
    shares = lengths.shares(moments, "all_rounds")
    rounds = int(moments.total("all_rounds"))
    quantiles = {
        name: quantile(p, shares, rounds, moments.clusters, "turns") for name, p in QUANTILES.items()
    }
    ordered: dict[str, Estimate] = {}
    for name, found_one in found.items():
        ordered[name] = found_one
        if name == "turns_mean":
            ordered |= quantiles
    return ordered
