"""Konflikt: the rules. RULES.md tells them in words and names the source of each; the names here are the same.

A choice is `kind | place << 8 | card << 16`. PICK_OPEN: the open place and its card. PICK_STACK: the stack. TAKE: the
card (the stack is in hand). ORDER: the card that is resolved first.
"""

import numpy as np

from sims.game import state_dtype
from sims.rng import below, shuffle
from sims.rule import Record, rare, rule

RANKS, PACK, NONE = 13, 52, 13  # NONE: no card
PICK_OPEN, PICK_STACK, TAKE, ORDER = 1, 2, 3, 4
TARGET, CARDS_OUT = 2, 3  # end reasons
REACHER, FINISH_TURN, CHOICE, MERGED, FROM_STACK = 0, 0, 0, 0, 1
RESET, KEEP_ODD, KEEP_ALL = 0, 1, 2
TRACKED = 0  # stack_identity
BUILDINGS, ROUNDS_ENDED = 1, 2  # match_tie
GIFT, ROB_PAIR, ROB_SINGLE = 0, 1, 2  # sources of coins
NEW, OWN, ROB, GIFT_TWO, GIFT_FOUR, PAIR_ONE, PAIR_TWO = 0, 1, 2, 3, 4, 5, 6  # clauses
SOURCES, CLAUSES, SEATS = 3, 7, 4

STATE = state_dtype(
    [
        ("phase", "u1"),  # PICK_OPEN (a source is to be chosen), TAKE or ORDER
        ("looking", "u1"),  # the stack in hand during TAKE
        ("due_picks", "u1"),  # cards to be taken in this turn
        ("picked", "u1"),  # cards taken so far in this turn
        ("picks", "u1", (2,)),  # their ranks
        ("left", "u1"),  # cards on the table that nobody has taken
        ("aside", "u1"),  # cards set aside unresolved when the target was reached
        ("face_up", "u1", (PACK,)),  # open places: a rank, or NONE
        ("stack_len", "u1", (PACK,)),  # cards in each stack
        ("stack_card", "u1", (PACK,)),  # stack i, top first, from i × stack_size; NONE behind its last card
        ("owner", "u1", (RANKS,)),  # the one seat that displays the rank, NONE if nobody
        ("owned", "u1", (RANKS,)),  # how many of it
        ("shown", "u1", (SEATS,)),  # cards in the seat's display
        ("singles", "u1", (SEATS,)),  # ranks of which it displays one
        ("supply", "u1"),
        ("coins", "u1", (SEATS,)),
        ("buildings", "u1", (SEATS,)),
        ("reached", "i1"),  # the seat that reached the target first, −1 nobody yet
        ("seen", "i8", (SEATS,)),  # bit i: the seat has looked into stack i
        ("kept", "u1", (SEATS,)),  # coins kept from the rounds before
        ("all_buildings", "u2", (SEATS,)),  # of all rounds of the match
        ("rounds_ended", "u1", (SEATS,)),
        ("due", "u2", (SOURCES * SEATS,)),  # coins due in this round, source × SEATS + seat
        ("paid", "u2", (SOURCES * SEATS,)),  # of these, paid
        ("clause", "u1", (CLAUSES * SEATS,)),  # resolutions in this round, clause × SEATS + acting seat
        ("from_coins", "u1", (SEATS,)),  # points of the round that ended
        ("from_buildings", "u1", (SEATS,)),
        ("from_bonus", "u1", (SEATS,)),
        ("lowest_supply", "u1"),  # at the end of the turns so far
        ("first_short", "i4"),  # first turn with an unpaid coin, −1 none yet
        ("wanted", "u2"),  # coins due so far, all seats
        ("unpaid", "u2"),  # of these, not paid
    ]
)


@rare
def deal(rules: Record, state: Record, rng: Record) -> None:
    """A new round: stacks and open cards from a full shuffled pack, coins as the parameters say."""
    seats = np.int64(state.seats)
    for i in range(PACK):
        state.stack_card[i] = i >> 2
        state.face_up[i] = NONE
        state.stack_len[i] = 0
    shuffle(state.stack_card, PACK, rng)
    in_stacks = rules.stacks * rules.stack_size
    for i in range(rules.open_cards):
        state.face_up[i] = int(state.stack_card[in_stacks + i])
    if rules.stack_size > 0:
        for i in range(rules.stacks):
            state.stack_len[i] = rules.stack_size
    for rank in range(RANKS):
        state.owner[rank] = NONE
        state.owned[rank] = 0
    state.left = PACK
    state.aside = 0
    state.starter = int(state.round_no) % seats
    state.seat = int(state.starter)
    state.mover = int(state.starter)
    state.phase = PICK_OPEN
    state.picked = 0
    state.due_picks = rules.first_turn_picks
    state.reached = -1
    state.first_short = -1
    state.wanted = 0
    state.unpaid = 0
    for i in range(SOURCES * SEATS):
        state.due[i] = 0
        state.paid[i] = 0
    for i in range(CLAUSES * SEATS):
        state.clause[i] = 0
    supply = rules.coin_supply
    for seat in range(SEATS):
        state.buildings[seat] = 0
        state.shown[seat] = 0
        state.singles[seat] = 0
        state.seen[seat] = 0
        state.coins[seat] = int(state.kept[seat])
        supply -= int(state.kept[seat])
    for place in range(1, seats):
        late = min(place * rules.late_seat_coins, supply)
        late_seat = (int(state.starter) + place) % seats
        state.coins[late_seat] = int(state.coins[late_seat]) + late
        supply -= late
    state.supply = supply
    state.lowest_supply = supply


