"""Tic-tac-toe in words: its own fields of the lines of a transcript."""

from typing import Any

from sims.rule import Record

SQUARES = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")


def deal(rules: Record, state: Record) -> dict[str, Any]:
    """An empty board has nothing to tell."""
    return {}


def move(kind: int, args: dict[str, int], rules: Record, before: Record, after: Record) -> dict[str, Any]:
    """A square is marked."""
    return {"kind": "mark", "square": args["square"]}


def ended(rules: Record, state: Record) -> dict[str, Any]:
    """The board at the end."""
    return {"board": board(state)}


def board(state: Record) -> list[str]:
    """The three rows of the board: X is seat 0, O seat 1."""
    marks = "".join(
        "X" if int(state.first) >> square & 1 else "O" if int(state.second) >> square & 1 else "."
        for square in range(len(SQUARES))
    )
    return [marks[row : row + 3] for row in (0, 3, 6)]
