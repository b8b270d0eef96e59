"""War in words."""

from typing import Any

from sims.rule import Record


def deal(rules: Record, state: Record) -> dict[str, Any]:
    hands = [
        [int(state.cards[s * int(rules.hand) + i]) for i in range(int(rules.hand))]
        for s in range(int(state.seats))
    ]
    return {"hands": hands}


def move(kind: int, args: dict[str, int], rules: Record, before: Record, after: Record) -> dict[str, Any]:
    return {"kind": "lay", "card": args["card"]}


def ended(rules: Record, state: Record) -> dict[str, Any]:
    return {"won": [int(state.won[s]) for s in range(int(state.seats))]}
