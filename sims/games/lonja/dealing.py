"""Lonja's cards before and behind the play: dealing a round, what it uses up, and dealing anew what is hidden."""

from sims.games.lonja.lines import COINS, NONE, replace_card, signed
from sims.games.lonja.table import (
    BEFORE_HAND,
    CELLS,
    CLAUSES,
    FORWARD,
    HAND,
    KINDS,
    LINES,
    PACK,
    SEATS,
    VALUES,
)
from sims.rng import below, shuffle
from sims.rule import Record, rare, rule


@rare
def deal(rules: Record, state: Record, rng: Record) -> None:
    """A new round: the layout until every type lies often enough, then each seat's cards; the rest stays away."""
    seats, cells = signed(state.seats), rules.grid * rules.grid
    clear(state)
    for row in range(rules.grid):
        for column in range(rules.grid):
            state.row_of[row * rules.grid + column] = row
    lay_out(rules, state, fill(rules, state), rng)
    for cell in range(cells):
        card = int(state.pack[cell])
        state.pack[cell] = 0
        state.cell[cell] = card
        state.by_coin[card & 3] |= 1 << cell
        state.by_value[card >> 2] |= 1 << cell
        replace_card(rules, state, cell, 0, card)
    state.coverable = (1 << cells) - 1
    at, packed = cells, signed(state.packed)
    for seat in range(seats):
        for i in range(rules.cards_each):
            drawn = at + below(rng, packed - at)
            card = int(state.pack[drawn])
            state.pack[drawn] = int(state.pack[at])
            state.pack[at] = card if i >= rules.hand_size else 0
            if i < rules.hand_size:
                state.hand[seat * HAND + i] = card
            at += 1
        state.hand_len[seat] = rules.hand_size
        state.drawn[seat] = rules.hand_size
    state.starter = int(state.round_no) % seats
    state.turn = -1
    state.choosing = seats
    if rules.choose_order == FORWARD:
        state.seat = int(state.starter)
    else:
        state.seat = (int(state.starter) + seats - 1) % seats
    state.mover = int(state.seat)


@rule
def clear(state: Record) -> None:
    """Whatever a round leaves behind."""
    for i in range(CELLS):
        state.cell[i] = 0
        state.covers[i] = 0
    for i in range(VALUES + 1):
        state.by_value[i] = 0
    for i in range(LINES):
        state.sums[i] = 0
        state.counts[i] = 0
    for i in range(SEATS * HAND):
        state.hand[i] = 0
    for i in range(3 * 3 * SEATS):
        state.turned[i] = 0
    for i in range(CLAUSES * SEATS):
        state.clause[i] = 0
    for i in range(COINS):
        state.owner[i] = NONE
        state.by_coin[i] = 0
        state.coin[i] = NONE
        state.placed[i] = 0
        state.discarded[i] = 0
        state.cells_chosen[i] = 0
        state.gained[i] = 0
        state.lost[i] = 0
    state.owned = 0
    state.scored = 0
    state.passes = 0
    state.first_stuck = -1


@rule
def fill(rules: Record, state: Record) -> int:
    """All cards of the round into the pack, in order; how many of each type must lie, 8 bits a type."""
    n, have = 0, 0
    for value in range(1, rules.values + 1):
        for coin in range(COINS):
            card = value << 2 | coin
            for _ in range(rules.copies - int(state.gone[card])):
                state.pack[n] = card
                n += 1
                have += 1 << 8 * coin
    state.packed = n
    for i in range(n, PACK):
        state.pack[i] = 0
    least = 0
    for coin in range(COINS):
        least |= min(rules.min_per_type, have >> 8 * coin & 255) << 8 * coin
    return least


@rule
def lay_out(rules: Record, state: Record, least: int, rng: Record) -> None:
    """Draw the layout to the front of the pack; begin anew as soon as one type leaves too little room for the others.

    That is to redeal until every type lies often enough, without drawing the rest of a layout that is lost.
    """
    cells, packed = rules.grid * rules.grid, signed(state.packed)
    all_least = (least & 255) + (least >> 8 & 255) + (least >> 16 & 255)
    room = 0  # bit 7 of a type's 8 bits comes up when it lies more often than it may
    for coin in range(COINS):
        room |= 127 - (cells - all_least + (least >> 8 * coin & 255)) << 8 * coin
    drawn, lying = 0, room
    while drawn < cells:
        at = drawn + below(rng, packed - drawn)
        card = signed(state.pack[at])
        state.pack[at] = int(state.pack[drawn])
        state.pack[drawn] = card
        lying += 1 << 8 * (card & 3)
        drawn += 1
        if lying & 0x808080 or (drawn == cells and not enough(lying - room, least)):
            drawn, lying = 0, room


@rule
def enough(lying: int, least: int) -> bool:
    """Does every type lie often enough? Both have 8 bits a type."""
    short = 0
    for coin in range(COINS):
        short |= int((lying >> 8 * coin & 255) < (least >> 8 * coin & 255))
    return short == 0


@rare
def use_up(rules: Record, state: Record) -> None:
    """All cards but the rest of this round are gone for the match."""
    for value in range(1, rules.values + 1):
        for coin in range(COINS):
            state.gone[value << 2 | coin] = rules.copies
    for i in range(rest_begins(rules, state), signed(state.packed)):
        card = int(state.pack[i])
        state.gone[card] = int(state.gone[card]) - 1


@rule
def rest_begins(rules: Record, state: Record) -> int:
    """Where the rest begins in the pack."""
    return rules.grid * rules.grid + signed(state.seats) * rules.cards_each


@rare
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """Re-deal what the seat cannot know: piles, the rest, the others' hands (its own before it has looked at it).

    The unseen cards are sorted to the front of the pack and shuffled, then handed out from behind: no place is
    needed before the card that lies in it has gone.
    """
    seats, packed = signed(state.seats), signed(state.packed)
    knows = seat if state.choosing == 0 or rules.choose_when != BEFORE_HAND else NONE
    left = gather(state, seats, knows)
    shuffle(state.pack, left, rng)
    rest = rest_begins(rules, state)
    for i in range(packed - 1, rest - 1, -1):
        left -= 1
        state.pack[i] = int(state.pack[left])
    for other in range(seats - 1, -1, -1):
        first = rules.grid * rules.grid + other * rules.cards_each
        drawn = first + int(state.drawn[other])
        for i in range(first + rules.cards_each - 1, drawn - 1, -1):
            left -= 1
            state.pack[i] = int(state.pack[left])
        for i in range(other * HAND, other * HAND + int(state.hand_len[other])):
            if other != knows:
                left -= 1
                state.hand[i] = int(state.pack[left])
        for i in range(first, drawn):
            state.pack[i] = 0
    for i in range(rules.grid * rules.grid):
        state.pack[i] = 0


@rare
def gather(state: Record, seats: int, knows: int) -> int:
    """Put all cards that the seat `knows` has not seen to the front of the pack, in order; how many they are."""
    for i in range(signed(state.packed)):
        card = int(state.pack[i])
        state.tally[card] = int(state.tally[card]) + 1
    for other in range(seats):
        for i in range(other * HAND, other * HAND + int(state.hand_len[other])):
            if other != knows:
                card = int(state.hand[i])
                state.tally[card] = int(state.tally[card]) + 1
    state.tally[0] = 0  # places without a card
    left = 0
    for card in range(1, KINDS):
        for _ in range(int(state.tally[card])):
            state.pack[left] = card
            left += 1
        state.tally[card] = 0
    return left
