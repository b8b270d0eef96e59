"""Kuhn poker. A choice is its kind: PASS (check, or fold to a bet) or BET (or call one)."""

import numpy as np

from sims.game import CAP, state_dtype
from sims.rng import below
from sims.rule import Record, rule

PASS, BET = 1, 2  # kinds, as in game.toml
SHOWDOWN, FOLD = 2, 3  # end reasons
JACK, QUEEN, KING = 1, 2, 3

STATE = state_dtype(
    [
        ("cards", "u1", (3,)),  # of seat 0, of seat 1, and the one that nobody sees
        ("paid", "u1", (2,)),  # chips in the pot, the ante of 1 included
    ]
)


@rule
def deal(rules: Record, state: Record, rng: Record) -> None:
    """The ante of both seats, and a card each: six ways."""
    order = below(rng, 6)
    spread(state, (order >> 1) + 1, order & 1)
    state.paid[0] = 1
    state.paid[1] = 1
    state.starter = int(state.round_no) & 1
    state.seat = int(state.starter)
    state.mover = int(state.starter)


@rule
def spread(state: Record, first: int, swap: int) -> None:
    """Seat 0 has card `first`; of the other two the lower one goes to seat 1, or with `swap` the higher one."""
    low, high = 1 + int(first == 1), 3 - int(first == 3)
    state.cards[0] = first
    state.cards[1] = low + (high - low) * swap
    state.cards[2] = high - (high - low) * swap


@rule
def legal(rules: Record, state: Record, choices: Record) -> int:
    """Pass or bet, whatever went before."""
    choices[0] = PASS
    choices[1] = BET
    return 2


@rule
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    """A bet, or the answer to it, ends the hand; so do two passes."""
    seat, other = int(state.seat), 1 - int(state.seat)
    faces_bet = state.paid[other] == 2
    state.paid[seat] = max(int(state.paid[seat]), choice)
    passes = choice == PASS
    if faces_bet | (passes & (state.turn == 1)):
        state.end_reason = FOLD if faces_bet & passes else SHOWDOWN
        state.ender = seat
    else:
        state.turn += 1
        state.seat = other
        state.mover = other


@rule
def score(rules: Record, state: Record) -> None:
    """The winner wins what the other seat has paid; whoever folded was the last to act."""
    wins = state.cards[0] > state.cards[1] if state.end_reason == SHOWDOWN else state.ender == 1
    paid = min(np.int64(state.paid[0]), np.int64(state.paid[1])) if state.end_reason != CAP else 0
    won = paid if wins else -paid
    state.points[0] = won
    state.points[1] = -won
    state.match_points[0] += won
    state.match_points[1] -= won
    if int(state.round_no) + 1 == rules.rounds:
        state.match_end = 1


@rule
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """The seat knows its own card; the other seat has either of the other two."""
    own = int(state.cards[seat])
    spread(state, own, below(rng, 2))
    if seat == 1:
        state.cards[0] = int(state.cards[1])
        state.cards[1] = own


@rule
def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    """The chips in the pot of the seat; a bet is what exceeds the ante."""
    out[0] = int(state.paid[seat])
    out[1] = int(state.paid[seat]) - 1
