"""A fault in one match costs its chunk and no other; what comes again and again does not play on for hours."""

import threading
from dataclasses import replace

import pytest

from balance.runner import faults
from balance.runner.threads import Threads
from balance.store import commits
from balance.store.run import Run
from balance.store.spec import chunks
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import plan
from sims.errors import PlayError
from tests.sims.playing import WAR


def played(tmp_path, size, count=1, **asked):
    """A run of a game whose player is at fault, in chunks of so many deals; what came of it."""
    planned = plan.make(Request(str(WAR), **asked), Listener())
    spec = {**planned.spec, "chunk_clusters": size}
    tmp_path.joinpath("run").mkdir()
    run = Run.create(tmp_path / "run", {**spec, "chunks": sum(1 for _ in chunks(spec))})
    return run, Threads(count).play(run, planned.game, threading.Event())


@pytest.mark.parametrize("count", [1, 2])
def test_a_fault_costs_its_chunk_and_no_other(tmp_path, count):
    """`lost` gives a wrong index in round 1 with three cards left; nearly all of its choices are made at random."""
    run, found = played(tmp_path, 5, count, vary=[("hand", "2,4")], players="lost+0.98", matches=50, seed=5)
    assert sorted(failure["match"] for failure in found.failed) == [8, 32]
    lost = {failure["chunk"] for failure in found.failed}
    assert {commit["chunk"] for commit in run.commits()} == set(range(run.spec["chunks"])) - lost
    for failure in found.failed:
        assert failure["variant"] == 1
        assert 0 <= failure["match"] - failure["first_cluster"] < 5  # a deal is one match
        assert failure["told"].startswith(
            f"war (hand=4), seed 5, match {failure['match']}, deal {failure['match']}, round 1, move "
        )
    assert run.failures() == sorted(found.failed, key=lambda failure: failure["chunk"])
    assert not list(run.path.rglob("*.tmp"))
    assert {path.stem for path in run.path.glob("tables/moves/*")} == {
        f"{commit['chunk']:05}" for commit in run.commits()
    }


def test_a_variant_that_fails_again_and_again_is_left_and_the_others_are_played(tmp_path):
    run, found = played(tmp_path, 1, vary=[("rounds", "1,2")], players="thrower", matches=10)
    assert [failure["first_cluster"] for failure in found.failed] == [0, 1, 2]
    assert [(commit["variant"], commit["first_cluster"]) for commit in run.commits()] == [
        (0, deal) for deal in range(10)
    ]


def test_after_twenty_faults_nothing_more_is_played(tmp_path):
    spread = [("rounds", "1:10:1"), ("low_wins", "true,false"), ("tie", "first,last")]
    run, found = played(tmp_path, 1, vary=spread, players="thrower", matches=2)
    assert len(found.failed) == faults.MOST
    assert {commit["variant"] for commit in run.commits()} <= {0, 1, 2, 3}  # those of one round
    assert len(run.commits()) + len(found.failed) < run.spec["chunks"]


def test_what_is_no_fault_of_a_match_ends_the_run(tmp_path, monkeypatch):
    def broken(*_, **__):
        raise PlayError("war does not compile")

    monkeypatch.setattr("sims.batch.play", broken)
    with pytest.raises(PlayError, match="does not compile"):
        played(tmp_path, 5, matches=10)


def test_a_failure_of_a_chunk_that_was_finished_since_is_none(tmp_path):
    run, found = played(tmp_path, 1, vary=[("rounds", "1,2")], players="thrower", matches=1)
    [failure] = found.failed
    whole, number = run.commits()[0], failure["chunk"]
    files = [{**file, "name": f"tables/{file['table']}/{number:05}.parquet"} for file in whole["files"]]
    commits.write(run.path, {**whole, "chunk": number, "files": files})
    assert run.failures() == []
    assert replace(run).state() == "complete"
