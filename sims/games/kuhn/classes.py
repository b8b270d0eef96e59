"""Kuhn poker's class of choices: to bet (or call), or not to."""

from sims.rule import Record, rare


@rare
def classify(rules: Record, state: Record, choice: int) -> int:
    """A bit for each kind."""
    return 1 << choice - 1
