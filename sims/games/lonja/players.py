"""Lonja's players: one rule, told apart by weights. It reads the grid, its own hand and how many cards are left."""

import numpy as np

from sims.games.lonja.lines import CARDS, COINS, NONE, OWN, amount, count_lines, line_points, signed, taken
from sims.games.lonja.rules import fits
from sims.games.lonja.table import BEFORE_HAND, CHOOSE, HAND, LINES, PLACE
from sims.rng import below
from sims.rule import Record, rare, rule

MEMORY = np.dtype(
    [
        ("stake", "f8", (COINS,)),  # what a point for each type is worth to the seat
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
        has = amount(rules, state, line, 0), amount(rules, state, line, 1), amount(rules, state, line, 2)
        i = line * COINS
        if taken(rules, 7, has[0], has[1], has[2]) == 1 << coin | 8:
            led += signed(state.sums[i]) + signed(state.sums[i + 1]) + signed(state.sums[i + 2])
        shown += signed(state.sums[i + coin])
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
    for coin in range(COINS):
        owner = signed(state.owner[coin])
        memory.stake[coin] = -weights.other
        if owner == NONE:
            memory.stake[coin] = 0.0
        elif owner == seat:
            memory.stake[coin] = weights.own
        elif owner == leading:
            memory.stake[coin] = -weights.rival
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
    line, column, worth = row, cell - row * rules.grid, 0.0
    for i in range(2 + 2 * rules.diagonals):
        if i < 2 or (i == 2 and row == column) or (i == 3 and row + column == rules.grid - 1):
            worth += line_worth(rules, state, line, old, new, weights, memory) - memory.worth[line]
        line = rules.grid + column if i == 0 else 2 * rules.grid + i - 1
    return worth


@rule
def has_after(has: int, coin: int, old: int, new: int, of_old: int, of_new: int) -> int:
    """How much a line has of a type once `old` has made way for `new`."""
    return signed(has) - of_old * int(old & 3 == coin) + of_new * int(new & 3 == coin)


@rule
def line_worth(
    rules: Record, state: Record, line: int, old: int, new: int, weights: Record, memory: Record
) -> float:
    """What a line is worth to the seat with `new` in the place of `old`: its points, and by how much types lead."""
    i, out, into = line * COINS, old >> 2, new >> 2
    gold = has_after(state.sums[i], 0, old, new, out, into)
    silver = has_after(state.sums[i + 1], 1, old, new, out, into)
    bronze = has_after(state.sums[i + 2], 2, old, new, out, into)
    has = gold, silver, bronze
    if rules.majority_by == CARDS:
        has = (
            has_after(state.counts[i], 0, old, new, 1, 1),
            has_after(state.counts[i + 1], 1, old, new, 1, 1),
            has_after(state.counts[i + 2], 2, old, new, 1, 1),
        )
    takes = taken(rules, signed(state.owned), has[0], has[1], has[2])
    worth = 0.0
    if takes & 7:
        points, parts, own = gold + silver + bronze, takes >> 3, rules.line_value == OWN
        worth = (
            memory.stake[0] * int(takes & 1) * (gold if own else points)
            + memory.stake[1] * int(takes >> 1 & 1) * (silver if own else points)
            + memory.stake[2] * int(takes >> 2 & 1) * (bronze if own else points)
        )
        if parts != 1:
            worth /= parts
    if memory.lead != 0.0:
        worth += memory.lead * (
            memory.stake[0] * clipped(has[0] - max(has[1], has[2]), weights.reach)
            + memory.stake[1] * clipped(has[1] - max(has[0], has[2]), weights.reach)
            + memory.stake[2] * clipped(has[2] - max(has[0], has[1]), weights.reach)
        )
    return worth


@rule
def clipped(lead: int, reach: float) -> float:
    """A lead, counted up to `reach` either way."""
    return min(max(float(lead), -reach), reach)
