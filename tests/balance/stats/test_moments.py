from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.stats.moments import Moments


def exact(rows: list[tuple[int, int]]) -> list[list[int]]:
    """Σ x x' by the definition, in Python's whole numbers."""
    vectors = [(1, *row) for row in rows]
    return [[sum(v[i] * v[j] for v in vectors) for j in range(3)] for i in range(3)]


def told(moments: Moments) -> list[list[Fraction]]:
    return [[moments.product(one, other) for other in moments.columns] for one in moments.columns]


def gathered(groups: list[list[tuple[int, int]]]) -> Moments:
    moments = Moments(["y", "n"])
    for rows in groups:
        columns = np.array(rows, np.int64).reshape(-1, 2)
        moments.add(len(rows), {"y": columns[:, 0], "n": columns[:, 1]})
    return moments


@given(st.lists(st.tuples(*[st.integers(-(2**62), 2**62)] * 2), max_size=20))
def test_sums_of_products_are_exact_however_large(rows):
    assert told(gathered([rows])) == exact(rows)


@given(st.lists(st.tuples(*[st.integers(-(2**40), 2**40)] * 2), max_size=20), st.integers(0, 20))
def test_how_clusters_are_grouped_changes_nothing(rows, cut):
    assert told(gathered([rows[:cut], rows[cut:]])) == told(gathered([rows]))


def test_a_column_left_out_is_zero_in_all_clusters():
    moments = Moments(["y", "n"])
    moments.add(3, {"n": np.array([1, 2, 3])})
    assert moments.clusters == 3
    assert moments.total("y") == 0
    assert moments.product("n", "n") == 14


def test_a_column_may_count_in_parts_of_one():
    moments = Moments(["w"], {"w": Fraction(1, 12)})
    moments.add(2, {"w": np.array([6, 4])})  # 1/2 and 1/3 of a win
    assert moments.total("w") == Fraction(5, 6)
    assert moments.product("w", "w") == Fraction(1, 4) + Fraction(1, 9)


def test_the_square_of_a_weighted_sum_is_that_of_its_clusters():
    moments = gathered([[(1, 2), (3, 5), (0, 1)]])
    weights = {"y": Fraction(1, 3), "n": Fraction(-1, 7)}
    expected = sum((Fraction(y, 3) - Fraction(n, 7)) ** 2 for y, n in [(1, 2), (3, 5), (0, 1)])
    assert moments.square(weights) == expected


def test_an_unknown_column_is_refused():
    with pytest.raises(KeyError):
        Moments(["y"]).add(1, {"z": np.array([1])})


def test_the_clusters_in_which_a_column_is_1():
    moments = Moments(["counts", "y"])
    moments.add(5, {"counts": np.array([1, 0, 1, 0, 1]), "y": np.array([3, 0, 4, 0, 5])})
    some = moments.among("counts")
    assert (some.clusters, moments.clusters) == (3, 5)
    assert (some.total("y"), some.product("y", "y")) == (12, 9 + 16 + 25)
