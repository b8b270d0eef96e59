"""A match that raises: the rest of the run is played and reported; it is told where the fault is, how to see it."""

import json

import pytest

import balance
from balance.store import commits, failures
from balance.store.run import Run
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.playing.play import Incomplete
from balance.workflows.replay import replay
from balance.workflows.resume import resume
from balance.workflows.sweep import sweep
from sims.errors import PlayError
from tests.sims.playing import WAR


class Notes(Listener):
    """Keeps what is told."""

    def __init__(self):
        self.notes = []

    def note(self, text):
        self.notes.append(text)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """The thrower raises in round 1, which matches of one round do not have: the run, what was raised, and notes."""
    out = tmp_path_factory.mktemp("faulty") / "run"
    asked = Request(
        str(WAR),
        vary=[("rounds", "1,2")],
        players="thrower",
        matches=40,
        log="rounds",
        seed=2**40 + 3,
        out=out,
    )
    listener = Notes()
    with pytest.raises(Incomplete) as raised:
        sweep(asked, listener)
    return Run.open(out), raised.value, listener.notes


FAULT = (
    "war (rounds=2), seed 1099511627779, match 0, deal 0, round 1, move 0 of the round: "
    "ValueError: the thrower throws"
)


def test_it_is_told_with_seed_match_and_move_and_the_command_that_plays_it_again(faulty):
    run, raised, notes = faulty
    assert str(raised).startswith(f"incomplete: 1 of 2 chunks failed: {FAULT}")
    assert f"balance replay {run.path} --match 0 --variant 1;" in str(raised)
    assert f"balance resume {run.path}" in str(raised)
    assert any(note.startswith(f"chunk 1 failed: {FAULT}") for note in notes)
    assert isinstance(raised, PlayError)  # whoever waits for a fault gets it


def test_that_command_plays_up_to_the_fault(faulty):
    run, *_ = faulty
    told = []
    with pytest.raises(PlayError, match="the thrower throws"):
        told.extend(replay(run.path, range(1), 1))
    assert str(run.failures()[0]["told"]).startswith(FAULT)


def test_the_other_variant_is_there_and_the_run_says_that_it_is_not_complete(faulty):
    run, *_ = faulty
    assert not run.complete
    assert run.state() == "1 of 2 chunks, 1 failed"
    opened = balance.open(run.path)
    told = json.loads(opened.as_json())
    assert told["stopped"] == {"by": "fault", "matches": 40, "clusters": 40}
    assert [(f["chunk"], f["variant"], f["match"]) for f in told["failed"]] == [(1, 1, 0)]
    assert opened.measured[0]["turns_mean"].clusters == 40
    assert opened.table("matches")["variant"].unique().to_list() == [0]


def test_its_report_tells_what_failed_and_why(faulty):
    run, *_ = faulty
    page = run.report.read_text()
    assert "1\N{NO-BREAK SPACE}chunk of 2 failed by a fault in a match" in page
    assert "ValueError: the thrower throws" in page
    assert f"balance replay {run.path} --match 0 --variant 1" in page


def test_a_fault_in_every_variant_is_told_before_anything_is_written(tmp_path):
    with pytest.raises(PlayError, match="the thrower throws") as raised:
        balance.sweep(str(WAR), vary={"rounds": [2, 3]}, players="thrower", out=tmp_path / "run")
    assert not isinstance(raised.value, Incomplete)
    assert list(tmp_path.iterdir()) == []


def test_resume_plays_failed_chunks_anew_to_the_rows_of_an_unbroken_run(tmp_path):
    """As a fault leaves it that comes no more: of a machine that had too little memory, say."""
    whole = balance.sweep(str(WAR), vary={"hand": [5, 6]}, matches=30, out=tmp_path / "run", report=False)
    [first, second] = whole.run.commits()
    (whole.path / "commits" / "00001.json").unlink()
    failure = {name: second[name] for name in ("chunk", "variant", "first_cluster", "clusters")}
    failures.write(whole.path, {**failure, "match": 3, "told": "war: it was something"})
    assert whole.run.ended()["by"] == "fault"
    resumed = resume(whole.path, 1, Listener())
    assert resumed.run.complete and resumed.run.failures() == []
    again = commits.read(whole.path)[1]
    assert again["files"] == second["files"]
    assert commits.read(whole.path)[0] == first


def test_a_rule_does_not_look_where_deals_are_missing(tmp_path):
    asked = {
        "vary": {"rounds": [1, 2]},
        "players": "thrower",
        "until": {"turns_mean": 0.1},
        "max_matches": 4_000,
    }
    with pytest.raises(Incomplete):
        balance.sweep(str(WAR), **asked, log="rounds", report=False, out=tmp_path / "run")
    run = Run.open(tmp_path / "run")
    assert "stopped" not in run.spec
    assert run.spec["variants"][0]["clusters"] == 2_000  # no batch was added
