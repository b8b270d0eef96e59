"""What a card is worth: a file of its own, so that tests can edit a helper that the rules import."""

from sims.rule import rule

CARDS = 20


@rule
def worth(card: int) -> int:
    """The rank of a card, 0 to 4; four cards have each."""
    return card // 4
