"""Tic-tac-toe by its rules, move by move, and in the logs."""

import numpy as np

from sims import registry
from tests.sims.playing import job, play, transcript

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
GAME = registry.load("tictactoe")


def test_every_game_goes_by_the_rules():
    held, free, outcomes = [set(), set()], set(range(9)), set()
    for line in transcript(job(GAME, clusters=300, rounds=2)):
        if line.get("t") == "deal":
            held, free, turn = [set(), set()], set(range(9)), 0
            assert line["starter"] == line["round"]
        elif line.get("t") == "move":
            seat = (line["round"] + turn) % 2
            assert (line["seat"], line["turn"], line["legal"]) == (seat, turn, len(free))
            assert not any(row <= held[0] or row <= held[1] for row in LINES)
            free.remove(line["square"])
            held[seat].add(line["square"])
            turn += 1
        elif line.get("t") == "round":
            won = [int(any(row <= squares for row in LINES)) for squares in held]
            assert line["points"] == won
            assert line["end_reason"] == ("row" if any(won) else "full")
            assert any(won) or not free
            shown = "".join(line["board"])
            assert {i for i, mark in enumerate(shown) if mark == "X"} == held[0]
            assert {i for i, mark in enumerate(shown) if mark == "O"} == held[1]
            outcomes.add(tuple(won))
    assert outcomes == {(1, 0), (0, 1), (0, 0)}


def test_every_row_column_and_diagonal_wins():
    """Seen among random games, whose last move completes one or, seldom, two of them."""
    won, held = set(), [set(), set()]
    for line in transcript(job(GAME, clusters=600)):
        if line.get("t") == "deal":
            held = [set(), set()]
        elif line.get("t") == "move":
            held[line["seat"]].add(line["square"])
        elif line.get("t") == "round" and line["end_reason"] == "row":
            won |= {i for i, row in enumerate(LINES) if any(row <= squares for squares in held)}
    assert won == set(range(8))


def test_a_draw_is_a_tie():
    matches = play(job(GAME, clusters=300, log="rounds"))["matches"]
    shares = matches["share"].reshape(-1, 2)
    draws = ~matches["points"].reshape(-1, 2).any(axis=1)
    assert draws.any()
    assert (shares[draws] == 0.5).all()
    assert (shares[~draws].max(axis=1) == 1).all()


def test_marks_are_tracked():
    turns = play(job(GAME, clusters=5))["turns"]
    marks = turns["marks"].reshape(-1, 2).sum(axis=1)
    assert np.array_equal(marks, turns["turn"].reshape(-1, 2)[:, 0] + 1)
