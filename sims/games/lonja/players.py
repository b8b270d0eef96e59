"""Lonja's players: one rule, told apart by weights. It reads the grid, its own hand and how many cards are left."""

import numpy as np

from sims.games.lonja.lines import (
    ALONE,
    CARDS,
    COINS,
    NONE,
    OWN,
    count_lines,
    line_points,
    of,
    one_of,
    signed,
    taken,
    total,
    value_of,
    weighed,
)
from sims.games.lonja.rules import fits
from sims.games.lonja.table import BEFORE_HAND, CHOOSE, HAND, LINES, PLACE
from sims.rng import below
from sims.rule import Record, rare, rule

MEMORY = np.dtype(
    [
        ("stake", "f8", (8,)),  # what a point for each of a set of types is worth to the seat
        ("lead", "f8"),  # and, against that, a point of its lead in a line
        ("left", "f8"),  # share of the cards that nobody has put away yet
        ("worth", "f8", (LINES,)),  # what each line is worth to the seat as it lies
    ]
)
"""Scratch of a decision; nothing is remembered."""
NOTHING = -1e300


@rare
def style(
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    rng: Record,
) -> int:
    """The choice after which the lines are worth most to the seat; of equal ones the first from a random one on."""
    start = below(rng, n)
    choosing = choices[0] & 255 == CHOOSE
    if not choosing:
        look(rules, state, seat, weights, memory)
    best, best_worth, card, cost = 0, NOTHING, -1, 0.0
    for i in range(n):
        choice = signed(choices[i])
        if choosing:
            worth = type_worth(rules, state, seat, choice >> 8, weights)
        else:
            if choice >> 8 & 127 != card:
                card = choice >> 8 & 127
                cost = card_cost(rules, state, card, weights, memory)
            worth = gain(rules, state, choice, weights, memory) - cost
        if worth > best_worth or (worth == best_worth and best < start <= i):
            best, best_worth = i, worth
    return best


@rare
def type_worth(rules: Record, state: Record, seat: int, coin: int, weights: Record) -> float:
    """A type by the lines it leads, the values it shows, and its cards in hand where the hand has been looked at."""
    led, shown, held = 0, 0, 0
    for line in range(count_lines(rules)):
        if taken(rules, 7, weighed(rules, state, line)) == 1 << coin | ALONE:
            led += total(state.sums[line])
        shown += of(state.sums[line], coin)
    if rules.choose_when != BEFORE_HAND:
        for i in range(seat * HAND, seat * HAND + signed(state.hand_len[seat])):
            card = signed(state.hand[i])
            held += (card >> 2) * int(card & 3 == coin)
    return weights.led * led + weights.shown * shown + weights.held * held


@rule
def look(rules: Record, state: Record, seat: int, weights: Record, memory: Record) -> None:
    """Whose points count how much, and what the lines are worth as they lie."""
    seats = signed(state.seats)
    leading, left = leader(rules, state, seat), seats * rules.cards_each
    for other in range(seats):
        left -= signed(state.placed[other]) + signed(state.discarded[other])
    memory.left = left / (seats * rules.cards_each)
    memory.lead = weights.lead * memory.left
    for types in range(8):
        memory.stake[types] = 0.0
        for coin in range(COINS):
            owner = signed(state.owner[coin])
            if types >> coin & 1 and owner != NONE:
                rival = weights.rival if owner == leading else weights.other
                memory.stake[types] += weights.own if owner == seat else -rival
    for line in range(count_lines(rules)):
        memory.worth[line] = line_worth(rules, state, line, 0, 0, weights, memory)


@rule
def leader(rules: Record, state: Record, seat: int) -> int:
    """The rival whose lines are worth most as they lie."""
    if state.seats == 2:
        return 1 - seat
    best, most = seat, -1
    for other in range(signed(state.seats)):
        if other != seat:
            points, coin = 0, signed(state.coin[other])
            for line in range(count_lines(rules)):
                points += line_points(rules, state, line, coin)
            if points > most:
                best, most = other, points
    return best


@rule
def card_cost(rules: Record, state: Record, card: int, weights: Record, memory: Record) -> float:
    """What it is worth to keep the card for later: for its value, and for the cells that it could go to."""
    cells = 0
    if weights.flex != 0.0:
        cells = count_bits(fits(rules, state, card))
    return (weights.hold * (card >> 2) + weights.flex * cells) * memory.left


@rule
def count_bits(cells: int) -> int:
    """How many of up to 32 cells there are in a set."""
    pairs = cells - (cells >> 1 & 0x55555555)
    fours = (pairs & 0x33333333) + (pairs >> 2 & 0x33333333)
    return ((fours + (fours >> 4) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@rule
def gain(rules: Record, state: Record, choice: int, weights: Record, memory: Record) -> float:
    """By how much a choice changes what the lines of its cell are worth to the seat: nothing, if it covers none."""
    if choice & 255 != PLACE:
        return 0.0
    cell, new = choice >> 15, choice >> 8 & 127
    old, row = signed(state.cell[cell]), signed(state.row_of[cell])
    more, cards = value_of(new) - value_of(old), one_of(new) - one_of(old)
    line, column, worth = row, cell - row * rules.grid, 0.0
    for i in range(2 + 2 * rules.diagonals):
        if i < 2 or (i == 2 and row == column) or (i == 3 and row + column == rules.grid - 1):
            worth += line_worth(rules, state, line, more, cards, weights, memory) - memory.worth[line]
        line = rules.grid + column if i == 0 else 2 * rules.grid + i - 1
    return worth


@rule
def line_worth(
    rules: Record, state: Record, line: int, more: int, cards: int, weights: Record, memory: Record
) -> float:
    """What a line is worth to the seat with so much more value and so many more cards: points, and leads in it."""
    sums = state.sums[line] + more
    has = state.counts[line] + cards if rules.majority_by == CARDS else sums
    takes = taken(rules, signed(state.owned), has)
    worth = memory.stake[takes & 7] * total(sums)
    if rules.line_value == OWN:
        worth = own_values(takes, sums, memory)
    if takes > 2 * ALONE:
        worth /= takes >> 3
    if memory.lead != 0.0:
        gold, silver, bronze = of(has, 0), of(has, 1), of(has, 2)
        worth += memory.lead * (
            memory.stake[1] * clipped(gold - max(silver, bronze), weights.reach)
            + memory.stake[2] * clipped(silver - max(gold, bronze), weights.reach)
            + memory.stake[4] * clipped(bronze - max(gold, silver), weights.reach)
        )
    return worth


@rare
def own_values(takes: int, sums: int, memory: Record) -> float:
    """What a line is worth where each type scores its own values."""
    worth = 0.0
    for coin in range(COINS):
        if takes >> coin & 1:
            worth += memory.stake[1 << coin] * of(sums, coin)
    return worth


@rule
def clipped(lead: int, reach: float) -> float:
    """A lead, counted up to `reach` either way."""
    return min(max(float(lead), -reach), reach)
