"""Pig told for people: a line a turn, its throws and what became of them."""

from collections.abc import Iterator

from sims.games.pig.rules import ROLL
from sims.games.pig.words import scores
from sims.replay import Step
from sims.telling import by_seat

LEGEND = "Behind the bar: safe points."


def dealt(step: Step) -> Iterator[str]:
    """What everybody begins with, where it is something."""
    if any(scores(step.after)):
        yield f"to begin with | {by_seat(step, scores(step.after))}"


def turn(steps: list[Step]) -> str:
    """The throws, and whether they were kept."""
    throws = [int(step.after.die) for step in steps if step.move["kind"] == ROLL]
    last = steps[-1]
    if last.move["kind"] == ROLL:
        fate = "and loses the turn" if throws[-1] == 1 else "when the game is capped"
    else:
        fate = f"and holds {sum(throws)}"
    seat = last.move["seat"]
    return f"seat {seat} throws {' '.join(map(str, throws))} {fate} | {by_seat(last, scores(last.after))}"


def ended(step: Step) -> Iterator[str]:
    """Who reached the target."""
    if step.after.end_reason == 1:
        yield "the cap on turns ends the game, undecided"
    else:
        yield f"seat {step.after.ender} has {max(scores(step.after))} and wins"
