"""Spite & Malice: the rules. RULES.md tells them in words and names the source of each; the names here are the same.

A choice is `kind | card << 8 | origin << 16 | place << 24`. PAY and HAND: the card and the centre stack. SIDE: also
the side stack it comes from. END: the card and the side stack it is put on. STOP: nothing more.
"""

from sims.games.spite_malice.hiding import hide as hide
from sims.games.spite_malice.moving import (
    build,
    complete,
    draw,
    leave_hand,
    open_up,
    put_aside,
    take_back,
    turn_up,
)
from sims.games.spite_malice.table import (
    ALTERNATE,
    CENTRES,
    EMPTY_NOW,
    END,
    END_TURN,
    FIST,
    HAND,
    HEIGHT,
    KING,
    LOSER,
    NONE,
    PAY,
    PAYOFF_EMPTY,
    PAYOFF_HIGH,
    PILE,
    RANKS,
    REFILL,
    SEATS,
    SIDE,
    STACKS,
    STOCK_EMPTY,
    STOP,
)
from sims.games.spite_malice.table import STATE as STATE
from sims.rng import shuffle
from sims.rule import Record, rare, rule


@rare
def deal(rules: Record, state: Record, rng: Record) -> None:
    """A new round. The pack's first cards go to the pay-off piles, one each in turn, the top ones first; its last ones
    to the hands; what lies between is the stock. So tops, hands and next cards do not depend on `payoff`."""
    pack = 52 * rules.decks
    for i in range(pack):
        state.stock[i] = i % RANKS
    shuffle(state.stock, pack, rng)
    for i in range(2 * rules.payoff):
        state.pile[(i & 1) * PILE + rules.payoff - 1 - (i >> 1)] = int(state.stock[i])
    for seat in range(SEATS):
        state.pay_len[seat] = rules.payoff
        state.pay_top[seat] = int(state.stock[seat])
    begin(rules, state)
    for i in range(2 * rules.hand_size + rules.second_hand_bonus):
        seat = i & 1 if i < 2 * rules.hand_size else 1 - int(state.starter)
        n = int(state.hand_len[seat])
        state.hand[seat * FIST + n] = int(state.stock[pack - 1 - i])
        state.hand_len[seat] = n + 1
    state.left = pack - 2 * rules.payoff - 2 * rules.hand_size - rules.second_hand_bonus
    for i in range(int(state.left)):
        state.stock[i] = int(state.stock[i + 2 * rules.payoff])
    state.lowest_stock = int(state.left)
    state.empty_turn = 0 if state.left == 0 else -1
    if state.left == 0 and rules.stock_out == EMPTY_NOW:
        state.end_reason = STOCK_EMPTY
        state.turn = -1


@rare
def begin(rules: Record, state: Record) -> None:
    """Who starts; hands, centre, side stacks and counts as at the start of a round."""
    other = SEATS - 1 - int(state.starter)
    starter = other if state.round_no > 0 else 0
    if rules.starter == PAYOFF_HIGH:
        if state.pay_top[0] != state.pay_top[1]:
            starter = int(state.pay_top[1] > state.pay_top[0])
    elif rules.starter != ALTERNATE and state.last_winner > 0:
        winner = int(state.last_winner) - 1
        starter = 1 - winner if rules.starter == LOSER else winner
    state.starter = starter
    state.seat = starter
    state.mover = starter
    state.waiting = 0
    state.returned = 0
    for i in range(CENTRES):
        state.height[i] = 0
        state.row[i] = 0
        state.kings[i] = 0
        open_up(rules, state, i)
    for i in range(SEATS * STACKS):
        state.side_top[i] = NONE
        state.side_len[i] = 0
    for i in range(SEATS * FIST):
        state.hand[i] = NONE
    for i in range(RANKS):
        state.waits[i] = 0
    for i in range(SEATS * RANKS):
        state.around[i] = 0
        state.within[i] = 0
    for i in range((STOP + 1) * SEATS):
        state.did[i] = 0
    for seat in range(SEATS):
        state.hand_len[seat] = 0
        state.wild[seat] = 0
        state.wild_paid[seat] = 0
        state.wild_ace[seat] = 0
        state.king_aside[seat] = 0
        state.drawn[seat] = 0
        state.completed[seat] = 0
        state.emptied[seat] = 0
        state.refilled[seat] = 0


