"""Konflikt's players. Each reads only what its seat may know: stacks it has looked into, never the others."""

import numpy as np

from sims.games.konflikt.rules import MERGED, NONE, ORDER, PICK_OPEN, RANKS
from sims.games.konflikt.styles import NOTHING, OTHERS, PLACES, ROW, place_of, style
from sims.rng import below
from sims.rule import Record, rare, rule

__all__ = ["MEMORY", "greedy", "style"]

MEMORY = np.dtype(
    [
        # for a match: the weights arranged for looking up, by the place of a rank (see styles.py)
        ("ready", "f8"),  # 1 once they are
        (
            "single",
            "f8",
            (PLACES,),
        ),  # worth of one card; of a style: at this decision, with coins and the end
        ("pair", "f8", (PLACES,)),  # worth of two equal cards, likewise
        ("alone", "f8", (PLACES,)),  # of a style: worth of one card without coins and the end
        ("paired", "f8", (PLACES,)),  # … and of two equal cards
        ("then", "i8", (PLACES,)),  # … the place after one card
        ("then_two", "i8", (PLACES,)),  # … and after two equal cards
        (
            "left",
            "f8",
            (ROW * (PLACES + 2),),
        ),  # … worth of what others could do: ROW × place + 2 + cards in reach
        # of a decision
        ("worth", "f8", (RANKS + 1,)),  # worth of taking a card of each rank; of NONE, nothing
        ("twice", "f8", (RANKS,)),  # … of a turn that takes two of the rank
        ("relief", "f8", (RANKS + 1,)),  # … what it adds if others could have reached the card
        ("typical", "f8"),  # mean worth of an unseen card …
        ("best", "f8"),  # … and of the best of them
        ("beside", "f8"),  # worth of the best second card
    ]
)
"""What a seat keeps in mind: its weights arranged, and scratch. Nothing of the cards is remembered here."""


@rare
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
    if memory.ready == 0.0:
        arrange(rules, weights, memory)
    held = int(state.picks[0]) if state.phase != ORDER and state.picked == 1 else NONE
    if state.phase == PICK_OPEN:
        weigh(rules, state, seat, held, weights, memory)
        return best_source(rules, state, seat, choices, n, weights, memory, below(rng, n))
    best, best_worth = 0, NOTHING
    for i in range(n):
        worth = card_worth(rules, state, seat, int(choices[i]) >> 16, held, memory)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@rare
def arrange(rules: Record, weights: Record, memory: Record) -> None:
    """Fill the tables of worth from the weights and the rules that decide what a card does."""
    memory.single[0] = weights.first
    memory.single[1] = weights.second
    memory.single[2] = weights.third
    memory.single[3] = weights.fourth
    memory.single[OTHERS + 1] = weights.rob if rules.rob_max_single >= 1 else weights.gift
    memory.single[OTHERS + 2] = weights.rob if rules.rob_max_single >= 2 else weights.gift
    memory.single[OTHERS + 3] = weights.gift_building
    memory.pair[0] = weights.first + weights.second
    memory.pair[1] = weights.second + weights.third
    memory.pair[2] = weights.third + weights.fourth
    memory.pair[OTHERS + 1] = weights.rob_one
    memory.pair[OTHERS + 2] = weights.rob_two
    memory.worth[NONE] = NOTHING
    memory.ready = 1.0


@rule
def card_worth(rules: Record, state: Record, seat: int, rank: int, held: int, memory: Record) -> float:
    """What one card does for the seat at once; with its equal in hand, what the pair does beyond that one."""
    place = place_of(state, seat, rank)
    if rank == held and rules.pair_rule == MERGED:
        return memory.pair[place] - memory.single[place]
    return memory.single[place]


@rule
def weigh(rules: Record, state: Record, seat: int, held: int, weights: Record, memory: Record) -> None:
    """Note what a card of each rank is worth; on the first pick two that are seen may be worth more than one."""
    twice = seen_twice(rules, state, seat) if state.picked == 0 else 0
    for rank in range(RANKS):
        memory.worth[rank] = memory.single[place_of(state, seat, rank)]
        if twice >> rank & 1:
            pair = memory.pair[place_of(state, seat, rank)] * weights.ahead
            memory.worth[rank] = max(memory.worth[rank], pair)
    if held != NONE:
        memory.worth[held] = card_worth(rules, state, seat, held, held, memory)


@rule
def best_source(
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    start: int,
) -> int:
    """The open card or stack to take from: of equal worth the first from `start` on, round and round."""
    known = int(state.seen[seat])
    best, best_worth = 0, NOTHING
    for turned in range(start, start + n):
        i = turned if turned < n else turned - n
        choice = int(choices[i])
        worth = weights.unseen
        if choice & 255 == PICK_OPEN:
            worth = memory.worth[choice >> 16]
        elif known >> (choice >> 8) & 1:
            worth = NOTHING
            base = (choice >> 8) * rules.stack_size
            for j in range(base, base + rules.stack_size):
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
            for j in range(base, base + rules.stack_size):
                bit = 1 << int(state.stack_card[j])
                twice |= once & bit
                once |= bit
    return twice
