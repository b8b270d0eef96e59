"""What is wanted of the best: distances, and how much farther one value is than another, against a search by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.stats.aims import Aim

NEAR = Aim("m", 2.0)
number = st.floats(-10, 10)
limits = st.tuples(number, number).map(lambda ends: tuple(sorted(ends)))


def test_distances():
    assert [NEAR.distance(x) for x in (0, 2, 5)] == [2, 0, 3]
    assert (Aim("m", "low").distance(3), Aim("m", "high").distance(3)) == (3, -3)


@pytest.mark.parametrize(
    ("aim", "expected"),
    [(NEAR, (0, 3)), (Aim("m", "low"), (1, 5)), (Aim("m", "high"), (-5, -1)), (Aim("m", 9.0), (4, 8))],
)
def test_what_an_interval_reaches(aim, expected):
    assert aim.reach((1, 5)) == expected


def test_leads_of_low_and_high_are_the_change_itself():
    assert Aim("m", "low").lead((1, 2), (0, 9), (0, 9)) == (1, 2)
    assert Aim("m", "high").lead((1, 2), (0, 9), (0, 9)) == (-2, -1)


@given(limits, limits, limits)
def test_a_lead_holds_all_that_is_possible(change, one, other):
    """Every pair of values within their limits whose difference is within its own lies within the lead."""
    low, high = NEAR.lead(change, one, other)
    u, v = np.meshgrid(np.linspace(*one, 15), np.linspace(*other, 15))
    possible = (v - u >= change[0]) & (v - u <= change[1])
    farther = (np.abs(v - 2) - np.abs(u - 2))[possible]
    assert (farther >= low - 1e-9).all() and (farther <= high + 1e-9).all()


def test_a_lead_of_values_on_the_same_side_is_the_change():
    assert NEAR.lead((1, 1.5), (4, 5), (5, 7)) == (1, 1.5)
    assert NEAR.lead((-1.5, -1), (-4, -2), (-7, -3)) == (1, 1.5)


def test_where_the_sum_of_both_may_be_even_nothing_leads():
    low, high = NEAR.lead((3, 3), (0, 2), (3, 5))  # 0.5 and 3.5 are as near as each other
    assert low < 0 < high
