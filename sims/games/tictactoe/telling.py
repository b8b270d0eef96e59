"""Tic-tac-toe told for people: a line a mark, with the board after it."""

from collections.abc import Iterator

from sims.games.tictactoe.words import SQUARES, board
from sims.replay import Step

LEGEND = "Seat 0 writes X, seat 1 O. Behind the bar: the board, its three rows from the top."


def dealt(step: Step) -> Iterator[str]:
    """An empty board has nothing to tell."""
    yield from ()


def turn(steps: list[Step]) -> str:
    """Which square was marked."""
    step = steps[-1]
    return f"seat {step.move['seat']} marks {SQUARES[step.move['square']]} | {' '.join(board(step.after))}"


def ended(step: Step) -> Iterator[str]:
    """Who has three in a row."""
    if step.after.end_reason == 1:
        yield "the cap on turns ends the game, undecided"
    elif step.after.end_reason == 2:
        yield f"seat {step.after.ender} has three in a row"
    else:
        yield "the board is full: a draw"
