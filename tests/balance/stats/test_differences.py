"""Differences of two arms against their definition, written out deal by deal, and against what scipy has."""

from fractions import Fraction
from math import isfinite, sqrt

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from balance.stats.differences import Arms, Difference, difference
from balance.stats.influence import Ratio
from balance.stats.limits import fixed
from balance.stats.measure import Measure
from balance.stats.moments import Cross, Moments

RATE = Measure("rate", (Ratio("y", "n"),), "share", "rounds", "")
MEAN = Measure("mean", (Ratio("y", "n"),), "points", "rounds", "")
CAPPED = Measure("rate", (Ratio("y", "n", "c"),), "share", "rounds", "", caps=("n", "c"))
TWO_PLAYERS = Measure("edge", (Ratio("y", "n"), Ratio("y2", "n2")), "share", "rounds", "", -Fraction(1, 3))


def arrays(columns):
    return {name: np.array(values, np.int64) for name, values in columns.items()}


def moments(columns):
    found = Moments(list(columns))
    found.add(len(next(iter(columns.values()))), arrays(columns))
    return found


def paired(measure, a: dict, b: dict, cut: int = 0) -> Difference:
    one, other = moments(a), moments(b)
    cross = Cross(one, other)
    clusters = len(a["y"])
    for part in (slice(None, cut), slice(cut, None)):  # in two batches
        half_a, half_b = ({k: v[part] for k, v in arrays(x).items()} for x in (a, b))
        cross.add(len(range(clusters)[part]), half_a, half_b)
    return difference(measure, measure, Arms(one, other, cross))


def unpaired(measure, a: dict, b: dict) -> Difference:
    return difference(measure, measure, Arms(moments(a), moments(b), None))


def errors(*parts):
    """The value and e_c of a mean of ratios, from its definition."""
    value, e = 0.0, 0.0
    for y, n in parts:
        y, n = np.array(y, float), np.array(n, float)
        p = y.sum() / n.sum()
        value, e = value + p / len(parts), e + (y - p * n) / n.mean() / len(parts)
    return value, e


def test_one_value_a_deal_is_scipys_paired_t_test():
    rng = np.random.default_rng(3)
    a = rng.integers(0, 10, 40)
    b = a + rng.integers(-1, 4, 40)
    ones = [1] * 40
    found = paired(MEAN, {"y": a, "n": ones}, {"y": b, "n": ones}, cut=13)
    expected = stats.ttest_rel(b, a)
    assert found.value == pytest.approx((b - a).mean())
    assert (found.low, found.high) == pytest.approx(tuple(expected.confidence_interval()), rel=1e-9)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-9)
    assert found.correlation == pytest.approx(np.corrcoef(a, b)[0, 1])
    assert found.variance_ratio == pytest.approx(np.var(b - a) / (np.var(a) + np.var(b)))
    assert (found.n, found.clusters, found.method) == ((40, 40), 40, "paired_t")


def test_different_deals_are_scipys_t_test_of_welch():
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 10, 12), rng.integers(0, 30, 25)
    found = unpaired(MEAN, {"y": a, "n": [1] * 12}, {"y": b, "n": [1] * 25})
    expected = stats.ttest_ind(b, a, equal_var=False)
    assert (found.low, found.high) == pytest.approx(tuple(expected.confidence_interval()), rel=1e-9)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-9)
    assert (found.clusters, found.method, found.correlation) == (12, "welch_t", None)


# statistics.md §7.4: without ties a paired test of wins is McNemar's, 1100 against 1000: p = 0.0290963.
def test_wins_of_the_same_deals_agree_with_mcnemar():
    a, b = [1] * 1000 + [0] * 1100 + [1] * 4000, [0] * 1000 + [1] * 1100 + [1] * 4000
    found = paired(RATE, {"y": a, "n": [1] * 6100}, {"y": b, "n": [1] * 6100})
    assert found.value == pytest.approx(100 / 6100)
    assert found.p_value == pytest.approx(0.0290963, abs=2e-4)


