"""Two arms read in batches, in any order, against the same differences computed deal by deal."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from balance.stats.layout import ALL_ROUNDS, Quantile, one
from balance.stats.layout import ROUNDS as ENDED
from balance.stats.pairs import Arm, Pair, simultaneous

MEDIAN = Quantile("turns_median", "turns", Fraction(1, 2), ALL_ROUNDS, "turns", "")
TURNS = replace(one("turns_mean", "turns", ENDED, "", "turns"), length=True)
ASKED = [one("tied_rounds", "tied_rounds", ENDED, ""), TURNS, MEDIAN]
DEALS = 600


class Table:
    """An arm's rounds, four of each deal: turns (0: capped) and whether they were tied."""

    def __init__(self, turns, tied):
        self.turns, self.tied = turns, tied & (turns > 0)
        ended = turns > 0
        self.columns = {
            "all_rounds": np.full(len(turns), turns.shape[1]),
            "rounds": ended.sum(1),
            "capped": (~ended).sum(1),
            "turns": turns.sum(1),
            "tied_rounds": self.tied.sum(1),
        }

    def part(self, deals):
        sums = {name: values[deals] for name, values in self.columns.items()}
        levels, rows = [], []
        for deal in deals:
            found, counts = np.unique(self.turns[deal], return_counts=True)
            levels += [(deal, level, count) for level, count in zip(found, counts, strict=True) if level]
        rows = np.array(levels, np.int64).reshape(-1, 3)
        return sums, {"turns": (rows[:, 0], rows[:, 1], rows[:, 2])}


@pytest.fixture(scope="module")
def tables():
    rng = np.random.default_rng(8)
    common = rng.poisson(12, (DEALS, 4))
    baseline = Table(common + rng.poisson(2, (DEALS, 4)) + 1, rng.random((DEALS, 4)) < 0.2)
    longer = Table(common + rng.poisson(4, (DEALS, 4)) + 1, rng.random((DEALS, 4)) < 0.2)
    some_capped = Table(np.where(rng.random((DEALS, 4)) < 0.01, 0, baseline.turns), baseline.tied)
    return baseline, longer, some_capped


def pair(one, other, batches):
    a, b = Arm(ASKED, 1), Arm(ASKED, 1)
    both = Pair(a, b)
    for deals in batches:
        (of_a, lengths_a), (of_b, lengths_b) = one.part(deals), other.part(deals)
        a.add(deals, of_a, lengths_a)
        b.add(deals, of_b, lengths_b)
        both.add(len(deals), of_a, of_b)
    return both


WHOLE = [np.arange(DEALS)]
SHUFFLED = np.array_split(np.random.default_rng(9).permutation(DEALS), 5)


def test_batches_and_order_change_nothing(tables):
    first, second = (simultaneous([pair(*tables[:2], batches)], list(pair(*tables[:2], WHOLE).both))
                     for batches in (WHOLE, SHUFFLED))  # fmt: skip
    assert first == second


def test_deals_that_differ_are_counted(tables):
    found = pair(*tables[:2], SHUFFLED)
    a, b = tables[:2]
    for name, column in (("tied_rounds", "tied_rounds"), ("turns_mean", "turns")):
        expected = int((a.columns[column] != b.columns[column]).sum())
        assert found.difference(name).discordant == expected
    same = pair(a, a, WHOLE).difference("turns_mean")
    assert (same.discordant, same.value, same.method) == (0, 0, "clopper_pearson")


def test_a_capped_length_speaks_of_the_rounds_that_ended(tables):
    found = pair(tables[0], tables[2], WHOLE)
    assert found.difference("turns_mean").at_least
    capped = tables[2].columns["capped"].sum()
    assert found.difference("turns_mean").capped == pytest.approx(capped / (4 * DEALS))
    tied = found.difference("tied_rounds")
    assert tied.outer[0] < tied.low < tied.high < tied.outer[1]


def test_primary_metrics_have_limits_together(tables):
    pairs = [pair(tables[0], table, WHOLE) for table in tables[1:]]
    found = simultaneous(pairs, ["turns_mean", "tied_rounds"])
    for there, here in zip(pairs, found, strict=True):
        plain = there.difference("turns_mean")
        assert here["turns_mean"].method == "max_t"
        assert here["turns_mean"].low < plain.low and here["turns_mean"].high > plain.high
        wide = (here["turns_mean"].high - here["turns_mean"].low) / (plain.high - plain.low)
        assert 1 < wide < stats.t.ppf(1 - 0.025 / 4, DEALS - 1) / stats.t.ppf(0.975, DEALS - 1) + 1e-9
        assert here["turns_median"] == there.difference("turns_median")  # not primary: as it is


def test_few_deals_are_for_bonferroni(tables):
    found = simultaneous(
        [pair(*tables[:2], [np.arange(100)])], ["turns_mean", "tied_rounds", "turns_median"]
    )[0]
    plain = pair(*tables[:2], [np.arange(100)]).difference("turns_mean")
    wider = stats.t.ppf(1 - 0.025 / 3, 99) / stats.t.ppf(0.975, 99)
    assert found["turns_mean"].high - plain.value == pytest.approx((plain.high - plain.value) * wider)
    assert (found["turns_mean"].method, found["turns_median"].method) == (
        "bonferroni", "block_bootstrap, bonferroni",
    )  # fmt: skip


def test_a_primary_metric_alone_keeps_its_interval(tables):
    both = pair(*tables[:2], WHOLE)
    assert simultaneous([both], ["turns_mean"])[0]["turns_mean"] == both.difference("turns_mean")


def test_margins_know_the_rounds_of_a_match(tables):
    assert pair(*tables[:2], WHOLE).a.margin("turns_mean", 15.0) == pytest.approx(0.3)


def test_the_difference_of_medians_is_that_of_numpy(tables):
    found = pair(*tables[:2], SHUFFLED).difference("turns_median")
    medians = [np.quantile(t.turns, 0.5, method="inverted_cdf") for t in tables[:2]]
    assert (found.baseline, found.value) == (medians[0], medians[1] - medians[0])
    rng = np.random.default_rng(10)
    again = []
    for _ in range(400):  # the same bootstrap, deal by deal
        deals = rng.integers(0, DEALS, DEALS)
        a, b = (np.quantile(t.turns[deals], 0.5, method="inverted_cdf") for t in tables[:2])
        again.append(b - a)
    assert (found.low, found.high) == tuple(np.quantile(again, (0.025, 0.975), method="inverted_cdf"))
    assert found.p_value < 0.01


def test_a_median_among_capped_rounds_is_told(tables):
    turns = tables[0].turns.copy()
    turns[: DEALS // 4 - 10] = 0
    some = pair(tables[0], Table(turns, turns < 0), WHOLE).difference("turns_median")
    assert some.low <= some.value <= some.high
    turns[: DEALS // 2 - 2] = 0
    half = pair(tables[0], Table(turns, turns < 0), WHOLE).difference("turns_median")
    assert (half.low, half.reason) == (None, "too many capped rounds for an interval")
    assert half.value == 10
    none = pair(tables[0], Table(turns * 0, turns < 0), WHOLE).difference("turns_median")
    assert none.reason == "other arm: more than 50% of the rounds were capped"
    few = pair(*tables[:2], [np.arange(19)]).difference("turns_median")
    assert few.reason == "fewer than 20 deals are too few to resample"
