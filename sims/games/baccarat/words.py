"""Baccarat in words: its own fields of the lines of a transcript."""

from typing import Any

from sims.rule import Record

RANKS = "A23456789TJQK"


def card(number: int) -> str:
    """The rank of a card: suits do not count."""
    return RANKS[int(number) % 13]


def deal(rules: Record, state: Record) -> dict[str, Any]:
    """The two hands."""
    return {"hands": [[card(state.shoe[seat]), card(state.shoe[seat + 2])] for seat in range(2)]}


def move(kind: int, args: dict[str, int], rules: Record, before: Record, after: Record) -> dict[str, Any]:
    """A third card, or none."""
    if kind == 1:
        return {"kind": "stand"}
    return {"kind": "draw", "card": card(before.shoe[int(before.used)])}


def ended(rules: Record, state: Record) -> dict[str, Any]:
    """What the hands count."""
    return {"totals": [int(state.total[seat]) for seat in range(2)]}
