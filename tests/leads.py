"""Who leads, read naively: the reference for the kernel's columns, and the columns of runs made by hand."""

from itertools import pairwise
from typing import NamedTuple


class Lead(NamedTuple):
    """What `rounds` says of the lead; None where it says nothing."""

    lead_changes: int
    comeback: int | None
    settled: int | None


def leader(standings: list[int]) -> int | None:
    """The seat that leads alone."""
    best = max(standings)
    return standings.index(best) if standings.count(best) == 1 else None


def lead(turns: list[list[int]], winner: int | None) -> Lead:
    """turns: after each turn, the standing of each seat; winner: who won the round alone."""
    leaders = [leader(standings) for standings in turns]
    alone = [seat for seat in leaders if seat is not None]
    changes = sum(before != after for before, after in pairwise(alone))
    if winner is None:
        return Lead(changes, None, None)
    behind = [max(s for seat, s in enumerate(turn) if seat != winner) - turn[winner] for turn in turns]
    settled = [t + 1 for t in range(len(turns)) if all(seat == winner for seat in leaders[t:])]
    return Lead(changes, max([0, *behind]), min(settled, default=None))
