"""Baccarat told for people: a line a hand."""

from collections.abc import Iterator

from sims.games.baccarat.rules import DRAW
from sims.games.baccarat.words import card
from sims.replay import Step
from sims.telling import by_seat

LEGEND = "Seat 0 has the player's hand, seat 1 the banker's. Behind the bar: what they count."


def dealt(step: Step) -> Iterator[str]:
    """The two hands."""
    shoe = step.after.shoe
    hands = (f"seat {seat} has {card(shoe[seat])} {card(shoe[seat + 2])}" for seat in range(2))
    yield f"{', '.join(hands)} | {by_seat(step, map(int, step.after.total))}"


def turn(steps: list[Step]) -> str:
    """Stand or draw."""
    step = steps[-1]
    drew = step.move["kind"] == DRAW
    did = f"draws {card(step.before.shoe[int(step.before.used)])}" if drew else "stands"
    return f"seat {step.move['seat']} {did} | {by_seat(step, map(int, step.after.total))}"


def ended(step: Step) -> Iterator[str]:
    """Who is higher."""
    state = step.after
    if state.end_reason == 1:
        yield "the cap on turns ends the coup, undecided"
    elif state.total[0] == state.total[1]:
        yield "the hands are equal: a tie"
    else:
        natural = ", with a natural" if state.end_reason == 2 else ""
        yield f"seat {int(state.total[1] > state.total[0])} is nearer to 9{natural}"
