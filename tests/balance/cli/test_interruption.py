"""Ctrl-C, SIGTERM, kill -9: what is finished is kept, and a resumed run has the rows of an unbroken one."""

import json
import os
import shutil
import signal
import threading
import time

import pytest

from balance.runner.threads import Threads
from balance.store.run import Run
from balance.workflows import resume as resuming
from balance.workflows.resume import same_rules
from tests.sims.playing import WAR

SOON = 6 if "PYTEST_XDIST_WORKER" in os.environ else 2  # seconds; other tests share the cores there
LONG = ("sweep", "konflikt", "--players", "random", "--out", "run", "--no-report", "--threads", 2)


def wait_for(what, seconds=60):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


def finished(tmp_path):
    return len(list((tmp_path / "run" / "commits").glob("*.json")))


@pytest.mark.parametrize(
    ("number", "words"), [(signal.SIGINT, []), (signal.SIGTERM, ["--json"])], ids=["Ctrl-C", "SIGTERM"]
)
def test_a_signal_ends_within_two_seconds_and_keeps_finished_chunks(start, balance, tmp_path, number, words):
    process = start(*LONG, "--matches", 1_000_000, "--log", "moves", "--log-budget", "20MB", *words)
    wait_for(lambda: finished(tmp_path) >= 1)
    asked = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    run = Run.open(tmp_path / "run")
    if words:  # it measures what there is
        told = json.loads(out)
        assert told["stopped"]["by"] == "person" and told["stopped"]["clusters"] > 0
        assert told["variants"][0]["metrics"]["turns_mean"]["method"] == "always_valid"
    else:
        assert time.monotonic() - asked < SOON
        assert out == ""
    done = run.commits()
    assert 1 <= len(done) < run.spec["chunks"]
    last = err.splitlines()[-1]
    assert last == (
        f"balance: interrupted: {len(done)} of {run.spec['chunks']} chunks are kept; "
        "see them with: balance report run; go on with: balance resume run"
    )
    kept = {file["name"] for commit in done for file in commit["files"]}
    files = {path.relative_to(run.path).as_posix() for path in run.path.rglob("*") if path.is_file()}
    records = {f"commits/{commit['chunk']:05}.json" for commit in done}
    assert files == kept | records | {"run.json", "variants.parquet", "players.parquet", "side_tables.json"}
    assert (
        balance("query", "run", "select count(*) > 0 as some from matches", "--format", "csv").out
        == "some\ntrue\n"
    )


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_files_of_an_unbroken_one(start, balance, tmp_path):
    process = start(*LONG, "--matches", 15_000, "--vary", "coin_supply=3,12")
    wait_for(lambda: finished(tmp_path) >= 2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    run = Run.open(tmp_path / "run")
    assert 2 <= len(run.commits()) < run.spec["chunks"]
    (run.path / "tables" / "moves" / "00099.parquet.tmp").write_bytes(
        b"PAR1 and no more"
    )  # perhaps not the only one
    assert (tmp_path / "run" / "lock").exists()

    again = balance("resume", "run", "--threads", 1)
    assert again.code == 0, again.err
    assert run.complete
    assert not list((tmp_path / "run").rglob("*.tmp"))
    assert not (tmp_path / "run" / "lock").exists()

    (tmp_path / "unbroken").mkdir()
    unbroken = Run.create(tmp_path / "unbroken", run.spec)
    Threads(2).play(unbroken, same_rules(unbroken), threading.Event())
    for commit, whole in zip(run.commits(), unbroken.commits(), strict=True):
        assert commit["files"] == whole["files"]  # names, rows, bytes, SHA-256
        assert commit["decisions"] == whole["decisions"]


@pytest.mark.slow
def test_a_run_with_a_rule_that_is_killed_between_looks_goes_on_to_the_end_of_an_unbroken_one(
    start, balance, tmp_path
):
    words = (
        "sweep",
        str(WAR),
        "--vary",
        "hand=5,6",
        "--until",
        "first_player_advantage=0.006",
        "--no-report",
    )
    process = start(*words, "--out", "run")
    wait_for(
        lambda: finished(tmp_path) and Run.open(tmp_path / "run").spec["variants"][0]["clusters"] > 3_000
    )
    process.send_signal(signal.SIGKILL)
    process.wait()
    run = Run.open(tmp_path / "run")
    assert "stopped" not in run.spec
    again = balance("resume", "run", "--threads", 1)
    assert again.code == 0, again.err
    assert "stopped: starter's edge: ±0.6 pp reached at " in again.out
    balance(*words, "--out", "unbroken")
    whole = Run.open(tmp_path / "unbroken")
    run = Run.open(tmp_path / "run")
    assert run.spec["stopped"] == whole.spec["stopped"]
    sql = "select variant, match, seat, points, digest from matches order by all"
    one, other = (balance("query", name, sql, "--format", "csv").out for name in ("run", "unbroken"))
    assert one == other and one.count("\n") > 10_000


def test_a_run_that_is_being_played_is_refused_by_the_name_of_its_process(start, balance, tmp_path):
    process = start(*LONG, "--matches", 1_000_000, "--log", "rounds")
    wait_for((tmp_path / "run" / "commits" / "00000.json").exists)
    for words in (("resume", "run"), (*LONG, "--matches", 10)):
        ran = balance(*words)
        assert ran.code == 2
        assert ran.err.count("\n") == 1
    assert f"process {process.pid} on " in balance("resume", "run").err
    assert balance("query", "run", "select min(match) as m from matches", "--format", "csv").out == "m\n0\n"


@pytest.fixture
def small(balance, tmp_path):
    """A finished run of a few chunks with one record taken away."""
    ran = balance(
        "sweep", "konflikt", "--vary", "coin_supply=3,12", "--matches", 10, "--out", "run", "--no-report"
    )
    assert ran.code == 0, ran.err
    (tmp_path / "run" / "commits" / "00001.json").unlink()
    return tmp_path / "run"


def changed(run, old, new):
    text = (run / "run.json").read_text()
    assert old in text
    (run / "run.json").write_text(text.replace(old, new))


def test_resume_plays_what_is_missing_and_no_more(balance, small):
    before = (small / "tables" / "matches" / "00000.parquet").stat().st_mtime_ns
    assert "coin_supply=12" in balance("resume", "run").out
    assert Run.open(small).complete
    assert (small / "tables" / "matches" / "00000.parquet").stat().st_mtime_ns == before


def test_other_rules_are_refused_and_it_is_said_what_changed(balance, small):
    digest = Run.open(small).spec["digest"]
    changed(small, digest, "0123456789abcdef" * 4)
    ran = balance("resume", "run")
    assert ran.code == 2
    assert "digest of the sources of konflikt: '0123456789ab' is not that of the sources now" in ran.err
    replayed = balance("replay", "run", "--match", 0, "--transcript")
    assert (replayed.code, replayed.out) == (2, "")
    changed(small, '"game_version": 1', '"game_version": 0')
    assert "version of konflikt: 0 is not that of the rules now, 1" in balance("resume", "run").err


@pytest.fixture
def now(monkeypatch):
    """now(numpy="9.9"): another version of a library plays from here on."""

    def change(**engine):
        here = {**resuming.engine(), **engine}
        monkeypatch.setattr(resuming, "engine", lambda: here)

    return change


def test_another_engine_is_refused_and_it_is_said_what_changed(balance, small, now):
    was = Run.open(small).spec["engine"]["numpy"]
    now(numpy="9.9.9")
    ran = balance("resume", "run")
    assert ran.code == 2
    assert f"version of numpy: '{was}' is not that of now, 9.9.9: it may play other matches" in ran.err
    assert "play it again: balance sweep konflikt" in ran.err
    for words in (("report", "run"), ("query", "run", "from variants"), ("check", "run")):
        assert balance(*words).code == 0


def test_libraries_that_play_nothing_are_noted(balance, small, now):
    was = Run.open(small).spec["engine"]["duckdb"]
    now(duckdb="9.9.9")
    ran = balance("resume", "run")
    assert ran.code == 0
    assert f"duckdb is 9.9.9 now, was {was} when the run began" in ran.err


def test_a_copied_run_is_complete_where_it_lies(balance, small, tmp_path):
    balance("resume", "run", "--quiet")
    shutil.copytree(small, tmp_path / "data" / "runs" / "copy")
    assert balance("resume", "copy").out == "copy is complete\n"
