"""Pig's player: it holds at a number."""

from sims.rule import Record, rule


@rule
def hold(
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    rng: Record,
) -> int:
    """Hold with `at` points in the turn, or with enough to win."""
    at_risk = int(state.at_risk)
    return int(at_risk >= weights.at or int(state.score[seat]) + at_risk >= rules.target)
