"""Spite & Malice in words: the game's own fields of transcript lines (see `sims.replay`)."""

from typing import Any

from sims.games.spite_malice.table import END, FIST, HAND, PAY, PILE, SEATS, SIDE
from sims.rule import Record

RANKS = "A23456789TJQK"


def deal(rules: Record, state: Record) -> dict[str, Any]:
    """The cards of a round that was just dealt: piles and stock top first, hands in any order."""
    return {
        "payoff": [list(pile(state, seat)) for seat in range(SEATS)],
        "hands": [list(hand(state, seat)) for seat in range(SEATS)],
        "stock": list(stock(state)),
    }


def stock(state: Record) -> str:
    """The stock, top first."""
    return "".join(_top_first(state.stock[: int(state.left)]))


def pile(state: Record, seat: int) -> str:
    """A seat's pay-off pile, top first."""
    return "".join(_top_first(state.pile[seat * PILE : seat * PILE + int(state.pay_len[seat])]))


def hand(state: Record, seat: int) -> str:
    """A seat's hand, as it is held."""
    return "".join(RANKS[card] for card in state.hand[seat * FIST : seat * FIST + int(state.hand_len[seat])])


def _top_first(cards: Record) -> list[str]:
    return [RANKS[card] for card in cards[::-1]]


def move(kind: int, args: dict[str, int], rules: Record, before: Record, after: Record) -> dict[str, Any]:
    """A decision: `kind` and what it names."""
    card, to = RANKS[args["card"]], args["place"]
    if kind == PAY:
        return {"kind": "pay", "card": card, "to": to}
    if kind == SIDE:
        return {"kind": "side", "card": card, "from": args["origin"], "to": to}
    if kind == HAND:
        return {"kind": "hand", "card": card, "to": to}
    if kind == END:
        return {"kind": "end", "card": card, "to": to}
    return {"kind": "stop"}


def shuffled(rules: Record, state: Record) -> dict[str, Any]:
    """The stock as it was after a return, before anything was drawn from it: what was lies where it lay."""
    return {"stock": _top_first(state.stock[: int(state.returned)])}


def ended(rules: Record, state: Record) -> dict[str, Any]:
    """The end of a round: cards left in the pay-off piles."""
    return {"left": [int(left) for left in state.pay_len]}
