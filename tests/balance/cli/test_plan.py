"""balance plan, with Pig: what is planned is what a run then has."""

import json
from pathlib import Path

import pytest

import balance as api

EDGE, TURNS = "first_player_advantage", "turns_mean"


@pytest.fixture
def planned(balance):
    """planned(…) -> the object that `balance plan pig … --json` prints."""

    def plan(*words):
        ran = balance("plan", "pig", *words, "--log", "rounds", "--json", "-q")
        assert ran.code == 0, ran.err
        assert not Path("data").exists()
        return json.loads(ran.out)

    return plan


def need(told, metric, name="komi=4"):
    return next(row for row in told["needs"] if (row["metric"], row["name"]) == (metric, name))


def half(row):
    return (row["high"] - row["low"]) / 2


def test_a_comparison_of_the_planned_size_is_as_sure_as_planned(planned, balance):
    told = planned(
        "--tweak", "komi=4", "--half-width", f"{EDGE}=0.01", "--half-width", f"{TURNS}=0.05", "--pilot", 1000
    )
    assert told["command"] == (
        f"balance compare pig --seats 2 --tweak komi=4 --players hold20 --metric {EDGE} --metric {TURNS} "
        f"--matches {told['matches']} --seed 1 --log rounds"
    )
    turns = need(told, TURNS)
    size = turns["sizes"]["half_width"]
    assert told["matches"] >= size["deals"] > need(told, EDGE)["sizes"]["half_width"]["deals"]
    assert size["low"] < size["deals"] < size["high"]
    ran = balance(*told["command"].split()[1:], "--no-report", "--json", "-q")
    found = {row["metric"]: row for row in json.loads(ran.out)["comparisons"]}
    assert half(found[TURNS]["difference"]) == pytest.approx(0.05, rel=0.15)
    assert found[TURNS]["rho"] == pytest.approx(turns["rho"], abs=0.02)
    apart = turns["sizes"]["unpaired"]["deals"] / size["deals"]
    assert apart == pytest.approx(1 / turns["variance_ratio"], rel=0.01)


def test_a_sweep_of_the_planned_size_is_as_sure_as_planned(planned, balance):
    told = planned("--vary", "komi=0,40", "--half-width", f"{EDGE}=0.02")
    assert [row["name"] for row in told["needs"]] == ["komi=0", "komi=40"]
    assert "--metric" not in told["command"]
    ran = balance(*told["command"].split()[1:], "--no-report", "--json", "-q")
    most = max(half(v["metrics"][EDGE]) for v in json.loads(ran.out)["variants"])
    assert most == pytest.approx(0.02, rel=0.15)


def test_the_object(planned):
    told = planned("--tweak", "komi=4", "--tweak", "komi=0", "--difference", f"{EDGE}=0.03", "--threads", 1)
    assert told["schema"] == "card-balance/plan/1"
    assert told["pilot"] == {"deals": 500, "seed": 1}
    assert (told["variants"], told["matches_a_deal"], told["threads"]) == (3, 1, 1)
    assert told["seconds"] > 0
    assert told["bytes"] == sum(told["bytes_by_table"].values()) > 10_000
    edge = need(told, EDGE)
    assert (edge["margin"], edge["half_width"], edge["difference"], edge["clusters"]) == (
        0.01,
        0.01,
        0.03,
        500,
    )
    assert 0.95 < edge["level"] < 1 - 0.05 / 3  # of two tweaks on one metric, one of which has no spread
    assert edge["sizes"].keys() == {
        "half_width", "changed_80", "changed_95", "unchanged_80", "unchanged_95", "unpaired",
    }  # fmt: skip
    sizes = {name: size["deals"] for name, size in edge["sizes"].items()}
    assert (
        sizes["changed_80"]
        < sizes["changed_95"]
        < sizes["half_width"]
        < sizes["unchanged_80"]
        < sizes["unpaired"]
    )
    assert told["deals"] >= sizes["unchanged_80"]
    same = need(told, EDGE, "komi=0")
    assert (same["sizes"], same["sd"], same["identical"]) == ({}, None, 500)
    assert "no deal of the pilot differs" in same["reason"]


