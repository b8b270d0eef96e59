"""balance replay: the matches of a run, played again as they were."""

import json

import pytest


@pytest.fixture
def run(balance):
    """A run of two variants with two mirrors, in the folder "run"."""
    ran = balance(
        "sweep", "konflikt", "--vary", "coin_supply=3,12", "--players", "greedy+0.3,random", "--matches", 8, "--seed",
        2**32 + 1, "--out", "run", "--no-report",
    )  # fmt: skip
    assert ran.code == 0, ran.err


def lines(ran):
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def test_a_transcript_is_the_match_that_was_logged(balance, run):
    told = lines(balance("replay", "run", "--match", 5, "--variant", 1, "--transcript"))
    head = told[0]
    assert (head["game"], head["seats"], head["seed"], head["deal"]) == ("konflikt", 2, 2**32 + 1, 2)
    assert head["players"] == ["random", "greedy+0.3"]  # match 5 is the second mirror of deal 2
    assert head["variant"]["coin_supply"] == 12
    logged = json.loads(
        balance("query", "run", "from moves where variant = 1 and match = 5", "--format", "json").out
    )
    moves = [line for line in told if line["t" if "t" in line else "game"] == "move"]
    keys = ("round", "turn", "seat", "legal")
    assert [[move[key] for key in keys] for move in moves] == [[row[key] for key in keys] for row in logged]
    points = json.loads(
        balance(
            "query",
            "run",
            "select points from matches where variant = 1 and match = 5 order by seat",
            "--format",
            "json",
        ).out
    )
    assert told[-1]["points"] == [row["points"] for row in points]


def test_several_matches_are_told_in_order_whatever_deal_they_begin_in(balance, run):
    several = balance("replay", "run", "--matches", "3:6", "--transcript").out
    single = [balance("replay", "run", "--match", match, "--transcript").out for match in (3, 4, 5)]
    assert several == "".join(single)


def test_the_plain_rules_tell_the_same(start, balance, run):
    plain, err = start(
        "replay", "run", "--matches", "0:3", "--transcript", "--engine", "python"
    ).communicate()
    assert err == ""
    assert plain == balance("replay", "run", "--matches", "0:3", "--transcript").out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--match 8", "match: 8 is not a match of this variant: 0 to 7"),
        ("--match -1", "match: -1 is not a match of this variant: 0 to 7"),
        ("--matches 7:9", "match: 8 is not a match of this variant: 0 to 7"),
        ("--matches 5:5", "matches: '5:5' is not a range A:B with A below B"),
        ("--matches 5", "matches: '5' is not a range A:B with A below B"),
        ("--match 1 --matches 1:2", "matches: '1:2' is not legal beside --match"),
        ("--match one", "match: 'one' is not a whole number"),
        ("--match 1 --variant 2", "variant: 2 is not one of the run's: 0 to 1"),
        ("--match 1 --engine c", "engine: 'c' is not one of compiled, python"),
        ("", "match: 'nothing' is not enough: give --match N or --matches A:B"),
    ],
)
def test_what_is_refused(balance, run, words, line):
    ran = balance("replay", "run", "--transcript", *words.split())
    assert (ran.code, ran.out) == (2, "")
    assert line in ran.err
    assert ran.err.count("\n") == 1


def test_a_match_is_told_in_words(balance, run):
    told = balance("replay", "run", "--match", 5, "--variant", "coin_supply=12").out.splitlines()
    assert told[0] == f"Konflikt, coin_supply=12, 2 seats, match 5, seed {2**32 + 1}, deal 2"
    assert told[1] == "seat 0 random, seat 1 greedy+0.3"
    points = balance(
        "query", "run", "--format", "csv", "select points from matches where variant = 1 and match = 5"
    )
    assert told[-1].endswith(": " + "·".join(points.out.split()[1:]))
    turns = "select turn from turns where variant = 1 and match = 5 and seat = 0 order by round, turn"
    logged = balance("query", "run", turns, "--format", "csv").out.split()[1:]
    assert [line[:2].strip() for line in told if line[:2].strip().isdigit()] == logged


def test_told_matches_are_those_of_the_transcript(balance, run):
    told = balance("replay", "run", "--matches", "3:6").out
    single = [balance("replay", "run", "--match", match).out for match in (3, 4, 5)]
    assert told == "\n".join(single)


def test_plain_rules_tell_the_same_in_words(start, balance, run):
    plain, err = start("replay", "run", "--match", "0", "--engine", "python").communicate()
    assert (plain, err) == (balance("replay", "run", "--match", 0).out, "")


def test_a_pick_says_which_match_and_why_then_tells_it(balance, run):
    longest = "select match from rounds where variant = 1 and seat = 0 group by match order by sum(turns) desc, match"
    match = balance("query", "run", longest, "--format", "csv").out.split()[1]
    first, empty, *told = balance("replay", "run", "--pick", "longest", "--variant", 1).out.splitlines()
    assert first.startswith(f"longest of variant 1 (coin_supply=12): match {match}, ")
    assert (empty, told) == ("", balance("replay", "run", "--match", match, "--variant", 1).out.splitlines())


def test_beside_a_transcript_the_pick_is_told_on_standard_error(balance, run):
    ran = balance("replay", "run", "--pick", "median", "--transcript")
    assert ran.err.startswith("median of variant 0 (coin_supply=3): match ")
    assert all(json.loads(line) for line in ran.out.splitlines())


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--pick median --match 1", "pick: 'median' is not legal beside --match and --matches"),
        (
            "--pick capped",
            "pick: 'capped' is not to be had of variant 0 (coin_supply=3): the cap on turns ended none",
        ),
        ("--pick meridian", "pick: 'meridian' is not one of median, longest"),
    ],
)
def test_picks_that_are_refused(balance, run, words, line):
    ran = balance("replay", "run", *words.split())
    assert (ran.code, ran.out) == (2, "")
    assert line in ran.err
