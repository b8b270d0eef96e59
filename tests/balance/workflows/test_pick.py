"""Which match is worth seeing: of runs told by hand."""

import pytest

from balance.workflows.pick import names, pick, variant_number
from sims.errors import InputError
from tests.conftest import TRACK

STANDING = {"name": "standing", "kind": "stock", "unit": "points", "meaning": "points if the round ended now"}
UNPAID = {"name": "unpaid", "kind": "fact", "unit": "coins", "meaning": "coins due that were not paid"}
PICKS = [
    {"name": "short", "most": "unpaid", "meaning": "coins missing"},
    {"name": "generous", "most": "paid_gift", "meaning": "coins for gifts"},
]


@pytest.fixture
def run_of(make_run, told):
    """run_of(matches, …): one variant, a match a deal; each match a list of rounds: (points, options of Round)."""
    round_, variant = told

    def make(*matches, turns=None, label="defaults", capped_matches=(), **options):
        deals = [[[round_(points, **more) for points, more in match]] for match in matches]
        run = make_run(
            [variant(deals, label=label, capped_matches=set(capped_matches))],
            track=[*TRACK, STANDING, UNPAID],
            turns=turns,
            chunk_clusters=2,
            **options,
        )
        run.spec["declared"]["picks"] = PICKS
        return run

    return make


def rounds(*turns, points=(1, 0), **more):
    return [(list(points), {"turns": n, **more}) for n in turns]


def test_the_median_is_of_the_turns_of_whole_matches_and_the_first_of_equal_ones(run_of):
    run = run_of(rounds(9, 9), rounds(1, 2), rounds(5, 4), rounds(3, 6), rounds(30, 1))
    assert pick(run, "median", 0) == (2, "9 turns, the median of 5 matches", None)


def test_the_median_of_an_even_number_is_a_match_that_was_played(run_of):
    assert pick(run_of(rounds(4), rounds(1), rounds(3), rounds(2)), "median", 0).match == 3


def test_the_longest_has_the_most_turns(run_of):
    assert pick(run_of(rounds(9, 9), rounds(20, 2), rounds(2, 20)), "longest", 0).match == 1


def test_the_closest_has_one_winner_and_the_smallest_lead(run_of):
    run = run_of(
        rounds(9, points=(5, 5)), rounds(9, points=(9, 2)), rounds(9, points=(3, 4)), rounds(9, points=(2, 1))
    )
    assert pick(run, "closest", 0) == (2, "won by 4 points to 3, the smallest lead of a sole winner", None)


def test_a_match_that_a_cap_ended_is_not_close(run_of):
    run = run_of(rounds(9, points=(2, 1)), rounds(9, points=(2, 0)), capped_matches=[0])
    assert pick(run, "closest", 0).match == 1


def test_the_first_match_with_a_capped_round(run_of):
    run = run_of(rounds(9), rounds(9) + rounds(9, end="cap"), rounds(9, end="cap"))
    assert pick(run, "capped", 0) == (1, "the first in which the cap on turns ended a round (1 of 2)", 1)


def test_the_largest_deficit_that_a_sole_winner_of_a_round_made_good(run_of):
    behind = {
        0: [(0, 4), (3, 4)],
        1: [(0, 9), (1, 9)],
        2: [(0, 0), (1, 6)],
    }  # match → standing after each turn
    run = run_of(
        rounds(2, points=(5, 4)), rounds(2, points=(1, 9)), rounds(2, points=(7, 6)),
        turns=lambda variant, match, number: [[{"standing": s} for s in turn] for turn in behind[match]],
    )  # fmt: skip
    found = pick(run, "comeback", 0)  # in match 1 who was 9 behind lost; in match 2 the deficit was 5
    assert found.match == 2
    assert found.why.startswith(
        "round 0 was won by seat 0, which after turn 1 was 5 points behind in standing"
    )


def test_a_pick_of_the_games_own_counts_a_fact_once_a_round_and_all_else_over_seats(run_of):
    run = run_of(
        rounds(9, 9, track={"unpaid": 2, "paid_gift": [0, 3]}),
        rounds(9, track={"unpaid": 3, "paid_gift": [4, 4]}),
    )
    assert pick(run, "short", 0) == (0, "coins missing: 4 coins (unpaid)", 0)
    assert pick(run, "generous", 0) == (1, "coins for gifts: 8 coins (paid_gift)", 0)
    assert names(run)[-2:] == ["short", "generous"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "capped",
            "'capped' is not to be had of variant 0 (defaults): the cap on turns ended none of its rounds",
        ),
        ("comeback", "'comeback' is not to be had of variant 0 (defaults): the run logged no turns"),
        ("closest", "'closest' is not to be had of variant 0 (defaults): no match has a sole winner"),
        ("short", "'short' is not to be had of variant 0 (defaults): unpaid is nowhere above 0"),
        (
            "midian",
            "'midian' is not one of median, longest, closest, comeback, capped, short, generous; did you mean",
        ),
    ],
)
def test_what_is_not_there_is_said_in_a_line(run_of, name, reason):
    with pytest.raises(InputError) as error:
        pick(run_of(rounds(9, points=(1, 1))), name, 0)
    assert f"pick: {reason}" in str(error.value)


def test_a_run_in_which_no_winner_was_behind_has_no_comeback(run_of):
    run = run_of(rounds(1), turns=lambda *_: [[{"standing": 1}, {"standing": 1}]])
    with pytest.raises(InputError, match="no round was won alone by a seat that had been behind"):
        pick(run, "comeback", 0)


def test_a_variant_is_named_by_number_or_label(run_of):
    run = run_of(rounds(9), label="coin_supply=3")
    assert variant_number(run, "0") == variant_number(run, "coin_supply=3") == 0
    for wrong, line in (
        ("1", "variant: 1 is not one of the run's: 0 to 0"),
        (
            "coin_suply=3",
            "variant: 'coin_suply=3' is not the number (0 to 0) or the label of a variant; did you mean",
        ),
    ):
        with pytest.raises(InputError) as error:
            variant_number(run, wrong)
        assert str(error.value).startswith(line)
