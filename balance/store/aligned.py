"""Arms side by side: the sums of the same deals, whatever chunks and batches their runs were cut into."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import inf

import numpy as np

from balance.store.clusters import ClusterSums


@dataclass
class Source:
    """A run that is read from front to back.

    sums: those of each variant in order of deals; arms: variant → the place of the arm that it is, of some of them.
    """

    sums: Iterator[ClusterSums]
    arms: Mapping[int, int]


class _Arm:
    """What was read of an arm and not yet given out, up to the deal `seen`."""

    def __init__(self) -> None:
        self.held: list[ClusterSums] = []
        self.seen = -inf

    def add(self, part: ClusterSums) -> None:
        self.held.append(part)
        self.seen = float(part.numbers[-1])

    def take(self, upto: float) -> ClusterSums | None:
        """The deals up to this one."""
        parts, rest = [], []
        for part in self.held:
            early = int(np.searchsorted(part.numbers, upto, "right"))
            parts += [_cut(part, slice(early))] if early else []
            rest += [_cut(part, slice(early, None))] if early < part.deals else []
        self.held = rest
        return joined(parts) if parts else None


class Aligner:
    """Arms side by side: parts of each go in, in order of its deals; out come the deals that all of them have."""

    def __init__(self, places: Iterable[int]) -> None:
        self._arms = {place: _Arm() for place in places}
        self._given = -inf

    def seen(self, place: int) -> float:
        """The last deal that is known of an arm."""
        return self._arms[place].seen

    def add(self, place: int, part: ClusterSums) -> None:
        """Take in the next part of an arm."""
        self._arms[place].add(part)

    def end(self, place: int) -> None:
        """Of this arm there is no more."""
        self._arms[place].seen = inf

    def ready(self) -> list[ClusterSums] | None:
        """The sums of further deals that all arms have, in order of places; None where there are none yet."""
        upto = min(arm.seen for arm in self._arms.values())
        if upto == self._given:
            return None
        self._given = upto
        taken = [arm.take(upto) for arm in self._arms.values()]
        parts = [part for part in taken if part is not None]
        if len(parts) < len(taken):
            return None
        common = reduce(_common, [part.numbers for part in parts])
        return [among(part, common) for part in parts] if len(common) else None


def aligned(sources: Sequence[Source]) -> Iterator[list[ClusterSums]]:
    """For batch after batch, every arm's sums of the deals that all of them have, in order of places.

    What is held back is what one run is ahead of another, never more than about a batch of each.
    """
    arms = Aligner(sorted(place for source in sources for place in source.arms.values()))
    going = list(sources)
    while going:
        behind = min(going, key=lambda source: min(arms.seen(place) for place in source.arms.values()))
        part = next(behind.sums, None)
        if part is None:
            going.remove(behind)
            for place in behind.arms.values():
                arms.end(place)
        elif part.variant in behind.arms:
            arms.add(behind.arms[part.variant], part)
        parts = arms.ready()
        if parts is not None:
            yield parts


def _common(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The numbers that both have, each in order and none twice."""
    return one if np.array_equal(one, other) else np.intersect1d(one, other, assume_unique=True)


def among(part: ClusterSums, numbers: np.ndarray) -> ClusterSums:
    """Those of some of its deals, given in order."""
    if len(numbers) == part.deals:
        return part
    rows = np.isin(part.numbers, numbers, assume_unique=True)
    columns = {name: values[rows] for name, values in part.columns.items()}
    lengths = {}
    for fact, (deals, levels, rounds) in part.lengths.items():
        kept = np.isin(deals, numbers)
        lengths[fact] = deals[kept], levels[kept], rounds[kept]
    return replace(part, numbers=numbers, columns=columns, lengths=lengths)


def _cut(part: ClusterSums, rows: slice) -> ClusterSums:
    """A stretch of its deals; its columns are not copied."""
    numbers = part.numbers[rows]
    if len(numbers) == part.deals:
        return part
    lengths = {}
    for fact, (deals, levels, rounds) in part.lengths.items():
        kept = (deals >= numbers[0]) & (deals <= numbers[-1])
        lengths[fact] = deals[kept], levels[kept], rounds[kept]
    columns = {name: values[rows] for name, values in part.columns.items()}
    return replace(part, numbers=numbers, columns=columns, lengths=lengths)


def joined(parts: Sequence[ClusterSums]) -> ClusterSums:
    """Those of several groups of deals as one; a column that a group lacks is zero there."""
    if len(parts) == 1:
        return parts[0]
    names = dict.fromkeys(name for part in parts for name in part.columns)
    columns = {
        name: np.concatenate([part.columns.get(name, np.zeros(part.deals, np.int64)) for part in parts])
        for name in names
    }
    lengths = {}
    for fact in dict.fromkeys(fact for part in parts for fact in part.lengths):
        rows = zip(*(part.lengths[fact] for part in parts if fact in part.lengths), strict=True)
        deals, levels, rounds = (np.concatenate(values) for values in rows)
        lengths[fact] = deals, levels, rounds
    numbers = np.concatenate([part.numbers for part in parts])
    return replace(parts[0], numbers=numbers, columns=columns, lengths=lengths)
