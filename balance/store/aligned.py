"""Arms side by side: the sums of the same deals, whatever chunks and batches their runs were cut into."""

from collections.abc import Iterator, Mapping, Sequence
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
            parts += [among(part, part.numbers[:early])] if early else []
            rest += [among(part, part.numbers[early:])] if early < part.deals else []
        self.held = rest
        return joined(parts) if parts else None


def aligned(sources: Sequence[Source]) -> Iterator[list[ClusterSums]]:
    """For batch after batch, every arm's sums of the deals that all of them have, in order of places.

    What is held back is what one run is ahead of another, never more than about a batch of each.
    """
    arms = {place: _Arm() for source in sources for place in source.arms.values()}
    going = list(sources)
    given = -inf
    while going:
        behind = min(going, key=lambda source: min(arms[place].seen for place in source.arms.values()))
        part = next(behind.sums, None)
        if part is None:
            going.remove(behind)
            for place in behind.arms.values():
                arms[place].seen = inf
        elif part.variant in behind.arms:
            arms[behind.arms[part.variant]].add(part)
        upto = min(arm.seen for arm in arms.values())
        if upto == given:
            continue
        given = upto
        taken = [arms[place].take(upto) for place in sorted(arms)]
        parts = [part for part in taken if part is not None]
        if len(parts) == len(arms):
            common = reduce(_common, [part.numbers for part in parts])
            if len(common):
                yield [among(part, common) for part in parts]


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
