"""Konflikt's players. Each reads only what its seat may know: stacks it has looked into, never the others."""

import numpy as np

from sims.games.konflikt.rules import MERGED, NONE, ORDER, PICK_OPEN, PICK_STACK, RANKS
from sims.rng import below
from sims.rule import Record, rare, rule

MEMORY = np.dtype([("worth", "f8", (RANKS,))])
"""Scratch of a decision: what a card of each rank would be worth. Nothing is remembered from one to the next."""


@rule
def greedy(
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    rng: Record,
) -> int:
    """The choice worth most at once: a card by what it would do, a stack by its best card as far as it was seen."""
    if state.phase == PICK_OPEN:
        return best_source(rules, state, seat, choices, n, weights, memory, below(rng, n))
    best, best_worth = 0, -1e300
    held = int(state.picks[0]) if state.phase != ORDER and state.picked == 1 else NONE
    for i in range(n):
        worth = card_worth(rules, state, seat, int(choices[i]) >> 16, held, weights)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@rule
def best_source(
    rules: Record, state: Record, seat: int, choices: Record, n: int, weights: Record, memory: Record, start: int
) -> int:
    """The open card or stack to take from: of equal worth the first from `start` on, round and round."""
    held = int(state.picks[0]) if state.picked == 1 else NONE
    twice = seen_twice(rules, state, seat) if state.picked == 0 else 0
    for rank in range(RANKS):
        worth = card_worth(rules, state, seat, rank, held, weights)
        if twice >> rank & 1:
            worth = max(worth, pair_worth(rules, state, seat, rank, weights) * weights.ahead)
        memory.worth[rank] = worth
    known = int(state.seen[seat])
    best, best_worth = 0, -1e300
    for turned in range(start, start + n):
        i = turned if turned < n else turned - n
        choice = int(choices[i])
        worth = weights.unseen
        if choice & 255 == PICK_OPEN:
            worth = memory.worth[choice >> 16]
        elif known >> (choice >> 8) & 1:
            worth = -1e300
            base = (choice >> 8) * rules.stack_size
            for j in range(base, base + int(state.stack_len[choice >> 8])):
                worth = max(worth, memory.worth[int(state.stack_card[j])])
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@rule
def seen_twice(rules: Record, state: Record, seat: int) -> int:
    """Bit r: the seat sees two cards of rank r or more, open or in stacks it has looked into."""
    once, twice = 0, 0
    for i in range(rules.open_cards):
        bit = 1 << int(state.face_up[i])
        twice |= once & bit
        once |= bit
    known = int(state.seen[seat])
    for stack in range(rules.stacks):
        if known >> stack & 1:
            base = stack * rules.stack_size
            for j in range(base, base + int(state.stack_len[stack])):
                bit = 1 << int(state.stack_card[j])
                twice |= once & bit
                once |= bit
    return twice


@rule
def card_worth(rules: Record, state: Record, seat: int, rank: int, held: int, weights: Record) -> float:
    """What one card does for the seat at once; with its equal in hand, what the pair does beyond that one."""
    if rank == held and rules.pair_rule == MERGED:
        return pair_worth(rules, state, seat, rank, weights) - single_worth(rules, state, seat, rank, weights)
    return single_worth(rules, state, seat, rank, weights)


@rare
def single_worth(rules: Record, state: Record, seat: int, rank: int, weights: Record) -> float:
    """A single card: a first, second, third or fourth of one's own, a robbery, or a gift."""
    owner, owned = int(state.owner[rank]), int(state.owned[rank])
    if owner != NONE and owner != seat:
        if owned <= rules.rob_max_single:
            return weights.rob
        return weights.gift_building if owned == 3 else weights.gift
    if owned < 2:
        return weights.first if owned == 0 else weights.second
    return weights.third if owned == 2 else weights.fourth


@rare
def pair_worth(rules: Record, state: Record, seat: int, rank: int, weights: Record) -> float:
    """Two equal cards: a pair of one's own, or a robbery of one or two."""
    owner, owned = int(state.owner[rank]), int(state.owned[rank])
    if owner != NONE and owner != seat:
        return weights.rob_one if owned == 1 else weights.rob_two
    if owned == 0:
        return weights.first + weights.second
    return weights.third + (weights.second if owned == 1 else weights.fourth)
