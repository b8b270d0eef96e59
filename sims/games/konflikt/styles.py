"""One policy for Konflikt's styles: it plans a turn of two cards by the weights of `game.toml`.

A card is worth what its clause does for the seat, the coins that it moves, whether it ends the round, and how it
changes what the other seats could do with cards they can reach: open ones, and those of stacks that some of them have
looked into. `RULES.md` lists the weights.
"""

from typing import Any

import numpy as np

from sims.games.konflikt.rules import FINISH_TURN, MERGED, NONE, ORDER, PICK_OPEN, RANKS, SEATS
from sims.rng import below
from sims.rule import Record, rare, rule

OTHERS, PLACES = 4, 9
"""A place tells how a rank is displayed: 0 by nobody, 1–4 so many by the seat, OTHERS + 1–4 so many by another."""
ROW = 8
"""Entries of a place in the table `left`: one for each number of cards that others can reach, from −2."""
NOTHING = -1e300
Whole = Any
"""A whole number of 64 bits: one type for a helper's callers, so that it is compiled once."""


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
    """The choice that begins, or ends, the turn worth most; of equal sources one at random."""
    me = np.int64(seat)
    if memory.ready == 0.0:
        learn(rules, weights, memory)
    if state.phase == ORDER:
        a, b = np.int64(state.picks[0]), np.int64(state.picks[1])
        as_taken = in_order(rules, state, me, a, b, weights, memory)
        return int(in_order(rules, state, me, b, a, weights, memory) > as_taken)
    known = np.int64(state.seen[me]) if weights.memory != 0.0 else np.int64(0)
    shared = np.int64(0)
    for other in range(SEATS):
        if other != me:
            shared |= np.int64(state.seen[other])
    survey(rules, state, me, known, shared, weights, memory)
    picking = state.phase == PICK_OPEN
    start = below(rng, n) if picking else 0
    best, best_worth = 0, NOTHING
    for turned in range(start, start + n):
        i = turned if turned < n else turned - n
        choice = np.int64(choices[i])
        rank, place = choice >> 16, choice >> 8 & 255
        if not picking:
            worth = memory.worth[rank] + (shared >> np.int64(state.looking) & 1) * memory.relief[rank]
        elif choice & 255 == PICK_OPEN:
            worth = memory.worth[rank] + memory.relief[rank]
        elif known >> place & 1:
            worth = in_stack(rules, state, place, shared >> place & 1, memory)
        else:
            worth = blind(state, place, memory) + weights.look + memory.beside
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@rare
def learn(rules: Record, weights: Record, memory: Record) -> None:
    """Arrange the weights by places, as the rules move a rank from one to another."""
    memory.alone[0] = weights.first
    memory.alone[1] = weights.second
    memory.alone[2] = weights.third
    memory.alone[3] = weights.fourth
    memory.alone[OTHERS + 1] = weights.rob if rules.rob_max_single >= 1 else weights.gift
    memory.alone[OTHERS + 2] = weights.rob_one if rules.rob_max_single >= 2 else weights.gift
    memory.alone[OTHERS + 3] = weights.gift_building
    for place in range(PLACES):
        robs = OTHERS < place <= OTHERS + rules.rob_max_single
        memory.then[place] = place + 1 - OTHERS * int(robs)
    for place in range(OTHERS + 3):
        then = memory.then[place]
        memory.then_two[place] = memory.then[then]
        memory.paired[place] = memory.alone[place] + memory.alone[then]
    if rules.pair_rule == MERGED:
        memory.then_two[OTHERS + 1] = 3
        memory.then_two[OTHERS + 2] = 4
        memory.paired[OTHERS + 1] = weights.rob_one
        memory.paired[OTHERS + 2] = weights.rob_two
    for near in range(1, 4):
        memory.left[ROW + 2 + near] = weights.exposed
        memory.left[ROW * 2 + 3 + near] = weights.breakable
        memory.left[ROW * (OTHERS + 1) + 2 + near] = weights.open_second
    memory.worth[NONE] = NOTHING
    memory.ready = 1.0


@rule
def place_of(state: Record, seat: Whole, rank: Whole) -> Whole:
    """How the rank is displayed, as the seat sees it."""
    owner = np.int64(state.owner[rank])
    return np.int64(state.owned[rank]) + OTHERS * int(owner != NONE and owner != seat)


@rare
def price(
    rules: Record, state: Record, seat: Whole, supply: Whole, missing: Whole, weights: Record, memory: Record
) -> None:
    """The worth of one card and of two by place, with so many coins in the supply and so many buildings missing."""
    held = np.int64(state.coins[seat])
    paid = min(supply, rules.gift_coin)
    points = (held + paid) // rules.coins_per_point - held // rules.coins_per_point
    gift = paid * weights.coin + points * weights.coin_point
    end = weights.finish if missing == 1 else 0.0
    for place in range(2 * OTHERS):
        then, then_two = memory.then[place], memory.then_two[place]
        one, two = 0.0, 0.0
        if place > OTHERS:
            due = robbed(rules, place)
            two = min(supply, due) * weights.pay
            one = two
            if then > OTHERS:
                one = gift
                if rules.pair_rule != MERGED:
                    two = gift + gift
        memory.single[place] = memory.alone[place] + one + (end if then == OTHERS else 0.0)
        memory.pair[place] = memory.paired[place] + two + (end if then_two == OTHERS else 0.0)


@rule
def robbed(rules: Record, place: Whole) -> Whole:
    """Coins due to the seat that is robbed."""
    return rules.rob_single_coin if place == OTHERS + 1 else rules.rob_pair_coin


