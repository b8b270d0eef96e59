"""Konflikt's classes of choices: where a card comes from, and what would become of it as the displays stand."""

from sims.games.konflikt.rules import MERGED, NONE, ORDER, PICK_OPEN, PICK_STACK
from sims.rule import Record, rare

FROM_OPEN, FROM_STACK, LOOK_NEW, LOOK_AGAIN, NEW, OWN, ROB, COIN, GIFT = (1 << i for i in range(9))
"""The values of `[classes]` in game.toml, in its order."""


@rare
def classify(rules: Record, state: Record, choice: int) -> int:
    """What is public or in the seat's hand: a card of a stack has no class before the stack is looked into."""
    kind, place, rank = choice & 255, choice >> 8 & 255, choice >> 16
    if kind == PICK_STACK:
        again = int(state.seen[int(state.seat)]) >> place & 1
        return FROM_STACK | (LOOK_AGAIN if again == 1 else LOOK_NEW)
    if kind == ORDER:
        return 0
    return becomes(rules, state, rank) | (FROM_OPEN if kind == PICK_OPEN else 0)


@rare
def becomes(rules: Record, state: Record, rank: int) -> int:
    """What the clauses make of one card of the rank, or of a pair with the card that was taken before."""
    seat, owner, owned = int(state.seat), int(state.owner[rank]), int(state.owned[rank])
    if owner == NONE:
        return NEW
    if owner == seat:
        return OWN
    pair = rules.pair_rule == MERGED and state.picked == 1 and int(state.picks[0]) == rank
    if pair or owned <= rules.rob_max_single:
        return ROB
    return COIN if rules.gift_coin > 0 and state.supply > 0 else GIFT
