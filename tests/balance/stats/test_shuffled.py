"""The lead were a round's turns in random order, against plain Python and against what can be counted."""

from itertools import permutations

import numpy as np
import pytest

from balance.stats.layout import Layout
from balance.stats.metrics import meanings
from balance.stats.shuffled import lead as vectorised
from balance.stats.shuffled import orders
from balance.store import steps
from balance.workflows.reading.measure import measure
from tests.conftest import TRACK
from tests.leads import lead

STANDING = {"name": "standing", "kind": "stock", "unit": "points", "meaning": "points if the round ended now"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scale", [1, 40_000])  # 16 bits are not enough for the second
def test_every_order_is_read_as_plain_python_reads_it(seats, scale):
    rng = np.random.default_rng(seats)
    some = scale * rng.integers(-2, 3, (5, 7, seats))
    before = scale * rng.integers(-1, 2, (5, seats))
    winner = np.array([0, 1, -1, 1, 0])
    order = orders(7)[:, :60]
    changes, behind, since = vectorised(some, before, winner, order)
    for r in range(5):
        for o in range(60):
            turns = (before[r] + np.cumsum(some[r][order[:, o]], axis=0)).tolist()
            naive = lead(turns, None if winner[r] < 0 else int(winner[r]))
            assert changes[r, o] == naive.lead_changes
            if winner[r] >= 0:
                assert behind[r, o] == naive.comeback
                assert since[r, o] == (8 if naive.settled is None else naive.settled)


def test_orders_are_random_and_the_same_each_time():
    found = orders(4)
    assert (np.sort(found, axis=0) == np.arange(4)[:, None]).all()
    assert (found == orders(4)).all()
    first, number = np.unique(found[0], return_counts=True)
    assert first.tolist() == [0, 1, 2, 3]
    assert (abs(number - 250) < 5 * np.sqrt(1000 * 0.25 * 0.75)).all()


@pytest.fixture
def run_of(make_run, told):
    """run_of(rounds, points): a deal for each list of what each turn adds to each seat."""
    round_, variant = told

    def make(*played, points=(3, 1), logged=lambda m: True, chunk_clusters=3, **more):
        deals = [[[round_(list(points), turns=len(added), **more)]] for added in played]
        return make_run(
            [variant(deals)],
            track=[*TRACK, STANDING],
            turns=lambda v, m, r: (
                [[{"standing": int(s)} for s in level] for level in np.cumsum(played[m], axis=0)]
                if logged(m)
                else []
            ),
            chunk_clusters=chunk_clusters,
        )

    return make


def test_the_null_of_a_round_is_the_mean_over_its_orders(run_of):
    """Four turns have 24 orders: 1,000 of them at random come near the mean over all."""
    added = [[2, 0], [0, 1], [1, 0], [0, 0]]
    found = measure(run_of(added, added, added))[0]
    naive = [lead(np.cumsum(order, axis=0).tolist(), 0) for order in permutations(added)]
    for name, values in (
        ("lead_changes", [n.lead_changes for n in naive]),
        ("comeback", [n.comeback for n in naive]),
        ("settled", [n.settled / 4 for n in naive]),
    ):
        null = found[f"{name}_null"]
        assert null.value == pytest.approx(np.mean(values), abs=4 * np.std(values) / np.sqrt(1000))
        assert (null.n, null.clusters, null.method) == (3, 3, "shuffled_turns")
    assert found["lead_changes_null"].value > found["lead_changes"].value == 0


def test_turns_that_are_all_alike_have_the_lead_that_was_played(run_of):
    found = measure(run_of([[1, 0]] * 5, [[1, 0]] * 5))[0]
    for name in ("lead_changes", "comeback", "settled"):
        assert found[f"{name}_null"].value == found[name].value
    assert found["settled_null"].value == 0.2


def test_rounds_are_drawn_from_the_first_deals_however_these_were_cut_into_chunks(run_of, monkeypatch):
    rng = np.random.default_rng(3)
    played = [rng.integers(-1, 3, (int(rng.integers(2, 6)), 2)).tolist() for _ in range(12)]
    logged = [p for m, p in enumerate(played) if m % 4 != 1]

    def drawn(**cut):
        [sample] = steps.samples(run_of(*played, logged=lambda m: m % 4 != 1, **cut))
        return sample.deals, [(one.deal, one.steps.tolist()) for one in sample.rounds]

    assert drawn() == drawn(chunk_clusters=12) == (9, list(enumerate(logged)))
    monkeypatch.setattr(steps, "DEALS", 7)
    assert drawn() == drawn(chunk_clusters=12) == (7, list(enumerate(logged[:7])))
    monkeypatch.setattr(steps, "ROUNDS", 4)
    few = drawn()
    assert few == drawn(chunk_clusters=2)
    assert (few[0], len(few[1])) == (7, 4)
    assert all(added == logged[deal] for deal, added in few[1])
    monkeypatch.setattr(steps, "TURNS", 2 * max(len(p) for p in logged))
    assert 2 <= len(drawn()[1]) < 4


def test_long_matches_are_no_reason_for_few_deals(monkeypatch):
    monkeypatch.setattr(steps, "ROUNDS", 50)
    turns = np.tile([10, 30, -1, 20], 100)
    drawn = np.flatnonzero(steps._drawn(turns))
    assert len(drawn) == 50
    assert (turns[drawn] > 0).all()
    assert abs(turns[drawn].mean() - 20) < 4  # no length is drawn more often than another


def test_capped_rounds_are_left_out_and_what_is_not_logged_is_said(run_of):
    capped = measure(run_of([[1, 0]], [[1, 0]], end="cap"))[0]["lead_changes_null"]
    assert (capped.value, capped.n, capped.clusters) == (None, 0, 2)
    nothing = measure(run_of([[1, 0]], [[1, 0]], logged=lambda m: False))[0]["comeback_null"]
    assert (nothing.value, nothing.reason, nothing.clusters) == (None, "turns were not logged", 0)


def test_all_of_it_is_explained(run_of):
    run = run_of([[1, 0]], [[0, 1]])
    said = meanings(Layout.of(run.spec["declared"], run.spec["variants"][0]))
    found = measure(run)[0]
    assert {"lead_changes_null", "comeback_null", "settled_null"} <= found.keys() <= said.keys()
    assert all(said.values())
