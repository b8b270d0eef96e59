"""The closed forms against the libraries that have them (statistics.md §7.4), and exactly at the edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from balance.stats.proportions import normal, student, unseen, wilson

Z = normal(0.95)


def test_golden_numbers():
    assert wilson(530, 1000, Z) == pytest.approx((0.4990103090, 0.5607600854), abs=1e-10)
    assert pytest.approx(1.959963984540054, rel=1e-12) == Z


@given(st.integers(1, 100_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_that_of_statsmodels_and_scipy(case):
    k, n = case
    found = wilson(k, n, Z)
    assert found == pytest.approx(proportion_confint(k, n, method="wilson"), rel=1e-9, abs=1e-12)
    assert found == pytest.approx(
        tuple(stats.binomtest(k, n).proportion_ci(method="wilson")), rel=1e-9, abs=1e-12
    )
    assert 0 <= found[0] < found[1] <= 1


@given(st.integers(1, 100_000), st.sampled_from([0.9, 0.95, 0.999]))
def test_never_seen_is_clopper_and_pearson_s_0_of_n(n, level):
    expected = proportion_confint(0, n, alpha=1 - level, method="beta")[1]
    assert unseen(n, level) == pytest.approx(expected, rel=1e-8)


@given(st.integers(1, 10_000), st.sampled_from([0.9, 0.95, 0.999]))
def test_student(freedom, level):
    assert student(freedom, level) == pytest.approx(stats.t.ppf(0.5 + level / 2, freedom), rel=1e-9)
