"""Targets held against variants: every target of every variant marked from intervals that hold all at once."""

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any, TypeVar

from balance.stats.always_valid import ALWAYS_VALID
from balance.stats.contrast import Contrast
from balance.stats.estimate import Estimate
from balance.stats.layout import Quantile
from balance.stats.limits import CLUSTER_T, LEVEL, Limits, fixed
from balance.stats.measure import Measure, capped_share, contrasts
from balance.stats.metrics import Folded
from balance.stats.simultaneous import BONFERRONI, Family, Moving, family
from balance.stats.targets import Mark, Target, mark
from balance.stats.verdicts import MOST_CAPPED

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Marked:
    """A target of a variant, and whether it is met.

    estimate: the metric, within limits that hold for all targets of all variants at once; outer: the interval that
    holds whatever capped rounds or matches would have given, where there were any: then the mark is read from it;
    reason: in words, why nothing can be said, where that is not for want of deals.
    """

    metric: str
    target: Target
    estimate: Estimate
    outer: tuple[float, float] | None
    mark: Mark
    reason: str | None = None

    @property
    def widest(self) -> Estimate:
        """The estimate with the interval that the mark is read from."""
        return (
            self.estimate
            if self.outer is None
            else replace(self.estimate, low=self.outer[0], high=self.outer[1])
        )

    def to_json(self) -> dict[str, Any]:
        """The metric form, with the target as it was asked for and the mark."""
        row = {"metric": self.metric, "target": dict(self.target.form), **self.estimate.to_json()}
        row |= {} if self.outer is None else {"outer": list(self.outer)}
        row["mark"] = self.mark.value
        return row | ({} if self.reason is None else {"reason": self.reason})


def all_met(marked: Collection[Marked]) -> bool:
    """Is every target surely met?"""
    return all(one.mark is Mark.MET for one in marked)


def marks(
    variants: Mapping[Key, Folded],
    targets: Mapping[str, Target],
    withheld: Mapping[Key, Mapping[str, str]] | None = None,
    always: Callable[[float], Limits] | None = None,
) -> dict[Key, list[Marked]]:
    """For each variant its targets in order, marked.

    variants: what was read of them, with `moving` for every target; targets: by metric; withheld: of a variant,
    metric → why it says nothing there. The family is variants × targets, as far as there are intervals: max-t over
    blocks of deals for means, Bonferroni's part for quantiles (Woodruff) and for what does not vary. always: gives the
    limits of a level that hold at every look, for runs that were stopped; each member then has Bonferroni's part.
    """
    members = {
        (key, name): _Member(found, next((m for m in found.asked if m.name == name), None))
        for key, found in variants.items()
        for name in targets
    }
    limits = _family([member for member in members.values() if member.known], always)
    told = withheld or {}
    return {
        key: [
            members[key, name].marked(name, target, limits, told.get(key, {}))
            for name, target in targets.items()
        ]
        for key in variants
    }


class _Member:
    """One metric of one variant; asked: None where the variant has none of that name."""

    def __init__(self, found: Folded, asked: Measure | Quantile | None) -> None:
        self.found, self.asked = found, asked
        self.plain = self._estimate(fixed())
        self.known = self.plain.low is not None or self.plain.high is not None
        measured = self.known and isinstance(asked, Measure)
        self.contrasts: tuple[Contrast, ...] = contrasts(asked, found.moments) if measured else ()  # type: ignore[arg-type]

    def moving(self) -> list[Moving]:
        """How what the mark is read from moves by blocks: both limits, or each of the outer ones."""
        sides = self.contrasts[1:] or self.contrasts
        which = (1, -1) if len(sides) > 1 else (0,)
        sums = self.found.blocks.weighted
        return [Moving(sums(c.weights[0]), w) for c, w in zip(sides, which, strict=False) if c.variance]

    @property
    def still(self) -> bool:
        """Does it not vary, or is it no mean over deals?"""
        return not self.contrasts or any(not c.variance for c in self.contrasts)

    def marked(self, name: str, target: Target, limits: Family, withheld: Mapping[str, str]) -> Marked:
        quantile = fixed(limits.level, BONFERRONI if limits.limits.method else "")
        within = limits.limits if self.contrasts or limits.limits.method == ALWAYS_VALID else quantile
        estimate = self._estimate(within) if self.known else self.plain
        outer = None
        if len(self.contrasts) > 1:
            _, lost, won = (c.interval(within) for c in self.contrasts)
            outer = lost.low, won.high
        told = Marked(name, target, estimate, outer, Mark.OPEN)
        if name in withheld:
            return replace(told, reason=withheld[name])
        if not self.known:
            return replace(told, reason=estimate.reason or "there is no interval")
        if self._capped > MOST_CAPPED:
            return replace(told, reason=f"more than {MOST_CAPPED:.0%} were capped")
        return replace(told, mark=mark(self._possible(told.widest), (target.low, target.high)))

    def _possible(self, found: Estimate) -> tuple[float, float]:
        """The interval without what cannot be: a share below 0, say, whatever Student's t says of rare things."""
        low, high = (-inf if found.low is None else found.low), (inf if found.high is None else found.high)
        for c in self.contrasts[:1]:
            if c.floor <= c.value <= c.ceiling:
                low, high = max(low, c.floor), min(high, c.ceiling)
        return low, high

    @property
    def _capped(self) -> float:
        if self.asked is None:
            return 0.0
        caps = self.asked.caps if isinstance(self.asked, Measure) else self.asked.over.caps
        return float(capped_share(caps, self.found.moments))

    def _estimate(self, limits: Limits) -> Estimate:
        if self.asked is None:
            clusters = self.found.moments.clusters
            return Estimate(
                None, None, None, 0, clusters, CLUSTER_T, "", None, "the variant has no such metric"
            )
        return self.found.estimate(self.asked, limits)


def _family(members: list[_Member], always: Callable[[float], Limits] | None) -> Family:
    if always is not None:
        level = 1 - (1 - LEVEL) / max(len(members), 1)
        return Family(always(level), level)
    clusters = min((member.plain.clusters for member in members), default=0)
    moving = [one for member in members for one in member.moving()]
    return family(len(members), clusters, moving, sum(member.still for member in members))
