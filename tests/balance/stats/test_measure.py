"""Estimates against the definitions of `metrics.md`, written out cluster by cluster."""

from fractions import Fraction
from math import isfinite, sqrt

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from balance.stats.estimate import Estimate
from balance.stats.influence import Ratio
from balance.stats.measure import Measure, estimate
from balance.stats.moments import Moments

RATE = Measure("rate", (Ratio("y", "n"),), "share", "rounds", "")
MEAN = Measure("mean", (Ratio("y", "n"),), "points", "rounds", "")
CAPPED = Measure("rate", (Ratio("y", "n", "c"),), "share", "rounds", "")
TWO_PLAYERS = Measure(
    "advantage", (Ratio("y", "n", "c"), Ratio("y2", "n2", "c2")), "share", "rounds", "", -Fraction(1, 2)
)


def measured(measure: Measure, scale: int = 1, **columns: list[int]) -> Estimate:
    moments = Moments(list(columns), {name: Fraction(1, scale) for name in columns if name.startswith("y")})
    clusters = len(next(iter(columns.values())))
    moments.add(clusters, {name: np.array(values, np.int64) for name, values in columns.items()})
    return estimate(measure, moments)


def by_definition(*parts: tuple[list[float], list[float]]) -> tuple[float, float]:
    """The value and half-width of the t interval of a mean of ratios, from e_c = (1/k) Σ (y_c − p·n_c)/n̄."""
    clusters = len(parts[0][0])
    e = np.zeros(clusters)
    value = 0.0
    for y, n in parts:
        p, mean = sum(y) / sum(n), sum(n) / clusters
        value += p / len(parts)
        for c in range(clusters):
            e[c] += (y[c] - p * n[c]) / mean / len(parts)
    return value, stats.t.ppf(0.975, clusters - 1) * np.std(e, ddof=1) / sqrt(clusters)


def test_matches_of_4_and_of_6_rounds_weigh_by_their_rounds():
    # The starter wins all of 4 rounds in two deals and 0, 3 of 6 in two: 11/20, not the mean of shares 5/8.
    found = measured(RATE, y=[4, 4, 0, 3], n=[4, 4, 6, 6])
    value, half = by_definition(([4, 4, 0, 3], [4, 4, 6, 6]))
    assert found.value == value == 11 / 20
    assert (found.low, found.high) == pytest.approx((value - half, value + half), rel=1e-12)
    # By hand: e = (1.8, 1.8, −3.3, −0.3)/5, Σe² = 17.46/25, sd² = 0.2328, SE = 0.24125, t₃ = 3.18245.
    assert half == pytest.approx(3.182446305 * sqrt(0.2328 / 4), rel=1e-9)
    assert (found.n, found.clusters, found.method, found.unit) == (20, 4, "cluster_t", "share")


def test_the_interval_is_statsmodels_cluster_robust_one_where_clusters_are_equal():
    import statsmodels.api as sm

    rng = np.random.default_rng(7)
    wins = rng.integers(0, 2, (50, 4)) * rng.integers(0, 2, (50, 1))
    deals = {"groups": np.repeat(np.arange(50), 4)}
    fit = sm.OLS(wins.ravel(), np.ones(200)).fit(cov_type="cluster", cov_kwds=deals, use_t=True)
    found = measured(RATE, y=wins.sum(1).tolist(), n=[4] * 50)
    assert (found.low, found.high) == pytest.approx(tuple(fit.conf_int()[0]), rel=1e-9)


def test_a_mean_over_players_takes_each_player_s_share_alike():
    columns = {
        "y": [2, 1, 3],
        "n": [2, 4, 3],
        "c": [0, 0, 0],
        "y2": [1, 0, 0],
        "n2": [1, 3, 2],
        "c2": [0, 0, 0],
    }
    found = measured(TWO_PLAYERS, **columns)
    value, half = by_definition((columns["y"], columns["n"]), (columns["y2"], columns["n2"]))
    assert found.value == pytest.approx(value - 0.5)
    assert (found.low, found.high) == pytest.approx((value - 0.5 - half, value - 0.5 + half), rel=1e-12)
    assert found.n == 15
    assert found.bounds is None


def test_who_never_started_is_not_among_the_players():
    alone = measured(RATE, y=[2, 1, 3], n=[2, 4, 3])
    found = measured(TWO_PLAYERS, y=[2, 1, 3], n=[2, 4, 3], c=[0] * 3, y2=[0] * 3, n2=[0] * 3, c2=[0] * 3)
    assert found.value == pytest.approx(alone.value - 0.5)
    assert found.high == pytest.approx(alone.high - 0.5)


def test_who_started_only_capped_rounds_leaves_no_value_but_bounds():
    found = measured(TWO_PLAYERS, y=[2, 1], n=[2, 2], c=[0, 0], y2=[0, 0], n2=[0, 0], c2=[1, 1])
    assert (found.value, found.low, found.high) == (None, None, None)
    assert found.reason == "there are no rounds"
    assert found.bounds == (3 / 8 - 0.5, 3 / 8 + 1 / 2 - 0.5)


# statistics.md §7.4
def test_one_binary_unit_a_deal_takes_wilson_s_interval():
    found = measured(RATE, y=[1] * 530 + [0] * 470, n=[1] * 1000)
    assert found.method == "wilson"
    assert (found.low, found.high) == pytest.approx((0.4990103090, 0.5607600854), abs=1e-9)


def test_wilson_is_for_one_binary_unit_only():
    tie = measured(RATE, scale=2, y=[2, 1, 0], n=[1, 1, 1])
    two = measured(RATE, y=[1, 0, 1], n=[1, 2, 1])
    none = measured(RATE, y=[1, 0, 0], n=[1, 1, 0])
    points = measured(MEAN, y=[1, 0, 1], n=[1, 1, 1])
    assert {found.method for found in (tie, two, none, points)} == {"cluster_t"}


