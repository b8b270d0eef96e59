"""Targets in sweeps and comparisons of Pig, whose starter wins 53.06 % between equal players (RULES.md)."""

import json
from pathlib import Path

import pytest

import balance as api

SMALL = ("--set", "target=20", "--matches", 300, "--log", "rounds", "-q")
PIG = ("sweep", "pig", *SMALL)
COMPARED = ("compare", "pig", "--tweak", "komi=2", *SMALL)


def test_exit_code_3_unless_every_variant_surely_keeps_to_all(balance):
    met = balance(*PIG, "--no-report", "--target", "turns_mean=1..100", "--target", "tied=..0.1")
    assert met.code == 0
    assert "✓ turns_mean 1 to 100: " in met.out and "✓ tied at most 10 %: " in met.out
    open_ = balance(*PIG, "--no-report", "--target", "first_player_advantage=+-0.13")
    assert open_.code == 3
    assert "? first_player_advantage within ±13 pp: " in open_.out
    missed = balance(
        *PIG, "--no-report", "--vary", "komi=0,2", "--target", "turns_mean=..1", "--target", "tied=..0.1"
    )
    assert missed.code == 3
    assert "Of 2 variants none keeps to all targets." in missed.out
    assert "komi=0: ✗ turns_mean is " in missed.out and ", wanted at most 1." in missed.out
    assert max(map(len, missed.out.partition("\nagain:")[0].splitlines())) <= 80


def test_json_has_them_and_the_command_repeats_them(balance):
    Path("t.toml").write_text("[targets]\nturns_median = { between = [1, 50] }\ntied = { at_most = 0.5 }\n")
    words = (*PIG, "--vary", "komi=0,2", "--no-report", "--json")
    ran = balance(*words, "--targets", "t.toml", "--target", "tied=..0.1")
    told = json.loads(ran.out)
    assert ran.code == 0 and ran.err == ""
    assert [(row["metric"], row["variant"], row["label"]) for row in told["targets"]] == [
        ("turns_median", 0, "target=20,komi=0"), ("tied", 0, "target=20,komi=0"),
        ("turns_median", 1, "target=20,komi=2"), ("tied", 1, "target=20,komi=2"),
    ]  # fmt: skip
    row = told["targets"][1]
    assert (row["target"], row["mark"], row["value"], row["n"], row["clusters"]) == (
        {"at_most": 0.1}, "✓", 0, 300, 300,
    )  # fmt: skip
    assert row["high"] > told["variants"][0]["metrics"]["tied"]["high"]  # of a family of four
    assert "--target turns_median=1..50 --target tied=..0.1" in told["command"]
    again = json.loads(balance(*told["command"].split()[1:], "--no-report", "--json", "-q").out)
    assert again["targets"] == told["targets"]


def test_a_comparison_holds_its_tweaks_to_them(balance):
    ran = balance(*COMPARED, "--target", "turns_mean=..1", "--json")
    told = json.loads(ran.out)
    assert ran.code == 3
    [row] = told["targets"]
    assert (row["metric"], row["tweak"], row["mark"], row["target"]) == (
        "turns_mean",
        "komi=2",
        "✗",
        {"at_most": 1},
    )
    assert {row["metric"] for row in told["comparisons"] if row["verdict"]} == {"turns_mean"}
    # 3 comes last, after the report
    assert '<section id="targets">' in Path("data/runs/pig-001/report.html").read_text()
    again = balance("compare", "pig-001")
    assert again.code == 3 and "✗ turns_mean at most 1: " in again.out
    Path("t.toml").write_text("[targets]\nturns_mean = { at_most = 30 }\n")
    other = balance("compare", "pig-001", "--targets", "t.toml")
    assert other.code == 0 and "✓ turns_mean at most 30: " in other.out
    assert "again:  balance compare pig-001 --target turns_mean=..30\n" in other.out


def test_resume_and_report_keep_to_the_same_targets(balance):
    for words in (PIG, COMPARED):
        first = balance(*words, "--target", "turns_mean=..1", "--no-report")
        run = Path(first.out.rpartition("run:    ")[2].strip())
        next((run / "commits").iterdir()).unlink()
        resumed = balance("resume", run, "-q")
        assert resumed.code == 3
        assert "✗ turns_mean at most 1: " in resumed.out
    assert balance("report", "pig-001").code == 0
    page = Path("data/runs/pig-001/report.html").read_text()
    assert page.index('id="result"') < page.index('id="targets"')
    assert "✗ missed" in page


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("sweep pig --target turn_mean=..3", "targets: 'turn_mean' is not a metric"),
        ("sweep pig --target turns_mean=3", "target: turns_mean: '3' is not a range: 15..30"),
        ("sweep pig --target turns_mean=9..3", "targets: turns_mean: between: [9, 3] is not two numbers"),
        (
            "sweep pig --target turns_mean=1.. --target turns_mean=2..",
            "target: 'turns_mean' is not given once",
        ),
        ("sweep pig --targets none.toml", "targets: 'none.toml' is not a file that is there"),
        ("sweep pig --seats 2 --target win_share_position_2=..1", "did you mean 'win_share_position_1'"),
        ("compare pig --tweak komi=1 --target turn_mean=..3", "did you mean 'turns_mean'?"),
        ("compare none --targets none.toml", "run: 'none' is not a run folder"),
    ],
)
def test_wrong_input_is_one_line_and_nothing_is_written(balance, tmp_path, words, line):
    ran = balance(*words.split())
    assert ran.code == 2
    assert line in ran.err
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_same_in_python(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wanted = {"turns_mean": {"at_most": 1}}
    small = {"set": {"target": 20}, "matches": 300, "log": "rounds", "report": False, "targets": wanted}
    swept = api.sweep("pig", **small)
    assert not swept.met
    assert [one.mark for one in swept.targets[0]] == ["✗"]
    assert api.open(swept.path).targets == swept.targets
    assert not api.compare("pig", [{"komi": 2}], **small).met
