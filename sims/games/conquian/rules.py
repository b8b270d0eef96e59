"""Conquian: the rules. RULES.md tells them in words and names the source of each; the names here are the same.

A choice is `kind | card << 8 | layout << 16`. The card is the middle card, of DISCARD the one discarded; the layout, of
MELD alone, is the seat's whole table after it (see `melds`).
"""

from typing import Any

from sims.game import state_dtype
from sims.games.conquian.cards import LANE, NIL, NONE, QUAD, count, int64, lowest, whole_pack
from sims.games.conquian.melds import MELD, MELDS, added, cards_in, cards_of, fits, following, melds_with
from sims.rng import chance, shuffle
from sims.rule import Record, rare, rule

USE, REJECT, LEAVE, FORCE, SPARE, LAY, DISCARD = 1, 2, 3, 4, 5, 6, 7
OUT, STOCK_EMPTY = 2, 3  # end reasons
WITH_MIDDLE, AS_LIES, MINIMAL, FAILED_FLIP = 0, 0, 0, 0
CHOICE, OFF = 0, 2  # force
TIE, DOUBLE, POOL = 0, 1, 2  # draw_rule
PACK, SEATS = 52, 2
# What is counted for a seat: middle cards melded by choice and by force, hand cards melded, middle cards not used that
# could have been, times it was not forced and could have been, ties of the cards discarded after a force, melding
# turns that took old melds apart, or laid a meld of hand cards alone, and times the waste became the stock.
USED, FORCED, LAID, DECLINED, SPARED, TIES, MOVED, EXTRA, TURNED = 0, 1, 2, 3, 4, 5, 6, 7, 8
COUNTS = 9
ONE: Any = int64(1)
LAYOUT = 16
"""Where the layout begins in a choice."""

STATE = state_dtype(
    [
        ("phase", "u1"),  # USE (the middle card is offered), FORCE (to the other seat), LAY or DISCARD
        ("turned", "u1"),  # 1: the middle card was turned up in this turn
        ("forced", "u1"),  # 1: the seat is forced to use the middle card
        ("can_use", "u1"),  # 1: the seat that is offered the middle card could use it
        ("middle", "u1"),  # the card in the middle, NONE while there is none
        (
            "stock",
            "u1",
            (PACK,),
        ),  # face down: the cards from `top` to `bottom` − 1, the next one first; else 0
        ("top", "u1"),
        ("bottom", "u1"),
        ("waste", "u1", (PACK,)),  # face down, but remembered: the first `wasted`, the oldest first
        ("wasted", "u1"),
        ("gone", "i8"),  # the same cards as a set
        ("hand", "i8", (SEATS,)),
        ("table", "i8", (SEATS,)),  # each seat's melded cards
        ("layout", "i8", (SEATS,)),  # how they lie
        ("completing", "i8", (SEATS,)),  # of a seat that lacks one card, each card that will do; else 0
        ("recycled", "u1"),  # how many times the waste became the stock in this round
        ("drawn", "u1"),  # draws since the last round that was won
        ("pool", "u1"),  # points in the pool
        ("stake", "i4"),  # points that the winner of this round gets
        ("counts", "u1", (COUNTS * SEATS,)),  # in this round, what × SEATS + seat, as the flows of game.toml
        ("first_meld", "i4"),  # turn in which somebody melded first, −1 not yet
        ("first_ready", "i4"),  # turn in which somebody first lacked one card only, −1 not yet
    ]
)


@rare
def deal(rules: Record, state: Record, rng: Record) -> None:
    """A new round: a shuffled pack, dealt one at a time from seat 0 on; the rest is the stock."""
    ranks, pack = rules.ranks, 4 * rules.ranks
    n = 0
    for suit in range(4):
        for place in range(ranks):
            state.stock[n] = suit << 4 | place
            n += 1
    shuffle(state.stock, pack, rng)
    for seat in range(SEATS):
        hand = 0
        for i in range(seat, SEATS * rules.hand_size, SEATS):
            hand |= 1 << int(state.stock[i])
            state.stock[i] = 0
        state.hand[seat] = hand
        state.table[seat] = 0
        state.layout[seat] = 0
        state.completing[seat] = 0
    for i in range(COUNTS * SEATS):
        state.counts[i] = 0
    state.top = SEATS * rules.hand_size
    state.bottom = pack
    state.wasted = 0
    state.gone = 0
    state.recycled = 0
    state.first_meld = -1
    state.first_ready = -1
    state.stake = 1
    if rules.draw_rule == DOUBLE:
        state.stake = 1 << int(state.drawn)
    elif rules.draw_rule == POOL:
        state.stake = 1 + int(state.pool)
    state.starter = int(state.round_no) & 1
    state.mover = int(state.starter)
    state.middle = NONE
    state.forced = 0
    turn_up(rules, state, rng)
    card = int64(state.middle)
    state.can_use = int(melds_with(rules, int(state.hand[int(state.seat)]) | 1 << card, card))