@rule
def legal(rules: Record, state: Record, choices: Record) -> int:
    """List the legal choices of the seat that decides: places by their number, equal cards of a stack once."""
    n = 0
    if state.phase == PICK_OPEN:
        for i in range(rules.open_cards):
            card = int(state.face_up[i])
            choices[n] = PICK_OPEN | i << 8 | card << 16
            n += int(card != NONE)
        for i in range(rules.stacks):
            choices[n] = PICK_STACK | i << 8
            n += int(state.stack_len[i] != 0)
    elif state.phase == TAKE:
        stack = int(state.looking)
        base = stack * rules.stack_size
        found = 1 << NONE
        for i in range(base, base + rules.stack_size):
            card = int(state.stack_card[i])
            choices[n] = TAKE | card << 16
            n += 1 - (found >> card & 1)
            found |= 1 << card
    else:
        for i in range(2):
            choices[n] = ORDER | int(state.picks[i]) << 16
            n += 1
    return n


@rule
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    """Carry out one legal choice of the seat that decides."""
    kind, place, card = choice & 255, choice >> 8 & 255, choice >> 16
    if kind == PICK_STACK:
        state.seen[int(state.seat)] |= 1 << place
        state.looking = place
        state.phase = TAKE
        return
    if kind == ORDER:
        if state.picks[0] != card:
            state.picks[1] = int(state.picks[0])
            state.picks[0] = card
    else:
        if kind == TAKE:
            remove(rules, state, np.int64(state.looking), card)
        else:
            state.face_up[place] = NONE
        state.picks[int(state.picked)] = card
        state.picked += 1
        state.left -= 1
        if state.picked < state.due_picks and state.left > 0:
            state.phase = PICK_OPEN
            return
        if state.picked == 2 and state.picks[0] != state.picks[1] and rules.resolve_order == CHOICE:
            state.phase = ORDER
            return
    resolve(rules, state)
    end_turn(rules, state)


@rule
def remove(rules: Record, state: Record, stack: Record, card: Record) -> None:
    """Take the first card of that rank out of a stack; the others keep their order."""
    base = stack * rules.stack_size
    end = base + rules.stack_size - 1
    taken = 0
    for i in range(base, end):
        taken |= int(state.stack_card[i] == card)
        state.stack_card[i] = int(state.stack_card[i + taken])
    state.stack_card[end] = NONE
    state.stack_len[stack] = int(state.stack_len[stack]) - 1


@rule
def resolve(rules: Record, state: Record) -> None:
    """Resolve the taken cards in their order, two equal ones together.

    Under `end_timing` immediate a second card is set aside when the first has brought somebody to the target.
    """
    picked = int(state.picked)
    merged = picked == 2 and state.picks[0] == state.picks[1] and rules.pair_rule == MERGED
    for i in range(1 if merged else picked):
        if rules.end_timing != FINISH_TURN and state.reached >= 0:
            state.aside = int(state.aside) + 1
        else:
            settle(rules, state, int(state.picks[i]), 2 if merged else 1)


@rule
def settle(rules: Record, state: Record, rank: int, cards: int) -> None:
    """The conflict over one card (SINGLE) or over two equal ones (PAIR): who displays the rank, who is due a coin."""
    seat, owner, owned = int(state.seat), int(state.owner[rank]), int(state.owned[rank])
    to, source, paid_to, due = seat, GIFT, seat, 0
    if owner == NONE:
        clause = NEW
    elif owner == seat:
        clause = OWN
    elif cards == 1 and owned > rules.rob_max_single:
        clause = GIFT_FOUR if owned == 3 else GIFT_TWO
        to, due = owner, rules.gift_coin
    else:
        clause = ROB if cards == 1 else PAIR_ONE if owned == 1 else PAIR_TWO
        source = ROB_SINGLE if owned == 1 else ROB_PAIR
        paid_to, due = owner, rules.rob_single_coin if owned == 1 else rules.rob_pair_coin
    i = clause * SEATS + seat
    state.clause[i] = int(state.clause[i]) + 1
    display(rules, state, rank, to, cards)
    if due > 0:
        pay(state, source, paid_to, due)


