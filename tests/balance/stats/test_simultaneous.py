"""Limits of a family: between one interval's and Bonferroni's, and what they are exactly where that is known."""

import numpy as np
import pytest
from scipy import stats

from balance.stats.blocks import BLOCKS, Blocks, block
from balance.stats.simultaneous import FEWEST, Moving, family

G = 1000


def moving(size, shared=0.0):
    rng = np.random.default_rng(5)
    own, common = rng.standard_normal((size, BLOCKS)), rng.standard_normal(BLOCKS)
    return [Moving(sums) for sums in np.sqrt(1 - shared) * own + np.sqrt(shared) * common]


def errors(*args, clusters=G):
    return family(*args).limits.errors(clusters)


def test_one_member_has_the_ordinary_interval():
    found = family(1, G, moving(1))
    assert found.limits.errors(G) == pytest.approx(stats.t.ppf(0.975, G - 1))
    assert (found.limits.method, found.level) == ("", 0.95)


def test_independent_members_have_the_limit_of_sidak():
    expected = stats.t.ppf((1 + 0.95 ** (1 / 5)) / 2, G - 1)
    assert errors(5, G, moving(5)) == pytest.approx(expected, abs=0.03)


def test_members_that_move_as_one_have_the_limit_of_one():
    assert errors(5, G, [moving(1)[0]] * 5) == pytest.approx(stats.t.ppf(0.975, G - 1), abs=0.03)


def test_the_more_alike_the_narrower():
    apart, alike, most = (errors(8, G, moving(8, shared)) for shared in (0, 0.5, 0.95))
    assert stats.t.ppf(0.975, G - 1) < most < alike < apart <= stats.t.ppf(1 - 0.025 / 8, G - 1)


def test_two_members_are_the_studentized_bivariate_limit():
    # P(|t₁| ≤ c, |t₂| ≤ c) for ρ = 0.5 and many degrees of freedom (scipy's multivariate normal).
    found = errors(2, 10**6, moving(2), clusters=10**6)
    rho = np.corrcoef(*(m.sums for m in moving(2)))[0, 1]
    both = stats.multivariate_normal(cov=[[1, rho], [rho, 1]]).cdf(
        [found, found], lower_limit=[-found, -found]
    )
    assert both == pytest.approx(0.95, abs=0.004)


def test_of_a_capped_share_one_limit_counts_on_each_side():
    lower, upper = (Moving(moving(1)[0].sums, side) for side in (1, -1))
    assert errors(2, G, [lower, upper] * 2) == pytest.approx(stats.t.ppf(0.975, G - 1), abs=0.03)


def test_few_deals_or_no_blocks_are_for_bonferroni():
    for found in (family(4, FEWEST - 1, moving(4)), family(4, FEWEST, [])):
        assert found.limits.errors(150) == pytest.approx(stats.t.ppf(1 - 0.025 / 4, 149))
        assert found.limits.method == "bonferroni"
    assert family(4, FEWEST, moving(4)).limits.method == "max_t"


def test_members_without_spread_take_their_part_of_5_percent():
    found = family(4, G, moving(2), others=2)
    assert found.limits.unseen(G) == pytest.approx(1 - (0.05 / 8) ** (1 / G))
    assert found.level == 1 - 0.05 / 4
    assert errors(4, G, moving(2), 2) == pytest.approx(stats.t.ppf((1 + 0.975**0.5) / 2, G - 1), abs=0.05)
    assert family(3, G, [], others=3).limits.unseen(G) == pytest.approx(1 - (0.05 / 6) ** (1 / G))


def test_the_same_data_have_the_same_limits():
    assert errors(6, G, moving(6)) == errors(6, G, moving(6))


def test_a_deal_s_block_is_a_matter_of_its_number():
    deals = np.random.default_rng(6).permutation(5_000)
    values = np.random.default_rng(7).integers(-5, 9, 5_000)
    one, other = Blocks(["y"]), Blocks(["y"])
    one.add(deals, {"y": values})
    order = np.argsort(deals)
    for part in np.array_split(order, 7):
        other.add(deals[part], {"y": values[part]})
    assert (one.total("y") == other.total("y")).all() and (one.total("") == other.total("")).all()
    assert one.total("y").sum() == values.sum()
    assert (block(np.arange(BLOCKS)) == np.arange(BLOCKS)).all()  # few deals: each its own
