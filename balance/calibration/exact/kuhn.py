"""Kuhn poker: the value of any two strategies over all deals, and that Kuhn's equilibria are ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product

Chances = Sequence[Fraction]
"""The probability to bet (or to call) with the jack, the queen, the king."""


@dataclass(frozen=True)
class Strategy:
    """bet: when nobody has bet yet; call: when the other player has. (The first player calls after its own check.)"""

    bet: Chances
    call: Chances


@dataclass(frozen=True)
class Hand:
    """Means over all deals: chips the first player wins, how often it wins the pot, and decisions in a hand."""

    value: Fraction
    won: Fraction
    decisions: Fraction


HALF = Fraction(1, 2)
RANDOM = Strategy([HALF] * 3, [HALF] * 3)


def played(first: Strategy, second: Strategy) -> Hand:
    """What two strategies come to: six deals, and after each the five ways to bet."""
    value = won = decisions = Fraction(0)
    deals = list(permutations(range(3), 2))
    for a, b in deals:
        shown = 1 if a > b else -1
        ways = [
            ((1 - first.bet[a]) * (1 - second.bet[b]), shown, 2),
            ((1 - first.bet[a]) * second.bet[b] * (1 - first.call[a]), -1, 3),
            ((1 - first.bet[a]) * second.bet[b] * first.call[a], 2 * shown, 3),
            (first.bet[a] * (1 - second.call[b]), 1, 2),
            (first.bet[a] * second.call[b], 2 * shown, 2),
        ]
        assert sum(chance for chance, _, _ in ways) == 1
        for chance, chips, length in ways:
            value += chance * chips / len(deals)
            won += chance * (chips > 0) / len(deals)
            decisions += chance * length / len(deals)
    return Hand(value, won, decisions)


def equilibrium(alpha: Fraction) -> tuple[Strategy, Strategy]:
    """Kuhn's (1950) strategies of the first and of the second player, 0 ≤ alpha ≤ 1/3."""
    third, zero, one = Fraction(1, 3), Fraction(0), Fraction(1)
    first = Strategy([alpha, zero, 3 * alpha], [zero, alpha + third, one])
    return first, Strategy([third, zero, one], [zero, third, one])


def best_replies(first: Strategy, second: Strategy) -> tuple[Fraction, Fraction]:
    """The most the first player can win against `second`, and the least the second can hold `first` to.

    One of the 64 strategies without chance is as good as any. Both equal the value: an equilibrium.
    """
    most = max(played(reply, second).value for reply in _pure())
    least = min(played(first, reply).value for reply in _pure())
    return most, least


def _pure() -> Iterator[Strategy]:
    for chances in product((Fraction(0), Fraction(1)), repeat=6):
        yield Strategy(chances[:3], chances[3:])