def test_a_pilot_without_spread_says_so(planned, balance):
    told = planned("--tweak", "komi=0")
    assert (told["command"], told["matches"], told["seconds"], told["bytes"]) == (None, None, None, None)
    ran = balance("plan", "pig", "--tweak", "komi=0", "--log", "rounds", "-q")
    assert ran.code == 0
    assert "komi=0 plays all 500 deals of the pilot the same to the last decision." in ran.out
    assert "So the pilot does not say how many matches to play." in ran.out
    ran = balance("plan", "pig", "--metric", "tied", "--metric", "turns_median", "--log", "rounds", "-q")
    said = " ".join(ran.out.split())
    assert "No number for tied: all deals of the pilot came out alike" in said
    assert "No number for turns_median: quantiles are whole numbers" in said


def test_people_get_a_table_and_the_command(balance):
    ran = balance("plan", "pig", "--tweak", "komi=4", "--difference", f"{EDGE}=0.01", "--log", "rounds", "-q")
    lines = ran.out.splitlines()
    assert lines[0] == "pig, 2 seats, hold20, a pilot of 500 deals a variant, seed 1"
    assert "komi=4: matches an arm for what is to be known of its difference" in lines
    assert lines[-1].startswith("then:   balance compare pig --seats 2 --tweak komi=4")
    assert max(map(len, lines[:-3])) <= 80
    assert [line.split(":")[0] for line in lines[-3:]] == ["needed", "takes", "then"]
    assert any(line.startswith("  not 0, 80 %") for line in lines)  # within the margin it cannot be CHANGED
    assert "nan" not in ran.out
    ran = balance("plan", "pig", "--seats", "2,3", "--players", "hold20", "--log", "rounds", "-q")
    assert ran.out.startswith("pig, 2/3 seats, hold20")
    assert "edge ±1 pp" in ran.out
    assert ran.out.splitlines()[-1].startswith("then:   balance sweep pig --seats 2,3")


def test_what_rests_on_logged_turns_needs_a_budget(balance):
    words = ("pig", "--metric", "lead_changes", "--half-width", "lead_changes=0.05", "--pilot", 100, "-q")
    assert "note:" not in balance("plan", *words).out
    notes = [
        line for line in balance("plan", *words, "--log-budget", "20kB").out.splitlines() if "note:" in line
    ]
    assert "holds no more" in notes[0]
    assert "lead_changes: of " in notes[1]
    enough = notes[1].split()[-1]
    assert "note:" not in balance("plan", *words, "--log-budget", enough).out


def test_mirrors_make_whole_deals(planned):
    told = planned("--players", "hold20,hold25", "--metric", TURNS, "--pilot", 50)
    assert (told["matches_a_deal"], told["pilot"]["deals"]) == (2, 50)
    assert told["matches"] == 2 * told["deals"]


def test_from_python():
    found = api.plan("pig", seats=2, metrics=[TURNS], half_widths={TURNS: 1.0}, pilot=60, log="rounds")
    assert found.most.metric == TURNS
    assert found.command.startswith("balance sweep pig")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--pilot", 19], "pilot: 19 is not a whole number of at least 20 deals"),
        (["--half-width", "turns_men=1"], "half_width: 'turns_men' is not a metric"),
        (["--half-width", "turns_mean=0"], "half_width: turns_mean: 0.0 is not a number above 0"),
        (["--half-width", "turn_mean=1"], "did you mean 'turns_mean'"),
        (["--half-width", "turns_mean=wide"], "half_width: turns_mean: 'wide' is not a number such as 0.01"),
        (
            ["--tweak", "komi=1", "--difference", "turns_mean=nan"],
            "difference: turns_mean: 'nan' is not a number such as 0.01",
        ),
        (["--difference", "turns_mean=1"], "of use without --tweak"),
        (["--tweak", "komi=1", "--vary", "komi=1,2"], "planned together with --vary"),
        (["--tweak", "komy=1"], "did you mean 'komi'"),
    ],
)
def test_what_cannot_be_planned(balance, words, complaint):
    ran = balance("plan", "pig", *words)
    assert ran.code == 2
    assert complaint in ran.err
    assert ran.err.count("\n") == 1
