"""Baccarat (punto banco). A choice is its kind, STAND or DRAW, and the only one that the rules allow."""

from sims.game import state_dtype
from sims.rng import below
from sims.rule import Record, rule

STAND, DRAW = 1, 2  # kinds, as in game.toml
NATURAL, DRAWN = 2, 3  # end reasons
PLAYER, BANKER = 0, 1  # seats
SHOE = 6  # the most cards that a coup needs

STATE = state_dtype(
    [
        ("shoe", "u2", (SHOE,)),  # the next six cards, face down; card % 13 is the rank, 0 the ace
        ("used", "u1"),  # how many of them lie open, dealt by turns: player, banker, player, banker
        ("total", "u1", (2,)),  # what each hand counts
        ("cards", "u1", (2,)),  # how many it has
        ("third", "u1"),  # what the player's third card counts; 10: there is none
    ]
)


@rule
def pips(card: int) -> int:
    """Aces 1, faces and tens nothing."""
    rank = card % 13
    return rank + 1 if rank < 9 else 0


@rule
def draw_from(state: Record, first: int, cards: int, rng: Record) -> None:
    """Places `first` and up of the shoe get cards out of 0 … cards − 1, none of those before them, none twice."""
    for place in range(first, SHOE):
        again = True
        while again:
            card = below(rng, cards)
            again = False
            for i in range(place):
                again |= int(state.shoe[i]) == card
            state.shoe[place] = card


@rule
def deal(rules: Record, state: Record, rng: Record) -> None:
    """Six cards from the shoe, the first four dealt by turns."""
    draw_from(state, 0, 52 * rules.decks, rng)
    for seat in range(2):
        state.total[seat] = (pips(int(state.shoe[seat])) + pips(int(state.shoe[seat + 2]))) % 10
        state.cards[seat] = 2
    state.used = 4
    state.third = 10
    state.starter = PLAYER
    state.seat = PLAYER
    state.mover = PLAYER


@rule
def natural(state: Record) -> bool:
    """Has a hand 8 or 9 with its first two cards? Then both stand."""
    return (state.cards[PLAYER] == 2 and state.total[PLAYER] >= 8) or (
        state.cards[BANKER] == 2 and state.total[BANKER] >= 8
    )


@rule
def draws(state: Record) -> bool:
    """Does the hand whose turn it is take a third card? The table of the game."""
    total, third = int(state.total[int(state.seat)]), int(state.third)
    if natural(state):
        return False
    if state.seat == PLAYER or third == 10:
        return total <= 5
    lowest = 2 * (total - 3)  # 3: unless the player drew an 8; 4: 2 to 7; 5: 4 to 7; 6: 6 or 7
    return total <= 2 or (total == 3 and third != 8) or (3 < total < 7 and lowest <= third <= 7)


@rule
def legal(rules: Record, state: Record, choices: Record) -> int:
    """What the table says, and nothing else."""
    choices[0] = DRAW if draws(state) else STAND
    return 1


@rule
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    """A third card or none; after the banker the coup is over."""
    seat = int(state.seat)
    was_natural = natural(state)
    if choice == DRAW:
        worth = pips(int(state.shoe[int(state.used)]))
        state.used = int(state.used) + 1
        state.cards[seat] = 3
        state.total[seat] = (int(state.total[seat]) + worth) % 10
        if seat == PLAYER:
            state.third = worth
    if seat == BANKER:
        state.end_reason = NATURAL if was_natural else DRAWN
        state.ender = BANKER
        return
    state.turn += 1
    state.seat = BANKER
    state.mover = BANKER


@rule
def score(rules: Record, state: Record) -> None:
    """The higher hand has a point; of equal hands neither."""
    if state.end_reason >= NATURAL and state.total[PLAYER] != state.total[BANKER]:
        winner = int(state.total[BANKER] > state.total[PLAYER])
        state.points[winner] = 1
        state.match_points[winner] += 1
    if int(state.round_no) + 1 == rules.rounds:
        state.match_end = 1


@rule
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """Both hands are open, nobody has seen the cards to come."""
    draw_from(state, int(state.used), 52 * rules.decks, rng)


@rule
def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    """Cards in the hand, those drawn, and what it counts."""
    out[0] = int(state.cards[seat])
    out[1] = int(state.cards[seat]) - 2
    out[2] = int(state.total[seat])
