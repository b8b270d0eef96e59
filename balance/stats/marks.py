"""Targets held against variants: every target of every variant marked from intervals that hold all at once."""

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from balance.stats.limits import Limits
from balance.stats.members import Member, Value
from balance.stats.metrics import Folded
from balance.stats.simultaneous import at_once
from balance.stats.targets import Mark, Target, mark

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Marked:
    """A target of a variant, and whether it is met; value: within limits that hold for all targets of all variants."""

    metric: str
    target: Target
    value: Value
    mark: Mark

    @property
    def reason(self) -> str | None:
        """In words, why nothing can be said, where that is not for want of deals."""
        return self.value.reason

    def to_json(self) -> dict[str, Any]:
        """The metric form, with the target as it was asked for and the mark."""
        return {
            "metric": self.metric,
            "target": dict(self.target.form),
            **self.value.to_json(),
            "mark": self.mark.value,
        }


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
    members = {(key, name): Member(found, name) for key, found in variants.items() for name in targets}
    limits = at_once([m.limited for m in members.values() if m.known], always)
    told = withheld or {}
    return {
        key: [
            _marked(name, target, members[key, name].value(limits, told.get(key, {}).get(name)))
            for name, target in targets.items()
        ]
        for key in variants
    }


def _marked(name: str, target: Target, value: Value) -> Marked:
    said = Mark.OPEN if value.reason else mark(value.limits, (target.low, target.high))
    return Marked(name, target, value, said)
