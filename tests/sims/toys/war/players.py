"""War's players: one that plays, two that fail."""

from sims.rule import Record, rule

from .pack import worth  # noqa: TID252


@rule
def high(rules: Record, state: Record, seat: int, choices: Record, n: int, weights: Record, memory: Record,
         rng: Record) -> int:  # fmt: skip
    best = 0
    if weights.idle != 0.0:
        return best
    for i in range(n):
        if worth(int(choices[i]) >> 8) * weights.weight > worth(int(choices[best]) >> 8) * weights.weight:
            best = i
    return best


@rule
def lost(rules: Record, state: Record, seat: int, choices: Record, n: int, weights: Record, memory: Record,
         rng: Record) -> int:  # fmt: skip
    return n if state.round_no == 1 and n == 3 else 0


@rule
def thrower(rules: Record, state: Record, seat: int, choices: Record, n: int, weights: Record, memory: Record,
            rng: Record) -> int:  # fmt: skip
    if state.round_no == 1:
        raise ValueError("the thrower throws")
    return 0
