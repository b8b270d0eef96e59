"""Cards and sets of cards. A card is `suit << 4 | place`: the place counts from the ace, 0, to the king.

A set of cards is an int64 with bit `card` set: four lanes of 16 bits, one a suit. The bits above the king stay 0,
so neighbours in a lane are neighbours in the pack.
"""

from typing import Any

import numpy as np

from sims.rule import Record, rule

QUAD = 1 | 1 << 16 | 1 << 32 | 1 << 48
"""The four aces; shifted by a place, the four cards of a rank."""
LANE = 0x3FFF
"""The cards of one suit, and above the highest king the ace once more, where it is also high."""
NONE = 255
"""No card."""
int64: Any = np.int64
"""Makes numbers of one type: what is given bytes of the state, or literals, would be compiled once more for each."""
NIL: Any = int64(0)
"""No cards, no meld, no layout."""
# for each of the six bits of a card's number, the cards that have it
_B0, _B1, _B2 = 0x2AAAAAAAAAAAAAAA, 0x0CCCCCCCCCCCCCCC, 0x30F0F0F0F0F0F0F0
_B3, _B4, _B5 = 0x3F00FF00FF00FF00, 0x3FFF0000FFFF0000, 0x3FFFFFFF00000000
_ODD, _TWO_OF_FOUR, _FOUR_OF_EIGHT = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


@rule
def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    bit = cards & -cards
    number = int((bit & _B0) != 0) | int((bit & _B1) != 0) << 1 | int((bit & _B2) != 0) << 2
    return number | int((bit & _B3) != 0) << 3 | int((bit & _B4) != 0) << 4 | int((bit & _B5) != 0) << 5


@rule
def count(cards: int) -> int:
    """How many cards a set has."""
    cards -= cards >> 1 & _ODD
    cards = (cards & _TWO_OF_FOUR) + (cards >> 2 & _TWO_OF_FOUR)
    cards = (cards + (cards >> 4)) & _FOUR_OF_EIGHT
    cards += cards >> 8
    cards += cards >> 16
    return (cards + (cards >> 32)) & 127


@rule
def whole_pack(rules: Record) -> int:
    """Every card there is."""
    return ((1 << rules.ranks) - 1) * QUAD
