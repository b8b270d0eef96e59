"""The noise test and evenness over the seats, from counted shares whose truth is known."""

import numpy as np
import pytest

from balance.stats.evenness import evenness
from balance.stats.noise import Passed, noise
from balance.stats.tallies import Pairing, Tallies
from balance.stats.verdicts import Word
from reports import trials
from reports.words import SPACE
from tests.balance.stats.test_ladder import Part, counted

LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5)


def noisy_ones(chances, deals=2_000, seats=2, seed=0, capped=()):
    """The noise test of a player whose noisy ones win with these chances; capped: deals that a cap ended."""
    rng = np.random.default_rng(seed)
    names = [f"it+{level:g}" for level in LEVELS]
    pairings, parts = [], []
    for name, chance in zip(names, chances, strict=True):
        pairings.append(
            Pairing(name, "it", [[name if s == m else "it" for s in range(seats)] for m in range(seats)])
        )
        columns = {"matches": np.full(deals, seats), "capped_matches": np.zeros(deals, np.int64)}
        for m in range(seats):
            weights = [chance if s == m else (1 - chance) / (seats - 1) for s in range(seats)]
            winner = rng.choice(seats, deals, p=weights)
            for s in range(seats):
                columns[f"seating_share:{m}:{s}"] = (winner == s).astype(np.int64)
        for deal in capped:
            for column, values in columns.items():
                values[deal] = {"matches": 0, "capped_matches": seats}.get(column, 0)
        parts.append(Part(deals, columns))
    tallies = Tallies(pairings, 1)
    tallies.add(parts)
    return noise(tallies, "it", list(zip(LEVELS, names, strict=True)))


def told(found):
    return " ".join(trials.noise(found)).replace(SPACE, " ")


def test_a_player_that_noise_costs_its_wins_passes():
    found = noisy_ones([0.45, 0.4, 0.35, 0.3, 0.25])
    assert found.passed is Passed.YES
    assert found.more_needed is None
    first = found.steps[0].change
    assert first.value == pytest.approx(found.shares[0.1].value - 0.5)
    assert (first.low < -0.05 < first.high, found.even) == (True, 0.5)
    assert found.whole.change.value == pytest.approx(found.shares[0.5].value - found.shares[0.1].value)
    assert (
        "The noise test passes: no step up is sure, and less is won with +0.5 than with +0.1, −19.2 pp"
        in told(found)
    )


def test_a_step_up_fails_and_is_named():
    found = noisy_ones([0.45, 0.4, 0.55, 0.3, 0.25])
    assert [step.noise for step in found.steps if step.rises] == [(0.2, 0.3)]
    assert found.passed is Passed.NO
    assert "The noise test fails: more is won from +0.2 to +0.3 (+1" in told(found)


def test_a_player_that_wins_more_the_more_noise_it_has_fails_though_no_step_is_sure():
    found = noisy_ones([0.48, 0.485, 0.49, 0.495, 0.53], deals=1_500, seed=4)
    assert not any(step.rises for step in found.steps[1:4])
    assert found.passed is Passed.NO


def test_noise_that_changes_nothing_is_not_settled():
    found = noisy_ones([0.5] * 5)
    assert found.passed is Passed.OPEN
    assert found.more_needed > 0
    assert "The noise test is not settled: not surely less is won with +0.5 than with +0.1" in told(found)


def test_as_many_deals_as_are_asked_for_would_settle_it():
    few = noisy_ones([0.5, 0.49, 0.48, 0.47, 0.46], deals=200, seed=3)
    assert few.passed is Passed.OPEN
    assert few.whole.change.value < 0
    half = (few.whole.change.high - few.whole.change.low) / 2
    assert few.more_needed == np.ceil(200 * (half / few.whole.change.value) ** 2) - 200


def test_four_seats_have_an_even_share_of_a_quarter():
    found = noisy_ones([0.2, 0.17, 0.14, 0.11, 0.08], seats=4)
    assert found.even == 0.25
    assert found.passed is Passed.YES
    assert found.steps[0].change.baseline == 0.25


def test_capped_matches_may_turn_it_round():
    found = noisy_ones([0.45, 0.4, 0.35, 0.3, 0.25], capped=range(1_000))
    assert found.whole.change.high < 0
    assert found.passed is Passed.OPEN


def test_one_deal_tells_nothing():
    found = noisy_ones([0.5] * 5, deals=1)
    assert (found.passed, found.more_needed) == (Passed.OPEN, None)
    assert "The noise test is not settled: one deal shows no spread" in told(found)


def test_all_capped_has_no_shares():
    found = noisy_ones([0.5] * 5, deals=20, capped=range(20))
    assert found.passed is Passed.OPEN
    assert "there are no" in told(found)


def test_seats_of_equals_are_held_to_an_even_share_and_its_margin():
    """2,500 of 5,000 deals won by seat 0 is even; of few deals nothing is settled."""
    many = evenness(counted(["a", "b"], lambda *_: 0.5, deals=40_000), ["a", "b"])
    assert {len(seats) for seats in many.values()} == {1}
    assert [seats[0].word for seats in many.values()] == [Word.NO_CHANGE] * 2
    few = evenness(counted(["a", "b"], lambda *_: 0.5, deals=400), ["a", "b"])
    assert [seats[0].word for seats in few.values()] == [Word.INCONCLUSIVE] * 2
    assert few["a"][0].more_needed > 10_000
    assert len(evenness(counted(["a"], lambda *_: 0.5, seats=3), ["a"])["a"]) == 3
