"""balance ladder --restrict, and what the other commands do with its run."""

import json

import pytest

KUHN = ("ladder", "kuhn", "--restrict", "--matches", 400, "--out", "run", "--no-report", "--quiet")


@pytest.fixture
def restricted(balance):
    """Kuhn poker, restricted: --restrict has no value here."""
    ran = balance(*KUHN)
    assert (ran.code, ran.err) == (0, "")
    return ran


def test_it_fits_80_columns_and_says_how_to_repeat_it(restricted):
    lines = restricted.out.splitlines()
    assert lines[0] == "kuhn, 2 seats, random restricted, 400 matches a restriction (200 deals), seed 1"
    assert lines[2].split() == ["restriction", "cost", "binds,", "%", "p"]
    assert [line.split()[0] for line in lines[4:8]] == [
        "never=act:pass", "always=act:pass", "never=act:bet", "always=act:bet",
    ]  # fmt: skip
    assert [line.split()[-1] for line in lines[4:8]] == ["PAYS", "COSTS", "COSTS", "PAYS"]
    assert max(map(len, lines[:-2])) <= 80
    assert lines[-2:] == [
        "again:  balance ladder kuhn --seats 2 --players random --restrict all --matches 400 --seed 1 --log rounds",
        "run:    run",
    ]


def test_its_run_is_one_like_others(balance, restricted):
    assert balance("check", "run", "--deep", 3).code == 0
    told = balance("replay", "run", "--variant", 2, "--match", 1).out
    assert "seat 0 random, seat 1 random[never=act:bet]" in told
    assert "seat 1 bets" not in told
    first = balance("replay", "run", "--variant", 2, "--match", 1, "--transcript").out.splitlines()[0]
    assert json.loads(first)["players"] == ["random", "random[never=act:bet]"]
    assert balance("resume", "run").out == "run is complete\n"


def test_a_run_shows_its_costs_again_also_once_it_is_resumed(balance, restricted, tmp_path):
    shown = [line for line in restricted.out.splitlines() if not line.startswith("seconds:")]
    assert balance("ladder", "run").out.splitlines() == shown
    assert json.loads(balance("ladder", "run", "--json").out)["schema"] == "card-balance/restrictions/1"
    max((tmp_path / "run" / "commits").iterdir()).unlink()
    assert "is not complete: balance resume run" in balance("ladder", "run").err
    resumed = balance("resume", "run", "--quiet").out.splitlines()
    assert [line for line in resumed if not line.startswith("seconds:")] == shown


@pytest.mark.parametrize(
    ("words", "number"), [(("--restrict", "act=bet"), 2), (("--restrict", "act", "--restrict", "act=bet"), 4)]
)
def test_classes_and_values_are_played_once_each(balance, words, number):
    ran = balance("ladder", "kuhn", *words, "--matches", 4, "--no-report", "--quiet", "--json")
    assert len(json.loads(ran.out)["restrictions"]) == number


def test_what_is_not_declared_is_refused_in_one_line(balance):
    ran = balance("ladder", "kuhn", "--restrict", "act=bed")
    assert (ran.code, ran.err) == (
        2,
        "balance: restrict: act: 'bed' is not one of pass, bet; did you mean 'bet'?\n",
    )


def test_the_classes_of_a_game_are_listed(balance):
    told = " ".join(balance("rules", "kuhn").out.split())
    assert "act=pass checks, or folds to a bet act=bet bets, or calls a bet" in told
