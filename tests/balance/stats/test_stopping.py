"""The rule that stops: when it looks, and what it looks at (metrics.md, Estimators; statistics.md §3)."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.stats.influence import Ratio
from balance.stats.layout import ALL_ROUNDS, MATCHES, ROUNDS, Quantile, one
from balance.stats.measure import SHARE, Measure, estimate
from balance.stats.pairs import Arm, Pair, simultaneous
from balance.stats.stopping import half_width, half_width_of, looks

RATE = one("rate", "y", ROUNDS, "")
OTHER = one("other", "z", MATCHES, "")
MEDIAN = Quantile("median", "turns", Fraction(1, 2), ALL_ROUNDS, "turns", "")


def arm(y, n=4, capped=0, deals=None, **more):
    y = np.asarray(y, np.int64)
    deals = np.arange(len(y)) if deals is None else deals
    of = {"y": y, "rounds": np.full(len(y), n) - capped, "capped": np.full(len(y), capped)}
    held = Arm([RATE, OTHER], 1)
    held.add(deals, of | {k: np.asarray(v) for k, v in more.items()}, {})
    return held


def test_a_look_comes_after_half_as_many_again():
    assert looks(2_000, 10_000, 1_000) == [2_000, 3_000, 4_500, 6_750, 10_000]
    assert looks(2_000, 2_000, 1_000) == [2_000]
    assert looks(2_000, 2_400, 1_000) == [2_000, 2_400]


@given(st.integers(1, 10_000), st.integers(0, 10**7), st.integers(1, 2_000))
def test_looks_rise_to_the_most_allowed_in_few_steps(least, more, step):
    found = looks(least, least + more, step)
    assert (found[0], found[-1]) == (least, least + more)
    gaps = np.diff(found)
    assert (gaps[:-1] >= step).all() and (gaps > 0).all()
    assert len(found) <= 45  # log 10^7 / log 1.5, and one more


def test_the_half_width_is_that_of_the_ordinary_interval():
    held = arm([0, 1, 2, 3, 4] * 40)
    found = estimate(RATE, held.moments)
    assert half_width(held, "rate") == pytest.approx((found.high - found.low) / 2)


def test_it_is_the_outer_interval_where_rounds_were_capped():
    """A capped round of four may have been won or lost: a quarter more than the plain interval, at least."""
    held = arm([0, 1, 2, 3] * 50, capped=1)
    found = estimate(RATE, held.moments)
    assert found.bounds[1] - found.bounds[0] == pytest.approx(1 / 4)
    assert half_width(held, "rate") > 1 / 8 + (found.high - found.low) / 2 * 0.7


def test_nothing_is_reached_while_all_deals_are_alike():
    held = arm([1] * 500)
    assert estimate(RATE, held.moments).high < 0.26  # there is an interval, and a narrow one
    assert half_width(held, "rate") is None


def test_nothing_is_reached_without_a_value():
    assert half_width(arm([1, 2]), "other") is None  # there are no matches
    assert half_width(arm([1]), "rate") is None  # one deal


def with_turns(turns):
    held = Arm([MEDIAN], 1)
    deals = np.arange(len(turns))
    lengths = deals, np.asarray(turns), np.ones(len(turns), np.int64)
    held.add(deals, {"all_rounds": np.ones(len(turns), np.int64)}, {"turns": lengths})
    return held


def test_of_a_quantile_it_is_half_of_woodruffs_interval():
    held = with_turns(np.arange(101))
    found = held.estimates()["median"]
    assert (found.value, half_width(held, "median")) == (50, (found.high - found.low) / 2)
    assert half_width(with_turns([7] * 100), "median") is None  # all alike
    assert half_width(with_turns([7] * 99 + [8]), "median") == 0


def paired(a, b):
    pair = Pair(arm(a), arm(b))
    four = np.full(len(a), 4)
    pair.add(len(a), {"y": np.array(a), "rounds": four}, {"y": np.array(b), "rounds": four})
    return pair


def test_of_a_comparison_it_is_what_the_verdict_is_read_from():
    """Limits that hold for two tweaks at once are wider than those of each."""
    rng = np.random.default_rng(1)
    base = rng.binomial(4, 0.5, 400)
    pairs = [paired(base, np.clip(base + rng.integers(-1, 2, 400), 0, 4)) for _ in range(2)]
    together = [found["rate"] for found in simultaneous(pairs, ["rate"])]
    alone = pairs[0].difference("rate")
    found = half_width_of(together[0], pairs[0], "rate")
    assert found == pytest.approx((together[0].high - together[0].low) / 2)
    assert found > half_width_of(alone, pairs[0], "rate") * 1.05


def test_a_tweak_that_changes_nothing_is_never_known_well_enough():
    same = paired([0, 1, 2, 3] * 100, [0, 1, 2, 3] * 100)
    assert half_width_of(same.difference("rate"), same, "rate") is None


def test_two_medians_without_any_spread_are_not_known_either():
    for one_arm, other, known in (([7] * 50, [8] * 50, False), ([7] * 50, [8] * 49 + [9], True)):
        pair = Pair(with_turns(one_arm), with_turns(other))
        ones = {"all_rounds": np.ones(50, np.int64)}
        pair.add(50, ones, ones)
        assert (half_width_of(pair.difference("median"), pair, "median") is not None) == known


def test_a_mean_of_ratios_counts_too():
    edge = Measure("edge", (Ratio("y", "n"), Ratio("y2", "n2")), SHARE, "rounds", "")
    held = Arm([edge], 1)
    y = np.array([0, 1] * 50)
    held.add(np.arange(100), {"y": y, "n": np.ones(100, int), "y2": 1 - y, "n2": np.ones(100, int)}, {})
    assert half_width(held, "edge") is None  # what one player gains the other loses, in every deal
