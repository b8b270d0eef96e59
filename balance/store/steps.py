"""How the standing of a few rounds went, turn by turn: the first deals of each variant whose turns were logged.

Deals are drawn alike, and those that are logged are chosen by a hash, so the first ones are as good a sample as any;
and they are the same ones in every variant.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from balance.store.declared import declared
from balance.store.query import connect, point
from balance.store.run import Run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ROUNDS = 200  # of a variant that are read, and the rest of the last deal's; fewer where they reach
TURNS = 2_500  # turns together
OF_ROUNDS = """
select deal, match, round, turns, standing_before, share, end_reason = 'cap' as capped
from rounds
where deal in (select distinct deal from rounds where lead_changes is not null order by deal limit $1)
order by deal, match, round, seat
"""
OF_TURNS = """
select columns(lambda name: name = getvariable('standing')) as level
from turns
where match between $1 and $2 and turn >= 0
order by match, round, turn, seat
"""


@dataclass(frozen=True)
class Steps:
    """A round: its deal's place in the sample, who won it alone (−1 nobody), and what each turn added to each seat.

    before: int64, the standing of each seat before the first turn; steps: int64 of shape (turns, seats).
    """

    deal: int
    winner: int
    before: np.ndarray
    steps: np.ndarray


@dataclass
class Sample:
    """Some deals of a variant and their rounds that were not capped; a deal may have none."""

    variant: int
    deals: int = 0
    rounds: list[Steps] = field(default_factory=list)

    @property
    def missing(self) -> tuple[int, int]:
        """Rounds and turns that there is room for."""
        return ROUNDS - len(self.rounds), TURNS - sum(len(one.steps) for one in self.rounds)


def samples(run: Run) -> Iterator[Sample]:
    """That of each variant of which a chunk is finished; nothing where the game names no standing."""
    standing = declared(run.spec)["standing"]
    if not standing:
        return
    logged = run.rows()["turns"] > 0
    with connect(run, locked=False) as con:
        con.execute("set variable standing = $1", [standing])
        for variant in run.spec["variants"]:
            sample = None
            for files in run.batches(1, "rounds", variant["variant"]):
                sample = sample or Sample(variant["variant"])
                if not logged:
                    break
                point(con, files)
                _read(con, variant["seats"], sample)
                if min(sample.missing) <= 0:
                    break
            if sample:
                yield sample


def _read(con: "DuckDBPyConnection", seats: int, sample: Sample) -> None:
    """Add a chunk's first logged deals, as many as are missing."""
    found = con.execute(OF_ROUNDS, [ROUNDS]).fetchnumpy()
    of_round = {name: np.asarray(values).reshape(-1, seats) for name, values in found.items()}
    deals, capped = of_round["deal"][:, 0], of_round["capped"][:, 0]
    if not len(deals):
        return
    ahead = np.cumsum(~capped) - ~capped  # rounds that were not capped, before this one, and their turns
    turns_ahead = np.cumsum(of_round["turns"][:, 0] * ~capped) - of_round["turns"][:, 0] * ~capped
    rounds, turns = sample.missing
    kept = np.unique(deals[(ahead < rounds) & (turns_ahead < turns)])
    of_round = {name: values[deals <= kept[-1]] for name, values in of_round.items()}
    match = of_round["match"]
    levels = con.execute(OF_TURNS, [int(match.min()), int(match.max())]).fetchnumpy()["level"]
    levels = np.asarray(levels, np.int64).reshape(-1, seats)
    at = 0
    for i, length in enumerate(of_round["turns"][:, 0].tolist()):
        own, at = levels[at : at + length], at + length
        if of_round["capped"][i, 0]:
            continue
        start = of_round["standing_before"][i].astype(np.int64)
        alone = np.flatnonzero(of_round["share"][i] == 1)
        steps = np.diff(own, axis=0, prepend=start[None, :])
        place = sample.deals + int(np.searchsorted(kept, of_round["deal"][i, 0]))
        sample.rounds.append(Steps(place, int(alone[0]) if len(alone) else -1, start, steps))
    sample.deals += len(kept)
