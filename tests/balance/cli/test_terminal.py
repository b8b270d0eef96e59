"""What a person sees while it works, and what it costs to start."""

import os
import pty
import re
import resource
import subprocess
import sys

import pytest

from balance.cli import terminal
from sims import registry
from sims.lineup import weight_text

HEAVY = {
    "duckdb", "jinja2", "matplotlib", "numba", "numpy", "pandas", "polars", "pyarrow", "pydantic", "rich.progress",
    "scipy", "statsmodels",
}  # fmt: skip


def loaded_after(code):
    """The heavy libraries that a new process has loaded after `code`."""
    told = (
        f"{code}\nimport sys\nprintable = [n for n in {sorted(HEAVY)} if n in sys.modules]\nprint(*printable)"
    )
    command = [sys.executable, "-c", told]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_help_loads_no_heavy_library():
    assert loaded_after("import balance\nfrom balance.cli import main") == set()


def test_a_sweep_plays_its_pilot_before_it_loads_what_writes_and_reads():
    code = """
from balance.workflows import sweep
from balance.workflows.planning import plan
from balance.workflows.listener import Listener
from balance.workflows.asking.request import Request
from balance.cli.main import run
run(["sweep", "konflikt", "--seats", "9"])
plan.make(Request("konflikt", matches=10), Listener())
"""
    assert loaded_after(code) <= {"numba", "numpy"}


def test_help_takes_at_most_three_tenths_of_a_second_of_cpu():
    def seconds():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "balance", "--help"], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(seconds() for _ in range(3)) <= 0.3


@pytest.mark.parametrize(
    "command", ["", "sweep", "query", "replay", "resume", "rules", "check", "games", "runs"]
)
def test_help_fits_80_columns(balance, command):
    ran = balance(*command.split(), "--help")
    assert ran.code == 0
    assert "Usage: balance" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize(
    "words", ["games", "rules konflikt", "rules konflikt --seats 3", "rules konflikt --players"]
)
def test_what_a_game_says_fits_80_columns(balance, words):
    ran = balance(*words.split())
    assert ran.code == 0
    assert "Konflikt" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_rules_show_every_parameter_with_default_range_and_meaning(balance):
    told = balance("rules", "konflikt").out
    assert (
        "target = 7/5/4 with 2/3/4 seats (a whole number from 1 to 13)\n      complete buildings that end"
        in told
    )
    assert "end_timing = finish_turn (one of finish_turn, immediate)" in told
    assert "original" in told
    assert "greedy" in told
    assert "target = 5 (a whole number from 1 to 13)" in balance("rules", "konflikt", "--seats", 3).out


def test_rules_explain_each_player_with_its_weights_and_switches_on_asking(balance):
    assert "memory=on" not in balance("rules", "konflikt").out
    told = " ".join(balance("rules", "konflikt", "--players").out.split())
    assert "target =" not in told
    for player in registry.load("konflikt").players.values():
        assert f"{player.name} {player.about}" in told
        for name, value in player.weights.items():
            assert f"{name}={weight_text(value)}" in told
    assert "memory=on" in told
    assert "NAME[weight=0.5,switch=off]" in told


def test_progress_is_a_line_every_ten_seconds_where_there_is_no_terminal(capsys, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(terminal.time, "monotonic", lambda: now[0])
    lines = terminal.listener(quiet=False)
    lines.start(10_000, 1_000)
    for second in range(31):
        now[0] = 100.0 + second
        lines.tick(100 * second)
    lines.end()
    assert capsys.readouterr().err.splitlines() == [
        "2,000 of 10,000 matches (20%), 100 a second, 0:01:20 left",
        "3,000 of 10,000 matches (30%), 100 a second, 0:01:10 left",
        "4,000 of 10,000 matches (40%), 100 a second, 0:01:00 left",
    ]


def test_quiet_says_nothing(balance):
    ran = balance("sweep", "konflikt", "--players", "greedy,random", "--matches", 3, "--quiet", "--no-report")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("colour", [True, False])
def test_a_terminal_has_a_bar_with_rate_and_time_left(tmp_path, colour):
    ours, theirs = pty.openpty()
    words = "sweep konflikt --matches 500 --log rounds --no-report"
    command = [sys.executable, "-m", "balance", *words.split()]
    environment = {**os.environ, "TERM": "xterm-256color", **({} if colour else {"NO_COLOR": "1"})}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=theirs
    ) as process:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:
            pass  # the other side is closed
    os.close(ours)
    assert process.returncode == 0
    text = shown.decode()
    assert "500/500" in text
    assert "a second" in text
    assert re.search(r"\d:\d\d:\d\d", text)
    assert bool(re.search(r"\x1b\[[0-9;]*3\d", text)) == colour  # a foreground colour


def test_the_version(balance):
    ran = balance("--version")
    assert ran.code == 0
    assert re.fullmatch(r"balance \d+\.\d+\.\d+\n", ran.out)


def test_a_reader_that_has_had_enough_is_no_error():
    command = f"set -o pipefail; {sys.executable} -m balance rules konflikt | head -1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Konflikt")
