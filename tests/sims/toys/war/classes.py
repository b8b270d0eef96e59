"""War's classes of choices: how high a card is; and two that are no choice, a card at all and the joker it has not."""

from sims.rule import Record, rare

from .pack import worth  # noqa: TID252

LOW, MIDDLE, HIGH, CARD = 1, 2, 4, 8


@rare
def classify(rules: Record, state: Record, choice: int) -> int:
    rank = worth(choice >> 8)
    return CARD | (LOW if rank < 2 else MIDDLE if rank == 2 else HIGH)
