"""Told matches on a terminal and elsewhere."""

import os
import pty
import re
import subprocess
import sys

import pytest

from balance.cli.colours import coloured, wrapped

LINE = (
    "13 seat 1 takes T (1:TA7), 4 (0:2749K8): 4 joins (building), T to seat 0 (now 3) | 1·2·1·0 / 1·1·3·1 / 6"
)
ANSI = re.compile(r"\x1b\[\d*m")


def test_colours_change_nothing_but_colour():
    shown = coloured(LINE)
    assert ANSI.sub("", shown) == LINE
    assert shown.startswith("13 \x1b[33mseat 1\x1b[0m takes")
    assert "\x1b[36mseat 0\x1b[0m" in shown
    assert shown.endswith("\x1b[2m| 1·2·1·0 / 1·1·3·1 / 6\x1b[0m")


@pytest.mark.parametrize("width", [20, 60, 80, 120])
def test_a_narrow_terminal_gets_lines_broken_between_words(width):
    parts = wrapped(LINE, width).split("\n")
    assert max(map(len, parts)) <= width
    assert " ".join(part.strip() for part in parts) == LINE
    assert all(part.startswith("   ") and not part.endswith("seat") for part in parts[1:])


@pytest.fixture
def on_terminal(balance, tmp_path):
    """What a command prints on a terminal of 80 columns."""

    def call(*words, **environment):
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "balance", *words]
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        environment = {**kept, "TERM": "xterm-256color", "COLUMNS": "80", **environment}
        with subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=theirs, stderr=subprocess.PIPE
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
        return shown.decode().replace("\r\n", "\n")

    return call


def test_a_match_is_coloured_on_a_terminal_only(balance, on_terminal):
    balance("sweep", "konflikt", "--seats", 4, "--matches", 1, "--out", "run", "--no-report", "-q")
    words = ("replay", "run", "--match", "0")
    plain = balance(*words).out
    assert not ANSI.search(plain)
    shown = on_terminal(*words)
    assert ANSI.search(shown)
    assert max(len(ANSI.sub("", line)) for line in shown.splitlines()) <= 80
    assert ANSI.sub("", shown).split() == plain.split()
    assert not ANSI.search(on_terminal(*words, NO_COLOR="1"))
