"""Kuhn poker. A choice is its kind: PASS (check, or fold to a bet) or BET (or call one)."""

from sims.game import state_dtype
from sims.rng import below
from sims.rule import Record, rare, rule

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
    order = below(rng, 6)
    spread(state, order // 2 + 1, order & 1)
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
    choices[0] = PASS
    choices[1] = BET
    return 2


@rule
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    seat, other = int(state.seat), 1 - int(state.seat)
    faces_bet = state.paid[other] == 2
    if choice == BET:
        state.paid[seat] = 2
    if faces_bet or (choice == PASS and state.turn == 1):
        state.end_reason = FOLD if faces_bet and choice == PASS else SHOWDOWN
        state.ender = seat
    else:
        state.turn += 1
        state.seat = other
        state.mover = other


@rule
def score(rules: Record, state: Record) -> None:
    """What the winner wins the other seat loses: at a showdown the ante and the bet, if there was one."""
    if state.end_reason == SHOWDOWN:
        won = 2 if state.paid[0] == 2 else 1
        if state.cards[0] < state.cards[1]:
            won = -won
    elif state.end_reason == FOLD:
        won = 1 if state.ender == 1 else -1
    else:
        won = 0
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
    out[0] = int(state.paid[seat])
    out[1] = int(state.paid[seat]) - 1