@rare
def turn_up(rules: Record, state: Record, rng: Record) -> None:
    """The top card of the stock comes to the middle; without one, and nothing to turn over, the round is a draw."""
    if state.top == state.bottom:
        if state.recycled >= rules.stock_recycle:
            state.middle = NONE
            state.end_reason = STOCK_EMPTY
            return
        turn_over(state, rng)
    top = int(state.top)
    state.middle = int(state.stock[top])
    state.stock[top] = 0
    state.top = top + 1
    state.turned = 1
    state.phase = USE
    state.seat = int(state.mover)


@rare
def turn_over(state: Record, rng: Record) -> None:
    """The waste becomes the stock, its oldest card on top."""
    chance(state, rng)  # nothing is shuffled, but transcripts show the new stock
    cards = int(state.wasted)
    for i in range(cards):
        state.stock[i] = int(state.waste[i])
        state.waste[i] = 0
    state.top = 0
    state.bottom = cards
    state.wasted = 0
    state.gone = 0
    state.recycled = int(state.recycled) + 1
    add(state, TURNED * SEATS + int(state.mover), ONE)


@rare
def usable(rules: Record, state: Record, seat: int) -> bool:
    """Can the seat use the middle card?"""
    card = int64(state.middle)
    hand, table = int(state.hand[seat]), int(state.table[seat])
    bit = 1 << card
    if not melds_with(rules, hand | table | bit, card):
        return False
    if table == 0 or melds_with(rules, hand | bit, card):
        return True
    return takes_in(rules, hand, table, int(state.layout[seat]), card)


@rare
def takes_in(rules: Record, hand: int, table: int, layout: int, card: int) -> bool:
    """Is there a layout of the table and the card, with hand cards where it needs them?"""
    return fits(rules, layout, card) or following(rules, hand, table, layout, card, NIL, NIL) != 0


@rare
def can_be_forced(rules: Record, state: Record, seat: int) -> bool:
    """Does the middle card fit a meld of the seat, without any hand card?"""
    card, table, layout = int64(state.middle), int(state.table[seat]), int(state.layout[seat])
    if rules.force == OFF or table == 0 or not melds_with(rules, table | 1 << card, card):
        return False
    if rules.force_test == AS_LIES:
        return fits(rules, layout, card)
    return takes_in(rules, NIL, table, layout, card)


@rare
def legal(rules: Record, state: Record, choices: Record) -> int:
    """List the legal choices of the seat that decides."""
    seat, card = int(state.seat), int(state.middle) << 8
    n = 0
    if state.phase == USE:
        if state.can_use == 1:
            choices[0] = USE | card
            n = 1
        choices[n] = (LEAVE if state.turned == 1 else REJECT) | card
        return n + 1
    if state.phase == FORCE:
        choices[0] = FORCE | card
        choices[1] = SPARE | card
        return 2 if rules.force == CHOICE else 1
    if state.phase == DISCARD:
        hand = int(state.hand[seat])
        while hand:
            choices[n] = DISCARD | lowest(hand) << 8
            n += 1
            hand &= hand - 1
        return n
    return layouts(rules, state, seat, choices)


@rare
def layouts(rules: Record, state: Record, seat: int, choices: Record) -> int:
    """List the layouts that use the middle card; a forced seat may be bound to add it and to move nothing else."""
    card = int64(state.middle)
    hand, table, layout = int(state.hand[seat]), int(state.table[seat]), int(state.layout[seat])
    more = int64(rules.extra_melds == WITH_MIDDLE)
    n = 0
    if state.forced == 1 and rules.forced_freedom == MINIMAL:
        for place in range(MELDS):
            after = added(rules, layout, card, place)
            if after:
                choices[n] = LAY | card << 8 | after << LAYOUT
                n += 1
        if n > 0:
            return n
        hand = NIL  # only another layout of the same cards takes it in
    after = following(rules, hand, table, layout, card, NIL, more)
    while after:
        choices[n] = LAY | card << 8 | after << LAYOUT
        n += 1
        after = following(rules, hand, table, layout, card, after, more)
    return n


