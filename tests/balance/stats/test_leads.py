"""Lead changes, comebacks and settled rounds: over the deals whose turns were logged, against the naive reading."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from balance.workflows.reading.measure import measure
from tests.conftest import TRACK
from tests.leads import Lead, lead

STANDING = {"name": "standing", "kind": "stock", "unit": "points", "meaning": "points if the round ended now"}
DEALS = 40


def logged(deal):
    return deal % 3 != 0


@pytest.fixture(scope="module")
def played():
    """(match, round) → standing after each turn; a deal has one match of two rounds."""
    rng = np.random.default_rng(8)
    return {
        (match, number): np.cumsum(rng.integers(-1, 3, (int(rng.integers(1, 12)), 3)), axis=0).tolist()
        for match in range(DEALS)
        for number in range(2)
    }


def points(turns):
    """The last standing, but that of seat 1 counts two more: it may win from behind."""
    return [turns[-1][0], turns[-1][1] + 2, turns[-1][2]]


def capped(match, number):
    return match % 7 == 1 and number == 1


@pytest.fixture
def run_of(make_run, told, played):
    round_, variant = told

    def make(is_logged):
        deals = [
            [
                [
                    round_(
                        points(played[m, r]),
                        turns=len(played[m, r]),
                        end="cap" if capped(m, r) else "target",
                    )
                    for r in range(2)
                ]
            ]
            for m in range(DEALS)
        ]
        return make_run(
            [variant(deals, lineup=("greedy",) * 3)],
            track=[*TRACK, STANDING],
            turns=lambda v, m, r: (
                [[{"standing": s} for s in turn] for turn in played[m, r]] if is_logged(m) else []
            ),
            chunk_clusters=9,
        )

    return make


def test_only_deals_whose_turns_were_logged_count(run_of, played):
    found = measure(run_of(logged))[0]
    deals = [m for m in range(DEALS) if logged(m)]
    by_deal = {}
    for m in deals:
        by_deal[m] = []
        for r in range(2):
            if capped(m, r):
                continue
            turns, won = played[m, r], points(played[m, r])
            winner = won.index(max(won)) if won.count(max(won)) == 1 else None
            by_deal[m].append((lead(turns, winner), len(turns)))
    for name, value in (
        ("lead_changes", lambda one, turns: one.lead_changes),
        ("comeback", lambda one, turns: one.comeback),
        (
            "settled",
            lambda one, turns: None if one.settled is None else round(1e6 * one.settled / turns) / 1e6,
        ),
    ):
        values = [[v for pair in by_deal[m] if (v := value(*pair)) is not None] for m in deals]
        y, n = np.array([sum(v) for v in values], float), np.array([len(v) for v in values])
        e = (y - y.sum() / n.sum() * n) / n.mean()
        half = stats.t.ppf(0.975, len(deals) - 1) * e.std(ddof=1) / sqrt(len(deals))
        one = found[name]
        assert (one.value, one.n, one.clusters) == (pytest.approx(y.sum() / n.sum()), n.sum(), len(deals))
        assert (one.low, one.high) == pytest.approx((one.value - half, one.value + half))
        assert one.reason is None
    assert found["settled"].unit == "share"
    assert found["comeback"].unit == "points"


def test_without_turns_nothing_is_known_and_it_is_said_why(run_of):
    found = measure(run_of(lambda deal: False))[0]
    for name in ("lead_changes", "comeback", "settled"):
        assert (found[name].value, found[name].low, found[name].n, found[name].clusters) == (None, None, 0, 0)
        assert found[name].reason == "turns were not logged"


def test_one_logged_deal_has_no_interval(run_of):
    one = measure(run_of(lambda deal: deal == 2))[0]["lead_changes"]
    assert one.value is not None
    assert (one.low, one.clusters) == (None, 1)
    assert one.reason == "one deal shows no spread, so there is no interval"


def test_a_game_without_a_standing_has_no_such_metrics(make_run, told):
    round_, variant = told
    assert "lead_changes" not in measure(make_run([variant([[[round_([1, 0])]]])]))[0]


@pytest.mark.parametrize(
    ("turns", "winner", "expected"),
    [
        ([[1, 0], [1, 0]], 0, Lead(0, 0, 1)),  # the first leader is no change; never behind
        ([[1, 0], [1, 1], [2, 1]], 0, Lead(0, 0, 3)),  # a tie between is no change, but it settles nothing
        ([[1, 0], [1, 1], [1, 2]], 1, Lead(1, 1, 3)),
        ([[0, 0], [0, 0]], 0, Lead(0, 0, None)),  # won by what standing does not count
        ([[-3, -1], [-2, -4]], 0, Lead(1, 2, 2)),  # negative points
        ([[0, 4]], 0, Lead(0, 4, None)),
        ([[5, 4]], 0, Lead(0, 0, 1)),  # one turn
        ([[2, 1, 1], [2, 3, 4], [5, 3, 4]], 0, Lead(2, 2, 3)),
        ([[2, 1], [1, 2]], None, Lead(1, None, None)),  # tied or capped
        ([], 0, Lead(0, 0, None)),
    ],
)
def test_the_naive_reading_by_hand(turns, winner, expected):
    assert lead(turns, winner) == expected