@rule
def lost(rules: Record, state: Record, rank: Whole, then: Whole) -> bool:
    """Does a gift that moves the rank there bring its owner to the target?"""
    return then == 2 * OTHERS and np.int64(state.buildings[np.int64(state.owner[rank])]) + 1 == rules.target


@rare
def in_order(
    rules: Record, state: Record, seat: Whole, first: Whole, second: Whole, weights: Record, memory: Record
) -> float:
    """Worth of resolving two different cards in this order; where that is equal, the better card goes first."""
    place, supply = place_of(state, seat, first), np.int64(state.supply)
    missing = rules.target - np.int64(state.buildings[seat])
    then = memory.then[place]
    price(rules, state, seat, supply, missing, weights, memory)
    given_up = lost(rules, state, first, then)
    total = 1.000001 * (memory.single[place] + (weights.finish_rival if given_up else 0.0))
    ended = given_up or (then == OTHERS and missing == 1)
    if ended and rules.end_timing != FINISH_TURN:
        return total
    if place > OTHERS:
        due = rules.gift_coin if then > OTHERS else robbed(rules, place)
        supply -= min(supply, due)
    missing = 0 if ended else missing - int(then == OTHERS)
    place = place_of(state, seat, second)
    price(rules, state, seat, supply, missing, weights, memory)
    total += memory.single[place]
    if not ended and lost(rules, state, second, memory.then[place]):
        total += weights.finish_rival
    return total


@rule
def counted(rules: Record, state: Record, stack: Whole) -> Whole:
    """The cards of a stack, four bits a rank."""
    cards = np.int64(0)
    base = stack * rules.stack_size
    for j in range(base, base + rules.stack_size):
        cards += 1 << 4 * np.int64(state.stack_card[j])
    return cards


@rare
def survey(
    rules: Record, state: Record, seat: Whole, known: Whole, shared: Whole, weights: Record, memory: Record
) -> None:
    """Note the worth of taking a card of each rank now; known, shared: stacks that it, that others have looked into."""
    held = np.int64(state.picks[0]) if state.picked == 1 else np.int64(NONE)
    two = state.picked == 0 and state.due_picks == 2 and state.left > 1
    sight = np.int64(0)  # four bits a rank: cards that it sees
    for i in range(rules.open_cards):
        sight += 1 << 4 * np.int64(state.face_up[i])
    reach = sight  # … and that others can reach, too
    for stack in range(rules.stacks):
        if known >> stack & 1:
            cards = counted(rules, state, stack)
            sight += cards
            reach += cards * (shared >> stack & 1)
    watched = int(shared & ~known != 0)  # others may know where any card lies that it does not see
    missing = rules.target - np.int64(state.buildings[seat])
    if held != NONE and memory.then[place_of(state, seat, held)] == OTHERS:
        missing -= 1
    price(rules, state, seat, np.int64(state.supply), missing, weights, memory)
    unseen: Whole = 0
    total, memory.best = 0.0, NOTHING
    best, second = NOTHING, NOTHING
    for rank in range(RANKS):
        place = place_of(state, seat, rank)
        then, then_two = memory.then[place], memory.then_two[place]
        copies = sight >> 4 * rank & 15
        hidden = 4 - np.int64(state.owned[rank]) - copies - int(rank == held)
        near = 2 + (reach >> 4 * rank & 15) + hidden * watched
        one = memory.single[place] + (weights.finish_rival if lost(rules, state, rank, then) else 0.0)
        one += memory.left[ROW * then + near] - memory.left[ROW * place + near]
        pair = memory.pair[place] - memory.left[ROW * place + near]
        if rank == held:
            one, then = pair + memory.left[ROW * then_two + near] - one, then_two
        relief = memory.left[ROW * then + near - 1] - memory.left[ROW * then + near]
        memory.worth[rank] = one
        memory.twice[rank] = pair + memory.left[ROW * then_two + near - 2] if copies > 1 else NOTHING
        memory.relief[rank] = relief
        if hidden > 0:
            total += hidden * one
            unseen += hidden
            memory.best = max(memory.best, one)
        if copies > 0:
            one += relief
            if one > best:
                best, second = one, best
            elif one > second:
                second = one
    memory.typical = total / unseen if unseen > 0 else 0.0
    memory.beside = 0.0
    if two:
        look_ahead(rules, state, known, best, second, memory)


@rare
def look_ahead(
    rules: Record, state: Record, known: Whole, best: float, second: float, memory: Record
) -> None:
    """Add the best second card to what each rank is worth as the first; a pair may be worth more."""
    unseen = NOTHING
    for stack in range(rules.stacks):
        if state.stack_len[stack] > 0 and not known >> stack & 1:
            worth = blind(state, stack, memory)
            unseen = max(unseen, worth)
    for rank in range(RANKS):
        one = memory.worth[rank]
        beside = second if one + memory.relief[rank] == best or one == best else best
        beside = max(unseen, beside)
        one += beside if beside > NOTHING else 0.0
        memory.worth[rank] = max(memory.twice[rank], one)
    beside = max(unseen, best)
    memory.beside = beside if beside > NOTHING else 0.0


@rule
def blind(state: Record, stack: Whole, memory: Record) -> float:
    """Worth of the best card of a stack that it does not know: the more cards, the nearer to the best there is."""
    cards = np.int64(state.stack_len[stack])
    return memory.typical + (memory.best - memory.typical) * (cards - 1) / (cards + 1)


@rule
def in_stack(rules: Record, state: Record, stack: Whole, shared: Whole, memory: Record) -> float:
    """Worth of the best card of a stack that it knows."""
    worth = NOTHING
    base = stack * rules.stack_size
    for j in range(base, base + rules.stack_size):
        rank = np.int64(state.stack_card[j])
        card = memory.worth[rank] + shared * memory.relief[rank]
        worth = max(worth, card)
    return worth
