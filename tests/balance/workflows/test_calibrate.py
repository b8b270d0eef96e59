"""The quick calibration, run as people run it; and one that does not hold."""

import json

import pytest

from balance.calibration import last
from balance.calibration.checks import Check
from balance.calibration.page import markdown, summary, text
from balance.cli.main import run
from balance.workflows import calibrate as workflow

GOOD = Check(1, "a game: a value", "1/2", 0.5, None, None, 1, "exact", True)
BAD = Check(
    2, "a game of some name: another value of it", "0.25", 0.3, 0.29, 0.31, 2_000_000, "cluster_t", False
)
COVERED = Check(3, "coverage: t", "94–96 %", 0.951, 0.948, 0.954, 20_000, "cluster_t", True)


def test_the_quick_calibration_holds(tmp_path, capsys):
    page, data = tmp_path / "calibration.md", tmp_path / "last.json"
    assert run(["calibrate", "--quick", "--quiet", "--out", str(page), "--out", str(data)]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80
    assert "all hold" in told.splitlines()[-1]
    found = json.loads(data.read_text())
    assert found["command"] == "balance calibrate --quick"
    checks = [Check(**check) for check in found["checks"]]
    assert {check.tier for check in checks} >= {1, 2}
    assert all(check.low <= check.found <= check.high for check in checks if check.tier == 2)
    assert all(f"| {check.what} |" in page.read_text() for check in checks)


@pytest.mark.parametrize(("checks", "code"), [([GOOD], 0), ([GOOD, BAD], 3)])
def test_it_exits_with_3_if_a_check_does_not_hold(monkeypatch, capsys, checks, code):
    made = workflow.Calibration(checks, "balance calibrate", "0", "2026-11-30", 1.0)
    monkeypatch.setattr(workflow, "calibrate", lambda *_: made)
    assert run(["calibrate", "--json"]) == code
    assert json.loads(capsys.readouterr().out)["holds"] == (code == 0)


def test_wrong_input_is_refused_before_anything_is_played(capsys, tmp_path):
    assert run(["calibrate", "--out", str(tmp_path / "nowhere" / "page.md")]) == 2
    assert run(["calibrate", "--seed", "one"]) == 2
    assert run(["calibrate", "--threads", "0", "--quiet"]) == 2
    assert capsys.readouterr().err.count("balance: ") == 3


def test_the_table_says_what_holds_and_what_does_not():
    told = text([GOOD, BAD, COVERED])
    assert "a game of some name\n  another value of it" in told
    assert "0.30000 (0.29000–0.31000)" in told and "2M" in told
    assert (told.count("✓"), told.count("✗")) == (2, 1)
    assert summary([GOOD, BAD, COVERED]) == "2 exact values and 1 tests of the statistics: 1 do not hold"
    page = markdown([GOOD, BAD], "balance calibrate", "0.1.0", "2026-11-30")
    assert (
        "| a game of some name: another value of it | 0.25 | 0.30000 (0.29000–0.31000) | 2,000,000 |" in page
    )


def test_reports_tell_of_the_calibration_that_the_program_comes_with():
    found = json.loads(last.FILE.read_text())
    assert last.sentence().startswith(
        f"Checked against {summary([Check(**c) for c in found['checks']]).split(':')[0]}"
    )
    assert f"version {found['version']}, {found['date']}: " in last.sentence()
