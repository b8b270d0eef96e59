"""How the standing of a few rounds went, turn by turn: of the first deals of each variant whose turns were logged.

Deals are drawn alike, and those that are logged are chosen by a hash, so the first ones are as good a sample as any;
and they are the same ones in every variant, however the run was cut into chunks. Of their rounds some are drawn, all
equally likely.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from balance.store.declared import declared
from balance.store.query import connect, point
from balance.store.run import Run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DEALS = 100  # of a variant, from which rounds are drawn
ROUNDS = 200  # at most so many
TURNS = 2_500  # about so many turns together, at most
Table = dict[str, np.ndarray]
OF_ROUNDS = """
select deal, match, round, turns, standing_before, share, end_reason = 'cap' as capped
from rounds
where deal in (select distinct deal from rounds where lead_changes is not null order by deal limit $1)
order by deal, match, round, seat
"""
OF_TURNS = """
select match, round, columns(lambda name: name = getvariable('standing')) as level
from turns
where match between $1 and $2 and turn >= 0 and list_contains($3, match)
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
    """Some deals of a variant, and rounds of theirs that were not capped; a deal may have none."""

    variant: int
    deals: int = 0
    rounds: list[Steps] = field(default_factory=list)


def samples(run: Run) -> Iterator[Sample]:
    """That of each variant of which a chunk is finished; nothing where the game names no standing."""
    standing = declared(run.spec)["standing"]
    if not standing:
        return
    run = run.read_once()
    logged = run.rows()["turns"] > 0
    with connect(run, locked=False) as con:
        con.execute("set variable standing = $1", [standing])
        for variant in run.spec["variants"]:
            parts: list[tuple[dict[str, list[str]], Table]] = []
            deals = 0
            for files in run.batches(1, "rounds", [variant["variant"]]):
                point(con, files)
                found = con.execute(OF_ROUNDS, [DEALS - deals if logged else 0]).fetchnumpy()
                parts.append((files, _by_seat(found, variant["seats"])))
                deals += len(np.unique(parts[-1][1]["deal"]))
                if not logged or deals == DEALS:
                    break
            if parts:
                yield _sample(con, variant["variant"], parts)


def _by_seat(found: Mapping[str, object], seats: int) -> Table:
    """Columns as arrays of shape (rounds, seats)."""
    return {name: np.asarray(values).reshape(-1, seats) for name, values in found.items()}


def _sample(
    con: "DuckDBPyConnection", variant: int, parts: Sequence[tuple[dict[str, list[str]], Table]]
) -> Sample:
    """Draw rounds, and read their turns from the chunks they are in."""
    deals = np.unique(np.concatenate([table["deal"][:, 0] for _, table in parts]))
    sample = Sample(variant, len(deals))
    drawn = _drawn(np.concatenate([np.where(t["capped"], -1, t["turns"])[:, 0] for _, t in parts]))
    at = 0
    for files, table in parts:
        own = np.flatnonzero(drawn[at : at + len(table["deal"])])
        at += len(table["deal"])
        if len(own):
            point(con, files)
            for one in _read(con, {name: values[own] for name, values in table.items()}, deals):
                sample.rounds.append(one)
    return sample


def _drawn(turns: np.ndarray) -> np.ndarray:
    """Which rounds are drawn, as bool; turns: of each round, −1 where it was capped. The same ones each time."""
    ended = np.flatnonzero(turns >= 0)
    drawn = np.zeros(len(turns), bool)
    if len(ended):
        most = min(ROUNDS, max(1, int(TURNS / max(1.0, turns[ended].mean()))))
        drawn[np.random.default_rng(0).permutation(ended)[:most]] = True
    return drawn


def _read(con: "DuckDBPyConnection", table: Table, deals: np.ndarray) -> Iterator[Steps]:
    """The steps of these rounds of one chunk."""
    match, number = table["match"][:, 0], table["round"][:, 0]
    asked = [int(match.min()), int(match.max()), np.unique(match).tolist()]
    found = con.execute(OF_TURNS, asked).fetchnumpy()
    keys, level = (np.asarray(found["match"]) << 16) + np.asarray(found["round"]), np.asarray(found["level"])
    seats = table["match"].shape[1]
    for i, key in enumerate(((match.astype(np.int64) << 16) + number).tolist()):
        first, last = np.searchsorted(keys, [key, key + 1])
        own = level[first:last].astype(np.int64).reshape(-1, seats)
        before = table["standing_before"][i].astype(np.int64)
        alone = np.flatnonzero(table["share"][i] == 1)
        yield Steps(
            int(np.searchsorted(deals, table["deal"][i, 0])),
            int(alone[0]) if len(alone) else -1,
            before,
            np.diff(own, axis=0, prepend=before[None, :]),
        )
