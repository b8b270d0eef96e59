"""Pig. A choice is its kind: ROLL or HOLD."""

from sims.game import state_dtype
from sims.rng import below, chance
from sims.rule import Record, rule

ROLL, HOLD = 1, 2  # kinds, as in game.toml
TARGET = 2  # an end reason

STATE = state_dtype(
    [
        ("score", "u2", (4,)),  # safe points of each seat
        ("at_risk", "u2"),  # points of this turn
        ("die", "u1"),  # the last throw; 0 before the first
        ("ones", "u4", (4,)),  # turns of each seat that a 1 ended
    ]
)


@rule
def deal(rules: Record, state: Record, rng: Record) -> None:
    """Nothing for the starter, komi for the others."""
    starter = int(state.round_no) % int(state.seats)
    for seat in range(4):
        state.score[seat] = rules.komi
        state.ones[seat] = 0
    state.score[starter] = 0
    state.at_risk = 0
    state.die = 0
    state.starter = starter
    state.seat = starter
    state.mover = starter


@rule
def legal(rules: Record, state: Record, choices: Record) -> int:
    """Roll or hold; the first throw of a turn is forced."""
    choices[0] = ROLL
    choices[1] = HOLD
    return 2 if state.at_risk > 0 else 1


@rule
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    """A throw adds to what is at risk or, a 1, ends the turn; holding makes it safe."""
    seat = int(state.seat)
    if choice == ROLL:
        chance(state, rng)
        die = below(rng, 6) + 1
        state.die = die
        if die > 1:
            state.at_risk = int(state.at_risk) + die
            return
        state.ones[seat] = int(state.ones[seat]) + 1
    else:
        state.score[seat] = int(state.score[seat]) + int(state.at_risk)
        if state.score[seat] >= rules.target:
            state.at_risk = 0
            state.end_reason = TARGET
            state.ender = seat
            return
    state.at_risk = 0
    state.turn += 1
    seat = seat + 1 if seat + 1 < int(state.seats) else 0
    state.seat = seat
    state.mover = seat


@rule
def score(rules: Record, state: Record) -> None:
    """The points are the scores: whoever reached the target has the most."""
    for seat in range(int(state.seats)):
        state.points[seat] = int(state.score[seat]) if state.end_reason == TARGET else 0
        state.match_points[seat] += int(state.points[seat])
    if int(state.round_no) + 1 == rules.rounds:
        state.match_end = 1


@rule
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """Everything is open; the kernel replaces the key of the throws to come."""


@rule
def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    """Safe points, those banked in the round, and turns that a 1 ended."""
    score = int(state.score[seat])
    out[0] = score
    out[1] = score - (0 if seat == int(state.starter) else rules.komi)
    out[2] = int(state.ones[seat])
