"""The sections on the lead and on luck of the deal: what they say, and what they leave unsaid."""

import numpy as np
import pytest

from reports.model import Section
from reports.sections import lead, luck
from reports.words import SPACE, interval
from tests.conftest import TRACK

STANDING = {"name": "standing", "kind": "stock", "unit": "points", "meaning": "points if the round ended now"}


def plain(section: Section) -> str:
    return " ".join([*section.sentences, *section.notes]).replace(SPACE, " ")


@pytest.fixture
def run_of(make_run, told):
    """run_of(variants of turns by deal): a round a deal; each turn adds to the standing of each of two seats."""
    round_, variant = told

    def make(*played, logged=True, **more):
        variants = [
            variant(
                [[[round_([int(x) for x in np.sum(turns, axis=0)], turns=len(turns))]] for turns in deals],
                label="defaults" if number == 0 else f"coin_supply={12 + number}",
            )
            for number, deals in enumerate(played)
        ]
        return make_run(
            variants,
            track=[*TRACK, STANDING],
            turns=lambda v, m, r: (
                [[{"standing": int(s)} for s in now] for now in np.cumsum(played[v][m], axis=0)]
                if logged
                else []
            ),
            **more,
        )

    return make


STRAIGHT = [[[1, 0], [1, 0], [1, 0], [0, 1], [0, 1]]] * 8  # the winner leads from the first turn on
TURNED = [[[0, 1], [0, 1], [1, 0], [1, 0], [1, 0]]] * 8  # the same turns, the winner 2 behind at first


def test_the_lead_is_held_to_the_same_turns_in_random_order(look, run_of):
    section = lead.build(look(run_of(STRAIGHT, TURNED)))
    text = plain(section)
    assert "With the defaults, between equal greedy players, the lead changed 0.00 (" in text
    assert "With coin_supply=13, between equal greedy players, the lead changed 1.00 (" in text
    assert "had been behind by up to 2.00 (" in text
    assert "had been behind by up to 0.00 (" in text
    assert "led for good after 20.0 % (" in text
    assert "led for good after 100.0 % (" in text
    assert text.count("with the turns in random order it would be") == 6
    assert "points if the round ended now" in text
    heads = section.tables[0].columns
    assert heads[1:7] == [
        head for name in ("lead changes", "winner’s largest deficit", "settled after, of the turns")
        for head in (name, f"{name}: random order")
    ]  # fmt: skip
    [farthest] = lead.build(look(run_of(TURNED))).looks
    assert farthest.what == "The round won from farthest behind: 2 (in round 0)"


def test_chance_is_named_only_where_the_intervals_do_not_overlap(look, run_of):
    rng = np.random.default_rng(2)
    some = [rng.integers(0, 2, (9, 2)).tolist() for _ in range(60)]
    assert "chance" not in plain(lead.build(look(run_of(some))))
    early = [sorted(turns, key=lambda t: t[0] - t[1]) for turns in some]  # seat 1's turns first
    text = plain(lead.build(look(run_of(early))))
    assert "less often than chance has it" in text or "farther than chance has it" in text


def test_without_logged_turns_or_a_standing_nothing_is_said(look, run_of, make_run, told):
    round_, variant = told
    assert lead.build(look(run_of(STRAIGHT, logged=False))) is None
    assert lead.build(look(make_run([variant([[[round_([1, 0])]]] * 3)]))) is None


@pytest.fixture
def repeated(make_run, told):
    """repeated(points by deal and repeat): a round a match."""
    round_, variant = told

    def make(deals, lineup=("greedy", "greedy"), repeats=2):
        matches = [[[round_(list(points))] for points in deal] for deal in deals]
        return make_run([variant(matches, lineup=lineup, repeats=repeats)])

    return make


def test_luck_of_the_deal_is_told_with_what_it_rests_on(look, repeated):
    same, other = [(1, 0), (1, 0)], [(0, 1), (0, 1)]
    mixed = [(1, 0), (0, 1)]
    section = luck.build(look(repeated([same, other, mixed, mixed] * 10)))
    text = plain(section)
    assert "Between equal greedy players the deal decided " in text
    assert "the players’ own draws the rest (40 deals, each played 2 times)." in text
    assert len(section.charts) == 1
    assert section.tables[0].columns[1] == "deal luck"


def test_two_players_that_changed_seats(look, repeated):
    won_by_greedy, won_by_seat_0 = [(1, 0), (0, 1)], [(1, 0), (1, 0)]
    run = repeated([won_by_greedy, won_by_seat_0] * 20, lineup=("greedy", "random"), repeats=1)
    text = plain(luck.build(look(run)))
    assert "Between greedy and random players the deal accounts for 0.00" in text
    assert "the difference between the two players for 0.06" in text  # ((1 − ½)/2)², less its error's
    assert "deal decided" not in text


def test_nothing_is_said_of_luck_where_nothing_tells(look, make_run, told):
    round_, variant = told
    assert luck.build(look(make_run([variant([[[round_([1, 0])]]] * 3)]))) is None


def test_an_estimate_below_nothing_is_shown_with_its_interval_around_it(look, repeated):
    run = repeated([[(1, 0), (0, 1)], [(0, 1), (1, 0)], [(1, 0), (1, 0)]] * 10)
    found = look(run).metric(look(run).variants[0], "deal_luck")
    assert found.value < 0
    assert interval("deal_luck", found).startswith("−")
