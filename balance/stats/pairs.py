"""What is kept of two arms that are compared: batches of deals in, differences out, in memory that does not grow."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from balance.stats.contrast import Contrast, ends
from balance.stats.differences import Arms, Difference, difference
from balance.stats.estimate import Estimate
from balance.stats.layout import Quantile
from balance.stats.limits import LEVEL, Limits
from balance.stats.measure import Measure, capped_share
from balance.stats.metrics import Folded, kept
from balance.stats.moments import ONE, Columns, Cross
from balance.stats.quantile_differences import BlockLevels, quantile_difference
from balance.stats.quantiles import growth
from balance.stats.simultaneous import BONFERRONI, Limited, Moving, at_once

Lengths = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Deals, levels of a fact, and how many of the deal's rounds had it, capped ones left out: int64 of one length."""


NOT_AT_EVERY_LOOK = "differences of quantiles have no interval that holds whenever a run is stopped"


class Arm:
    """One variant, whichever comparisons it stands in.

    asked, share_unit: as of `metrics.Folded`; primary: the metrics whose intervals may have to hold at once, so that it
    is kept how they move by blocks. None: all.
    """

    def __init__(
        self, asked: Sequence[Measure | Quantile], share_unit: int, primary: Collection[str] | None = None
    ) -> None:
        self.asked = {m.name: m for m in asked}
        self.folded = Folded(asked, share_unit, moving=self.asked if primary is None else primary)
        self.moments, self.blocks = self.folded.moments, self.folded.blocks
        self.levels = {m.fact: BlockLevels() for m in asked if isinstance(m, Quantile)}
        self._over = {m.fact: m.over.bottom for m in asked if isinstance(m, Quantile)}

    def add(self, deals: np.ndarray, sums: Columns, lengths: Mapping[str, Lengths]) -> None:
        """Add deals: their numbers, their columns' sums, and by fact the levels of their rounds."""
        used = self.kept(sums)
        self.moments.add(len(deals), used)
        self.blocks.add(deals, kept(used, self.blocks.columns))
        order = np.argsort(deals)
        for fact, levels in self.levels.items():
            if fact in lengths:
                of, level, rounds = lengths[fact]
                levels.add(of, level, rounds)
                n = used[self._over[fact]][order[np.searchsorted(deals, of, sorter=order)]]
                self.folded.levels[fact].add(growth(of, level, rounds, n))

    def estimates(self, limits: Limits | None = None) -> dict[str, Estimate]:
        """metric → its estimate, over the deals that were added; limits as of `metrics.Folded`."""
        return self.folded.estimates(limits)

    def margin(self, name: str, baseline: float) -> float:
        """What is a small change of a metric where this arm is the baseline; baseline: the metric's value there."""
        matches = self.moments.total("all_matches") if "all_matches" in self.moments.columns else 0
        rounds = float(self.moments.total("all_rounds") / matches) if matches else 1.0
        return self.asked[name].small.against(baseline, rounds)

    def kept(self, sums: Columns) -> dict[str, np.ndarray]:
        """The columns that are asked for."""
        return kept(sums, self.moments.columns)


