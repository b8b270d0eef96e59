"""Konflikt in words: the game's own fields of transcript lines (see `sims.replay`)."""

from typing import Any

from sims.games.konflikt.rules import NONE, ORDER, PICK_OPEN, PICK_STACK
from sims.rule import Record

RANKS = "A23456789TJQK"


def deal(rules: Record, state: Record) -> dict[str, Any]:
    """The cards of a round that was just dealt: stacks top first, open cards by their place."""
    size = int(rules.stack_size)
    stacks = [
        [RANKS[state.stack_card[i * size + j]] for j in range(int(state.stack_len[i]))]
        for i in range(int(rules.stacks))
    ]
    cards = [int(state.face_up[i]) for i in range(int(rules.open_cards))]
    return {"stacks": stacks, "open": [RANKS[card] for card in cards if card != NONE]}


def move(kind: int, args: dict[str, int], rules: Record, before: Record, after: Record) -> dict[str, Any]:
    """A decision: `kind` and what it names, with the state before and after it."""
    place, card = args["place"], args["card"]
    if kind == PICK_OPEN:
        return {"kind": "pick", "from": "open", "index": place, "card": RANKS[card]}
    if kind == PICK_STACK:
        return {"kind": "pick", "from": "stack", "index": place}
    if kind == ORDER:
        second = next(int(pick) for pick in before.picks if pick != card)
        return {"kind": "order", "first": RANKS[card], "second": RANKS[second]}
    return {"kind": "take", "stack": int(before.looking), "card": RANKS[card]}


def ended(rules: Record, state: Record) -> dict[str, Any]:
    """The end of a round: complete buildings, coins held, and who reached the target first."""
    seats = range(int(state.seats))
    return {
        "buildings": [int(state.buildings[seat]) for seat in seats],
        "coins": [int(state.coins[seat]) for seat in seats],
        "ender": int(state.ender) if state.ender >= 0 else None,
    }
