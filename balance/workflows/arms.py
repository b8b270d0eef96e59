"""Which variants are compared, on which deals, and all that is read for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np

from balance.stats.layout import Layout, Quantile
from balance.stats.measure import Measure
from balance.stats.measures import told
from balance.stats.pairs import Arm, Pair
from balance.store.aligned import Source, aligned
from balance.store.clusters import ClusterSums, arm_sums, first_matches, share_unit
from balance.store.declared import declared
from balance.store.run import Run
from balance.store.spec import VariantSpec
from sims.errors import InputError
from sims.variants import text


@dataclass(frozen=True)
class Side:
    """A variant of a run."""

    run: Run
    number: int

    @property
    def spec(self) -> VariantSpec:
        """What run.json says of it."""
        return self.run.spec["variants"][self.number]

    @property
    def key(self) -> tuple[str, int]:
        """The same for the same variant of the same run."""
        return str(self.run.path.resolve()), self.number

    @property
    def deals(self) -> range:
        """The numbers of its deals."""
        return range(self.spec["first_deal"], self.spec["first_deal"] + self.spec["clusters"])

    @cached_property
    def layout(self) -> Layout:
        """What its metrics depend on."""
        return Layout.of(dict(declared(self.run.spec)), self.spec)


@dataclass(frozen=True)
class Match:
    """A baseline and a variant that is compared with it."""

    base: Side
    tweaked: Side

    @property
    def name(self) -> str:
        """What the tweak changes, as it is typed; its label where it changes nothing."""
        before, after = self.base.spec["overrides"], self.tweaked.spec["overrides"]
        changed = [f"{n}={text(v)}" for n, v in after.items() if n not in before or before[n] != v]
        return ",".join(changed) or self.tweaked.spec["label"]


def within(run: Run) -> list[Match]:
    """For each number of seats its first variant with all others; InputError where there is nothing to compare."""
    first: dict[int, Side] = {}
    found = []
    for side in _sides(run):
        base = first.setdefault(side.spec["seats"], side)
        found += [Match(base, side)] if base is not side else []
    if not found:
        legal = (
            "a run in which two variants have the same number of seats; give a second run to compare it with"
        )
        raise InputError("run", run.name, legal)
    return found


def between(a: Run, b: Run) -> list[Match]:
    """The variants of two runs: those with the same label, else A's first with all of B.

    Where some have as many seats as their baseline, those alone are compared. InputError for runs of two games.
    """
    if a.spec["game"] != b.spec["game"]:
        raise InputError("run", b.name, f"a run of {a.spec['game']}: it is one of {b.spec['game']}")
    labelled = {side.spec["label"]: side for side in reversed(_sides(a))}
    found = [Match(labelled[s.spec["label"]], s) for s in _sides(b) if s.spec["label"] in labelled]
    if not found or len(a.spec["variants"]) == 1:
        found = [Match(Side(a, 0), side) for side in _sides(b)]
    alike = [m for m in found if m.base.spec["seats"] == m.tweaked.spec["seats"]]
    return alike or found


def against(base: Side, run: Run) -> list[Match]:
    """All variants of a run with one of another."""
    return [Match(base, side) for side in _sides(run)]


def unpaired(matches: Sequence[Match]) -> str | None:
    """In words, why the arms did not play the same deals; None where they did."""
    for base, tweaked in ((m.base, m.tweaked) for m in matches):
        for what, a, b in (
            ("seeds", base.run.spec["seed"], tweaked.run.spec["seed"]),
            ("numbers of seats", base.spec["seats"], tweaked.spec["seats"]),
        ):
            if a != b:
                return f"the {what} differ ({a} and {b})"
    deals = [side.deals for match in matches for side in (match.base, match.tweaked)]
    if max(d.start for d in deals) >= min(d.stop for d in deals):
        return "they have no deal in common"
    return None


def notes(matches: Sequence[Match]) -> list[str]:
    """In words, what else differs between arms of two runs than the rules that were tweaked."""
    told = []
    for base, tweaked in ((m.base, m.tweaked) for m in matches):
        a, b = base.run.spec, tweaked.run.spec
        if a["game_version"] != b["game_version"]:
            told.append(f"the rules are of version {a['game_version']} and {b['game_version']}")
        elif a["digest"] != b["digest"]:
            told.append("the sources of the game differ")
        if base.spec["lineup"] != tweaked.spec["lineup"]:
            told.append(f"the players are {_players(base)} and {_players(tweaked)}")
        if len(base.deals) != len(tweaked.deals):
            told.append(f"one arm has {len(base.deals):,} deals, the other {len(tweaked.deals):,}")
    return list(dict.fromkeys(told))


class Read:
    """Pairs of arms, read from their runs: on the deals that all of them have, or each on its own.

    identical: for each pair, how many deals play out identically; None where nothing is paired.
    """

    def __init__(self, matches: Sequence[Match], *, paired: bool) -> None:
        sides = {side.key: side for match in matches for side in (match.base, match.tweaked)}
        runs = {key[0]: side.run for key, side in sides.items()}
        unit = lcm(*(share_unit(run) for run in runs.values()))
        places = {key: place for place, key in enumerate(sides)}
        logged = {
            (run.spec["log"]["level"] == "rounds", run.spec["log"]["share"], first_matches(run.spec))
            for run in runs.values()
        }
        self.arms = {key: Arm(_asked(side, len(logged) == 1), unit) for key, side in sides.items()}
        self.pairs = [Pair(self.arms[m.base.key], self.arms[m.tweaked.key], common=paired) for m in matches]
        self.identical: list[int] | None = [0] * len(matches) if paired else None
        sources = [
            Source(arm_sums(run, unit), {key[1]: place for key, place in places.items() if key[0] == path})
            for path, run in runs.items()
        ]
        arms = list(self.arms.values())
        for together in [sources] if paired else [[source] for source in sources]:
            own = sorted(place for source in together for place in source.arms.values())
            for parts in aligned(together):
                here = dict(zip(own, parts, strict=True))
                for place, part in here.items():
                    arms[place].add(part.numbers, part.columns, part.lengths)
                if self.identical is not None:
                    for i, m in enumerate(matches):
                        a, b = here[places[m.base.key]], here[places[m.tweaked.key]]
                        self.pairs[i].add(a.deals, a.columns, b.columns)
                        self.identical[i] += identical(a, b)


def identical(a: ClusterSums, b: ClusterSums) -> int:
    """How many of the common deals have the same digests in all matches."""
    places = {name for part in (a, b) for name in part.columns if name.startswith("digest:")}
    if not all(name in a.columns and name in b.columns for name in places):
        return 0  # another number of matches to a deal
    same = np.logical_and.reduce([a.columns[name] == b.columns[name] for name in places])
    return int(same.sum())


def _asked(side: Side, alike: bool) -> list[Measure | Quantile]:
    """What is told of an arm; alike: turns of the same deals were logged, else what they tell is left out."""
    return [m for m in told(side.layout) if alike or not (isinstance(m, Measure) and m.among)]


def _sides(run: Run) -> list[Side]:
    return [Side(run, number) for number in range(len(run.spec["variants"]))]


def _players(side: Side) -> str:
    return ",".join(dict.fromkeys(side.spec["lineup"]))
