"""Playing chunks with threads: the rows depend on nothing but what was asked."""

import threading

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from balance.runner.threads import Threads
from balance.store.run import Run
from balance.store.spec import TABLES, chunks
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import plan
from sims.errors import Stopped

REQUEST = Request(
    "konflikt",
    vary=[("coin_supply", "0,12")],
    players="greedy+0.2,random",
    matches=40,
    seed=2**40 + 1,
    threads=1,
)


@pytest.fixture(scope="module")
def planned():
    return plan.make(REQUEST, Listener())


def created(planned, path, chunk_clusters):
    spec = {**planned.spec, "chunk_clusters": chunk_clusters}
    path.mkdir()
    return Run.create(path, {**spec, "chunks": sum(1 for _ in chunks(spec))})


def played(planned, path, *, count=1, chunk_clusters=20):
    run = created(planned, path, chunk_clusters)
    Threads(count).play(run, planned.game, threading.Event())
    return run


def rows(run):
    return {table: pa.concat_tables([pq.read_table(file) for file in run.files(table)]) for table in TABLES}


@pytest.mark.parametrize(("count", "chunk_clusters"), [(2, 20), (1, 1), (2, 7), (3, 19)])
def test_any_threads_and_any_chunks_give_identical_rows(planned, tmp_path, count, chunk_clusters):
    one = rows(played(planned, tmp_path / "one"))
    other = rows(played(planned, tmp_path / "other", count=count, chunk_clusters=chunk_clusters))
    for table in TABLES:
        assert one[table].num_rows > 0
        assert one[table].equals(other[table]), table


def test_what_is_played_is_what_was_asked(planned, tmp_path):
    run = played(planned, tmp_path / "run", chunk_clusters=10)
    matches = rows(run)["matches"].to_pylist()
    assert sorted({(row["variant"], row["deal"], row["mirror"], row["seat"]) for row in matches}) == [
        (variant, deal, mirror, seat)
        for variant in (0, 1)
        for deal in range(20)
        for mirror in (0, 1)
        for seat in (0, 1)
    ]
    assert all(row["match"] == 2 * row["deal"] + row["mirror"] for row in matches)
    # the line-up is greedy+0.2 (player 0) on seat 0, random (player 1) on seat 1; the second mirror swaps them
    assert all(row["player"] == (row["seat"] + row["mirror"]) % 2 for row in matches)


def test_commit_records_count_what_the_tables_hold(planned, tmp_path):
    run = played(planned, tmp_path / "run", chunk_clusters=10)
    held = rows(run)
    assert sum(commit["matches"] for commit in run.commits()) == 80
    assert sum(commit["decisions"] for commit in run.commits()) == held["moves"].num_rows
    assert run.rows() == {table: held[table].num_rows for table in TABLES}


class StopAt(threading.Event):
    """Set from the n-th time on that it is asked."""

    def __init__(self, n):
        super().__init__()
        self.left = n

    def is_set(self):
        self.left -= 1
        return self.left < 0


def files(run):
    return {
        path.relative_to(run.path).as_posix() for path in (run.path / "tables").rglob("*") if path.is_file()
    }


def test_a_stop_keeps_finished_chunks(planned, tmp_path):
    run = created(planned, tmp_path / "run", 2)
    with pytest.raises(Stopped):
        Threads(1).play(run, planned.game, StopAt(5))
    kept = [0, 1, 2, 10, 11]  # the same deals of both variants, which have ten chunks each
    assert [commit["chunk"] for commit in run.commits()] == kept
    assert files(run) == {f"tables/{table}/{chunk:05}.parquet" for table in TABLES for chunk in kept}


def test_a_stop_in_the_middle_of_a_chunk_leaves_nothing_of_it(tmp_path):
    request = Request("konflikt", players="random", matches=20_000, threads=1)
    planned = plan.make(request, Listener())
    run = created(planned, tmp_path / "run", 20_000)
    stop = threading.Event()
    with pytest.raises(Stopped):
        Threads(1).play(run, planned.game, stop, beside=stop.set)
    assert run.commits() == []
    assert files(run) == set()


def test_only_chunks_without_a_record_are_played(planned, tmp_path):
    whole = played(planned, tmp_path / "whole", chunk_clusters=7)
    again = played(planned, tmp_path / "again", chunk_clusters=7)
    for chunk in (0, 3):
        (again.path / "commits" / f"{chunk:05}.json").unlink()
    seen = (again.path / "commits" / "00001.json").stat().st_mtime_ns
    counted = Threads(2).play(again, planned.game, threading.Event())
    assert counted.matches == 28
    assert (again.path / "commits" / "00001.json").stat().st_mtime_ns == seen
    assert all(rows(whole)[table].equals(rows(again)[table]) for table in TABLES)


def test_what_a_worker_raises_reaches_the_caller_and_stops_the_others(planned, tmp_path):
    run = created(planned, tmp_path / "run", 1)
    (run.path / "tables" / "moves" / "00002.parquet.tmp").mkdir()  # the third chunk cannot write its moves
    with pytest.raises(OSError, match=r"00002.parquet.tmp"):
        Threads(2).play(run, planned.game, threading.Event())
    assert not run.complete


def test_progress_ends_at_all_matches(planned, tmp_path):
    seen = []
    run = created(planned, tmp_path / "run", 5)
    Threads(2).play(run, planned.game, threading.Event(), tick=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 80
