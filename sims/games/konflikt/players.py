"""Konflikt's players. Each reads only what its seat may know: stacks it has looked into, never the others."""

from sims.games.konflikt.rules import MERGED, NONE, ORDER, PICK_STACK
from sims.rule import Record, rule


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
    held = int(state.picks[0]) if state.picked == 1 else NONE
    if state.phase == ORDER:
        return order(rules, state, seat, weights)
    best, best_worth = 0, -1e300
    for i in range(n):
        choice = int(choices[i])
        if choice & 255 == PICK_STACK:
            worth = stack_worth(rules, state, seat, choice >> 8 & 255, held, weights)
        else:
            worth = card_worth(rules, state, seat, choice >> 16, held, weights)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@rule
def order(rules: Record, state: Record, seat: int, weights: Record) -> int:
    """Which of two different cards first: the better one, so that its coin or the round's end comes before the other's."""
    first, second = int(state.picks[0]), int(state.picks[1])
    worth = card_worth(rules, state, seat, first, NONE, weights)
    return int(card_worth(rules, state, seat, second, NONE, weights) > worth)


@rule
def stack_worth(rules: Record, state: Record, seat: int, stack: int, held: int, weights: Record) -> float:
    """The best card of a stack the seat has looked into; a guess for any other."""
    if int(state.seen[seat]) >> stack & 1 == 0:
        return weights.unseen
    base = stack * rules.stack_size
    best = -1e300
    for i in range(base, base + int(state.stack_len[stack])):
        best = max(best, card_worth(rules, state, seat, int(state.stack_card[i]), held, weights))
    return best


@rule
def card_worth(rules: Record, state: Record, seat: int, rank: int, held: int, weights: Record) -> float:
    """What a card does for the seat at once; with its equal already in hand, what the pair does beyond the single."""
    owner, owned = int(state.owner[rank]), int(state.owned[rank])
    alone = single_worth(rules, seat, owner, owned, weights)
    if rank != held:
        return alone
    if rules.pair_rule == MERGED:
        return pair_worth(seat, owner, owned, weights) - alone
    return own_worth(min(owned, 2) + 1, weights)


@rule
def single_worth(rules: Record, seat: int, owner: int, owned: int, weights: Record) -> float:
    """One card of a rank of which the owner displays so many."""
    if owner == NONE or owner == seat:
        return own_worth(owned, weights)
    if owned <= rules.rob_max_single:
        return weights.rob
    return weights.gift_building if owned == 3 else weights.gift


@rule
def pair_worth(seat: int, owner: int, owned: int, weights: Record) -> float:
    """Two cards of a rank of which the owner displays so many."""
    if owner == NONE or owner == seat:
        return own_worth(owned + 1, weights) + weights.new
    return weights.rob_one if owned == 1 else weights.rob_two


@rule
def own_worth(owned: int, weights: Record) -> float:
    """One more card of one's own: a first, a second, a third, or the fourth."""
    if owned == 0:
        return weights.new
    if owned == 1:
        return weights.pair
    return weights.third if owned == 2 else weights.building