class Pair:
    """Two arms, A the baseline. Of common deals all batches are added here, too; of different ones nothing is.

    both: metric → what is asked of A and of B, of metrics that both have, in A's order; only: of these, None: of all.
    """

    def __init__(self, a: Arm, b: Arm, *, common: bool = True, only: Collection[str] | None = None) -> None:
        self.a, self.b = a, b
        names = [name for name in a.asked if name in b.asked and (only is None or name in only)]
        self.both = {name: (a.asked[name], b.asked[name]) for name in names}
        self._cross = Cross(a.moments, b.moments) if common else None
        self._differ = dict.fromkeys(self.both, 0)

    def add(self, clusters: int, of_a: Columns, of_b: Columns) -> None:
        """Add common deals: the sums of both arms' columns, the same deals in the same order."""
        if self._cross is None:
            raise ValueError("arms that played different deals have nothing in common to add")
        of_a, of_b = self.a.kept(of_a), self.b.kept(of_b)
        self._cross.add(clusters, of_a, of_b)
        none = np.zeros(clusters, np.int64)
        unequal = {c: of_a.get(c, none) != of_b.get(c, none) for c in {*of_a, *of_b}}
        for name, both in self.both.items():
            ratios = [r for m in both if isinstance(m, Measure) for r in m.parts]
            used = {c for r in ratios for c in (r.top, r.bottom)}
            differ = [unequal[c] for c in used if c in unequal]
            self._differ[name] += int(np.logical_or.reduce(differ).sum()) if differ else 0

    def difference(self, name: str, level: float = LEVEL) -> Difference:
        """A metric's difference with its plain interval; level: of a quantile's, which `within` does not change."""
        one, other = self.both[name]
        common = self._cross is not None
        if isinstance(one, Measure) and isinstance(other, Measure):
            arms = Arms(self.a.moments, self.b.moments, self._cross)
            return difference(one, other, arms, self._differ[name] if common else None)
        assert isinstance(one, Quantile)
        a, b = ((arm.levels[one.fact], arm.blocks.total(one.over.bottom)) for arm in (self.a, self.b))
        deals = self.a.blocks.total(ONE), self.b.blocks.total(ONE)
        found = quantile_difference(one.p, a, b, deals, one.unit, paired=common, level=level)
        capped = max(capped_share(one.over.caps, arm.moments) for arm in (self.a, self.b))
        return replace(found, capped=float(capped))

    def moving(self, of: Difference) -> list[Moving]:
        """How what a verdict on a difference is read from moves by blocks: both limits, or each of the outer ones."""
        return [Moving(self._sums(c), side) for c, side in ends(of.contrasts) if c.variance]

    def limited(self, of: Difference) -> Limited:
        """A difference as a member of a family."""
        return Limited(of.contrasts, self.moving(of), of.clusters)

    def _sums(self, contrast: Contrast) -> np.ndarray:
        """Block sums of d_c; of different deals, those of both arms behind each other."""
        of_a, of_b = self.a.blocks.weighted(contrast.weights[0]), self.b.blocks.weighted(contrast.weights[1])
        if self._cross is not None:
            common: np.ndarray = of_b - of_a
            return common
        return np.concatenate([of_b / self.b.moments.clusters, -of_a / self.a.moments.clusters])


def simultaneous(pairs: Sequence[Pair], primary: Sequence[str]) -> list[dict[str, Difference]]:
    """For each pair all its differences; those of primary metrics with limits that hold all at once.

    The family is pairs × primary metrics, as far as there are intervals.
    """
    found = [{name: pair.difference(name) for name in pair.both} for pair in pairs]
    members = [
        (pair, here, name)
        for pair, here in zip(pairs, found, strict=True)
        for name in primary
        if name in here and here[name].low is not None
    ]
    limits = at_once([pair.limited(here[name]) for pair, here, name in members])
    for pair, here, name in members:
        if here[name].contrasts:
            here[name] = here[name].within(limits.limits)
        elif len(members) > 1:
            wider = pair.difference(name, limits.level)
            here[name] = replace(wider, method=f"{wider.method}, {BONFERRONI}")
    return found


def at_every_look(
    pairs: Sequence[Pair], primary: Sequence[str], always: Callable[[float], Limits]
) -> list[dict[str, Difference]]:
    """The same of runs that a person stopped: limits that hold whenever one looks, of primary metrics all at once.

    always: gives the limits of a level; each primary metric of each pair has Bonferroni's part. There are neither
    p-values nor intervals of quantiles that hold at every look.
    """
    found = [{name: pair.difference(name) for name in pair.both} for pair in pairs]
    members = [
        pair.limited(here[name])
        for pair, here in zip(pairs, found, strict=True)
        for name in primary
        if name in here and here[name].contrasts
    ]
    plain, parts = always(LEVEL), at_once(members, always).limits

    def told(name: str, d: Difference) -> Difference:
        if d.contrasts:
            return replace(d.within(parts if name in primary else plain), p_value=None)
        return replace(d, low=None, high=None, p_value=None, reason=d.reason or NOT_AT_EVERY_LOOK)

    return [{name: told(name, d) for name, d in here.items()} for here in found]
