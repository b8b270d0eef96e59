"""Kuhn poker in words: its own fields of the lines of a transcript."""

from typing import Any

from sims.rule import Record

CARDS = "?JQK"


def deal(rules: Record, state: Record) -> dict[str, Any]:
    """The card of each seat."""
    return {"hands": [CARDS[int(state.cards[seat])] for seat in range(2)]}


def move(kind: int, args: dict[str, int], rules: Record, before: Record, after: Record) -> dict[str, Any]:
    """Check or bet; fold or call where there is a bet."""
    faces_bet = int(before.paid[1 - int(before.seat)]) == 2
    return {"kind": ("fold" if faces_bet else "check") if kind == 1 else "call" if faces_bet else "bet"}


def ended(rules: Record, state: Record) -> dict[str, Any]:
    """The pot."""
    return {"pot": int(state.paid[0]) + int(state.paid[1])}
