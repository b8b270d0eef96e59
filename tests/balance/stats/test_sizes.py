"""Sizes by hand, by statsmodels and by drawing: what a plan says is what a run of that size has."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower, tt_ind_solve_power
from statsmodels.stats.proportion import proportion_confint

from balance.stats.contrast import Contrast
from balance.stats.limits import fixed
from balance.stats.sizes import MOST, Spread, freedom, level_of

ONES = np.ones(500)


def near_half(sd=0.5, **more):
    return Spread(sd, freedom=499, **more)


def test_a_half_width_near_one_half_by_hand():
    """z²·p(1 − p)/h² = 1.959964²·0.25/0.01² = 9,603.6; Student's t adds about z²(z² + 1)/(2·z²) deals: two or three."""
    assert 9604 <= near_half().for_half_width(0.01).deals <= 9607
    assert near_half().for_half_width(0.02).deals == pytest.approx(2401, abs=3)


@pytest.mark.parametrize("sd", [0.15, 0.5, 5.7])
def test_the_size_is_the_smallest_that_is_enough(sd):
    found = near_half(sd).for_half_width(0.1).deals

    def half(n):
        return stats.t.ppf(0.975, n - 1) * sd / sqrt(n)

    assert half(found) <= 0.1 < half(found - 1)


@pytest.mark.parametrize("p", [0.002, 0.02, 0.36])
def test_of_one_win_or_not_a_deal_the_interval_will_be_wilsons(p):
    """Of rare things Student's t would plan far too few: 77 deals for ±1 pp of 0.2 %."""
    found = near_half(sqrt(p * (1 - p)), wins=p).for_half_width(0.01).deals
    low, high = proportion_confint(p * found, found, method="wilson")
    assert (high - low) / 2 == pytest.approx(0.01, rel=0.01)


@pytest.mark.parametrize("power", [0.80, 0.95])
def test_a_difference_with_power_is_that_of_the_paired_t_test(power):
    found = near_half(0.2).for_change(0.01, 0.0, power).deals
    exact = TTestPower().solve_power(effect_size=0.05, alpha=0.05, power=power, alternative="two-sided")
    assert found == pytest.approx(exact, rel=0.002)


def test_an_unpaired_difference_of_1_pp_takes_39240_deals_an_arm():
    """statistics of two proportions near one half, 80 % power: both arms' variances are added."""
    found = near_half(sqrt(0.5)).for_change(0.01, 0.0, 0.80).deals
    expected = tt_ind_solve_power(effect_size=0.02, alpha=0.05, power=0.8)
    assert found == pytest.approx(expected, rel=0.001)
    assert found == pytest.approx(39_240, rel=0.001)


@pytest.mark.parametrize(("change", "power"), [(0.02, 0.80), (0.02, 0.95), (0.0, 0.80), (0.0, 0.95)])
def test_the_powers_hold_where_runs_of_that_size_are_drawn(change, power):
    """The share of intervals beyond ±0.01, or within it, of estimates drawn around the truth; 20,000 draws: ±0.8 %."""
    spread = near_half(0.2, level=0.99)
    needed = spread.for_change(change, 0.01, power) if change else spread.for_none(0.01, power)
    drawn = np.random.default_rng(5).normal(change, 0.2 / sqrt(needed.deals), 20_000)
    half = spread.half_width(needed.deals)
    told = drawn - half > 0.01 if change else abs(drawn) + half < 0.01
    assert told.mean() == pytest.approx(power, abs=0.01)


def test_a_family_takes_more_deals():
    alone, among = (near_half(level=level).for_half_width(0.01).deals for level in (0.95, 1 - 0.05 / 6))
    ratio = (stats.norm.ppf(1 - 0.05 / 12) / stats.norm.ppf(0.975)) ** 2
    assert among == pytest.approx(alone * ratio, rel=0.001)


def test_the_level_of_a_family_is_read_from_its_limits():
    assert level_of(fixed(0.991), 500) == pytest.approx(0.991)


def test_what_capped_rounds_leave_open_no_number_closes():
    capped = near_half(gap=0.004)
    assert capped.for_half_width(0.01).deals == pytest.approx(9604 / 0.6**2, rel=0.001)
    for told in (
        capped.for_half_width(0.004),
        capped.for_none(0.003, 0.8),
        capped.for_change(0.013, 0.01, 0.8),
    ):
        assert told.deals is None
        assert "capped" in told.reason


def test_more_than_can_be_played_is_said_in_words():
    told = near_half().for_half_width(1e-7)
    assert (told.deals, told.reason) == (None, f"more than {MOST:,} deals")


def test_where_few_deals_count_more_are_needed():
    assert near_half(counted=0.25).for_half_width(0.01).deals == pytest.approx(4 * 9604, rel=0.001)


def test_no_spread_is_no_plan():
    assert Spread.of([Contrast(0.5, Fraction(0), 500, 1.0)], 0 * ONES, ONES) is None


def test_the_freedom_of_normal_deals_is_that_of_chi_square():
    """Quantiles of the normal, so that μ₄/σ⁴ is 3 but for the tails."""
    d = stats.norm.ppf((np.arange(500) + 0.5) / 500)
    assert freedom(d, ONES) == pytest.approx(499, rel=0.03)
    low, high = Spread(1.0, 499.0).factors()
    assert (low, high) == pytest.approx((499 / stats.chi2.ppf(0.975, 499), 499 / stats.chi2.ppf(0.025, 499)))


@pytest.mark.parametrize("differ", [3, 5, 20])
def test_few_deals_that_differ_make_an_uncertain_plan(differ):
    """About twice their number: 2/((κ − 1)/n + …) with κ = n/differ."""
    d = np.zeros(500)
    d[:differ] = [(-1) ** i for i in range(differ)]
    assert freedom(d, ONES) == pytest.approx(2 * differ, rel=0.25)


@pytest.mark.parametrize("rare", [0.03, 0.3])
def test_the_interval_of_a_plan_holds_the_deals_that_the_truth_needs(rare):
    """Of 400 pilots of 500 deals at least nine in ten."""
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        d = np.where(rng.random(500) < rare, rng.choice([-1.0, 1.0], 500), 0.0)
        low, high = Spread(1.0, freedom(d - d.mean(), ONES)).factors()
        held += low * d.var(ddof=1) <= rare <= high * d.var(ddof=1)
    assert held / 400 > 0.9
