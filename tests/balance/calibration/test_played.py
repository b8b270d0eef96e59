"""Holding estimates to exact values: the test behind each interval, and the family of all."""

from dataclasses import replace

import pytest
from scipy import stats

from balance.calibration.played import Quantity, chance, compared, plays
from balance.stats.differences import Difference
from balance.stats.estimate import Estimate
from sims import registry, variants

T = Estimate(0.5, 0.49, 0.51, 10_000, 10_000, "cluster_t", "share")
WILSON = replace(T, method="wilson")


def test_the_chance_of_a_mean_is_student_s():
    error = 0.01 / stats.t.ppf(0.975, 9_999)
    assert chance(T, 0.49) == pytest.approx(0.05)
    assert chance(T, 0.515) == pytest.approx(2 * stats.t.sf(0.015 / error, 9_999))
    assert chance(T, 0.5) == 1


def test_the_chance_of_a_share_is_that_of_the_score_test():
    """With 5,000 of 10,000 and p = .49: z = .01/√(.49·.51/10,000)."""
    z = 0.01 / (0.49 * 0.51 / 10_000) ** 0.5
    assert chance(WILSON, 0.49) == pytest.approx(2 * stats.norm.sf(z), rel=1e-3)


def test_without_spread_or_interval():
    same = replace(T, value=1.0, low=0.9996, high=1.0, method="clopper_pearson")
    assert (chance(same, 1.0), chance(same, 0.99)) == (1, 0)
    assert chance(replace(T, low=None, high=None), 0.5) == 0


def test_one_wrong_value_among_many_is_found_and_a_near_miss_is_not():
    """Holm at 1 %: the smallest of 40 p-values must be below .00025."""
    right = [(Quantity(f"right: {i}", "m", 0.5), T) for i in range(39)]
    miss, wrong = (Quantity("it", "m", exact) for exact in (0.515, 0.5195))
    assert all(check.holds for check in compared([*right, (miss, T)]))
    checks = compared([*right, (wrong, T)])
    assert [check.what for check in checks if not check.holds] == ["it"]
    assert {(c.tier, c.found, c.low, c.high, c.n, c.method) for c in checks} == {
        (2, 0.5, 0.49, 0.51, 10_000, "cluster_t")
    }


@pytest.mark.parametrize("play", plays(), ids=lambda play: f"{play.game}-{play.players}")
def test_what_is_played_has_a_variant_for_each_list_of_exact_values(play):
    game = registry.load(play.game)
    assert game.calibration
    made = variants.sweep(game, (play.seats,), None, play.set, list(play.vary), False)
    assert len(made) == len(play.quantities)


def test_every_calibration_game_is_played():
    declared = {name for name in registry.names() if registry.declared(name)["game"].get("calibration")}
    assert {play.game for play in plays()} == declared


def test_a_paired_difference_is_also_held_to_being_seen_and_to_its_correlation():
    moved = Difference(
        -0.02, -0.023, -0.017, (10_000, 10_000), 10_000, "paired_t", "share", 0.5, 0.96, 0.04, 400, 1e-9
    )
    pair = Quantity("B less A: share", "m", -0.021)
    assert [check.holds for check in compared([(pair, moved)])] == [True, True, True]
    apart = replace(moved, p_value=0.2, correlation=0.1)
    assert [check.holds for check in compared([(pair, apart)])] == [True, False, False]
