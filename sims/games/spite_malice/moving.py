"""Cards that move in Spite & Malice: from hand, piles and side stacks, to the centre, into the stock and out of it."""

from sims.games.spite_malice.table import (
    CARDS,
    EMPTY_NOW,
    FAILED_DRAW,
    FIST,
    HEIGHT,
    IMMEDIATE,
    KING,
    NONE,
    PILE,
    RANKS,
    SEATS,
    STACKS,
    STOCK_EMPTY,
)
from sims.rng import chance, shuffle
from sims.rule import Record, rare, rule


@rule
def leave_hand(state: Record, seat: int, card: int) -> None:
    """One such card leaves the hand: the last takes its place. The other seat sees it."""
    n = int(state.hand_len[seat]) - 1
    last, i = seat * FIST + n, seat * FIST
    while state.hand[i] != card:
        i += 1
    state.hand[i] = int(state.hand[last])
    state.hand[last] = NONE
    state.hand_len[seat] = n
    i = (1 - seat) * RANKS + card
    around = int(state.around[i])
    state.around[i] = around - int(around > int(state.within[i]))


@rule
def put_aside(state: Record, seat: int, card: int, place: int) -> None:
    """The card goes on top of the seat's side stack."""
    i = seat * STACKS + place
    n = int(state.side_len[i])
    state.side[i * CARDS + n] = card
    state.side_top[i] = card
    state.side_len[i] = n + 1
    state.king_aside[seat] = int(state.king_aside[seat]) + int(card == KING)


@rule
def take_back(state: Record, seat: int, origin: int) -> None:
    """The top card leaves the seat's side stack."""
    i = seat * STACKS + origin
    n = int(state.side_len[i]) - 1
    state.side_len[i] = n
    state.side_top[i] = int(state.side[i * CARDS + n - 1]) if n > 0 else NONE


@rule
def turn_up(state: Record, seat: int, card: int) -> None:
    """The top card leaves the seat's pay-off pile; the next one is turned up."""
    n = int(state.pay_len[seat]) - 1
    state.pay_len[seat] = n
    state.pay_top[seat] = int(state.pile[seat * PILE + n - 1]) if n > 0 else NONE
    state.wild_paid[seat] = int(state.wild_paid[seat]) + int(card == KING)


@rule
def build(rules: Record, state: Record, seat: int, place: int, card: int) -> None:
    """The card goes on the centre stack; a king becomes the card that is needed."""
    height, king = int(state.height[place]), int(card == KING)
    state.height[place] = height + 1
    state.kings[place] = int(state.kings[place]) | king << height
    state.row[place] = king * (int(state.row[place]) + 1)
    state.wild[seat] = int(state.wild[seat]) + king
    state.wild_ace[seat] = int(state.wild_ace[seat]) + int(king == 1 and height == 0)
    state.completed[seat] = int(state.completed[seat]) + int(height == HEIGHT - 1)
    open_up(rules, state, place)


@rule
def open_up(rules: Record, state: Record, place: int) -> None:
    """Note which cards may be played on the centre stack now: bit r for rank r."""
    height, row, limit = int(state.height[place]), int(state.row[place]), rules.wilds_in_a_row
    wild = rules.kings_wild == 1 and (height > 0 or rules.king_as_ace == 1) and (limit == 0 or row < limit)
    state.takes[place] = 1 << height | int(wild) << KING


@rare
def complete(rules: Record, state: Record, place: int, rng: Record) -> None:
    """A complete centre stack is taken away; its cards return at once, or wait until a draw needs a card."""
    kings = int(state.kings[place])
    for t in range(HEIGHT):
        card = KING if kings >> t & 1 else t
        state.waits[card] = int(state.waits[card]) + 1
    state.waiting = int(state.waiting) + HEIGHT
    state.height[place] = 0
    state.row[place] = 0
    state.kings[place] = 0
    open_up(rules, state, place)
    if rules.recycle == IMMEDIATE:
        return_cards(state, rng)


@rare
def return_cards(state: Record, rng: Record) -> None:
    """All waiting cards are shuffled into the stock: both seats know that they are in it."""
    n = int(state.left)
    for rank in range(RANKS):
        cards = int(state.waits[rank])
        for seat in range(SEATS):
            i = seat * RANKS + rank
            state.around[i] = int(state.around[i]) + cards
            state.within[i] = int(state.within[i]) + cards
        for _ in range(cards):
            state.stock[n] = rank
            n += 1
        state.waits[rank] = 0
    state.waiting = 0
    state.left = n
    state.returned = n
    chance(state, rng)
    shuffle(state.stock, n, rng)


@rare
def draw(rules: Record, state: Record, rng: Record) -> None:
    """The seat draws until its hand is full, as far as there are cards; by `stock_out` that may end the round."""
    seat = int(state.seat)
    held = int(state.hand_len[seat])
    while held < rules.hand_size:
        if state.left == 0:
            if state.waiting == 0:
                break
            return_cards(state, rng)
        left = int(state.left) - 1
        card = int(state.stock[left])
        state.left = left
        state.hand[seat * FIST + held] = card
        held += 1
        i = seat * RANKS + card
        state.around[i] = max(int(state.around[i]) - 1, 0)
        state.within[i] = max(int(state.within[i]) - 1, 0)
        forget(state, 1 - seat)
    state.drawn[seat] = int(state.drawn[seat]) + held - int(state.hand_len[seat])
    state.hand_len[seat] = held
    there = int(state.left) + int(state.waiting)
    state.lowest_stock = min(int(state.lowest_stock), there)
    if there == 0 and state.empty_turn < 0:
        state.empty_turn = int(state.turn)
    short = held < rules.hand_size
    if (rules.stock_out == EMPTY_NOW and there == 0) or (rules.stock_out == FAILED_DRAW and short):
        state.end_reason = STOCK_EMPTY


@rule
def forget(state: Record, seat: int) -> None:
    """The other seat has drawn a card: of each rank it may have been one that the seat knew to be in the stock."""
    for i in range(seat * RANKS, seat * RANKS + RANKS):
        state.within[i] = max(int(state.within[i]) - 1, 0)
