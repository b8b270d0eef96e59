"""Kuhn poker told for people: a line a decision, with the chips in the pot behind it."""

from collections.abc import Iterator

from sims.games.kuhn.words import CARDS, move
from sims.replay import Step
from sims.telling import by_seat

LEGEND = "J is lower than Q, Q lower than K. Behind the bar: chips in the pot, of each seat."
DID = {"check": "checks", "bet": "bets", "fold": "folds", "call": "calls"}


def dealt(step: Step) -> Iterator[str]:
    """The card of each seat."""
    yield ", ".join(f"seat {seat} has {CARDS[int(step.after.cards[seat])]}" for seat in range(2))


def turn(steps: list[Step]) -> str:
    """What was done."""
    step = steps[-1]
    did = DID[move(step.move["kind"], {}, step.rules, step.before, step.after)["kind"]]
    return f"seat {step.move['seat']} {did} | {by_seat(step, map(int, step.after.paid))}"


def ended(step: Step) -> Iterator[str]:
    """Who wins how much."""
    state = step.after
    if state.end_reason == 1:
        yield "the cap on turns ends the hand, undecided"
        return
    winner = 0 if state.points[0] > 0 else 1
    how = "has the higher card" if state.end_reason == 2 else "takes the pot without a showdown"
    yield f"seat {winner} {how} and wins {abs(int(state.points[0]))}"
