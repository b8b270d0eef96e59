"""Tic-tac-toe against players that mark any free square, all equally likely: every game, with its probability."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

_LINES = [sum(1 << square for square in line) for line in
          ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))]  # fmt: skip
_FULL = (1 << 9) - 1


@dataclass(frozen=True)
class RandomGame:
    """Probabilities that the first player wins, that it is a draw, that the second wins; mean marks in a game."""

    first: Fraction
    draw: Fraction
    second: Fraction
    marks: Fraction


def random_game() -> RandomGame:
    """The whole tree of games from the empty board."""
    return RandomGame(*_from(0, 0))


@cache
def _from(own: int, others: int) -> tuple[Fraction, ...]:
    """The same four for the player whose turn it is, from here on; squares are bits."""
    free = [square for square in range(9) if not (own | others) >> square & 1]
    total = [Fraction(0)] * 4
    for square in free:
        marked = own | 1 << square
        if any(marked & line == line for line in _LINES):
            outcome: tuple[Fraction, ...] = (Fraction(1), Fraction(0), Fraction(0), Fraction(0))
        elif marked | others == _FULL:
            outcome = (Fraction(0), Fraction(1), Fraction(0), Fraction(0))
        else:
            second, draw, first, marks = _from(others, marked)
            outcome = (first, draw, second, marks)
        total = [sum_ + value / len(free) for sum_, value in zip(total, outcome, strict=True)]
    total[3] += 1
    return tuple(total)


def best_share() -> Fraction:
    """The largest share of the wins that any player can have against a random one, seats changing, draws shared."""
    return (_best(0, 0, moves=True) + _best(0, 0, moves=False)) / 2


@cache
def _best(own: int, others: int, *, moves: bool) -> Fraction:
    """The same from here on; moves: it is the player's turn, not the random one's."""
    outcomes = []
    for square in range(9):
        if (own | others) >> square & 1:
            continue
        marked = (own if moves else others) | 1 << square
        if any(marked & line == line for line in _LINES):
            outcomes.append(Fraction(int(moves)))
        elif own | others | marked == _FULL:
            outcomes.append(Fraction(1, 2))
        else:
            after = (marked, others) if moves else (own, marked)
            outcomes.append(_best(*after, moves=not moves))
    return max(outcomes) if moves else sum(outcomes, Fraction(0)) / len(outcomes)
