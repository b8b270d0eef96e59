"""Estimates of what no metric has: over which deals."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from balance.stats.measure import ONE_DEAL
from reports.sections import economy_turns


def levels(variant, match, round_):
    return [[{"supply": 10 - match - t}] * 2 for t in range(2)]


def context_of(make_run, told, look, logged, levels=levels):
    """Thirty deals of a match of one round; turns were logged of the first so many."""
    round_, variant = told
    deals = [[[round_([2, 1], turns=2)]] for _ in range(30)]
    turns = lambda *key: levels(*key) if key[1] < logged else []  # noqa: E731
    return look(
        make_run(
            [variant(deals)], turns=turns, log={"level": "turns", "budget": 0, "share": 0.2, "pilot": {}}
        )
    )


def test_of_turns_the_clusters_are_the_deals_whose_turns_were_logged(make_run, told, look):
    found = economy_turns.levels(context_of(make_run, told, look, 6))[0, 0, "supply"]
    held = 10 - np.arange(6)
    half = stats.t.ppf(0.975, 5) * held.std(ddof=1) / sqrt(6)
    assert (found.n, found.clusters) == (6, 6)
    assert (found.value, found.low, found.high) == pytest.approx(
        (held.mean(), held.mean() - half, held.mean() + half)
    )


def test_one_deal_whose_turns_were_logged_shows_no_spread(make_run, told, look):
    found = economy_turns.levels(context_of(make_run, told, look, 1))[0, 0, "supply"]
    assert (found.value, found.low, found.high, found.clusters, found.reason) == (10, None, None, 1, ONE_DEAL)


def test_what_is_0_in_all_deals_is_known_as_well_for_a_seat_as_for_all(make_run, told, look):
    found = economy_turns.levels(context_of(make_run, told, look, 6, lambda *_: [[{"supply": 0}] * 2]))
    unseen = 1 - 0.025 ** (1 / 6)
    one = found[0, 0, "supply"]
    assert (one.value, one.low, one.high, one.n) == pytest.approx((0, -unseen, unseen, 6))
