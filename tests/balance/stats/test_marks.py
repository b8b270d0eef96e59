"""Targets marked: intervals that hold for all variants and targets at once, against the same computed naively."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from balance.stats.layout import ALL_ROUNDS, Quantile, one
from balance.stats.layout import ROUNDS as ENDED
from balance.stats.marks import all_met, marks
from balance.stats.metrics import Folded
from balance.stats.targets import Mark, Target

TIED = one("tied_rounds", "tied_rounds", ENDED, "")
TURNS = one("turns_mean", "turns", ENDED, "", "turns")
MEDIAN = Quantile("turns_median", "turns", Fraction(1, 2), ALL_ROUNDS, "turns", "")
ASKED = [TIED, TURNS, MEDIAN]
DEALS = 600


def read(turns, tied=None, moving=("tied_rounds", "turns_mean"), batches=1):
    """What is kept of rounds, two of each deal: int (deals, 2) of turns, 0 where capped; tied: the same shape."""
    ended = turns > 0
    tied = np.zeros_like(ended) if tied is None else tied & ended
    found = Folded(ASKED, 1, moving)
    for deals in np.array_split(np.arange(len(turns)), batches):
        t = turns[deals]
        columns = {
            "rounds": ended[deals].sum(1), "capped": (~ended[deals]).sum(1), "all_rounds": np.full(len(deals), 2),
            "turns": t.sum(1), "tied_rounds": tied[deals].sum(1), "other": t.sum(1),
        }  # fmt: skip
        growth = {}
        for level in np.unique(t[t > 0]).tolist():
            now, before = ((t <= level) & (t > 0)).sum(1), ((t < level) & (t > 0)).sum(1)
            growth[level] = (
                int((now - before).sum()), int((now**2 - before**2).sum()), int(2 * (now - before).sum())
            )  # fmt: skip
        found.add(SimpleNamespace(variant=0, deals=len(deals), numbers=deals, share_unit=1, columns=columns,
                                  levels={"turns": growth}))  # fmt: skip
    return found


@pytest.fixture(scope="module")
def three():
    """Three variants on the same deals, whose turns go together."""
    rng = np.random.default_rng(4)
    common = rng.poisson(12, (DEALS, 2))
    return {v: common + rng.poisson(1 + v, (DEALS, 2)) + 1 for v in range(3)}


def target(low, high):
    return Target({"between": [low, high]}, low, high)


def test_one_target_of_one_variant_has_the_ordinary_interval(three):
    found = read(three[0])
    [[one_]] = marks({"a": found}, {"turns_mean": target(0, 99)}).values()
    assert one_.value.estimate == found.estimates()["turns_mean"]
    assert (one_.mark, one_.value.outer, one_.reason) == (Mark.MET, None, None)


def test_three_variants_against_a_naive_computation(three):
    """Errors of deals by hand; the limit is where a box of the multivariate t of their correlation holds 95 %."""
    found = marks({v: read(t) for v, t in three.items()}, {"turns_mean": target(0, 99)})
    errors = np.stack([t.mean(1) - t.mean() for t in three.values()])  # n_c is 2 in every deal
    limits = []
    for e, t, [one_] in zip(errors, three.values(), found.values(), strict=True):
        error = np.std(e, ddof=1) / np.sqrt(DEALS)
        assert one_.value.estimate.value == pytest.approx(t.mean())
        limits.append((one_.value.estimate.high - one_.value.estimate.value) / error)
        assert one_.value.estimate.value - one_.value.estimate.low == pytest.approx(limits[-1] * error)
        assert one_.value.estimate.method == "max_t"
    assert limits == pytest.approx([limits[0]] * 3)
    c = limits[0]
    box = stats.multivariate_t(shape=np.corrcoef(errors), df=DEALS - 1, seed=1)
    assert box.cdf([c] * 3, lower_limit=[-c] * 3) == pytest.approx(0.95, abs=0.004)
    assert stats.t.ppf(0.975, DEALS - 1) < c < stats.t.ppf(1 - 0.025 / 3, DEALS - 1)


def test_batches_change_nothing(three):
    whole, parts = (
        marks({v: read(t, batches=n) for v, t in three.items()}, {"turns_mean": target(0, 99)})
        for n in (1, 7)
    )
    assert whole == parts


def test_a_quantile_has_woodruff_s_interval_at_bonferroni_s_level(three):
    """Inverted by hand from the cluster intervals of P(X ≤ q), 1 − 0.05/3 wide."""
    found = marks({v: read(t) for v, t in three.items()}, {"turns_median": target(0, 99)})
    for t, [one_] in zip(three.values(), found.values(), strict=True):
        reached = []
        for level in np.unique(t):
            share = (t <= level).mean(1)
            error = np.std(share, ddof=1) / np.sqrt(DEALS) * stats.t.ppf(1 - 0.025 / 3, DEALS - 1)
            reached.append((level, share.mean() - error, share.mean() + error))
        assert one_.value.estimate.low == next(level for level, _, high in reached if high >= 0.5)
        assert one_.value.estimate.high == next(level for level, low, _ in reached if low >= 0.5)
        assert one_.value.estimate.method == "woodruff, bonferroni"
    [[alone]] = marks({0: read(three[0])}, {"turns_median": target(0, 99)}).values()
    assert alone.value.estimate.method == "woodruff"


def test_what_never_happens_is_known_by_its_part_of_5_percent(three):
    found = marks({v: read(t) for v, t in three.items()}, {"tied_rounds": target(0, 0.05)})
    for [one_] in found.values():
        assert one_.value.estimate.high == pytest.approx(1 - (0.025 / 3) ** (1 / DEALS))
        assert one_.mark is Mark.MET  # from 0: a share cannot be below


def test_rare_things_are_not_held_to_a_limit_below_0():
    tied = np.zeros((DEALS, 2), bool)
    tied[5] = True
    found = read(np.full((DEALS, 2), 9), tied)
    [[one_]] = marks({0: found}, {"tied_rounds": target(0, 0.05)}).values()
    assert one_.value.estimate.low < 0 and one_.mark is Mark.MET


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(13.7, 14.2, "✓"), (14.2, 99, "✗"), (0, 13.7, "✗"), (13.9, 99, "?"), (0, 13.9, "?")],
)
def test_marks_are_read_from_the_whole_interval(three, low, high, expected):
    found = read(three[0])
    e = found.estimates()["turns_mean"]
    assert 13.7 < e.low < 13.9 < e.high < 14.2
    [[one_]] = marks({0: found}, {"turns_mean": target(low, high)}).values()
    assert one_.mark == expected
    assert all_met([one_]) is (expected == "✓")


def test_capped_rounds_widen_the_interval_that_counts_and_too_many_leave_no_mark():
    rng = np.random.default_rng(6)
    turns, tied = rng.integers(5, 9, (DEALS, 2)), rng.random((DEALS, 2)) < 0.3
    for share, some in ((0.02, True), (0.2, False)):
        capped = np.where(rng.random((DEALS, 2)) < share, 0, turns)
        [[one_]] = marks({0: read(capped, tied)}, {"tied_rounds": target(0, 0.6)}).values()
        assert one_.value.outer[0] < one_.value.estimate.low < one_.value.estimate.high < one_.value.outer[1]
        assert one_.to_json()["outer"] == list(one_.value.outer)
        lost = (capped > 0) & tied
        t = stats.t.ppf(0.975, DEALS - 1) * np.std(lost.mean(1), ddof=1) / np.sqrt(DEALS)
        assert one_.value.outer[0] == pytest.approx(lost.mean() - t)
        assert (one_.mark, one_.reason) == (
            (Mark.MET, None) if some else (Mark.OPEN, "more than 5% were capped")
        )
        [[edge]] = marks(
            {0: read(capped, tied)}, {"tied_rounds": target(0, one_.value.estimate.high)}
        ).values()
        assert edge.mark is Mark.OPEN


def test_where_there_is_nothing_to_say_the_reason_is_given(three):
    targets = {"turns_mean": target(0, 99), "win_share_position_2": target(0, 1)}
    found = marks({0: read(three[0][:1]), 1: read(three[1])}, targets, {1: {"turns_mean": "as said"}})
    assert [(one_.mark, one_.reason) for one_ in found[0]] == [
        (Mark.OPEN, "one deal shows no spread, so there is no interval"),
        (Mark.OPEN, "the variant has no such metric"),
    ]
    assert (found[1][0].mark, found[1][0].reason) == (Mark.OPEN, "as said")
    told = found[0][1].to_json()
    assert (told["value"], told["low"], told["high"], told["mark"]) == (None, None, None, "?")
    assert (
        marks({0: read(np.zeros((3, 2), int))}, targets)[0][0].reason
        == "there are no rounds that ended by the rules"
    )
