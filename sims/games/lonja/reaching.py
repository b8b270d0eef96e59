"""How far ahead a seat of Lonja can still come out of a round, by what is left to be placed."""

from sims.games.lonja.lines import CARDS, COINS, SECOND, count_lines, line_points, of, signed, total, weighed
from sims.rule import Record, rare


@rare
def reach(rules: Record, state: Record, seat: int) -> int:
    """The seat against whichever other one lets it come out least far ahead: a row and a column (and the diagonals)
    change with each card that is left, the lines that gain it most, each of them as if all of these cards went there.
    """
    if state.choosing > 0:
        return 2 * rules.grid * rules.grid * rules.values + 40
    left = 0
    for other in range(signed(state.seats)):
        left += signed(state.hand_len[other]) + rules.cards_each - signed(state.drawn[other])
    least = 1 << 30
    for other in range(signed(state.seats)):
        if other != seat:
            least = min(least, against(rules, state, seat, other, left))
    return least


@rare
def against(rules: Record, state: Record, seat: int, other: int, left: int) -> int:
    """By how much the seat can come out ahead of one other. left: cards that are still to be placed."""
    coin, rival = signed(state.coin[seat]), signed(state.coin[other])
    ahead = rules.starter_bonus * (int(seat == state.starter) - int(other == state.starter))
    for line in range(count_lines(rules)):
        ahead += line_points(rules, state, line, coin) - line_points(rules, state, line, rival)
    for first in range(0, 2 * rules.grid, rules.grid):
        chosen = 0
        for _ in range(min(left, rules.grid)):
            most, best = 0, -1
            for line in range(first, first + rules.grid):
                gain = gained(rules, state, line, coin, rival, left) if chosen >> line & 1 == 0 else 0
                if gain > most:
                    most, best = gain, line
            if best >= 0:
                chosen |= 1 << best
                ahead += most
    for line in range(2 * rules.grid, count_lines(rules) if left > 0 else 0):
        ahead += max(0, gained(rules, state, line, coin, rival, left))
    return ahead


@rare
def gained(rules: Record, state: Record, line: int, coin: int, rival: int, left: int) -> int:
    """The most that a line can come to bring the seat of a type more against its rival than it does as it lies.

    A card adds its value less that of the card it covers, and moves two types against each other by twice its value at
    most, or by two cards.
    """
    has, sums = weighed(rules, state, line), state.sums[line]
    now = line_points(rules, state, line, coin) - line_points(rules, state, line, rival)
    moved = left * (2 if rules.majority_by == CARDS else 2 * rules.values)
    takes = True
    for other in range(COINS):
        rivals = other != coin and (rules.neutral_scores != SECOND or state.owned >> other & 1 != 0)
        if rivals and of(has, coin) + moved < of(has, other):
            takes = False
    most = min(rules.grid * rules.values, total(sums) + left * (rules.values - 1)) if takes else 0
    return most - now
