"""What restrictions cost, from counted shares: the naive way to each number, Holm's by statsmodels, what dominates."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from balance.stats.estimate import Estimate
from balance.stats.restrictions import Effect, Restricted, effect, restrictions
from balance.stats.tallies import Pairing, Tallies
from tests.balance.stats.test_ladder import Part

EVEN = Estimate(0.5, 0.4, 0.6, 1000, 100, "cluster_t", "share")
NONE = Estimate(0.0, 0.0, 0.03, 1000, 100, "clopper_pearson", "share")


def restricted(mode, name, value, met=EVEN, bound=EVEN):
    return Restricted(f"sly[{mode}={name}:{value}]", mode, name, value, met, bound)


def told(rows, wins, seats=2, capped=None):
    """Restrictions whose player wins so much: wins[i] of shape (deals, mirrors), its share in each match.

    capped: of shape (deals, mirrors), the matches of the first restriction that a cap ended.
    """
    pairings, parts = [], []
    for i, (row, won) in enumerate(zip(rows, wins, strict=True)):
        lost = np.zeros(won.shape, bool) if capped is None or i else capped
        seatings = [[row.player if s == m else "sly" for s in range(seats)] for m in range(seats)]
        columns = {"matches": (~lost).sum(axis=1), "capped_matches": lost.sum(axis=1)}
        for m in range(seats):
            rest = ((seats - 1) - won[:, m] * (seats - 1)) // (seats - 1)  # one other seat has what is left
            for s in range(seats):
                other = rest if s == (m + 1) % seats else 0 * rest
                columns[f"seating_share:{m}:{s}"] = np.where(lost[:, m], 0, won[:, m] if s == m else other)
        pairings.append(Pairing(row.player, "sly", seatings))
        parts.append(Part(len(won), columns))
    tallies = Tallies(pairings, 1)
    tallies.add(parts)
    return restrictions(tallies, "sly", rows)


def drawn(chance, deals=2_000, seats=2, seed=0):
    return (np.random.default_rng(seed).random((deals, seats)) < chance).astype(np.int64)


ROWS = [
    restricted(mode, "pick", value) for value in ("open", "stack", "blind") for mode in ("never", "always")
]
CHANCES = [0.40, 0.50, 0.47, 0.30, 0.56, 0.20]


@pytest.mark.parametrize("seats", [2, 4])
def test_costs_are_what_the_deals_add_up_to(seats):
    wins = [drawn(chance * 2 / seats, seats=seats, seed=i) for i, chance in enumerate(CHANCES)]
    found = told(ROWS, wins, seats)
    assert (found.deals, found.seats) == (2_000, seats)
    for one, won in zip(found.costs, wins, strict=True):
        by_deal = won.mean(axis=1)
        assert one.cost.value == pytest.approx(1 / seats - by_deal.mean())
        error = by_deal.std(ddof=1) / len(by_deal) ** 0.5
        errors = (one.cost.high - one.cost.low) / 2 / error
        assert 1.96 < errors <= 2.6383  # between the ordinary 95 % and Bonferroni's for six: t of 1 − 0.05/12
        assert (one.cost.n, one.cost.clusters, one.cost.method) == (2_000 * seats, 2_000, "max_t")


def test_holm_is_that_of_statsmodels():
    wins = [drawn(chance, 400, seed=i) for i, chance in enumerate((0.49, 0.46, 0.5, 0.44, 0.53, 0.51))]
    found = told(ROWS, wins)
    plain = [stats.ttest_1samp(won.mean(axis=1), 0.5).pvalue for won in wins]
    adjusted = multipletests(plain, method="holm")[1]
    assert [one.p_holm for one in found.costs] == pytest.approx(adjusted.tolist())


def test_two_restrictions_that_come_to_the_same_are_one_member():
    """What never one of two does, always the other does: together they need no wider limits than one."""
    won = drawn(0.45)
    one, other = told(ROWS[:2], [won, won]).costs
    alone = told(ROWS[:1], [won]).costs[0]
    assert one.cost == other.cost
    assert one.cost.high - one.cost.low == pytest.approx(alone.cost.high - alone.cost.low, rel=0.01)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.011, 0.03, Effect.COSTS),
        (0.001, 0.03, Effect.COSTS),  # surely above 0, how much is not clear
        (-0.03, -0.011, Effect.PAYS),
        (0.001, 0.009, Effect.NONE),  # surely above 0, and small
        (-0.009, 0.009, Effect.NONE),
        (-0.02, 0.009, Effect.OPEN),
    ],
)
def test_words_go_as_far_as_the_interval(low, high, said):
    assert effect(low, high) is said


def test_what_dominates_costs_nothing_to_choose_always_while_all_others_do():
    wins = [drawn(chance, seed=i) for i, chance in enumerate(CHANCES)]
    wins[1][:, 1] = 1 - wins[1][:, 0]  # always=pick:open: an even share of every deal
    found = told(ROWS, wins)
    ((best, others),) = found.dominant()
    assert (best.of.value, [other.of.value for other in others]) == ("open", ["stack", "blind"])
    assert best.effect is Effect.NONE
    wins[3] = drawn(0.49, 500, seed=9).repeat(4, axis=0)  # always=pick:stack: nobody knows
    assert list(told(ROWS, wins).dominant()) == []


def test_a_value_that_takes_nothing_away_is_no_alternative():
    rows = [restricted("always", "pick", "open"), restricted("always", "pick", "stack", bound=NONE)]
    even = np.tile([0, 1], (500, 1))
    assert list(told(rows, [even, drawn(0.2, 500)]).dominant()) == []


def test_without_spread_there_is_an_honest_interval():
    rows = [ROWS[0], restricted("never", "joker", "any", NONE, NONE)]
    lost, even = told(rows, [np.zeros((300, 2), np.int64), np.tile([0, 1], (300, 1))]).costs
    assert (lost.cost.value, lost.cost.high, lost.effect) == (0.5, 0.5, Effect.COSTS)
    assert 0.48 < lost.cost.low < 0.5
    assert str(even.cost.value) == "0.0"
    assert even.cost.low == -even.cost.high != 0
    assert even.effect is Effect.OPEN  # 300 deals cannot promise a point of a hundred
    assert (even.of.absent, even.of.idle) == (True, True)


def test_one_deal_has_no_interval_and_says_why():
    (one,) = told(ROWS[:1], [np.array([[1, 0]])]).costs
    assert (one.cost.value, one.cost.low, one.effect, one.p_holm) == (0.0, None, None, None)
    assert one.reason == "one deal shows no spread, so there is no interval"


def test_capped_matches_widen_the_outer_interval_or_withhold_the_effect():
    won, few = drawn(0.4), np.zeros((2_000, 2), bool)
    few[:50, 0] = True  # 1.25 % of the matches
    one = told(ROWS[:2], [won, won], capped=few).costs[0]
    value, low, high = one.cost.value, *one.outer
    assert low < one.cost.low < value < one.cost.high < high
    assert one.limits == one.outer
    kept = np.where(few, 0, won).sum()
    assert one.cost.value == pytest.approx(0.5 - kept / (4_000 - 50))
    assert one.cost.bounds == pytest.approx((0.5 - (kept + 50) / 4_000, 0.5 - kept / 4_000))
    few[:300] = True
    withheld = told(ROWS[:2], [won, won], capped=few).costs[0]
    assert (withheld.effect, withheld.reason) == (None, "more than 5% were capped")


def test_json_has_everything():
    row = told(ROWS[:1], [drawn(0.4)]).costs[0].to_json()
    assert list(row) == [
        "player", "mode", "class", "value", "cost", "margin", "effect", "p_holm", "met", "bound",
    ]  # fmt: skip
    assert (row["player"], row["effect"], row["margin"]) == ("sly[never=pick:open]", "costs", 0.01)