@rule
def legal(rules: Record, state: Record, choices: Record) -> int:
    """List the legal choices: PAY, SIDE, HAND by centre stack, then END; equal cards of the hand once.

    `& 255`: an index that the compiler knows not to be negative makes listing a fifth faster.
    """
    seat = int(state.seat)
    top = int(state.pay_top[seat])
    n, taken = 0, 0
    for place in range(rules.centres):
        taken |= int(state.takes[place])
        choices[n & 255] = PAY | top << 8 | place << 24
        n += int(state.takes[place]) >> top & 1
    if n > 0 and rules.force_payoff == 1:
        return n
    for origin in range(rules.side_stacks):
        card = int(state.side_top[seat * STACKS + origin])
        if taken >> card & 1:
            for place in range(rules.centres):
                choices[n & 255] = SIDE | card << 8 | origin << 16 | place << 24
                n += int(state.takes[place]) >> card & 1
    first, cards, fist = seat * FIST, int(state.hand_len[seat]), 0
    for i in range(first, first + cards):
        fist |= 1 << int(state.hand[i])
    for place in range(rules.centres):
        card = int(state.height[place])
        choices[n & 255] = HAND | card << 8 | place << 24
        n += fist >> card & 1
        choices[n & 255] = HAND | KING << 8 | place << 24
        n += (fist & int(state.takes[place])) >> KING
    for i in range(first, first + cards):
        card = int(state.hand[i])
        for place in range(rules.side_stacks):
            choices[n + place & 255] = END | card << 8 | place << 24
        n += rules.side_stacks * (fist >> card & 1)
        fist &= ~(1 << card)
    choices[n & 255] = STOP
    return n + int(cards == 0)


@rule
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    """Carry out one legal choice of the seat that decides."""
    kind, card, origin, place = choice & 255, choice >> 8 & 255, choice >> 16 & 255, choice >> 24
    seat = int(state.seat)
    i = kind * SEATS + seat
    state.did[i] = int(state.did[i]) + 1
    over = kind >= END
    if kind == END:
        leave_hand(state, seat, card)
        put_aside(state, seat, card, place)
    elif kind != STOP:
        if kind == HAND:
            leave_hand(state, seat, card)
        elif kind == SIDE:
            take_back(state, seat, origin)
        else:
            turn_up(state, seat, card)
        build(rules, state, seat, place, card)
        if state.pay_len[seat] == 0:
            state.end_reason = PAYOFF_EMPTY
            state.ender = seat
            return
        if state.height[place] == HEIGHT:
            complete(rules, state, place, rng)
        if kind == HAND and state.hand_len[seat] == 0:
            state.emptied[seat] = int(state.emptied[seat]) + 1
            if rules.empty_hand == REFILL:
                draw(rules, state, rng)
                state.refilled[seat] = int(state.refilled[seat]) + int(state.hand_len[seat] > 0)
            over = rules.empty_hand == END_TURN
    if over:
        next_turn(rules, state, rng)


@rule
def next_turn(rules: Record, state: Record, rng: Record) -> None:
    """The other seat's turn begins: it draws, unless the cap on turns ends the round before."""
    seat = 1 - int(state.seat)
    state.seat = seat
    state.mover = seat
    state.turn += 1
    if state.turn < rules.max_turns:
        draw(rules, state, rng)


@rare
def score(rules: Record, state: Record) -> None:
    """Points of the ended round: the winner's are the cards left in the other pile; and whether the match is over."""
    winner = int(state.ender) if state.end_reason == PAYOFF_EMPTY else -1
    state.last_winner = winner + 1
    for seat in range(SEATS):
        won = int(seat == winner)
        state.points_left[seat] = won * int(state.pay_len[1 - seat])
        state.points_bonus[seat] = won * rules.win_bonus
        state.points[seat] = int(state.points_left[seat]) + int(state.points_bonus[seat])
        state.match_points[seat] += int(state.points[seat])
    if int(state.round_no) + 1 == rules.max_rounds:
        state.match_end = 2
    for seat in range(SEATS):
        if state.match_points[seat] >= rules.match_points:
            state.match_end = 1


@rare
def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    """The tracked quantities of game.toml, in its order; flows as totals of the round so far."""
    aside, centre = 0, int(state.waiting)
    for i in range(STACKS):
        aside += int(state.side_len[seat * STACKS + i])
    for i in range(CENTRES):
        centre += int(state.height[i])
    out[0] = int(state.pay_len[seat])
    out[1] = int(state.hand_len[seat])
    out[2] = aside
    out[3] = centre
    out[4] = int(state.left)
    out[5] = 0 - int(state.pay_len[seat])
    for kind in range(PAY, STOP + 1):
        out[5 + kind] = int(state.did[kind * SEATS + seat])
    out[11] = int(state.drawn[seat])
    out[12] = int(state.wild[seat])
    out[13] = int(state.wild_paid[seat])
    out[14] = int(state.wild_ace[seat])
    out[15] = int(state.king_aside[seat])
    out[16] = int(state.completed[seat])
    out[17] = int(state.emptied[seat])
    out[18] = int(state.refilled[seat])
    out[19] = int(state.points_left[seat])
    out[20] = int(state.points_bonus[seat])
    out[21] = int(state.lowest_stock)
    out[22] = int(state.empty_turn)
