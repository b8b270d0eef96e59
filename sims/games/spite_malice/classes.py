"""Spite & Malice's classes of choices: where a card for the centre comes from, where kings go, what goes aside."""

from sims.games.spite_malice.table import END, HAND, KING, NONE, PAY, SIDE, STACKS, STOP
from sims.rule import Record, rare

PAYS, FROM_SIDE, FROM_HAND, ASIDE, BUILT, KEPT, EMPTY, LEVEL, STEP, BURY = (1 << i for i in range(10))
"""The values of `[classes]` in game.toml, in its order."""


@rare
def classify(rules: Record, state: Record, choice: int) -> int:
    """Everything but `stop`, which is all that is left where it is legal."""
    kind, card, place = choice & 255, choice >> 8 & 255, choice >> 24
    if kind == STOP:
        return 0
    if kind != END:
        source = PAYS if kind == PAY else FROM_SIDE if kind == SIDE else FROM_HAND
        return source | (BUILT if card == KING and kind == HAND else 0)
    top = int(state.side_top[int(state.seat) * STACKS + place])
    onto = EMPTY if top == NONE else LEVEL if top == card else STEP if top == card + 1 else BURY
    return ASIDE | onto | (KEPT if card == KING else 0)
