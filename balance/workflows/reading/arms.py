"""Which variants are compared, and on which deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from balance.stats.layout import Layout
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
        return self._typed(self.tweaked) or self.tweaked.spec["label"]

    @property
    def reference(self) -> str:
        """The same of the baseline."""
        return self._typed(self.base) or self.base.spec["label"]

    def _typed(self, side: Side) -> str:
        before, after = self.base.spec["overrides"], self.tweaked.spec["overrides"]
        changed = [n for n, v in after.items() if n not in before or before[n] != v]
        return ",".join(f"{n}={text(side.spec['parameters'][n])}" for n in changed)


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

    Where some have as many seats as their baseline, those alone are compared. InputError for one run given twice, and
    for runs of two games.
    """
    if a.path.resolve() == b.path.resolve():
        raise InputError("run", b.name, "another run than the first; given once, its variants are compared")
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


def _sides(run: Run) -> list[Side]:
    return [Side(run, number) for number in range(len(run.spec["variants"]))]


def _players(side: Side) -> str:
    return ",".join(dict.fromkeys(side.spec["lineup"]))
