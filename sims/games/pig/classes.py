"""Pig's class of choices: to roll, or to hold."""

from sims.rule import Record, rare


@rare
def classify(rules: Record, state: Record, choice: int) -> int:
    """A bit for each kind."""
    return 1 << choice - 1
