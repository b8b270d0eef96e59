"""What run.json records is what was played, and nothing else has a say."""

import json
import random

import numpy as np
import pytest

import balance
from tests.sims.playing import WAR


def sweep(path, **asked):
    return balance.sweep(str(WAR), out=path, report=False, **{"matches": 12, **asked})


def digests(swept, variant=0):
    """What was played, a number a match."""
    return swept.sql(f"select digest from matches where variant = {variant} and seat = 0 order by match")[
        "digest"
    ].to_list()


def test_every_recorded_parameter_is_the_one_that_was_played(tmp_path):
    """Set, varied or of a preset: a round is `hand` turns a seat, a match `rounds` rounds, cut at `max_turns`."""
    swept = sweep(
        tmp_path / "run", set={"rounds": 3, "max_turns": 9}, vary={"hand": [2, 4, 5]}, preset="misere"
    )
    recorded = {v["variant"]: v["parameters"] for v in swept.run.spec["variants"]}
    assert [p["hand"] for p in recorded.values()] == [2, 4, 5]
    assert all((p["rounds"], p["low_wins"]) == (3, True) for p in recorded.values())
    found = swept.sql(
        "select variant, min(turns), max(turns), max(round) + 1 from rounds group by all order by all"
    )
    assert found.rows() == [
        (v, min(2 * p["hand"], 9), min(2 * p["hand"], 9), p["rounds"]) for v, p in recorded.items()
    ]
    same = sweep(tmp_path / "same", set={"rounds": 3, "max_turns": 9, "hand": 4, "low_wins": True})
    other = sweep(tmp_path / "other", set={"rounds": 3, "max_turns": 9, "hand": 4})
    assert digests(swept, 1) == digests(same)
    assert swept.table("matches")["points"].to_list() != other.table("matches")["points"].to_list()


def test_a_recorded_weight_decides(tmp_path):
    swept, twin, plain = (
        sweep(tmp_path / str(i), players=text) for i, text in enumerate(("high[weight=-1]", "low", "high"))
    )
    assert swept.run.spec["players"][0]["weights"] == {"weight": -1.0}
    assert digests(swept) == digests(twin) != digests(plain)


def test_recorded_noise_level_and_share_are_applied(tmp_path):
    noisy, plain = (sweep(tmp_path / name, players=name) for name in ("high+0.5", "high"))
    assert noisy.run.spec["players"][0]["noise"] == 0.5
    assert digests(noisy) != digests(plain)
    level = sweep(tmp_path / "turns", players="high", log="turns")
    assert level.run.rows()["moves"] == 0 < level.run.rows()["turns"] == plain.run.rows()["turns"]
    few = sweep(tmp_path / "few", players="high", matches=400, log_budget="20kB")
    share = few.run.spec["log"]["share"]
    logged = few.sql("select count(distinct match) as n from moves")["n"].item()
    assert 0 < share < 1 and logged == pytest.approx(400 * share, abs=4 * (400 * share) ** 0.5)


def test_the_command_that_is_recorded_plays_the_same(tmp_path, monkeypatch):
    from balance.cli.main import run

    monkeypatch.chdir(tmp_path)
    swept = sweep(tmp_path / "first", players="high,random", set={"hand": 3}, seed=2**33, log="rounds")
    words = swept.run.spec["command"].split()[1:]
    assert run([*words, "--out", "again", "--no-report", "--quiet", "--json"]) == 0
    again = balance.open("again")
    assert json.loads(again.as_json())["command"] == swept.run.spec["command"]
    assert again.table("matches").equals(swept.table("matches"))


def test_no_global_generator_plans_plays_or_measures(tmp_path):
    """Neither is its state moved nor does it change a row: not by the pilot, the threads or the statistics."""
    found = []
    for seed in (1, 2):
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002  # the generator that must not be used
        before = random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002
        swept = sweep(tmp_path / str(seed), vary={"hand": [4, 5]}, players="random,high", threads=2, seed=7)
        assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # noqa: NPY002
        found.append(swept)
    one, other = found
    for table in ("matches", "rounds", "turns", "moves"):
        assert (
            one.table(table)
            .sort(one.table(table).columns)
            .equals(other.table(table).sort(other.table(table).columns))
        )
    assert one.metrics().equals(other.metrics())
