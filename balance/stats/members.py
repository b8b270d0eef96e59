"""One metric of one variant as a member of a family: its value within limits that hold for all members at once."""

from dataclasses import dataclass, replace
from math import inf
from typing import Any

from balance.stats.always_valid import ALWAYS_VALID
from balance.stats.contrast import Contrast, ends, outer
from balance.stats.estimate import Estimate
from balance.stats.layout import Quantile
from balance.stats.limits import CLUSTER_T, Limits, fixed
from balance.stats.measure import Measure, capped_share, contrasts
from balance.stats.metrics import Folded
from balance.stats.simultaneous import BONFERRONI, Family, Limited, Moving
from balance.stats.verdicts import MOST_CAPPED

NO_SUCH = "the variant has no such metric"


@dataclass(frozen=True)
class Value:
    """A metric of a variant.

    estimate: within limits of a family; outer: the interval that holds whatever capped rounds or matches would have
    given, where there were any; reason: in words, why nothing may be read from it; possible: what it can be at all.
    """

    estimate: Estimate
    outer: tuple[float, float] | None = None
    reason: str | None = None
    possible: tuple[float, float] = (-inf, inf)

    @property
    def widest(self) -> Estimate:
        """The estimate with the interval that all is read from: the outer one, where there is one."""
        if self.outer is None:
            return self.estimate
        return replace(self.estimate, low=self.outer[0], high=self.outer[1])

    @property
    def limits(self) -> tuple[float, float]:
        """That interval, open where a limit is unknown, and without what cannot be: a share below 0, say."""
        low, high = self.widest.low, self.widest.high
        least, most = self.possible
        return max(-inf if low is None else low, least), min(inf if high is None else high, most)

    def to_json(self) -> dict[str, Any]:
        """The metric form, with `outer` where there is one, and the reason."""
        row = self.estimate.to_json() | ({} if self.outer is None else {"outer": list(self.outer)})
        return row | ({} if self.reason is None else {"reason": self.reason})


class Member:
    """found: what was read of the variant, with `moving` for the metric; name: the metric."""

    def __init__(self, found: Folded, name: str) -> None:
        self._found = found
        self._asked = next((m for m in found.asked if m.name == name), None)
        self._plain = self._estimate(fixed())
        self.known = self._plain.low is not None or self._plain.high is not None
        self.contrasts: tuple[Contrast, ...] = ()
        if self.known and isinstance(self._asked, Measure):
            self.contrasts = contrasts(self._asked, found.moments)

    @property
    def clusters(self) -> int:
        """How many deals count."""
        return self._plain.clusters

    @property
    def moving(self) -> list[Moving]:
        """How what is read from it moves by blocks: both limits, or each of the outer ones."""
        sums = self._found.blocks.weighted
        return [Moving(sums(c.weights[0]), side) for c, side in ends(self.contrasts) if c.variance]

    @property
    def limited(self) -> Limited:
        """Itself as a member of a family."""
        return Limited(self.contrasts, self.moving, self.clusters)

    def value(self, limits: Family, withheld: str | None = None) -> Value:
        """The value within the limits of its family. withheld: why it says nothing, whatever it is."""
        within = limits.limits
        if not self.contrasts and within.method != ALWAYS_VALID:
            within = fixed(limits.level, BONFERRONI if limits.limits.method else "")
        found = Value(self._estimate(within) if self.known else self._plain)
        for c in self.contrasts[:1]:
            if c.floor <= c.value <= c.ceiling:
                found = replace(found, possible=(c.floor, c.ceiling))
        return replace(
            found, outer=outer(self.contrasts, within), reason=withheld or self._reason(found.estimate)
        )

    def _reason(self, found: Estimate) -> str | None:
        if not self.known:
            return found.reason or "there is no interval"
        return f"more than {MOST_CAPPED:.0%} were capped" if self._capped > MOST_CAPPED else None

    @property
    def _capped(self) -> float:
        if self._asked is None:
            return 0.0
        caps = self._asked.over.caps if isinstance(self._asked, Quantile) else self._asked.caps
        return float(capped_share(caps, self._found.moments))

    def _estimate(self, limits: Limits) -> Estimate:
        if self._asked is None:
            clusters = self._found.moments.clusters
            return Estimate(None, None, None, 0, clusters, CLUSTER_T, "", None, NO_SUCH)
        return self._found.estimate(self._asked, limits)
