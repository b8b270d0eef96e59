"""What came of looking for the best variant of a sweep."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balance.stats.aims import Aim, Limits
from balance.stats.comparisons import Comparison
from balance.stats.differences import Difference
from balance.stats.estimate import Estimate
from balance.stats.members import Value


@dataclass(frozen=True)
class Finalist:
    """A variant that was measured again.

    number, label: those of the sweep; was: the metric in the sweep; now: on the fresh deals, within limits that hold
    for all that is said of the finalists at once; lead: how much farther it is from what is wanted than the first, and
    behind: its value less the first's, None for the first itself; against: metric → the comparison with the baseline on
    the fresh deals, empty for the baseline; identical: fresh deals that play out as in the baseline; same: labels of
    variants that it stands for, since they played out identically on all deals of the sweep.
    """

    number: int
    label: str
    was: Estimate
    now: Value
    lead: Limits | None = None
    behind: Difference | None = None
    against: Mapping[str, Comparison] = field(default_factory=dict)
    identical: int | None = None
    same: Sequence[str] = ()

    @property
    def moved(self) -> list[Comparison]:
        """The metrics without a verdict that surely moved beyond their margin against the baseline."""
        return [row for row in self.against.values() if not row.primary and row.moved]


@dataclass(frozen=True)
class Best:
    """finalists: nearest to what is wanted first, with fresh numbers; baseline: its number in the sweep; again: that of
    the baseline on fresh deals, where it is no finalist.

    level: those among which no best can be told, the first among them; twins: those that play out as the first on all
    deals; beyond: labels of variants that may be the best, too, but were too many to be measured again; deals: numbers
    of the fresh deals; run: the folder they lie in; reason: in words, why there are no finalists.
    """

    aim: Aim
    finalists: list[Finalist]
    baseline: int
    again: Finalist | None
    level: list[int]
    twins: list[int]
    beyond: list[str]
    deals: range
    run: str
    reason: str | None = None

    @property
    def best(self) -> Finalist | None:
        """The best, where one can be told: it surely leads all that do not play out as it does."""
        rest = [f for f in self.finalists[1:] if f.number not in self.twins]
        alone = set(self.level) <= {self.finalists[0].number, *self.twins} if self.finalists else False
        return self.finalists[0] if alone and rest else None

    def to_json(self) -> dict[str, Any]:
        """All of it; `best` is the label of the best variant, null where none can be told."""
        best = self.best
        row: dict[str, Any] = {
            **self.aim.to_json(),
            "best": None if best is None else best.label,
            "level": [f.label for f in self.finalists if f.number in self.level],
            "identical": [f.label for f in self.finalists if f.number in self.twins],
            "beyond": self.beyond,
            "run": self.run,
            "deals": [self.deals.start, self.deals.stop - 1] if self.deals else None,
            "finalists": [self._row(f) for f in self.finalists],
            "baseline": None if self.again is None else self._row(self.again),
        }
        return row | ({} if self.reason is None else {"reason": self.reason})

    def _row(self, one: Finalist) -> dict[str, Any]:
        against = one.against.get(self.aim.metric)
        return {
            "variant": one.number,
            "label": one.label,
            "same": list(one.same),
            **one.now.to_json(),
            "was": one.was.to_json(),
            "lead": None if one.lead is None else list(one.lead),
            "behind": None if one.behind is None else one.behind.to_json(),
            "from_baseline": None if against is None else against.difference.to_json(),
            "moved": [
                {"metric": r.metric, "difference": r.difference.to_json()}
                for r in one.against.values()
                if r.moved and r.metric != self.aim.metric
            ],
        }
