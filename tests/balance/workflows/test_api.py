"""The Python API."""

import pytest

import balance
from sims.errors import InputError
from tests.sims.playing import WAR


def test_a_sweep_gives_metrics_and_tables(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    swept = balance.sweep("konflikt", seats=2, vary={"coin_supply": [0, 12]}, matches=20, report=False)
    assert swept.path.name == "konflikt-001"
    assert (swept.path / "run.json").exists()
    metrics = swept.metrics()
    assert {"variant", "label", "metric", "value", "low", "high", "n", "clusters", "method", "unit"} <= set(
        metrics.columns
    )
    turns = metrics.filter(metric="turns_mean", label="coin_supply=12")
    assert turns["n"].item() == 80
    mean = swept.sql("select avg(turns) as mean from rounds where variant = 1 and seat = 0")["mean"].item()
    assert turns["value"].item() == pytest.approx(mean)
    assert swept.table("matches").height == 2 * 20 * 2
    assert set(swept.table("matches")["player"]) == {"tuned"}
    assert swept.table("variants")["coin_supply"].to_list() == [0, 12]


def test_an_answer_comes_as_the_frame_that_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    swept = balance.sweep("konflikt", matches=2, report=False)
    query = "select seat, points from matches order by match, seat"
    polars = swept.sql(query)
    assert swept.sql(query, "pandas").to_dict("list") == polars.to_dict(as_series=False)
    assert swept.sql(query, "arrow").to_pydict() == polars.to_dict(as_series=False)
    with pytest.raises(InputError, match=r"panda.*did you mean 'pandas'"):
        swept.sql(query, "panda")


def test_a_run_that_was_played_before_is_opened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    swept = balance.sweep("konflikt", vary={"coin_supply": [0, 12]}, matches=5, report=False)
    for name in ("konflikt-001", swept.path):
        again = balance.open(name)
        assert again.metrics().equals(swept.metrics())
        assert again.table("rounds").equals(swept.table("rounds"))
    with pytest.raises(
        InputError, match=r"run: 'konflikt-02' is not a run folder.*did you mean 'konflikt-001'"
    ):
        balance.open("konflikt-02")


def test_repeats_tell_luck_of_the_deal_from_the_players_draws(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    swept = balance.sweep("konflikt", players="random", matches=400, repeats=2, report=False, log="rounds")
    luck = swept.metrics().filter(metric="deal_luck").to_dicts()[0]
    assert (luck["n"], luck["clusters"]) == (400, 200)
    assert -0.2 < luck["low"] < luck["value"] < luck["high"] < 0.5
    digests = swept.table("matches").filter(seat=0)["digest"]
    assert digests.n_unique() == 400
    alike = balance.sweep(str(WAR), players="high", matches=40, repeats=2, report=False, log="rounds")
    found = alike.metrics().filter(metric="deal_luck").to_dicts()[0]
    assert alike.table("matches").filter(seat=0)["digest"].n_unique() == 20
    assert (found["value"], found["low"]) == (1.0, None)
    assert "draw nothing" in found["reason"]
    skill = balance.sweep(
        "konflikt", players="greedy,random", matches=400, report=False, log="rounds"
    ).metrics()
    assert skill.filter(metric="mirror_skill")["low"].item() > 0.1
    assert skill.filter(metric="mirror_deal")["n"].item() == 400


def test_wrong_input_raises_and_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="coin_suply"):
        balance.sweep("konflikt", vary={"coin_suply": "0:24:4"})
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_in_the_api():
    with pytest.raises(AttributeError, match="no attribute 'swep'"):
        balance.swep  # noqa: B018
