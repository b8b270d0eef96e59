"""First six of docs/own-game.md, whose metrics are known exactly: with one seat, too. In plain Python.

With s seats the starter wins (1/6) / (1 − (5/6)^s); turns are geometric: mean 6, median 4 (1 − (5/6)⁴ = 0.52, ³: 0.42),
95 % within 17.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.docs.shown import ROOT, files

SWEEP = """
import json, balance
run = balance.sweep("./six", seats=[1, 2, 3, 4], matches=600, report=False)
print(json.dumps(run.metrics().rows(named=True)))
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exact")
    for name, text in files((ROOT / "docs/own-game.md").read_text(encoding="utf-8")).items():
        if name.startswith("six/"):
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace("seats = [2, 3, 4]", "seats = [1, 2, 3, 4]"), encoding="utf-8")
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", SWEEP], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout.splitlines()[-1])
    return {(row["variant"] + 1, row["metric"]): row for row in rows}


def near(row, exact):
    """Within the 95 % interval made half as wide again: a correct value is outside one time in 300."""
    half = 0.75 * (row["high"] - row["low"])
    return abs(row["value"] - exact) <= half


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starter_wins_as_often_as_can_be_computed(measured, seats):
    wins = (1 / 6) / (1 - (5 / 6) ** seats)
    assert near(measured[seats, "win_share_seat_0"], wins)
    assert near(measured[seats, "first_player_advantage"], wins - 1 / seats)
    assert near(measured[seats, "starter_ends"], wins - 1 / seats)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_turns_are_geometric(measured, seats):
    assert near(measured[seats, "turns_mean"], 6)
    assert measured[seats, "turns_median"]["value"] == 4
    assert abs(measured[seats, "turns_p95"]["value"] - 17) <= 1
    assert (measured[seats, "end_six"]["value"], measured[seats, "choices_mean"]["value"]) == (1, 0)


def test_one_seat_has_no_advantage_and_the_reason_is_said(measured):
    for name in ("", "_decisive", "_match"):
        row = measured[1, f"first_player_advantage{name}"]
        assert (row["value"], row["low"], row["high"]) == (None, None, None)
        assert row["reason"] == "there is one seat, and nobody to start before"
    assert measured[1, "points_seat_0"]["value"] == 1
