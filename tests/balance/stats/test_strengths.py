"""Does a verdict hold whoever plays? The rule, from limits that are given."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.stats.estimate import Estimate
from balance.stats.strengths import ANYWHERE, Held, Row, Rung, Side, Strengths, held, sides

UP, IN, DOWN = frozenset({Side.ABOVE}), frozenset({Side.WITHIN}), frozenset({Side.BELOW})


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (0.011, 0.03, UP),
        (0.01, 0.03, UP | IN),  # at the margin it is small
        (0.005, 0.03, UP | IN),
        (-0.01, 0.01, IN),
        (-0.004, 0.004, IN),
        (-0.03, -0.005, IN | DOWN),
        (-0.03, -0.011, DOWN),
        (-0.02, 0.02, ANYWHERE),
    ],
)
def test_where_a_figure_lies(low, high, told):
    assert sides(low, high, 0.01) == told


@pytest.mark.parametrize(
    ("each", "told"),
    [
        ([UP, UP, UP], Held.ALL),
        ([IN, IN], Held.ALL),
        ([DOWN, UP], Held.TURNS),
        ([UP, ANYWHERE, DOWN, UP], Held.TURNS),  # what is not settled takes nothing back
        ([UP, IN], Held.SOME),
        ([UP, UP, IN | DOWN], Held.SOME),  # surely not above, whatever it is
        ([UP | IN, DOWN], Held.SOME),
        ([UP, UP | IN], Held.OPEN),
        ([UP, ANYWHERE], Held.OPEN),
        ([UP | IN, UP | IN], Held.OPEN),  # the same intervals are no agreement
        ([ANYWHERE], Held.OPEN),
    ],
)
def test_what_several_say_together(each, told):
    assert held(each) is told
    assert held(each[::-1]) is told


LIMITS = st.tuples(st.floats(-0.1, 0.1), st.floats(0, 0.1)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(st.lists(LIMITS, min_size=1, max_size=4))
def test_it_says_what_every_choice_of_true_figures_says(limits):
    """The naive way: whatever the true figures are within their limits, do all, or never all, lie on one side?"""
    each = [sides(low, high, 0.01) for low, high in limits]

    def at(x):
        return Side.ABOVE if x > 0.01 else Side.BELOW if x < -0.01 else Side.WITHIN

    possible = [
        {at(x) for x in (low, high, *(m for m in (-0.01, 0.01) if low <= m <= high))} for low, high in limits
    ]
    choices = [set(choice) for choice in product(*possible)]
    told = held(each)
    assert (told is Held.ALL) == (len(choices) == 1 and len(choices[0]) == 1)
    apart = any(not (a & b) for a, b in combinations(possible, 2))
    assert (told in (Held.TURNS, Held.SOME)) == apart
    assert (told is Held.TURNS) == ({Side.ABOVE} in possible and {Side.BELOW} in possible)


def rung(player, low, high, **more):
    value = None if low is None or high is None else (low + high) / 2
    return Rung(player, 0, Estimate(value, low, high, 400, 100, "max_t", "share"), 0.01, **more)


def test_what_has_no_interval_or_no_verdict_is_not_settled():
    assert rung("random", None, None).sides == ANYWHERE
    assert rung("random", 0.5, 0.6, reason="more than 5% were capped").sides == ANYWHERE
    assert rung("random", 0.5, None).sides == UP
    assert Rung("random", 0, Estimate(0.5, 0.4, 0.6, 4, 4, "max_t", "share"), None).sides == ANYWHERE


def test_rows_that_turn_and_json():
    turns = Row(
        "defaults", 2, "first_player_advantage", [rung("random", 0.02, 0.04), rung("greedy", -0.04, -0.02)]
    )
    holds = Row("a=1", 2, "first_player_advantage", [rung("random", 0.02, 0.04), rung("greedy", 0.03, 0.04)])
    found = Strengths(["random", "greedy"], "greedy", {"greedy": 100, "random": 100}, [turns, holds])
    assert found.turning == [turns]
    told = found.to_json()
    assert [row["held"] for row in told["levels"]] == ["TURNS WITH STRENGTH", "HOLDS FOR ALL"]
    assert told["levels"][0]["players"][1]["sides"] == ["below"]
    assert told["levels"][0]["players"][1]["high"] == -0.02
