"""balance ladder, and what the other commands do with its run."""

import json
from shutil import rmtree

import pytest

PIG = ("ladder", "pig", "--matches", 40, "--out", "run")


@pytest.fixture
def laddered(balance):
    """A small ladder of Pig without a report, in folder "run"."""
    ran = balance(*PIG, "--no-report", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    return ran


def test_a_ladder_fits_80_columns_and_says_how_to_repeat_it(laddered):
    lines = laddered.out.splitlines()
    assert lines[0] == "pig, 2 seats, 3 players, 40 matches a pairing (20 deals), seed 1"
    assert max(map(len, lines[:-2])) <= 80
    assert "No cycle" in laddered.out
    assert "Luck and skill: hold2" in laddered.out
    assert lines[-2:] == [
        "again:  balance ladder pig --seats 2 --players random,hold20,hold25 --matches 40 --seed 1 --log rounds",
        "run:    run",
    ]


def test_its_run_is_one_like_others(balance, laddered):
    assert balance("check", "run", "--deep", 9).code == 0
    found = balance("query", "run", "select label from variants order by variant", "--format", "csv").out
    assert found.splitlines()[1:5] == [
        "random v random",
        "hold20 v hold20",
        "hold25 v hold25",
        "random v hold20",
    ]
    assert "seat 0 hold20, seat 1 random" in balance("replay", "run", "--variant", 3, "--match", 1).out
    assert balance("resume", "run").out == "run is complete\n"


def test_a_run_shows_its_ladder_again(balance, laddered):
    again = balance("ladder", "run")
    assert again.code == 0
    shown = [line for line in laddered.out.splitlines() if not line.startswith("seconds:")]
    assert again.out.splitlines() == shown
    told = json.loads(balance("ladder", "run", "--json").out)
    assert told["schema"] == "card-balance/ladder/1"
    assert balance("ladder", "run", "--seed", 2).err == "balance: seed: 2 is not for a run: run is played\n"


def test_a_run_of_another_kind_has_none(balance):
    assert balance("sweep", "pig", "--matches", 4, "--out", "swept", "--no-report", "--quiet").code == 0
    ran = balance("ladder", "swept")
    assert ran.code == 2
    assert ran.err.startswith(
        "balance: run: 'swept' is not that of a ladder: it was played by balance sweep pig"
    )


def test_an_interrupted_ladder_is_resumed(balance, laddered, tmp_path):
    for commit in sorted((tmp_path / "run" / "commits").iterdir())[-2:]:
        commit.unlink()
    assert "is not complete: balance resume run" in balance("ladder", "run").err
    (tmp_path / "run" / "run.json").touch()
    next((tmp_path / "run" / "noise" / "commits").iterdir()).unlink()
    resumed = balance("resume", "run", "--quiet")
    assert resumed.code == 0
    assert [line for line in resumed.out.splitlines() if not line.startswith("seconds:")] == [
        line for line in laddered.out.splitlines() if not line.startswith("seconds:")
    ]


def test_a_ladder_whose_noise_test_is_missing_is_not_complete(balance, laddered, tmp_path):
    rmtree(tmp_path / "run" / "noise")
    assert "is not complete: balance resume run" in balance("ladder", "run").err
    resumed = balance("resume", "run", "--quiet")
    assert "Noise test, +0.1 being one decision in ten at random: hold2" in resumed.out
    assert "% of the wins of the player on the left" in resumed.out