def test_the_number_of_rounds_may_differ_between_arms():
    a, b = {"y": [4, 4, 0, 3], "n": [4, 4, 6, 6]}, {"y": [1, 6, 0, 2], "n": [6, 6, 4, 4]}
    found = paired(MEAN, a, b)
    (p, e), (q, f) = errors((a["y"], a["n"])), errors((b["y"], b["n"]))
    half = stats.t.ppf(0.975, 3) * np.std(f - e, ddof=1) / 2
    assert found.value == pytest.approx(q - p) == pytest.approx(9 / 20 - 11 / 20)
    assert (found.low, found.high) == pytest.approx((q - p - half, q - p + half), rel=1e-12)
    assert found.baseline == pytest.approx(11 / 20)


def test_without_spread_the_exact_limit_is_what_is_left():
    same = {"y": [1, 0, 1, 1], "n": [2, 2, 2, 2]}
    found = paired(RATE, same, same)
    u = 1 - 0.025 ** (1 / 4)
    assert (found.value, found.method, found.p_value) == (0, "clopper_pearson", 1)
    assert (found.low, found.high) == pytest.approx((-u, u))
    longer = paired(MEAN, {"y": [8, 10], "n": [2, 2]}, {"y": [10, 12], "n": [2, 2]})
    u = 1 - 0.025**0.5
    assert longer.value == 1
    assert (longer.low, longer.high) == pytest.approx((1 - 4.5 * u, 1 + 4.5 * u))  # B is the baseline: 4.5
    # The smallest α whose interval excludes 0: 4.5·(1 − (α/2)^(1/2)) = 1.
    assert longer.p_value == 1 and 2 * (1 - 1 / 4.5) ** 2 > 1
    flipped = paired(RATE, {"y": [0] * 9, "n": [1] * 9}, {"y": [1] * 9, "n": [1] * 9})
    assert (flipped.value, flipped.high, flipped.p_value) == (1, 1, 0)


def test_caps_widen_a_difference_to_whatever_they_would_have_given():
    a = {"y": [2, 1, 3, 2], "n": [4, 4, 4, 3], "c": [0, 0, 0, 1]}
    b = {"y": [1, 2, 3, 1], "n": [4, 4, 3, 2], "c": [0, 0, 1, 2]}
    found = paired(CAPPED, a, b)

    def half(top_a, top_b):
        (_, e), (_, f) = errors((top_a, [4] * 4)), errors((top_b, [4] * 4))
        return stats.t.ppf(0.975, 3) * np.std(f - e, ddof=1) / 2

    won_a, won_b = [2, 1, 3, 3], [1, 2, 4, 3]
    low = 7 / 16 - 9 / 16 - half(won_a, b["y"])
    high = 10 / 16 - 8 / 16 + half(a["y"], won_b)
    assert found.outer == pytest.approx((low, high)) == found.widest
    assert found.low == pytest.approx(7 / 13 - 8 / 15 - (found.value - found.low))
    assert found.capped == 3 / 16
    none = paired(CAPPED, {**a, "c": [0] * 4}, {**b, "c": [0] * 4})
    assert none.outer is None and none.widest == (none.low, none.high)


def test_an_arm_without_rounds_is_named():
    empty, some = {"y": [0, 0], "n": [0, 0]}, {"y": [1, 1], "n": [2, 1]}
    assert paired(RATE, empty, some).reason == "baseline: there are no rounds"
    assert paired(RATE, some, empty).reason == "other arm: there are no rounds"
    assert paired(RATE, empty, empty).reason == "there are no rounds"
    one = paired(RATE, {"y": [1], "n": [2]}, {"y": [2], "n": [2]})
    assert (one.value, one.low, one.reason) == (
        0.5,
        None,
        "one deal shows no spread, so there is no interval",
    )


