"""Kuhn poker's players."""

from sims.games.kuhn.rules import JACK, KING
from sims.rng import uniform
from sims.rule import Record, rule


@rule
def equilibrium(
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    rng: Record,
) -> int:
    """Bet or call with the probabilities of Kuhn (1950), the bluffs and half-bluffs balanced by `alpha`."""
    card = int(state.cards[seat])
    if int(state.paid[1 - seat]) == 2:  # call with the king, never with the jack
        second_look = weights.alpha if state.turn == 2 else 0.0
        chance = 1.0 if card == KING else 0.0 if card == JACK else 1.0 / 3.0 + second_look
    elif state.turn == 0:
        chance = 3.0 * weights.alpha if card == KING else weights.alpha if card == JACK else 0.0
    else:
        chance = 1.0 if card == KING else 1.0 / 3.0 if card == JACK else 0.0
    return int(uniform(rng) < chance)
