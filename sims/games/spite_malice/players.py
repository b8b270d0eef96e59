"""Spite & Malice's players. Each reads its own hand and what lies open: centre, side stacks, both pay-off tops."""

import numpy as np

from sims.games.spite_malice import planning
from sims.games.spite_malice.planning import kings_needed, reaches
from sims.games.spite_malice.table import (
    END,
    FIST,
    HAND,
    HEIGHT,
    KING,
    NONE,
    PAY,
    SIDE,
    STACKS,
)
from sims.rule import Record, rare, rule

MEMORY = np.dtype(planning.FIELDS)
"""Scratch of the planner's search; nothing of it is used at a later decision."""
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
    """Pay off; else the next card of the cheapest way to it on one centre stack; else the choice worth most."""
    if choices[0] & 255 != PAY:
        card, place = cheapest_way(rules, state, seat, weights)
        found = source(choices, n, card, place) if place >= 0 else -1
        if found >= 0:
            return found
    return best(rules, state, seat, choices, n, weights)


@rare
def planner(
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    rng: Record,
) -> int:
    """Pay off; else the first step of the shortest way to it, of equally short ones that with the fewest kings."""
    if choices[0] & 255 != PAY:
        step = planning.first_step(rules, state, seat, int(weights.kings), memory)
        for i in range(n):
            if choices[i] == step:
                return i
    return best(rules, state, seat, choices, n, weights)


@rule
def held(state: Record, seat: int) -> int:
    """Bit r: the seat holds a card of rank r."""
    ranks = 0
    for i in range(seat * FIST, seat * FIST + int(state.hand_len[seat])):
        ranks |= 1 << int(state.hand[i])
    return ranks


@rule
def cheapest_way(rules: Record, state: Record, seat: int, weights: Record) -> tuple[int, int]:
    """The card to play now, and where, if cards in hand and on top of side stacks lead up to the pay-off card.

    Each missing one is a king, at most `kings` of them, each as dear as `king` cards. Place −1 if there is no way.
    """
    top = int(state.pay_top[seat])
    if top == KING:
        return NONE, -1
    ranks, kings = held(state, seat), 0
    for i in range(seat * FIST, seat * FIST + int(state.hand_len[seat])):
        kings += int(state.hand[i] == KING)
    for i in range(seat * STACKS, seat * STACKS + rules.side_stacks):
        ranks |= 1 << int(state.side_top[i])
        kings += int(state.side_top[i] == KING)
    kings = min(kings, int(weights.kings))
    wanted, where, cost = NONE, -1, 1e300
    for place in range(rules.centres):
        height = int(state.height[place])
        if height < top:
            missing = ((1 << top) - (1 << height)) & ~ranks
            needed = kings_needed(missing)
            dear = float(top - height) + weights.king * needed
            if dear < cost and needed <= kings and reaches(rules, height, int(state.row[place]), missing):
                cost, where = dear, place
                wanted = KING if missing >> height & 1 else height
    return wanted, where


@rule
def source(choices: Record, n: int, card: int, place: int) -> int:
    """The choice that plays the card there: from the hand if it is held, else from a side stack; −1: it may not."""
    found = -1
    for i in range(n):
        choice = int(choices[i])
        kind = choice & 255
        if choice >> 8 & 255 == card and choice >> 24 == place and (kind == SIDE or kind == HAND):
            found = i
    return found


@rule
def useful(rules: Record, state: Record, seat: int) -> int:
    """Bit r: a card of rank r would bring some centre stack nearer to the seat's pay-off card."""
    top, ranks = int(state.pay_top[seat]), 0
    if top < KING:
        for place in range(rules.centres):
            height = int(state.height[place])
            if height < top:
                ranks |= (1 << top) - (1 << height)
    return ranks


@rare
def best(rules: Record, state: Record, seat: int, choices: Record, n: int, weights: Record) -> int:
    """The choice that is worth most by the weights, the first of equal ones."""
    needs, twice, once = useful(rules, state, seat), 0, 0
    for i in range(seat * FIST, seat * FIST + int(state.hand_len[seat])):
        bit = 1 << int(state.hand[i])
        twice |= once & bit
        once |= bit
    best_i, most = 0, NOTHING
    for i in range(n):
        choice = int(choices[i])
        kind, card = choice & 255, choice >> 8 & 255
        worth = 0.0
        if kind == END:
            top = int(state.side_top[seat * STACKS + (choice >> 24)])
            worth = aside(card, top, needs, weights)
            worth += weights.twin * (twice >> card & 1) + weights.keep * (needs >> card & 1)
        elif kind <= HAND:
            worth = played(state, seat, choice, needs, weights)
        if worth > most:
            best_i, most = i, worth
    return best_i


@rule
def aside(card: int, top: int, needs: int, weights: Record) -> float:
    """What it is worth to put the card on a side stack with that top card."""
    worth = weights.fresh
    if top == card:
        worth = weights.same
    elif top == card + 1:
        worth = weights.run
    elif top != NONE:
        worth = weights.bury + weights.bury_useful * (needs >> top & 1)
    return worth + weights.king_aside * int(card == KING)


@rule
def played(state: Record, seat: int, choice: int, needs: int, weights: Record) -> float:
    """What it is worth to play the card to a centre stack, beyond a way to the pay-off."""
    kind, card, origin, place = choice & 255, choice >> 8 & 255, choice >> 16 & 255, choice >> 24
    rival, height = int(state.pay_top[1 - seat]), int(state.height[place])
    after = height + 1 if height + 1 < HEIGHT else 0
    worth = weights.from_hand if kind == HAND else weights.pay
    if kind == SIDE:
        worth = weights.from_side
        if state.side_len[seat * STACKS + origin] == 1:
            worth += weights.clear
    if card == KING:
        worth += weights.waste
    worth += weights.feed * int(after == rival) + weights.starve * int(height == rival)
    return worth + weights.toward * (needs >> height & 1)
