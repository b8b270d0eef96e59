"""Load: what a run takes of memory and disk, measured on processes as people start them."""

import json
from collections import namedtuple

import pytest

from tests.sims.playing import WAR, run_python

SCRIPT = """
import json, resource, sys
from pathlib import Path
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import plan
from balance.workflows.reading.learned import learn
from balance.workflows.sweep import playing

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

game, matches, out = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
asked = Request(game, set={"hand": 1, "rounds": 10}, matches=matches, log="rounds", threads=2, out=out)
with playing(plan.make(asked, Listener()), Listener()) as (run, _):
    played = peak()
    learn(run)
print(json.dumps([played, peak()]))
"""
Peaks = namedtuple("Peaks", "played learned")


@pytest.mark.slow
def test_memory_does_not_grow_with_matches(tmp_path):
    """Of 1.2 and of 9.6 million rows of `rounds`: to play and to write them, and to measure them, in MB.

    They are measured a million at a time, in what DuckDB needs for that: it varies a little.
    """
    few, many = (
        Peaks(*json.loads(run_python("-c", SCRIPT, str(WAR), str(n), str(tmp_path / str(n)))))
        for n in (60_000, 480_000)
    )
    assert many.played < 1.1 * few.played
    assert many.learned < 1.5 * few.learned
