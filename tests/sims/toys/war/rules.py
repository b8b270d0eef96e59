"""War: hands of a few cards, tricks won by the highest. A choice is `LAY | card << 8`."""

from sims.game import state_dtype
from sims.rng import shuffle
from sims.rule import Record, rare, rule

from .pack import CARDS, worth  # noqa: TID252 (a game in a folder of its own has no package name to call)

LAY = 1
CARDS_OUT = 2
NONE = 20

STATE = state_dtype(
    [
        ("cards", "u1", (CARDS,)),  # seat s holds those from s × hand; NONE: laid
        ("left", "u1", (4,)),  # cards in each hand
        ("laid", "u1"),  # cards in the trick
        ("best", "u1"),  # the card that wins the trick so far
        ("best_seat", "u1"),
        ("won", "u1", (4,)),
    ]
)


@rare
def deal(rules: Record, state: Record, rng: Record) -> None:
    for i in range(CARDS):
        state.cards[i] = i
    shuffle(state.cards, CARDS, rng)
    for seat in range(4):
        state.left[seat] = rules.hand
        state.won[seat] = 0
    state.laid = 0
    state.starter = int(state.round_no) % int(state.seats)
    state.seat = int(state.starter)
    state.mover = int(state.starter)


@rule
def legal(rules: Record, state: Record, choices: Record) -> int:
    n = 0
    base = int(state.seat) * rules.hand
    for i in range(base, base + rules.hand):
        card = int(state.cards[i])
        choices[n] = LAY | card << 8
        n += int(card != NONE)
    return n


@rule
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    seat, card = int(state.seat), choice >> 8
    for i in range(seat * rules.hand, seat * rules.hand + rules.hand):
        if int(state.cards[i]) == card:
            state.cards[i] = NONE
    state.left[seat] = int(state.left[seat]) - 1
    ahead = worth(card) - worth(int(state.best))
    if rules.low_wins:
        ahead = -ahead
    if state.laid == 0 or ahead > 0 or (ahead == 0 and rules.tie == 1):
        state.best = card
        state.best_seat = seat
    state.laid = int(state.laid) + 1
    if state.laid == state.seats:
        state.laid = 0
        state.won[int(state.best_seat)] = int(state.won[int(state.best_seat)]) + 1
        if state.left[seat] == 0:
            state.end_reason = CARDS_OUT
            return
    state.turn += 1
    state.seat = (seat + 1) % int(state.seats)
    state.mover = int(state.seat)


@rare
def score(rules: Record, state: Record) -> None:
    for seat in range(int(state.seats)):
        state.points[seat] = int(state.won[seat]) if state.end_reason == CARDS_OUT else 0
        state.match_points[seat] += int(state.points[seat])
    if int(state.round_no) + 1 == rules.rounds:
        state.match_end = 1


@rare
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """The other hands are a shuffle of the cards in them, in card order first."""
    found = 0
    for card in range(CARDS):
        for other in range(int(state.seats)):
            for i in range(other * rules.hand, other * rules.hand + rules.hand):
                if other != seat and int(state.cards[i]) == card:
                    found |= 1 << card
    for other in range(int(state.seats)):
        for i in range(other * rules.hand, other * rules.hand + rules.hand):
            if other != seat and int(state.cards[i]) != NONE:
                card = 0
                while not found >> card & 1:
                    card += 1
                found &= ~(1 << card)
                state.cards[i] = card


@rare
def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    out[0] = int(state.left[seat])
    out[1] = int(state.won[seat])


@rare
def reach(rules: Record, state: Record, seat: int) -> int:
    """It wins all tricks that are left."""
    tricks, most = 0, 0
    for other in range(int(state.seats)):
        tricks = max(tricks, int(state.left[other]))
        most = max(most, int(state.won[other])) if other != seat else most
    return int(state.won[seat]) + tricks - most
