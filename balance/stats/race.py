"""The best of several: who may be it after a sweep, and who is, by fresh deals that all of them play (`metrics.md`)."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from balance.stats.aims import Aim, Limits
from balance.stats.differences import Difference
from balance.stats.members import Member, Value
from balance.stats.pairs import Pair
from balance.stats.simultaneous import at_once
from balance.stats.verdicts import MOST_CAPPED

Key = TypeVar("Key", bound=Hashable)
FEWEST, MOST = 2, 8


@dataclass(frozen=True)
class Finalists(Generic[Key]):
    """chosen: who may be the best, nearest first; beyond: who may be, too, but more than MOST would be chosen."""

    chosen: list[Key]
    beyond: list[Key]


def finalists(values: Mapping[Key, Value], aim: Aim) -> Finalists[Key]:
    """Those whose interval cannot exclude that they are the best, two at least, MOST at most.

    values: within limits that hold for all of them at once. Those with a reason are out; none is chosen of one alone.
    """
    distance = {
        key: aim.distance(value.estimate.value)
        for key, value in values.items()
        if value.reason is None and value.estimate.value is not None
    }
    order = sorted(distance, key=distance.__getitem__)
    if len(order) < FEWEST:
        return Finalists([], [])
    reach = {key: aim.reach(values[key].limits) for key in order}
    nearest = min(farthest for _, farthest in reach.values())
    able = [key for key in order if reach[key][0] <= nearest]
    able += [key for key in order if key not in able][: max(0, FEWEST - len(able))]
    return Finalists(able[:MOST], able[MOST:])


@dataclass(frozen=True)
class Race(Generic[Key]):
    """order: nearest first; values, and leads of the first over each other (how much farther these are), within
    limits that all hold at once; differences: of the others' values from the first's; a lead is None where nothing can
    be said."""

    order: list[Key]
    values: Mapping[Key, Value]
    leads: Mapping[Key, Limits | None]
    differences: Mapping[Key, Difference]

    @property
    def level(self) -> list[Key]:
        """Those that the first does not surely lead, itself among them."""
        return [key for key in self.order if (lead := self.leads.get(key)) is None or lead[0] <= 0]


def race(
    members: Mapping[Key, Member],
    pairs: Mapping[tuple[Key, Key], Pair],
    aim: Aim,
    candidates: Sequence[Key],
) -> Race[Key]:
    """Which of the candidates is nearest, on deals that all members have played.

    pairs: every two of the candidates, in order. The family is all values and all differences of two, so
    that it does not matter that the first was chosen by the same deals.
    """
    plain = {both: pair.difference(aim.metric) for both, pair in pairs.items()}
    limits = at_once(
        [m.limited for m in members.values() if m.known]
        + [pairs[both].limited(d) for both, d in plain.items() if d.low is not None]
    )
    differences = {
        both: d.within(limits.limits) if d.contrasts else pairs[both].difference(aim.metric, limits.level)
        for both, d in plain.items()
    }
    values = {key: member.value(limits) for key, member in members.items()}
    known = {key: value.estimate.value for key, value in values.items()}
    order = sorted(candidates, key=lambda key: _far(aim, known[key]))
    first, others = order[0], order[1:]
    leads: dict[Key, Limits | None] = {}
    changes: dict[Key, Difference] = {}
    for key in others:
        changes[key] = _from(differences, first, key)
        change = changes[key].widest
        said = values[first].reason is None and values[key].reason is None and change is not None
        if said and changes[key].capped <= MOST_CAPPED and change is not None:
            leads[key] = aim.lead(change, values[first].limits, values[key].limits)
        else:
            leads[key] = None
    return Race(order, values, leads, changes)


def every_two(keys: Sequence[Key]) -> list[tuple[Key, Key]]:
    """All pairs, in order."""
    return list(combinations(keys, 2))


def _far(aim: Aim, value: float | None) -> float:
    return float("inf") if value is None else aim.distance(value)


def _from(differences: Mapping[tuple[Key, Key], Difference], one: Key, other: Key) -> Difference:
    """The other's value less the one's."""
    if (one, other) in differences:
        return differences[one, other]
    return differences[other, one].turned()
