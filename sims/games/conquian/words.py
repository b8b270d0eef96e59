"""Conquian in words: the game's own fields of transcript lines (see `sims.replay`); how cards and melds are written."""

from typing import Any

from sims.games.conquian.melds import ALL, MELD
from sims.games.conquian.rules import LAY
from sims.rule import Record

KINDS = ("", "use", "reject", "leave", "force", "spare", "meld", "discard")
SUITS = "cdhs"
RANKS = {10: "A234567JQK", 12: "A23456789JQK", 13: "A23456789TJQK"}
"""The ranks of each pack, lowest first."""


def card(rules: Record, number: int) -> str:
    """A card: rank and suit."""
    return RANKS[int(rules.ranks)][number & 15] + SUITS[number >> 4]


def cards(rules: Record, held: int) -> list[str]:
    """A set of cards, suit by suit."""
    return [card(rules, number) for number in range(64) if int(held) >> number & 1]


def meld(rules: Record, number: int) -> list[str]:
    """The cards of a meld: a set by suits, a run from its lowest card, the ace last where it is high."""
    first, length, suit = number & 15, number >> 4 & 15, number >> 8
    if length > ALL:
        places = [place % int(rules.ranks) for place in range(first, first + length)]
        return [card(rules, suit << 4 | place) for place in places]
    return [card(rules, s << 4 | first) for s in range(4) if length == ALL or s != suit]


def melds(rules: Record, layout: int) -> list[list[str]]:
    """The melds of a layout."""
    found = []
    while layout:
        found.append(meld(rules, layout & MELD))
        layout >>= 10
    return found


def deal(rules: Record, state: Record) -> dict[str, Any]:
    """The cards of a round that was just dealt; the stock as it was before its first card was turned up."""
    stock = [int(state.middle), *(int(c) for c in state.stock[int(state.top) : int(state.bottom)])]
    hands = [cards(rules, hand) for hand in state.hand]
    return {"hands": hands, "stock": [card(rules, number) for number in stock]}


def move(kind: int, args: dict[str, int], rules: Record, before: Record, after: Record) -> dict[str, Any]:
    """A decision: `kind` and what it names, with the state before and after it."""
    if kind != LAY:
        return {"kind": KINDS[kind], "card": card(rules, args["card"])}
    seat = int(before.seat)
    laid = int(before.hand[seat]) & ~int(after.hand[seat])
    return {"kind": KINDS[kind], "hand": cards(rules, laid), "melds": melds(rules, int(after.layout[seat]))}


def shuffled(rules: Record, state: Record) -> dict[str, Any]:
    """The waste that became the stock, as it was before its first card was turned up."""
    return {"stock": deal(rules, state)["stock"]}


def ended(rules: Record, state: Record) -> dict[str, Any]:
    """The end of a round has no fields but those of every game."""
    return {}
