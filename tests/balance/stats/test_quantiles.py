"""Quantiles of lengths against the definition, and the coverage of their intervals."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.stats.influence import Ratio
from balance.stats.measure import Measure, estimate
from balance.stats.moments import Moments
from balance.stats.quantiles import Levels, quantile

CAP = None  # a capped round: longer than any other
MEDIAN, P95 = Fraction(1, 2), Fraction(19, 20)


def growth(deals: list[list[int | None]]) -> dict[int, tuple[int, int, int]]:
    """What growth.sql gives, for turns, written out."""
    grown: dict[int, tuple[int, int, int]] = {}
    for rounds in deals:
        y = 0
        for length, count in sorted(Counter(r for r in rounds if r is not CAP).items()):
            before, y = y, y + count
            a, b, c = grown.get(length, (0, 0, 0))
            grown[length] = (a + count, b + y * y - before * before, c + count * len(rounds))
    return grown


def measured(deals: list[list[int | None]], p: Fraction = MEDIAN):
    moments = Moments(["rounds"])
    moments.add(len(deals), {"rounds": np.array([len(rounds) for rounds in deals])})
    levels = Levels()
    half = len(deals) // 2
    levels.add(growth(deals[:half]))  # in two parts, as it is read
    levels.add(growth(deals[half:]))
    n = sum(map(len, deals))
    return quantile(p, levels.shares(moments, "rounds"), n, len(deals), "turns"), levels.shares(
        moments, "rounds"
    )


def test_the_median_is_the_smallest_length_half_of_the_rounds_keep_to():
    assert measured([[10, 12], [11, 14]])[0].value == 11
    assert measured([[10, 12], [11, 14], [12, 12]])[0].value == 12


def test_a_capped_round_is_longer_than_any_other():
    assert measured([[10, CAP], [11, 14]])[0].value == 11
    assert measured([[10, CAP], [11, CAP], [13, 9]])[0].value == 11
    assert measured([[10, CAP], [11, CAP]])[0].value == 11  # just half of them keep to 11
    over = measured([[10, CAP], [CAP, CAP]])[0]
    assert (over.value, over.low, over.high) == (None, None, None)
    assert over.reason == "more than 50% of the rounds were capped"


def test_the_share_at_most_so_long_has_the_cluster_interval_of_its_deals():
    deals = [[10, 12, 12], [11, 14], [12, CAP], [9]]
    _, shares = measured(deals)
    for length, found in shares:
        moments = Moments(["y", "n"])
        y = [sum(r is not CAP and r <= length for r in rounds) for rounds in deals]
        moments.add(4, {"y": np.array(y), "n": np.array([len(rounds) for rounds in deals])})
        assert found == estimate(Measure("", (Ratio("y", "n"),), "share", "rounds", ""), moments)


def test_one_deal_or_no_round_gives_no_interval():
    one = measured([[10, 12]])[0]
    assert (one.value, one.low, one.high, one.reason) == (
        10, None, None, "one deal shows no spread, so there is no interval",
    )  # fmt: skip
    assert measured([[]])[0].reason == "there are no rounds"


def test_few_deals_have_no_upper_limit_for_a_high_quantile():
    found = measured([[10], [12], [11]], P95)[0]
    assert (found.value, found.high) == (12, None)
    assert found.reason == "too few deals, or too many capped rounds, for an upper limit"


@given(st.lists(st.lists(st.one_of(st.integers(1, 30), st.none()), max_size=5), min_size=1, max_size=20))
def test_values_are_numpys_and_intervals_hold_them(deals):
    rounds = [np.inf if r is CAP else r for deal in deals for r in deal]
    for p in (MEDIAN, P95):
        found = measured(deals, p)[0]
        if rounds and np.quantile(rounds, float(p), method="inverted_cdf") < np.inf:
            assert found.value == np.quantile(rounds, float(p), method="inverted_cdf")
        else:
            assert found.value is None
        assert found.reason or found.low <= found.value <= found.high
        assert found.low is None or found.low <= found.value


@pytest.mark.parametrize("p", [MEDIAN, P95])
def test_whole_turns_are_covered_at_least_as_promised(p):
    rng = np.random.default_rng(2)
    # Rounds of a deal share a part of their length. 93 %: metrics' quick bound for 95 % intervals on whole turns.
    truth = np.quantile(
        rng.poisson(3, (200_000, 1)) + rng.poisson(5, (200_000, 4)), float(p), method="inverted_cdf"
    )
    hits = 0
    for _ in range(200):
        deals = (rng.poisson(3, (60, 1)) + rng.poisson(5, (60, 4))).tolist()
        found = measured(deals, p)[0]
        hits += found.low <= truth and (found.high is None or truth <= found.high)
    assert hits / 200 >= 0.93