def test_arms_of_other_deals_are_refused_as_common():
    one, other = moments({"y": [1, 2], "n": [2, 2]}), moments({"y": [1, 2], "n": [2, 2]})
    cross = Cross(one, other)
    cross.add(2, arrays({"y": [2, 1], "n": [2, 2]}), arrays({"y": [1, 0], "n": [2, 2]}))
    with pytest.raises(ValueError, match="do not hold the same deals"):
        difference(RATE, RATE, Arms(one, other, cross))


def test_json_says_what_there_is():
    told = paired(RATE, {"y": [0, 1], "n": [1, 1]}, {"y": [1, 1], "n": [1, 1]}).to_json()
    assert told["value"] == 0.5 and told["n"] == [2, 2]
    assert "reason" not in told and "contrasts" not in told and "at_least" not in told


deal = st.integers(0, 5).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n), st.integers(0, 2)))
deals = st.lists(st.tuples(deal, deal, deal), min_size=1, max_size=12)


def honest(found: Difference) -> None:
    if found.value is None or found.low is None or found.high is None:
        assert found.reason
        return
    assert found.reason is None
    assert all(isfinite(x) for x in (found.low, found.value, found.high, found.p_value))
    assert found.low < found.high and found.low <= found.value <= found.high
    assert 0 <= found.p_value <= 1
    assert found.outer is None or (found.outer[0] <= found.outer[1])
    assert found.correlation is None or abs(found.correlation) <= 1 + 1e-9


@given(deals, st.sampled_from([RATE, MEAN, CAPPED]))
@example([((0, 0, 1), (0, 0, 1), (0, 0, 0))] * 3, CAPPED)  # nothing finished
@example([((1, 1, 0), (0, 0, 2), (0, 0, 0))] * 3, CAPPED)  # one arm capped
@example([((1, 1, 0), (1, 1, 0), (0, 0, 0))] * 3, RATE)  # all wins in both
@example([((1, 1, 0), (0, 1, 0), (0, 0, 0))], RATE)  # one deal
def test_differences_are_finite_and_honest(rows, measure):
    a, b = ({k: [r[arm][i] for r in rows] for i, k in enumerate("ync")} for arm in (0, 1))
    honest(paired(measure, a, b, cut=len(rows) // 2))
    honest(unpaired(measure, a, {k: v[::2] for k, v in b.items()}))


@given(deals)
def test_the_fast_way_is_the_definition(rows):
    first, second, third = ([r[i] for r in rows] for i in range(3))
    a = {"y": [x[0] for x in first], "n": [x[1] + 1 for x in first],
         "y2": [x[0] for x in second], "n2": [x[1] + 1 for x in second]}  # fmt: skip
    b = {"y": [x[0] for x in third], "n": [x[1] + 1 for x in third], "y2": a["n"], "n2": a["n2"]}
    found = paired(TWO_PLAYERS, a, b)
    (p, e), (q, f) = (errors((x["y"], x["n"]), (x["y2"], x["n2"])) for x in (a, b))
    assert found.value == pytest.approx(q - p, abs=1e-12)
    assert found.baseline == pytest.approx(p - 1 / 3)
    if found.method == "paired_t":
        half = stats.t.ppf(0.975, len(rows) - 1) * np.std(f - e, ddof=1) / sqrt(len(rows))
        assert found.high - found.value == pytest.approx(half, rel=1e-6, abs=1e-9)
    if found.p_value is not None and abs(found.p_value - 0.05) > 1e-9:
        assert (found.p_value < 0.05) == (found.low > 0 or found.high < 0)


def test_other_limits_can_be_put_to_a_difference():
    found = paired(RATE, {"y": [0, 1, 1], "n": [1, 1, 1]}, {"y": [1, 1, 0], "n": [1, 1, 1]})
    wider = found.within(fixed(0.99, "bonferroni"))
    assert (wider.high - wider.value) / (found.high - found.value) == pytest.approx(
        stats.t.ppf(0.995, 2) / stats.t.ppf(0.975, 2)
    )
    assert wider.method == "bonferroni"
