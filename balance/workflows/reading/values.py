"""Variants read from their runs, once: for what each is, for differences of two and for effects over many."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import lcm

import numpy as np

from balance.stats.layout import Quantile
from balance.stats.measure import Measure
from balance.stats.measures import told
from balance.stats.pairs import Arm, Pair
from balance.stats.together import Together
from balance.store.aligned import Aligner, Source, aligned
from balance.store.clusters import DIGEST, ClusterSums, arm_sums, first_matches, share_unit
from balance.workflows.reading.arms import Match, Side


class Read:
    """Variants read from their runs, deal by deal: each on its own, pairs of them and whole families on common deals.

    arms: by key of the side; pairs: in order of the matches; identical: for each pair, how many deals play out
    identically, None where nothing is paired; together: in order of the families.
    """

    def __init__(
        self,
        matches: Sequence[Match],
        paired: Sequence[bool],
        primary: Sequence[str],
        *,
        beside: Sequence[Side] = (),
        families: Sequence[Sequence[Side]] = (),
        common: bool = False,
        only: Collection[str] | None = None,
    ) -> None:
        """matches, paired: what is compared, and whether on the same deals; primary: the metrics with a verdict.

        beside: variants that are read although they may stand in no match; families: variants that played the same
        deals; common: where anything is paired, only the deals that all arms have are read; only: the metrics that are
        compared, None: all.
        """
        sides = {s.key: s for s in (*(s for m in matches for s in (m.base, m.tweaked)), *beside)}
        runs = {key[0]: side.run for key, side in sides.items()}
        unit = lcm(*(share_unit(run) for run in runs.values()))
        places = {key: place for place, key in enumerate(sides)}
        logged = {
            (run.spec["log"]["level"] == "rounds", run.spec["log"]["share"], first_matches(run.spec))
            for run in runs.values()
        }
        self.arms = {key: Arm(_asked(side, len(logged) == 1), unit, primary) for key, side in sides.items()}
        arms = list(self.arms.values())
        both = [(places[m.base.key], places[m.tweaked.key]) for m in matches]
        self.pairs = [
            Pair(arms[a], arms[b], common=p, only=only) for (a, b), p in zip(both, paired, strict=True)
        ]
        self.identical = [0 if p else None for p in paired]
        self.together = [Together([self.arms[side.key] for side in family], primary) for family in families]
        kept = [{c for c in arm.moments.columns if c} for arm in arms]
        joint = [
            _Joint(both[i], [kept[p] for p in both[i]], partial(self._pair, i))
            for i, p in enumerate(paired)
            if p
        ]
        for family, one in zip(families, self.together, strict=True):
            joint.append(_Joint([places[side.key] for side in family], one.columns, partial(_add, one)))
        sources = [
            Source(arm_sums(run, unit), {key[1]: place for key, place in places.items() if key[0] == path})
            for path, run in runs.items()
        ]
        for place, sums in _parts(sources, together=common and any(paired)):
            arms[place].add(sums.numbers, sums.columns, sums.lengths)
            for each in joint:
                each.add(place, sums)

    def _pair(self, i: int, parts: list[ClusterSums]) -> None:
        a, b = parts
        self.pairs[i].add(a.deals, a.columns, b.columns)
        self.identical[i] = (self.identical[i] or 0) + identical(a, b)


class _Joint:
    """Arms whose common deals are added to something; they are held back until all arms have come to them.

    places: of the arms; add: is given the sums of common deals, arms in that order; columns: the columns it needs of
    each arm.
    """

    def __init__(
        self,
        places: Sequence[int],
        columns: Sequence[Collection[str]],
        add: Callable[[list[ClusterSums]], None],
    ) -> None:
        self._columns = dict(zip(places, columns, strict=True))
        self._arms = Aligner(places)
        self._add = add

    def add(self, place: int, part: ClusterSums) -> None:
        if place in self._columns:
            needed = self._columns[place]
            columns = {n: v for n, v in part.columns.items() if n in needed or n.startswith(DIGEST)}
            self._arms.add(place, replace(part, columns=columns, lengths={}))
            parts = self._arms.ready()
            if parts is not None:
                self._add(parts)


def _parts(sources: list[Source], *, together: bool) -> Iterator[tuple[int, ClusterSums]]:
    """The sums of all arms as they come, with the arm's place; together: of the deals that all of them have."""
    if together:
        for parts in aligned(sources):
            yield from enumerate(parts)
        return
    for source in sources:
        yield from ((source.arms[part.variant], part) for part in source.sums if part.variant in source.arms)


def _add(together: Together, parts: list[ClusterSums]) -> None:
    together.add(parts[0].deals, [part.columns for part in parts])


def identical(a: ClusterSums, b: ClusterSums) -> int:
    """How many of the common deals have the same digests in all matches."""
    places = {name for part in (a, b) for name in part.columns if name.startswith(DIGEST)}
    if not all(name in a.columns and name in b.columns for name in places):
        return 0  # another number of matches to a deal
    same = np.logical_and.reduce([a.columns[name] == b.columns[name] for name in places])
    return int(same.sum())


def _asked(side: Side, alike: bool) -> list[Measure | Quantile]:
    """What is told of an arm; alike: turns of the same deals were logged, else what they tell is left out."""
    return [m for m in told(side.layout) if alike or not (isinstance(m, Measure) and m.among)]