def test_deals_that_have_no_such_round_still_count_as_deals():
    value, half = by_definition(([1, 1, 0, 0], [2, 1, 0, 0]))
    found = measured(RATE, y=[1, 1, 0, 0], n=[2, 1, 0, 0])
    assert found.clusters == 4
    assert (found.low, found.high) == pytest.approx((value - half, value + half), rel=1e-12)


def test_no_spread_gives_the_clopper_pearson_limit_of_0_in_g():
    never = measured(RATE, y=[0] * 100, n=[3] * 100)
    upper = stats.binomtest(0, 100).proportion_ci(method="exact").high
    assert (never.value, never.low, never.method) == (0, 0, "clopper_pearson")
    assert never.high == pytest.approx(upper, rel=1e-9) == pytest.approx(1 - 0.025 ** (1 / 100))
    half = measured(RATE, scale=2, y=[3] * 10, n=[3] * 10)
    u = 1 - 0.025 ** (1 / 10)
    assert (half.low, half.high) == pytest.approx((0.5 - u, 0.5 + u))
    length = measured(MEAN, y=[-6, -6], n=[3, 3])
    assert length.high == pytest.approx(-2 + 2 * (1 - 0.025**0.5))
    nothing = measured(MEAN, y=[0, 0], n=[3, 3])
    assert nothing.high == pytest.approx(1 - 0.025**0.5)


def test_no_spread_means_equal_ratios_not_equal_sums():
    assert measured(RATE, y=[1, 2, 3], n=[3, 6, 9]).method == "clopper_pearson"  # a third everywhere


def test_one_deal_has_a_value_and_no_interval():
    found = measured(RATE, y=[1], n=[4])
    assert (found.value, found.low, found.high) == (0.25, None, None)
    assert found.reason == "one deal shows no spread, so there is no interval"


def test_nothing_to_divide_by_is_told():
    found = measured(RATE, y=[0, 0], n=[0, 0])
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)
    assert found.reason == "there are no rounds"
    assert measured(MEAN, y=[1, 1], n=[-2, 1]).reason == "the rounds add up to less than 0"


def test_caps_leave_bounds():
    found = measured(CAPPED, y=[2, 1], n=[4, 3], c=[0, 1])
    assert found.value == 3 / 7
    assert found.bounds == (3 / 8, 4 / 8)
    assert measured(CAPPED, y=[2, 1], n=[4, 3], c=[0, 0]).bounds is None
    everything = measured(CAPPED, y=[0, 0], n=[0, 0], c=[3, 4])
    assert everything.value is None
    assert everything.bounds == (0, 1)


def test_json_has_bounds_and_reason_only_where_there_are_any():
    assert set(measured(RATE, y=[1, 0], n=[2, 2]).to_json()) == {
        "value", "low", "high", "n", "clusters", "method", "unit",
    }  # fmt: skip
    told = measured(CAPPED, y=[0], n=[0], c=[1]).to_json()
    assert told["bounds"] == [0.0, 1.0]
    assert told["reason"] == "there are no rounds"


def honest(found: Estimate) -> None:
    """Finite numbers in order, a real width, or a reason: never NaN, ±0 or silence."""
    if found.value is None or found.low is None or found.high is None:
        assert found.reason
        return
    assert found.reason is None
    assert all(isfinite(x) for x in (found.low, found.value, found.high))
    assert found.low <= found.value <= found.high
    assert found.low < found.high
    if found.unit == "share" and found.method != "cluster_t":
        assert found.low >= min(0, found.value) and found.high <= max(1, found.value)


clusters = st.lists(
    st.integers(0, 6).flatmap(lambda n: st.tuples(st.integers(0, 12 * n), st.just(n), st.integers(0, 3))),
    min_size=1,
)


@given(clusters)
@example([(0, 0, 3)])  # one deal, all capped
@example([(0, 0, 1), (0, 0, 2)])
@example([(12, 1, 0), (0, 1, 0)])  # one binary round a deal
@example([(12, 1, 0), (12, 1, 0)])
@example([(6, 1, 0), (6, 1, 0)])  # always tied
def test_shares_are_finite_and_honest(rows):
    y, n, c = map(list, zip(*rows, strict=True))
    found = measured(CAPPED, scale=12, y=y, n=n, c=c)
    honest(found)
    if any(c):
        low, high = found.bounds
        assert 0 <= low <= high <= 1
        assert found.value is None or (low <= found.value + 1e-12 and found.value <= high + 1e-12)


@given(st.lists(st.tuples(st.integers(-1000, 1000), st.integers(0, 6)), min_size=1))
def test_points_may_be_negative(rows):
    y, n = map(list, zip(*rows, strict=True))
    honest(measured(MEAN, y=y, n=n))


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=1))
def test_a_share_of_points_is_honest_whatever_the_points(rows):
    y, n = map(list, zip(*rows, strict=True))
    honest(measured(RATE, y=y, n=n))


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(5, 9), st.integers(0, 7), st.integers(7, 9)),
        min_size=2,
        max_size=30,
    )
)
def test_the_fast_way_is_the_definition(rows):
    y, n, y2, n2 = map(list, zip(*rows, strict=True))
    zero = [0] * len(rows)
    found = measured(TWO_PLAYERS, y=y, n=n, c=zero, y2=y2, n2=n2, c2=zero)
    value, half = by_definition((y, n), (y2, n2))
    assert found.value == pytest.approx(value - 0.5, abs=1e-12)
    if found.method == "cluster_t":
        assert found.high - found.value == pytest.approx(half, rel=1e-6, abs=1e-9)
    else:
        assert half == pytest.approx(0, abs=1e-9)
