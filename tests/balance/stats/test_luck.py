"""Luck of the deal against the definitions written out with NumPy, and a toy whose luck is known."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import pytest

from balance.stats.luck import ALIKE, NO_VARIANCE, UNDECIDED, Setting, luck
from balance.stats.measure import ONE_DEAL


@dataclass
class Wins:
    """share: (deals, repeats, mirrors, seats), here in units of 1/2."""

    share: np.ndarray
    decided: np.ndarray
    alike: np.ndarray
    variant: int = 0
    share_unit: int = 2


def wins(share, decided=None):
    """Of shares; matches of equal shares count as the same match."""
    share = np.rint(2 * np.asarray(share)).astype(np.int64)
    alike = (share == share[:, :1]).all(axis=(1, 2, 3))
    return Wins(share, np.ones(len(share), bool) if decided is None else decided, alike)


def estimated(part, *parts):
    _, repeats, mirrors, seats = part.share.shape
    return luck({0: Setting(repeats, mirrors, seats)}, [part, *parts])[0]


def toy(rng, deals, q, mirrors=1):
    """Two seats: with probability q the deal decides who wins, else a draw of the players."""
    shape = (deals, 2, mirrors)
    dealt = rng.random((deals, 1, mirrors)) < q
    won = np.where(dealt, rng.random((deals, 1, mirrors)) < 0.5, rng.random(shape) < 0.5)
    return np.stack([won, ~won], axis=-1).astype(float)


def by_definition(share):
    """Σ Cov(y0, y1) / Σ ½ (Var y0 + Var y1), over the seats of each mirror."""
    _, _, mirrors, seats = share.shape
    cells = [(m, s) for m in range(mirrors) for s in range(seats)]
    both = [np.cov(share[:, 0, m, s], share[:, 1, m, s]) for m, s in cells]
    return sum(c[0, 1] for c in both) / sum((c[0, 0] + c[1, 1]) / 2 for c in both)


@pytest.mark.parametrize("mirrors", [1, 2])
def test_it_is_the_ratio_of_covariance_and_variance_over_deals(mirrors):
    share = toy(np.random.default_rng(3), 50, 0.4, mirrors)
    share[::7] = 0.5  # ties
    one = estimated(wins(share))["deal_luck"]
    assert one.value == pytest.approx(by_definition(share))
    assert (one.n, one.clusters, one.unit) == (50 * 2 * mirrors, 50, "share")


def test_its_interval_is_that_of_the_jackknife_but_for_small_samples():
    share = toy(np.random.default_rng(4), 400, 0.3)
    one = estimated(wins(share))["deal_luck"]
    left_out = [by_definition(np.delete(share, i, axis=0)) for i in range(400)]
    error = sqrt(399 / 400 * np.sum((left_out - np.mean(left_out)) ** 2))
    assert (one.high - one.low) / 2 == pytest.approx(1.966 * error, rel=0.01)


@pytest.mark.parametrize("q", [0.0, 0.2, 0.9])
def test_the_luck_of_a_toy_lies_in_its_interval_as_often_as_is_said(q):
    rng = np.random.default_rng(5)
    found = [estimated(wins(toy(rng, 150, q)))["deal_luck"] for _ in range(400)]
    covered = np.mean([one.low <= q <= one.high for one in found])
    assert 0.92 <= covered <= 0.98
    assert np.mean([one.value for one in found]) == pytest.approx(q, abs=0.015)


def test_where_players_draw_nothing_it_is_1_and_it_is_said_why():
    share = np.repeat(toy(np.random.default_rng(6), 30, 0.5)[:, :1], 2, axis=1)
    one = estimated(wins(share))["deal_luck"]
    assert (one.value, one.low, one.high, one.reason) == (1.0, None, None, ALIKE)
    different = wins(share)
    different.alike[3] = (
        False  # other decisions, the same winner: it is the deal that decides, as far as seen
    )
    one = estimated(different)["deal_luck"]
    assert (one.value, one.high, one.reason, one.method) == (1.0, 1.0, None, "clopper_pearson")
    assert one.low == pytest.approx(1 - (1 - 0.025 ** (1 / 30)))


def test_what_cannot_be_told_is_said():
    share = toy(np.random.default_rng(6), 3, 0.5)
    assert estimated(wins(share[:1]))["deal_luck"].reason == ONE_DEAL
    assert estimated(wins(share, np.zeros(3, bool)))["deal_luck"].reason == UNDECIDED
    assert estimated(wins(np.full((3, 2, 1, 2), 0.5)))["deal_luck"].reason == NO_VARIANCE


def test_deals_with_an_undecided_match_are_left_out_and_parts_are_joined():
    share = toy(np.random.default_rng(7), 60, 0.5)
    decided = np.arange(60) % 5 > 0
    whole = estimated(wins(share[decided]))["deal_luck"]
    assert estimated(wins(share, decided))["deal_luck"] == whole
    assert estimated(wins(share[:20], decided[:20]), wins(share[20:], decided[20:]))["deal_luck"] == whole


def test_deal_and_skill_between_two_players_by_their_definitions():
    """z: seat 0's share in each mirror; player A sits there in mirror 0 and in seat 1 in mirror 1."""
    rng = np.random.default_rng(8)
    better = rng.random(300) < 0.3  # A wins wherever it sits; else the better hand does
    hand = rng.random(300) < 0.5
    z = np.stack([better | hand, ~better & hand], axis=1).astype(float)
    found = estimated(wins(np.stack([z, 1 - z], axis=-1)[:, None]))
    half = (z[:, 0] - z[:, 1]) / 2
    assert list(found) == ["mirror_deal", "mirror_skill"]
    assert found["mirror_deal"].value == pytest.approx(np.cov(z[:, 0], z[:, 1])[0, 1])
    assert found["mirror_skill"].value == pytest.approx(half.mean() ** 2 - half.var(ddof=1) / 300)
    low, high = (half.mean() + sign * 1.968 * half.std(ddof=1) / sqrt(300) for sign in (-1, 1))
    assert (found["mirror_skill"].low, found["mirror_skill"].high) == pytest.approx(
        (low**2, high**2), rel=1e-2
    )
    deal, skill = 0.35 - 0.65 * 0.35, 0.15**2  # E z0·z1 − E z0 · E z1; ((0.65 − 0.35)/2)²
    assert found["mirror_deal"].low < deal < found["mirror_deal"].high
    assert found["mirror_skill"].low < skill < found["mirror_skill"].high


def test_equal_players_show_no_skill():
    rng = np.random.default_rng(9)
    z = (rng.random((200, 2)) < 0.5).astype(float)
    one = estimated(wins(np.stack([z, 1 - z], axis=-1)[:, None]))["mirror_skill"]
    assert one.low <= one.value <= one.high
    assert one.low <= 0 <= one.high
