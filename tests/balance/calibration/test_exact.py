"""Exact values: against published ones, and against naive references on small cases."""

from fractions import Fraction
from itertools import permutations

import pytest

from balance.calibration.exact import baccarat, kuhn, pig, tictactoe
from balance.calibration.published import NUMBERS, computed, published


def test_every_exact_value_agrees_with_its_published_one():
    checks = list(published())
    assert len(checks) == len(NUMBERS) == len(computed())
    assert [check.what for check in checks if not check.holds] == []


def test_a_value_that_is_off_in_the_last_digit_does_not_hold():
    found = computed()
    for name, number in NUMBERS.items():
        digits = len(number.value.partition(".")[2])
        off = Fraction(1, 10**digits) if digits else Fraction(1, 10_000)
        assert number.check(Fraction(found[name])).holds, name
        assert not number.check(Fraction(found[name]) + off).holds, name


def test_tic_tac_toe_adds_up():
    game = tictactoe.random_game()
    assert game.first + game.draw + game.second == 1


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_no_reply_gains_against_kuhn_s_equilibria(alpha):
    """Kuhn (1950): the value is −1/18 for every alpha up to 1/3."""
    first, second = kuhn.equilibrium(alpha)
    assert kuhn.played(first, second).value == Fraction(-1, 18)
    assert kuhn.best_replies(first, second) == (Fraction(-1, 18), Fraction(-1, 18))


def test_a_bluff_too_often_is_no_equilibrium():
    _, second = kuhn.equilibrium(Fraction(0))
    first = kuhn.Strategy(
        [Fraction(1, 2), Fraction(0), Fraction(1)], [Fraction(0), Fraction(1, 2), Fraction(1)]
    )
    assert kuhn.best_replies(first, second)[1] < Fraction(-1, 18)


def test_baccarat_counts_as_dealing_every_six_cards_of_one_suit_does():
    """A pack of one suit is a quarter of a pack: 13 cards, 1,235,520 ways, each dealt out card by card."""
    ends, cards = [0, 0, 0], 0
    draws = [set(range(10))] * 3 + [set(range(10)) - {8}, set(range(2, 8)), set(range(4, 8)), {6, 7}, set()]
    for shoe in permutations([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], 6):
        player, banker, used, third = (shoe[0] + shoe[2]) % 10, (shoe[1] + shoe[3]) % 10, 4, None
        if max(player, banker) < 8:
            if player <= 5:
                third, used = shoe[4], 5
                player = (player + third) % 10
            if banker <= 5 if third is None else third in draws[banker]:
                banker, used = (banker + shoe[used]) % 10, used + 1
        ends[0 if banker > player else 1 if player > banker else 2] += 1
        cards += used
    coup = baccarat.coup(Fraction(1, 4))
    assert [coup.banker, coup.player, coup.tie] == ends
    assert coup.cards == Fraction(cards, sum(ends))


def naive_pig(holds, target, scores, turns):
    """Chances to win within so many turns, turn by turn from seat 0: the values that solving must approach."""
    now, won = {scores: 1.0}, [0.0] * len(holds)
    for number in range(turns):
        seat, after = number % len(holds), {}
        for held, chance in now.items():
            gains, one = pig.turn(min(holds[seat], target - held[seat]))
            for gain, part in [*gains.items(), (0, one)]:
                reached = (*held[:seat], held[seat] + gain, *held[seat + 1 :])
                if reached[seat] >= target:
                    won[seat] += chance * part
                else:
                    after[reached] = after.get(reached, 0.0) + chance * part
        now = after
    return won


@pytest.mark.parametrize(("holds", "komi"), [((5, 5), 0), ((4, 7), 3), ((4, 4, 4), 2), ((3, 4, 5, 6), 0)])
def test_pig_is_solved_as_playing_turn_by_turn_has_it(holds, komi):
    scores = (0, *(komi for _ in holds[1:]))
    game = pig.Pig(holds, 9).game(scores)
    assert game.wins == pytest.approx(naive_pig(holds, 9, scores, 120), abs=1e-9)
    assert sum(game.wins) == pytest.approx(1, abs=1e-12)


def test_a_turn_of_pig_ends_somewhere():
    gains, one = pig.turn(20)
    assert sum(gains.values()) + one == pytest.approx(1, abs=1e-12)
    assert set(gains) == set(range(20, 26))
