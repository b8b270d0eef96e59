"""Load: what a run takes of memory and disk, measured on processes as people start them."""

import os

import pytest

from tests.sims.playing import WAR


def peak(process):
    """The most memory that a process held, in MB, once it has ended well."""
    process.stdout.close()
    process.stderr.close()
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0
    process.returncode = 0
    return used.ru_maxrss / 1024


@pytest.mark.slow
def test_memory_does_not_grow_with_matches(start):
    """Played, logged and measured: 1.2 and 9.6 million rows of `rounds`, of which it reads a million at a time."""
    words = ("sweep", WAR, "--set", "hand=1", "--set", "rounds=10", "--log", "rounds", "--threads", 2)
    few, many = (
        peak(start(*words, "--matches", matches, "--out", f"of-{matches}", "--no-report", "--quiet"))
        for matches in (60_000, 480_000)
    )
    assert many < 1.1 * few
