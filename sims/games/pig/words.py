"""Pig in words: its own fields of the lines of a transcript."""

from typing import Any

from sims.rule import Record


def deal(rules: Record, state: Record) -> dict[str, Any]:
    """What everybody begins with."""
    return {"scores": scores(state)}


def move(kind: int, args: dict[str, int], rules: Record, before: Record, after: Record) -> dict[str, Any]:
    """A throw with what it showed, or the score after holding."""
    if kind == 1:
        return {"kind": "roll", "die": int(after.die)}
    return {"kind": "hold", "score": int(after.score[int(before.seat)])}


def ended(rules: Record, state: Record) -> dict[str, Any]:
    """The points say it all."""
    return {}


def scores(state: Record) -> list[int]:
    """The safe points of each seat."""
    return [int(state.score[seat]) for seat in range(int(state.seats))]