@rule
def display(rules: Record, state: Record, rank: int, seat: int, cards: int) -> None:
    """So many cards more of the rank, and all that are displayed lie with the seat now; four are a building."""
    owner, owned = int(state.owner[rank]), int(state.owned[rank])
    if owner != NONE:
        state.shown[owner] = int(state.shown[owner]) - owned
        state.singles[owner] = int(state.singles[owner]) - int(owned == 1)
    owned += cards
    state.shown[seat] = int(state.shown[seat]) + owned
    state.singles[seat] = int(state.singles[seat]) + int(owned == 1)
    state.owner[rank] = seat
    state.owned[rank] = owned
    if owned == 4:
        built = int(state.buildings[seat]) + 1
        state.buildings[seat] = built
        if built == rules.target and state.reached < 0:
            state.reached = seat


@rule
def pay(state: Record, source: int, seat: int, due: int) -> None:
    """Coins from the supply to a seat, as far as they last."""
    paid = min(due, int(state.supply))
    state.supply = int(state.supply) - paid
    state.coins[seat] = int(state.coins[seat]) + paid
    i = source * SEATS + seat
    state.due[i] = int(state.due[i]) + due
    state.paid[i] = int(state.paid[i]) + paid
    state.wanted = int(state.wanted) + due
    state.unpaid = int(state.unpaid) + due - paid
    if paid < due and state.first_short < 0:
        state.first_short = int(state.turn)


@rule
def end_turn(rules: Record, state: Record) -> None:
    """The round ends, or the next seat clockwise is to pick."""
    state.lowest_supply = min(int(state.lowest_supply), int(state.supply))
    if rules.stack_identity != TRACKED:
        for seat in range(SEATS):
            state.seen[seat] = 0
    if state.reached >= 0:
        state.end_reason = TARGET
        state.ender = int(state.reached)
        return
    if state.left == 0:
        state.end_reason = CARDS_OUT
        return
    if rules.open_refill == FROM_STACK:
        refill(rules, state)
    seat = int(state.seat) + 1
    if seat == int(state.seats):
        seat = 0
    state.seat = seat
    state.mover = seat
    state.turn += 1
    state.phase = PICK_OPEN
    state.picked = 0
    state.due_picks = 2


@rare
def refill(rules: Record, state: Record) -> None:
    """Fill each empty open place, lowest first, with the top card of the then fullest stack, lowest in a tie."""
    for place in range(rules.open_cards):
        if state.face_up[place] == NONE:
            fullest = fullest_stack(rules, state)
            if state.stack_len[fullest] > 0:
                card = np.int64(state.stack_card[fullest * rules.stack_size])
                remove(rules, state, fullest, card)
                state.face_up[place] = card


@rule
def fullest_stack(rules: Record, state: Record) -> int:
    """The stack with the most cards, the lowest of equal ones."""
    fullest = 0
    for i in range(1, rules.stacks):
        if state.stack_len[i] > state.stack_len[fullest]:
            fullest = i
    return fullest


@rule
def coins_score(rules: Record, state: Record) -> bool:
    """Do coins score at the end of this round? Those kept through the match do so in its last."""
    return rules.coins_between_rounds != KEEP_ALL or int(state.round_no) + 1 == rules.rounds


@rare
def coins_worth(rules: Record, state: Record, seat: int) -> int:
    """Points for the seat's coins if this round were scored now."""
    return int(state.coins[seat]) // rules.coins_per_point if coins_score(rules, state) else 0


