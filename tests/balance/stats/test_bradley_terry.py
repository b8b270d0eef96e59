"""Strengths: exact on small tables, against statsmodels and a naive likelihood, and honest where nothing is finite."""

from itertools import combinations
from math import log

import numpy as np
import pytest
from scipy.optimize import minimize

from balance.stats.bradley_terry import fit


def table(lineups, shares):
    """What `fit` takes, from shares of shape (deals, seatings, seats)."""
    lines, shares = np.array(lineups), np.asarray(shares, float)
    columns = shares.reshape(len(shares), -1)
    return lines, shares.sum(axis=0), columns.T @ columns, len(shares)


def two_seats(players):
    both = [line for pair in combinations(range(players), 2) for line in (pair, pair[::-1])]
    return [*((p, p) for p in range(players)), *both]


def test_two_players_three_wins_to_one_are_log_3_apart():
    """Without a seat's advantage the strength is the log-odds of the wins (Bradley and Terry 1952)."""
    lineups = [(0, 0), (1, 1), (0, 1), (1, 0)]
    deals = [
        [[1, 0], [0, 1], [1, 0], [0, 1]], [[0, 1], [1, 0], [1, 0], [0, 1]],
        [[1, 0], [0, 1], [1, 0], [0, 1]], [[0, 1], [1, 0], [0, 1], [1, 0]],
    ]  # fmt: skip
    found = fit(*table(lineups, deals), first=1)
    assert found.difference(0, 1)[0] == pytest.approx(log(3))
    assert found.seat(0)[0] == pytest.approx(0, abs=1e-12)


def test_a_tie_is_half_a_win():
    lineups = [(0, 0), (1, 1), (0, 1), (1, 0)]
    even = [[0.5, 0.5]] * 2
    deals = [[*even, [1, 0], [0.5, 0.5]], [*even, [0.5, 0.5], [0, 1]]]  # player 0 has 3 of 4
    assert fit(*table(lineups, deals), first=1).difference(0, 1)[0] == pytest.approx(log(3))


def planted(lineups, strengths, seats, deals, seed):
    """Shares drawn from the model: one winner a match."""
    rng, lines = np.random.default_rng(seed), np.array(lineups)
    worth = np.exp(np.asarray(strengths)[lines] + np.asarray(seats))
    chances = (worth / worth.sum(axis=1, keepdims=True)).cumsum(axis=1)
    winner = (rng.random((deals, len(lines), 1)) > chances).sum(axis=2)
    return np.eye(lines.shape[1])[winner]


def test_strengths_and_errors_are_those_of_statsmodels():
    import statsmodels.api as sm

    lineups = two_seats(3)
    shares = planted(lineups, [0, 0.5, 1.2], [0.3, 0], 300, 1)
    found = fit(*table(lineups, shares))
    rows, won, deal = [], [], []
    for number, matches in enumerate(shares):
        for (one, other), share in zip(lineups, matches, strict=True):
            rows.append([(one == p) - (other == p) for p in (1, 2)] + [1])
            won.append(share[0])
            deal.append(number)
    model = sm.GLM(np.array(won), np.array(rows, float), family=sm.families.Binomial())
    theirs = model.fit(
        cov_type="cluster", cov_kwds={"groups": np.array(deal), "use_correction": False}, tol=1e-12
    )
    assert [*found.strengths[1:], found.seats[0]] == pytest.approx(theirs.params, abs=1e-8)
    assert found.covariance == pytest.approx(theirs.cov_params() * 300 / 299, rel=1e-6, abs=1e-9)


def test_four_seats_against_a_naive_likelihood_and_a_sandwich_deal_by_deal():
    lineups = [(p, p, p, p) for p in range(3)]
    for one, rest in ((a, b) for a in range(3) for b in range(3) if a != b):
        lineups += [tuple(one if seat == s else rest for s in range(4)) for seat in range(4)]
    shares = planted(lineups, [0, 0.4, -0.6], [0.2, 0.1, -0.1, 0], 60, 2)
    found = fit(*table(lineups, shares))

    def worths(x):
        return [[x[p - 1] * (p > 0) + [*x[2:], 0.0][s] for s, p in enumerate(line)] for line in lineups]

    def chances(x):
        worth = np.exp(worths(x))
        return worth / worth.sum(axis=1, keepdims=True)

    best = minimize(lambda x: -(shares.sum(axis=0) * np.log(chances(x))).sum(), np.zeros(5), tol=1e-10).x
    assert [*found.strengths[1:], *found.seats] == pytest.approx(best, abs=1e-4)

    def score(deal, x):
        """The derivative of the log-likelihood of one deal."""
        left = deal - deal.sum(axis=1, keepdims=True) * chances(x)
        of_players = [(left * (np.array(lineups) == p)).sum() for p in (1, 2)]
        return np.array([*of_players, *left.sum(axis=0)[:3]])

    x, step = np.array([*found.strengths[1:], *found.seats]), 1e-5
    total = shares.sum(axis=0)
    hessian = np.array([(score(total, x - e) - score(total, x + e)) / 2 / step for e in step * np.eye(5)])
    scores = np.array([score(deal, x) for deal in shares])
    sandwich = np.linalg.inv(hessian) @ scores.T @ scores @ np.linalg.inv(hessian) * 60 / 59
    assert found.covariance == pytest.approx(sandwich, rel=1e-4, abs=1e-7)


def test_intervals_cover_what_was_planted():
    lineups, missed = two_seats(3), 0
    for seed in range(100):
        found = fit(*table(lineups, planted(lineups, [0, 0.5, 1.2], [0.3, 0], 100, seed)))
        value, variance = found.difference(2, 0)
        missed += abs(value - 1.2) > 1.984 * variance**0.5
    assert 0 < missed <= 12  # 5 expected; outside with probability below 1 %


def test_who_wins_every_match_is_a_group_of_its_own_and_the_others_are_as_without_it():
    lineups = two_seats(3)
    shares = planted(lineups, [0, 0.7, 0], [0.3, 0], 200, 3)
    for line, players in enumerate(lineups):
        if players.count(2) == 1:
            shares[:, line] = np.eye(2)[players.index(2)]
    found = fit(*table(lineups, shares))
    assert found.groups == [[2], [0, 1]]
    kept = [i for i, players in enumerate(lineups) if players.count(2) != 1]
    alone = fit(*table([lineups[i] for i in kept], shares[:, kept]))
    assert found.difference(1, 0) == pytest.approx(alone.difference(1, 0))
    assert found.seat(0) == pytest.approx(alone.seat(0))


def test_where_a_seat_always_wins_there_is_no_term_and_players_are_even():
    lineups = two_seats(2)
    found = fit(*table(lineups, np.tile([1.0, 0.0], (50, len(lineups), 1))))
    assert found.seats is None
    assert found.groups == [[0, 1]]
    assert found.difference(0, 1)[0] == pytest.approx(0)
