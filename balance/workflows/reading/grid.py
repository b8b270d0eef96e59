"""How the variants of a run stand to each other: what is compared with what, and which of them cross parameters."""

from collections.abc import Sequence
from dataclasses import dataclass

from balance.stats.factorial import Question, is_full, questions
from balance.store.declared import nothing_varied
from balance.store.run import Run
from balance.store.spec import varies_players
from balance.workflows.reading.arms import Match, Side
from sims.variants import text


@dataclass(frozen=True)
class Group:
    """The variants of a run with the same number of seats and preset, as far as any of their deals are finished.

    baseline: the one in which nothing is varied, None where it was not played; done: for each variant of the run, the
    deals that are finished, as ranges.
    """

    run: Run
    seats: int
    preset: str | None
    sides: list[Side]
    baseline: Side | None
    done: dict[int, frozenset[tuple[int, int]]]

    @property
    def title(self) -> str:
        """What sets it apart from others."""
        return f"{self.seats} seats, {self.preset}" if self.preset else f"{self.seats} seats"

    def matches(self) -> list[Match]:
        """The baseline with all others: on the same deals, or on deals of which none is common."""
        base = self.baseline
        if base is None:
            return []
        others = [side for side in self.sides if side is not base]
        return [Match(base, side) for side in others if self.paired(base, side) or self._apart(base, side)]

    def paired(self, *sides: Side) -> bool:
        """Did all play the same deals?"""
        return len({self.done[side.number] for side in sides}) == 1

    def _apart(self, one: Side, other: Side) -> bool:
        return one.deals.stop <= other.deals.start or other.deals.stop <= one.deals.start

    @property
    def varied(self) -> list[str]:
        """The parameters that the sweep varied and that differ here."""
        asked = self.run.spec["asked"]
        names = [] if asked.get("one_by_one") else [name for name, _ in asked.get("vary", [])]
        return [n for n in names if len({str(side.spec["parameters"][n]) for side in self.sides}) > 1]

    def crossed(self) -> tuple[list[Question], int] | None:
        """What a full factorial of two parameters or more is asked, and the place of its reference; else None.

        The reference has the values of the baseline, as far as it was played, else the first ones.
        """
        names = self.varied
        cells = [[text(side.spec["parameters"][name]) for name in names] for side in self.sides]
        if len(names) < 2 or not is_full(cells) or not self.paired(*self.sides):
            return None
        reference = self.sides.index(self.baseline) if self.baseline else 0
        return questions(names, cells, cells[reference]), reference


def groups(run: Run) -> list[Group]:
    """The variants of a run by number of seats and preset, in order; none where the players are varied."""
    if varies_players(run.spec):
        return []
    done: dict[int, set[tuple[int, int]]] = {}
    for commit in run.commits():
        first = run.spec["variants"][commit["variant"]]["first_deal"] + commit["first_cluster"]
        done.setdefault(commit["variant"], set()).add((first, commit["clusters"]))
    keys: dict[tuple[int, str | None], list[Side]] = {}
    for v in run.spec["variants"]:
        if v["variant"] in done:
            keys.setdefault((v["seats"], v["preset"]), []).append(Side(run, v["variant"]))
    finished = {number: frozenset(parts) for number, parts in done.items()}
    return [Group(run, *key, sides, _baseline(sides), finished) for key, sides in keys.items()]


def _baseline(sides: Sequence[Side]) -> Side | None:
    """The variant in which nothing is varied, if it was played."""
    return next((side for side in sides if nothing_varied(side.run.spec, side.spec)), None)
