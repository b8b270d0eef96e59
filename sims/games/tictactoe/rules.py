"""Tic-tac-toe. A choice is `MARK | square << 8`; squares are 0 to 8, row by row."""

from sims.game import state_dtype
from sims.rule import Record, rule

MARK = 1
ROW, FULL = 2, 3  # end reasons
SQUARES = 9
BOARD = (1 << SQUARES) - 1

STATE = state_dtype(
    [
        ("first", "u2"),  # squares of seat 0, bit by bit
        ("second", "u2"),  # squares of seat 1
    ]
)


@rule
def deal(rules: Record, state: Record, rng: Record) -> None:
    """An empty board."""
    state.first = 0
    state.second = 0
    state.starter = int(state.round_no) & 1
    state.seat = int(state.starter)
    state.mover = int(state.starter)


@rule
def legal(rules: Record, state: Record, choices: Record) -> int:
    """Every free square."""
    taken, n = int(state.first) | int(state.second), 0
    for square in range(SQUARES):
        choices[n] = MARK | square << 8
        n += 1 - (taken >> square & 1)
    return n


@rule
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    """Mark a square; a row wins, a full board without one is a draw."""
    seat = int(state.seat)
    mark = 1 << (choice >> 8)
    if seat == 0:
        own = int(state.first) | mark
        state.first = own
    else:
        own = int(state.second) | mark
        state.second = own
    if has_row(own):
        state.end_reason = ROW
        state.ender = seat
    elif int(state.first) | int(state.second) == BOARD:
        state.end_reason = FULL
        state.ender = seat
    else:
        state.turn += 1
        state.seat = 1 - seat
        state.mover = 1 - seat


@rule
def has_row(own: int) -> bool:
    """Do these squares hold one of the eight rows, columns and diagonals?"""
    rows = own & own >> 1 & own >> 2 & 0b001001001
    columns = own & own >> 3 & own >> 6 & 0b111
    falling = own & own >> 4 & own >> 8 & 1
    rising = own >> 2 & own >> 4 & own >> 6 & 1
    return rows | columns | falling | rising != 0


@rule
def score(rules: Record, state: Record) -> None:
    """One point for a row."""
    if state.end_reason == ROW:
        state.points[int(state.ender)] = 1
        state.match_points[int(state.ender)] += 1
    if int(state.round_no) + 1 == rules.rounds:
        state.match_end = 1


@rule
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """Everything is open."""


@rule
def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    """The seat's marks, counted."""
    own = int(state.second) if seat else int(state.first)
    marks = 0
    for square in range(SQUARES):
        marks += own >> square & 1
    out[0] = marks
