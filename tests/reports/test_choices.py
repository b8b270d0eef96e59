"""The section on choices: held to sums by hand, deal by deal, and to what it may not say."""

import numpy as np
import pytest
from scipy.stats import t as student

from reports.model import Section
from reports.sections import choices, choices_kinds
from reports.sections.choices import WHOLE
from reports.sections.choices_kinds import ANYBODY, Who
from reports.words import SPACE

MOVES = {  # by match: seat, kind (1 take, 2 give), legal choices
    0: [(0, 1, 4), (1, 1, 2), (0, 2, 1), (1, 1, 3)],
    1: [(0, 2, 2), (1, 1, 1), (0, 1, 3)],
    2: [(0, 1, 6), (1, 2, 2), (0, 1, 2), (1, 2, 1)],
}


def plain(section: Section) -> str:
    return " ".join([*section.sentences, *section.notes]).replace(SPACE, " ")


@pytest.fixture
def toy(make_run, told, look):
    round_, variant = told

    def make(ends=("target",) * 3, moves=MOVES, lineup=("greedy", "greedy"), **more):
        deals = [[[round_([2, 1], turns=10, starter=0, end=end)]] for end in ends]
        if len(set(lineup)) > 1:
            deals = [deal * 2 for deal in deals]
        run = make_run([variant(deals, lineup=lineup)], moves=lambda v, m, r: moves.get(m, []), **more)
        return look(run)

    return make


def by_hand(y, n):
    y, n = np.array(y), np.array(n)
    p = y.sum() / n.sum()
    e = (y - p * n) / n.mean()
    half = student.ppf(0.975, len(y) - 1) * e.std(ddof=1) / np.sqrt(len(y))
    return p, p - half, p + half


def test_legal_choices_and_forced_decisions_are_means_over_deals(toy):
    context = toy()
    whole = choices.numbers(context, context.variants)[0][WHOLE]
    assert (whole.legal.value, whole.legal.low, whole.legal.high) == pytest.approx(
        by_hand([10, 6, 11], [4, 3, 4])
    )
    assert (whole.forced.value, whole.forced.low, whole.forced.high) == pytest.approx(
        by_hand([1, 1, 1], [4, 3, 4])
    )
    assert (whole.legal.n, whole.legal.clusters) == (11, 3)


def test_kinds_are_shares_of_the_decisions_between_several_choices(toy):
    context = toy()
    choices.numbers(context, context.variants)
    kinds = choices_kinds.numbers(context)[0]
    takes = kinds[ANYBODY]["take"]
    assert (takes.value, takes.low, takes.high) == pytest.approx(by_hand([3, 1, 2], [3, 2, 3]))
    first = kinds[Who(position=0)]
    assert first["take"].value == pytest.approx(4 / 5)
    assert first["give"].value == pytest.approx(1 / 5)
    assert kinds[Who(position=1)]["take"].n == 3
    assert kinds[Who(player="greedy")]["take"] == takes


def test_players_are_told_apart_in_whatever_seat_they_sit(toy):
    moves = {m: [(0, 1 + m % 2, 3), (1, 2 - m % 2, 3)] for m in range(6)}  # greedy takes, the other gives
    context = toy(moves=moves, lineup=("greedy", "random"))
    choices.numbers(context, context.variants)
    kinds = choices_kinds.numbers(context)[0]
    assert kinds[Who(player="greedy")]["take"].value == 1
    assert kinds[Who(player="random")]["give"].value == 1
    assert kinds[Who(position=0)]["take"].value == pytest.approx(0.5)
    [table] = [t for t in choices.build(context).charts[1].data if "whose" in t.columns]
    assert [row[1] for row in table.rows] == ["all seats", "1st", "2nd", "greedy", "random"]


def test_capped_rounds_are_left_out_but_their_deals_count(toy):
    context = toy(ends=("target", "target", "cap"))
    whole = choices.numbers(context, context.variants)[0][WHOLE]
    assert (whole.legal.n, whole.legal.clusters) == (7, 3)
    assert whole.legal.value == pytest.approx(16 / 7)
    assert "met the cap on turns are left out" in plain(choices.build(context))


def test_without_moves_one_line_says_how_to_have_them(toy):
    context = toy(moves={}, log={"level": "rounds", "budget": 0, "share": 1.0, "pilot": {}})
    section = choices.build(context)
    assert plain(section) == "No moves were logged: --log moves would show it."
    assert not section.charts
    section = choices.build(toy(moves={}, log={"level": "moves", "budget": 0, "share": 0.0, "pilot": {}}))
    assert "a larger --log-budget" in plain(section)


def test_a_round_is_cut_into_tenths_of_its_turns(coins):
    course = choices.numbers(coins, coins.variants)[1]
    for tenth, n, legal, forced in coins.con.execute(
        "select least(9, 10 * turn // turns), count(*), avg(legal), avg((legal = 1)::int) from moves "
        "join (select variant, match, round, turns from rounds where seat = 0) using (variant, match, round) "
        "where variant = 1 group by 1"
    ).fetchall():
        part = course[tenth]
        assert part.legal.n == n
        assert (part.legal.value, part.forced.value) == pytest.approx((legal, forced))


def test_variants_with_the_same_choices_are_told_once(coins):
    text = plain(choices.build(coins))
    assert text.startswith(
        "With coin_supply=8, coin_supply=12 and coin_supply=24 alike, between equal greedy players, "
    )
    assert text.count("legal choices on average") == 1
    assert "Of the decisions with several choices" in text
    read = choices.build(coins).charts[1].read
    assert "is not its effect" in read
