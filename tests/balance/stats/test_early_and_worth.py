"""What an early lead goes with, and what a kind of decision goes with, counted by hand over the first deals logged."""

import numpy as np
import pytest

from balance.store import clusters
from balance.workflows.reading.measure import measure
from tests.conftest import METRICS
from tests.leads import leader

EARLY = {
    "name": "early_coins",
    "early": "coins",
    "unit": "share",
    "meaning": "wins of the seat with most coins",
}


def by_definition(pairs):
    """Σy/Σn and the errors e_c of clusters (y, n)."""
    y, n = (np.array(column, float) for column in zip(*pairs, strict=True))
    return y.sum() / n.sum(), (y - y.sum() / n.sum() * n) / n.mean()


@pytest.fixture(scope="module")
def played():
    """Deal → two rounds: (points, coins after each turn, decisions as (seat, kind, legal), end)."""
    rng = np.random.default_rng(4)

    def a_round(turns):
        coins = rng.integers(0, 4, (turns, 3)).tolist()
        moves = [tuple(rng.integers((0, 1, 1), (3, 3, 4)).tolist()) for _ in range(turns)]
        return rng.integers(0, 4, 3).tolist(), coins, moves, "cap" if rng.random() < 0.1 else "target"

    return [[a_round(int(rng.integers(1, 9))) for _ in range(2)] for _ in range(30)]


@pytest.fixture
def run(make_run, told, played):
    round_, variant = told
    deals = [
        [[round_(points, turns=len(coins), end=end) for points, coins, _, end in deal]] for deal in played
    ]
    return make_run(
        [variant(deals, lineup=("greedy",) * 3)],
        metrics=[*METRICS, EARLY],
        turns=lambda v, m, r: [[{"coins": c} for c in turn] for turn in played[m][r][1]] if m != 5 else [],
        moves=lambda v, m, r: played[m][r][2] if m != 5 else [],
        chunk_clusters=7,
    )


def share(points, seat):
    return (points[seat] == max(points)) / points.count(max(points))


def test_the_early_leader_s_share_less_an_even_one(run, played):
    pairs = []
    for m, deal in enumerate(played):
        won = []
        for points, coins, _, end in deal:
            first = leader(coins[-(-len(coins) // 3) - 1])  # after the turn that completes a third
            if first is not None and end != "cap":
                won.append(share(points, first))
        if m != 5:  # whose turns were not logged
            pairs.append((sum(won), len(won)))
    value, errors = by_definition(pairs)
    one = measure(run)[0]["early_coins"]
    assert one.value == pytest.approx(value - 1 / 3)
    assert (one.n, one.clusters, one.unit) == (sum(n for _, n in pairs), 29, "share")
    assert (one.high - one.low) / 2 == pytest.approx(2.0484 * errors.std(ddof=1) / np.sqrt(29), rel=1e-4)


def test_what_a_kind_of_decision_goes_with(run, played):
    found = measure(run)[0]
    for number, kind in ((1, "take"), (2, "give")):
        parts = []
        for of_kind in ({number}, {1, 2}):
            rows = [
                [share(points, s) for points, _, moves, end in deal if end != "cap" for s, k, legal in moves
                 if k in of_kind and legal > 1]
                for m, deal in enumerate(played) if m != 5
            ]  # fmt: skip
            parts.append(by_definition([(sum(row), len(row)) for row in rows]))
        one = found[f"choice_worth_{kind}"]
        errors = parts[0][1] - parts[1][1]
        assert one.value == pytest.approx(parts[0][0] - parts[1][0])
        assert one.clusters == 29
        assert (one.high - one.low) / 2 == pytest.approx(2.0484 * errors.std(ddof=1) / np.sqrt(29), rel=1e-4)


def test_the_first_deals_stand_for_all(run, monkeypatch):
    whole = measure(run)[0]
    monkeypatch.setattr(clusters, "FIRST", 10)
    found = measure(run)[0]
    assert (found["early_coins"].clusters, found["choice_worth_take"].clusters) == (9, 9)
    assert found["early_coins"].n < whole["early_coins"].n
    assert found["turns_mean"] == whole["turns_mean"]


def test_without_logs_it_is_said_why(make_run, told):
    round_, variant = told
    found = measure(make_run([variant([[[round_([1, 0])]]])], metrics=[EARLY]))[0]
    assert (found["early_coins"].value, found["early_coins"].reason) == (None, "turns were not logged")
    assert (found["choice_worth_take"].value, found["choice_worth_take"].reason) == (
        None,
        "moves were not logged",
    )
