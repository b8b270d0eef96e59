"""Baccarat (punto banco): all ways to deal six cards from the shoe, counted."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product


@dataclass(frozen=True)
class Coup:
    """Of `ways` to deal six cards in order, how many end in each way; mean number of cards that a coup takes."""

    banker: int
    player: int
    tie: int
    ways: int
    cards: Fraction


def coup(decks: int) -> Coup:
    """Whole numbers, of cards that count the same taken together."""
    held = [16 * decks] + [4 * decks] * 9  # cards that count 0, 1, …, 9
    won = [0, 0, 0]  # the banker, the player, nobody
    cards = 0
    for hand, other in product(_pairs(), repeat=2):  # the player's two cards, the banker's
        left = held.copy()
        ways = 1
        for pips in (*hand, *other):
            ways *= left[pips]
            left[pips] -= 1
        ways *= (1 + (hand[0] != hand[1])) * (1 + (other[0] != other[1]))  # in either order
        if not ways:
            continue
        remaining = sum(left)
        for third, fourth, chances, drawn in _rest(sum(hand) % 10, sum(other) % 10, left):
            these = ways * chances
            for place in range(drawn, 2):
                these *= remaining - place  # cards that nobody draws
            player, banker = (sum(hand) + third) % 10, (sum(other) + fourth) % 10
            won[0 if banker > player else 1 if player > banker else 2] += these
            cards += (4 + drawn) * these
    banker, player, tie = won
    return Coup(banker, player, tie, sum(won), Fraction(cards, sum(won)))


def _pairs() -> Iterator[tuple[int, int]]:
    """Two cards, whichever came first."""
    return combinations_with_replacement(range(10), 2)


def _rest(player: int, banker: int, left: list[int]) -> Iterator[tuple[int, int, int, int]]:
    """The third cards of both hands (0 for none), in how many ways they come, and how many cards are drawn."""
    if max(player, banker) >= 8:
        yield 0, 0, 1, 0
    elif player >= 6:
        if banker >= 6:
            yield 0, 0, 1, 0
        else:
            for fourth in range(10):
                yield 0, fourth, left[fourth], 1
    else:
        for third in range(10):
            if third not in _BANKER_DRAWS[banker]:
                yield third, 0, left[third], 1
                continue
            for fourth in range(10):
                yield third, fourth, left[third] * (left[fourth] - (third == fourth)), 2


_ANY = range(10)
_BANKER_DRAWS = (_ANY, _ANY, _ANY, {0, 1, 2, 3, 4, 5, 6, 7, 9}, range(2, 8), range(4, 8), range(6, 8), ())
"""The banker's total → the player's third cards with which it draws."""
