"""Out of it: the loop's `out_turn` held to a naive reading of the turns, and what the kit says of a wrong `reach`."""

import numpy as np
import pytest

from sims.conformance import reaches
from tests.sims.playing import job, play, run_python, war


def naive(won, in_hand):
    """The first turn in which some seat of War cannot win any more. won, in_hand: a row a turn, a column a seat."""
    for turn, (own, hands) in enumerate(zip(np.cumsum(won, axis=0)[:-1], in_hand[:-1], strict=True), 1):
        for seat in range(len(own)):
            if own[seat] + max(hands) < max(np.delete(own, seat)):
                return turn
    return len(won)


@pytest.mark.parametrize(("seats", "hand"), [(3, 6), (4, 5)])
def test_the_first_turn_with_a_seat_that_cannot_win_is_that_of_the_turns(seats, hand):
    tables = play(job(war(), seats, "high", clusters=40, hand=hand))
    rounds, turns = tables["rounds"], tables["turns"]
    found = rounds["out_turn"].reshape(-1, seats)
    assert (found == found[:, :1]).all()
    told = set()
    for row in range(len(found)):
        own = (turns["match"] == rounds["match"][row * seats]) & (
            turns["round"] == rounds["round"][row * seats]
        )
        expected = naive(*(turns[name][own].reshape(-1, seats) for name in ("won", "in_hand")))
        assert found[row, 0] == expected
        told.add(expected < rounds["turns"][row * seats])
    assert told == {True, False}


def test_it_is_not_known_of_two_seats_nor_where_turns_are_not_logged():
    assert set(play(job(war(), 2, clusters=5))["rounds"]["out_turn"].tolist()) == {-1}
    assert set(play(job(war(), 3, clusters=5, log="rounds"))["rounds"]["out_turn"].tolist()) == {-1}
    half = play(job(war(), 3, clusters=40, share=0.5))["rounds"]
    assert ((half["out_turn"] >= 0) == (half["lead_changes"] >= 0)).all() or set(
        half["lead_changes"].tolist()
    ) == {-1}


def test_the_kit_finds_a_seat_that_ends_farther_ahead_than_it_could():
    code = """
from sims import driver
from sims.conformance import reaches
from tests.sims.playing import war
reaches.DECISIONS, reaches.FEW = 200, 20
print(list(reaches.broken(war())))
module = driver.load(war().source, "probe")
right = module.reach
module.reach = lambda rules, state, seat: right(rules, state, seat) - 1
print(list(reaches.broken(war())))
"""
    right, wrong = run_python("-c", code, plain=True).splitlines()
    assert right == "[]"
    assert "('reach', 'random, 2 seats, defaults, match 0, round " in wrong
    assert "at most, and ended by " in wrong


def test_war_keeps_its_bound_in_all_variants():
    assert list(reaches.broken(war())) == []