@rare
def add(state: Record, i: int, by: int) -> None:
    """Count what is counted at i."""
    state.counts[i] = int(state.counts[i]) + by


@rare
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    """Carry out one legal choice of the seat that decides."""
    kind, card = choice & 255, choice >> 8 & 255
    seat = int(state.seat)
    if kind == USE:
        state.phase = LAY
    elif kind == REJECT or kind == LEAVE:
        add(state, DECLINED * SEATS + seat, int64(state.can_use))
        state.can_use = 0
        if can_be_forced(rules, state, seat):
            state.phase = FORCE
            state.seat = 1 - seat
        else:
            passed(rules, state, rng)
    elif kind == FORCE:
        state.forced = 1
        state.seat = int(state.mover)
        state.phase = LAY
    elif kind == SPARE:
        add(state, SPARED * SEATS + int(state.mover), ONE)
        passed(rules, state, rng)
    elif kind == LAY:
        lay(rules, state, seat, card, choice >> LAYOUT)
    else:
        state.hand[seat] = int(state.hand[seat]) ^ 1 << card
        if state.forced == 1:
            add(state, TIES * SEATS + seat, ties_of(int(state.hand[seat]), card))
        state.middle = card
        end_turn(rules, state)
    if state.phase == USE and state.end_reason == 0:
        state.can_use = int(usable(rules, state, int(state.seat)))


@rare
def passed(rules: Record, state: Record, rng: Record) -> None:
    """The middle card is not used: one just turned up stays for the other seat, one that was offered is wasted."""
    if state.turned == 1:
        end_turn(rules, state)
        return
    card, wasted = int(state.middle), int(state.wasted)
    state.waste[wasted] = card
    state.wasted = wasted + 1
    state.gone = int(state.gone) | 1 << card
    turn_up(rules, state, rng)


@rare
def lay(rules: Record, state: Record, seat: int, card: int, layout: int) -> None:
    """The seat's table lies like this now; a card more than it was dealt, and it is out."""
    old, table, hand = int(state.layout[seat]), int(state.table[seat]), int(state.hand[seat])
    after = cards_in(rules, layout)
    add(state, (FORCED if state.forced == 1 else USED) * SEATS + seat, ONE)
    add(state, LAID * SEATS + seat, count(after & hand))
    add(state, MOVED * SEATS + seat, int(takes_apart(rules, old, layout)))
    add(state, EXTRA * SEATS + seat, int(has_extra(rules, layout, table | 1 << card)))
    state.table[seat] = after
    state.layout[seat] = layout
    state.hand[seat] = hand & ~after
    state.middle = NONE
    if state.first_meld < 0:
        state.first_meld = int(state.turn)
    melded = count(after)
    if melded >= rules.hand_size and state.first_ready < 0:
        state.first_ready = int(state.turn)
    if melded > rules.hand_size:
        state.end_reason = OUT
        state.ender = seat
        return
    if melded == rules.hand_size:
        state.completing[seat] = completing_cards(rules, after, layout)
    state.phase = DISCARD


@rare
def takes_apart(rules: Record, old: int, layout: int) -> bool:
    """Does some old meld not lie whole in one of the new ones?"""
    while old:
        cards = cards_of(rules, old & MELD)
        new, whole = layout, False
        while new:
            whole = whole or cards & ~cards_of(rules, new & MELD) == 0
            new >>= 10
        if not whole:
            return True
        old >>= 10
    return False


@rare
def has_extra(rules: Record, layout: int, cards: int) -> bool:
    """Has the layout a meld with none of these cards?"""
    while layout:
        if cards_of(rules, layout & MELD) & cards == 0:
            return True
        layout >>= 10
    return False


@rare
def ties_of(cards: int, card: int) -> int:
    """How many of these cards are of the card's rank, or of its suit and at most two places away."""
    suit, place = card >> 4, card & 15
    lane = cards >> (suit << 4) & LANE
    return count(cards & QUAD << place) + count(lane << 2 >> place & 27)


