"""balance sweep, and what is asked of its run."""

import io
import json
import subprocess
import sys

import polars as pl
import pytest


@pytest.fixture
def swept(balance):
    """A small sweep with all logs, in folder "run": what it printed."""
    ran = balance(
        "sweep",
        "konflikt",
        "--seats",
        3,
        "--vary",
        "coin_supply=0,12",
        "--matches",
        20,
        "--out",
        "run",
        "--no-report",
    )
    assert ran.code == 0, ran.err
    return ran


def test_a_sweep_ends_with_the_command_that_repeats_it_and_the_paths(swept):
    assert "coin_supply=0 " in swept.out
    assert "coin_supply=12 " in swept.out
    assert swept.out.endswith(
        "\nagain:  balance sweep konflikt --seats 3 --vary coin_supply=0,12 --players tuned --matches 20 --seed 1 "
        "--log moves --log-budget 1GiB\nrun:    run\n"
    )


def test_the_command_that_repeats_a_run_gives_the_same_rows(balance, swept):
    again = next(line for line in swept.out.splitlines() if line.startswith("again:"))
    ran = balance(*again.split()[2:], "--out", "second", "--no-report", "--threads", 1)
    assert ran.code == 0
    for table in ("matches", "rounds", "turns", "moves"):
        first, second = (
            balance("query", run, f"from {table}", "--format", "csv").out for run in ("run", "second")
        )
        assert first.count("\n") > 20
        assert first == second


def test_json_is_one_object(balance):
    ran = balance("sweep", "konflikt", "--matches", 20, "--json", "--quiet", "--no-report", "--log", "rounds")
    assert ran.err == ""
    told = json.loads(ran.out)
    assert list(told) == [
        "schema", "command", "run", "reports", "stopped", "rows", "matches", "decisions", "seconds",
        "variants", "differences", "effects", "findings", "notes", "foreseen",
    ]  # fmt: skip
    assert told["schema"] == "card-balance/sweep/1"
    assert told["run"] == "data/runs/konflikt-001"
    assert told["reports"] == []
    assert (told["matches"], told["rows"]["matches"], told["rows"]["rounds"], told["rows"]["moves"]) == (
        20,
        40,
        160,
        0,
    )
    assert set(told["seconds"]) == {"compile", "play", "report", "total"}
    (variant,) = told["variants"]
    assert (variant["seats"], variant["players"], variant["parameters"]["coin_supply"]) == (
        2,
        ["tuned"] * 2,
        12,
    )
    metric = variant["metrics"]["first_player_advantage"]
    assert {"value", "low", "high", "n", "clusters", "method", "unit"} <= set(metric)
    assert (metric["n"], metric["clusters"], metric["unit"]) == (80, 20, "share")
    assert metric["low"] <= metric["value"] <= metric["high"]


def test_flags_take_the_place_of_what_the_study_says(balance, tmp_path):
    (tmp_path / "s.toml").write_text(
        'game = "konflikt"\nseats = 3\nmatches = 9\n'
        '[set]\ngift_coin = 2\n[vary]\ncoin_supply = "0,4"\nend_bonus = "0,1"\n'
    )
    ran = balance(
        "sweep", "s.toml", "--seats", 2, "--set", "end_bonus=3", "--vary", "coin_supply=5,6", "--no-report"
    )
    assert ran.code == 0, ran.err
    spec = json.loads((tmp_path / "data/runs/konflikt-001/run.json").read_text())
    assert (spec["variants"][0]["seats"], spec["variants"][0]["matches"]) == (2, 9)
    assert [variant["label"] for variant in spec["variants"]] == [
        "gift_coin=2,end_bonus=3,coin_supply=5",
        "gift_coin=2,end_bonus=3,coin_supply=6",
    ]


def test_query_formats_agree(balance, swept, tmp_path):
    sql = "select variant, count(*) as n, avg(turns) as turns, min(end_reason) why from rounds group by all order by 1"
    rows = json.loads(balance("query", "run", sql, "--format", "json").out)
    assert [row["variant"] for row in rows] == [0, 1]
    assert rows[0]["n"] == 20 * 3 * 3
    assert rows[0]["why"] == "target"
    csv = pl.read_csv(io.StringIO(balance("query", "run", sql, "--format", "csv").out))
    assert csv.to_dicts() == rows
    table = balance("query", "run", sql).out.splitlines()
    assert table[0].split() == ["variant", "n", "turns", "why"]
    assert table[2].split()[:2] == ["0", "180"]


def test_query_parquet_is_a_parquet_file(swept, tmp_path):
    sql = "select variant, count(*) as n from moves group by all order by all"
    command = [sys.executable, "-m", "balance", "query", "run", sql, "--format", "parquet"]
    file = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, check=True).stdout
    assert pl.read_parquet(io.BytesIO(file))["variant"].to_list() == [0, 1]


def test_the_schema_has_a_line_for_every_column(balance, swept):
    lines = balance("query", "run", "--schema").out.splitlines()
    assert any(line.startswith("moves.legal") and "integer" in line for line in lines)
    assert any(
        line.startswith("variants.coin_supply") and "coins at the start of a round" in line for line in lines
    )


def test_wrong_sql_is_one_line(balance, swept):
    ran = balance("query", "run", "from varants")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert 'Did you mean "variants"?' in ran.err
    assert balance("query", "run", "drop view moves").code == 2


def test_runs_are_listed(balance):
    assert balance("runs").err == "no runs in data/runs\n"
    balance("sweep", "konflikt", "--matches", 10, "--no-report", "--quiet")
    ran = balance("runs")
    assert ran.out.startswith("konflikt-001 ")
    assert ran.out.endswith("konflikt, 2 seats, 1 × 10 matches, complete\n")


def test_a_complete_run_is_not_played_again(balance, swept):
    ran = balance("resume", "run")
    assert (ran.code, ran.out) == (0, "run is complete\n")