@rare
def score(rules: Record, state: Record) -> None:
    """Points of the ended round (none if it was capped), coins that are kept, and whether the match is over."""
    scored = state.end_reason == TARGET or state.end_reason == CARDS_OUT
    bonus_to = int(state.ender)
    if bonus_to >= 0:
        state.rounds_ended[bonus_to] = int(state.rounds_ended[bonus_to]) + 1
        if rules.end_bonus_to != REACHER:
            bonus_to = int(state.seat)
    for seat in range(SEATS):
        coins, worth = int(state.coins[seat]), coins_worth(rules, state, seat)
        state.from_buildings[seat] = int(state.buildings[seat]) * rules.building_points if scored else 0
        state.from_coins[seat] = worth if scored else 0
        state.from_bonus[seat] = rules.end_bonus if seat == bonus_to else 0
        state.points[seat] = (
            int(state.from_buildings[seat]) + int(state.from_coins[seat]) + int(state.from_bonus[seat])
        )
        state.match_points[seat] += int(state.points[seat])
        if rules.coins_between_rounds == RESET:
            coins = 0
        elif rules.coins_between_rounds == KEEP_ODD and scored:
            coins -= worth * rules.coins_per_point
        state.kept[seat] = coins
        state.all_buildings[seat] = int(state.all_buildings[seat]) + int(state.buildings[seat])
        if rules.match_tie == BUILDINGS:
            state.tie_break[seat] = int(state.all_buildings[seat])
        elif rules.match_tie == ROUNDS_ENDED:
            state.tie_break[seat] = int(state.rounds_ended[seat])
    if int(state.round_no) + 1 == rules.rounds:
        state.match_end = 1


@rare
def reach(rules: Record, state: Record, seat: int) -> int:
    """The seat completes whatever it can, gets every coin that is left and the bonus; the others get nothing more.

    A rank that another seat displays is lost to it once no card that is left can rob it: single cards rob
    `rob_max_single` at most, two equal ones any number if they are resolved together, but there must be two. Complete
    buildings stay, and so do coins; with `finish_turn` the last turn may bring one building beyond the target.
    """
    built, open_ranks = int(state.buildings[seat]), 0
    for rank in range(RANKS):
        owner, owned = int(state.owner[rank]), int(state.owned[rank])
        pair = rules.pair_rule == MERGED and owned <= 2
        gets = owner == NONE or owner == seat or owned <= rules.rob_max_single or pair
        open_ranks += int(gets and owned < 4)
    most = built + open_ranks
    bonus = rules.end_bonus if most >= rules.target or rules.end_bonus_to != REACHER else 0
    most = min(most, max(rules.target + int(rules.end_timing == FINISH_TURN), built))
    shared = rules.coins_per_point if coins_score(rules, state) else 0
    best = 0
    for other in range(int(state.seats)):
        if other != seat:
            held = int(state.buildings[other]) * rules.building_points
            best = max(best, held + (int(state.coins[other]) // shared if shared > 0 else 0))
    coins = (int(state.coins[seat]) + int(state.supply)) // shared if shared > 0 else 0
    return most * rules.building_points + coins + bonus - best


@rare
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """Re-deal what the seat cannot know: the cards of the stacks it has not looked into, any split of them."""
    unseen = ~int(state.seen[seat])
    hidden = 0
    for rank in range(RANKS):
        for i in range(rules.stacks):
            if unseen >> i & 1:
                base = i * rules.stack_size
                for j in range(base, base + int(state.stack_len[i])):
                    hidden += int(state.stack_card[j] == rank) << 4 * rank
    left = 0
    for rank in range(RANKS):
        left += hidden >> 4 * rank & 15
    for i in range(rules.stacks):
        if unseen >> i & 1:
            base = i * rules.stack_size
            for j in range(base, base + int(state.stack_len[i])):
                draw = below(rng, left)
                rank = 0
                while draw >= hidden >> 4 * rank & 15:
                    draw -= hidden >> 4 * rank & 15
                    rank += 1
                hidden -= 1 << 4 * rank
                left -= 1
                state.stack_card[j] = rank


@rare
def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    """The tracked quantities of game.toml, in its order; flows as totals of the round so far."""
    scored = coins_score(rules, state) and (state.end_reason == TARGET or state.end_reason == CARDS_OUT)
    out[0] = int(state.coins[seat])
    out[1] = int(state.supply)
    out[2] = int(state.buildings[seat])
    out[3] = int(state.singles[seat])
    out[4] = int(state.shown[seat])
    out[5] = int(state.left)
    out[6] = int(state.aside)
    out[7] = int(state.buildings[seat]) * rules.building_points + coins_worth(rules, state, seat)
    for source in range(SOURCES):
        out[8 + source] = int(state.due[source * SEATS + seat])
        out[11 + source] = int(state.paid[source * SEATS + seat])
    for clause in range(CLAUSES):
        out[14 + clause] = int(state.clause[clause * SEATS + seat])
    out[21] = int(state.from_buildings[seat])
    out[22] = int(state.from_coins[seat])
    out[23] = int(state.from_bonus[seat])
    out[24] = int(state.coins[seat]) - int(state.from_coins[seat]) * rules.coins_per_point if scored else 0
    out[25] = int(state.lowest_supply)
    out[26] = int(state.first_short)
    out[27] = int(state.wanted)
    out[28] = int(state.unpaid)
    out[29] = int(state.lowest_supply == 0)
    out[30] = int(state.first_short >= 0)
    out[31] = int(scored)