@rare
def end_turn(rules: Record, state: Record) -> None:
    """The round may end with the last card of the stock; else the other seat is offered the middle card."""
    if rules.stock_end != FAILED_FLIP and state.top == state.bottom and state.recycled >= rules.stock_recycle:
        state.end_reason = STOCK_EMPTY
        return
    state.mover = 1 - int(state.mover)
    state.turn += 1
    state.turned = 0
    state.forced = 0
    state.phase = USE
    state.seat = int(state.mover)


@rare
def score(rules: Record, state: Record) -> None:
    """Points of the ended round: the stake for who went out; what a draw leaves behind (a capped round is none)."""
    for seat in range(SEATS):
        state.points[seat] = 0
    if state.end_reason == OUT:
        state.points[int(state.ender)] = int(state.stake)
        state.drawn = 0
        state.pool = 0
    elif state.end_reason == STOCK_EMPTY:
        state.drawn = int(state.drawn) + 1
        if rules.draw_rule == POOL:
            state.pool = int(state.pool) + SEATS
            for seat in range(SEATS):
                state.points[seat] = -1
    for seat in range(SEATS):
        state.match_points[seat] += int(state.points[seat])
    if int(state.round_no) + 1 == rules.deals:
        state.match_end = 1


@rare
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """Re-deal the cards that the seat has never seen to the stock and the other hand.

    Once the waste has become the stock, its order is known to who remembers, and so is the other hand.
    """
    if state.recycled > 0:
        return
    other, top, bottom = 1 - seat, int(state.top), int(state.bottom)
    unseen = whole_pack(rules) & ~seen_by(state, seat)
    n = 0
    while unseen:
        state.stock[n] = lowest(unseen)
        unseen &= unseen - 1
        n += 1
    shuffle(state.stock, n, rng)
    held = n - (bottom - top)
    hand = 0
    for i in range(held):
        hand |= 1 << int(state.stock[i])
    state.hand[other] = hand
    for i in range(n - 1, held - 1, -1):
        state.stock[top + i - held] = int(state.stock[i])
    for i in range(top):
        state.stock[i] = 0
    if state.phase == USE:
        state.can_use = int(usable(rules, state, int(state.seat)))


@rule
def seen_by(state: Record, seat: int) -> int:
    """Every card that the seat has seen in this round: its own, both tables, the middle, the waste."""
    seen = int(state.hand[seat]) | int(state.table[0]) | int(state.table[1]) | int(state.gone)
    return seen if state.middle == NONE else seen | 1 << int(state.middle)


@rare
def completing_cards(rules: Record, table: int, layout: int) -> int:
    """The cards that can be added to a table without any hand card."""
    cards, left = NIL, whole_pack(rules) & ~table
    while left:
        bit = left & -left
        card = lowest(bit)
        if melds_with(rules, table | bit, card) and takes_in(rules, NIL, table, layout, card):
            cards |= bit
        left ^= bit
    return cards


@rule
def outs(rules: Record, state: Record, seat: int) -> int:
    """How many cards complete the table of a ready seat and are not lost: on the other table, or wasted for good."""
    cards = int(state.completing[seat]) & ~int(state.table[1 - seat])
    if state.recycled >= rules.stock_recycle:
        cards &= ~int(state.gone)
        if state.middle != NONE and seat != state.mover:
            cards &= ~(1 << int(state.middle))
    return count(cards)


@rare
def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    """The tracked quantities of game.toml, in its order; flows as totals of the round so far."""
    melded, melds = count(int(state.table[seat])), 0
    while int(state.layout[seat]) >> 10 * melds:
        melds += 1
    ready = melded == rules.hand_size
    forced = int(state.counts[FORCED * SEATS + seat])
    out[0] = melded
    out[1] = melds
    out[2] = count(int(state.hand[seat]))
    out[3] = int(state.bottom) - int(state.top)
    out[4] = int(state.wasted) + int(state.middle != NONE)
    out[5] = PACK - 4 * rules.ranks
    out[6] = int(ready)
    out[7] = outs(rules, state, seat)
    out[8] = int(ready and out[7] == 0)
    for i in range(COUNTS):
        out[9 + i] = int(state.counts[i * SEATS + seat])
    out[18] = int(forced > 0)
    out[19] = int(forced > 0 and state.end_reason == OUT and state.ender == seat)
    out[20] = int(state.first_meld)
    out[21] = int(state.first_ready)
    out[22] = int(state.recycled)
    out[23] = int(state.stake)
