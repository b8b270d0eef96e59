"""The player every game has: uniformly random over the legal choices."""

from sims.rng import below
from sims.rule import Record, rule


@rule
def random(
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    rng: Record,
) -> int:
    """Any legal choice, all equally likely."""
    return below(rng, n)
