"""Chunks played by the workers of a real scheduler: whatever becomes of workers, the rows are those of a local run."""

import shutil
import signal
import threading
from pathlib import Path

import pytest

import sims
from balance.runner import worker
from balance.runner.cluster import Cluster
from balance.runner.runner import Abandoned
from balance.runner.threads import Threads
from balance.store import check_files
from balance.store.engine import engine
from balance.store.run import Run
from balance.store.spec import TABLES, Chunk, chunks
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import plan
from sims.errors import Stopped
from tests.balance.runner.dask import Workers
from tests.balance.runner.test_threads import rows
from tests.sims.playing import WAR

CHUNKS = 24
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    found = Workers(tmp_path_factory.mktemp("dask"))
    yield found
    found.close()


@pytest.fixture
def two(cluster):
    """The cluster with two workers that are well."""
    cluster.tolerate(3)
    if len(cluster.workers) < 2:
        cluster.add(2 - len(cluster.workers))
    cluster.wait(lambda: len(cluster.there()) == 2)
    return cluster


@pytest.fixture(scope="module")
def planned():
    """A run of 24 chunks, each of them a few tenths of a second."""
    made = plan.make(Request(str(WAR), matches=12_000, log="moves", threads=1), Listener())
    spec = {**made.spec, "chunk_clusters": 12_000 // CHUNKS}
    return made.game, {**spec, "chunks": sum(1 for _ in chunks(spec))}


@pytest.fixture(scope="module")
def local(planned, tmp_path_factory):
    """The rows of the run as threads play it."""
    game, spec = planned
    run = Run.create(tmp_path_factory.mktemp("local"), spec)
    Threads(1).play(run, game, threading.Event())
    return rows(run)


@pytest.fixture
def begun(planned, tmp_path):
    path = tmp_path / "run"
    path.mkdir()
    return planned[0], Run.create(path, planned[1])


class Notes(list):
    def __call__(self, note):
        self.append(note)


def play(address, begun, done=lambda _: None, notes=None, stop=None):
    game, run = begun
    who = Cluster(address, 2, Notes() if notes is None else notes)
    return who.play(run, game, stop or threading.Event(), done=done)


def assert_whole(run, local):
    """Every chunk counts once, no row is lost or doubled, and no file lies there that does not count."""
    assert [commit["chunk"] for commit in run.commits()] == list(range(CHUNKS))
    found = rows(run)
    for table in TABLES:
        assert found[table].equals(local[table]), table


def files(run):
    return {str(path.relative_to(run.path)) for path in (run.path / "tables").rglob("*") if path.is_file()}


def counted(run):
    return {file["name"] for commit in run.commits() for file in commit["files"]}


def test_the_rows_are_those_of_a_local_run(two, begun, local):
    seen = []
    played = play(two.address, begun, seen.append)
    assert_whole(begun[1], local)
    assert (played.matches, played.failed) == (12_000, [])
    assert sorted(commit["chunk"] for commit in seen) == list(range(CHUNKS))
    assert files(begun[1]) == counted(begun[1])
    # the scheduler keeps nothing of it
    two.wait(lambda: not two.client.run_on_scheduler(_tasks))


def _tasks(dask_scheduler):
    return len(dask_scheduler.tasks)


def test_a_worker_that_is_killed_loses_and_doubles_nothing(two, begun, local):
    victim, struck = min(two.workers), set()
    seen = []

    def done(commit):
        seen.append(commit["chunk"])
        if victim not in struck and two.plays(victim):
            struck.add(victim)
            two.kill(victim)

    play(two.address, begun, done)
    assert_whole(begun[1], local)
    assert sorted(seen) == list(range(CHUNKS))
    assert files(begun[1]) == counted(begun[1])
    assert not list(check_files.foreign(begun[1], begun[1].commits()))


def test_a_chunk_at_which_workers_die_fails_alone_and_is_played_by_a_resumed_run(two, begun, local):
    two.tolerate(0)
    victim, struck = min(two.workers), set()
    seen = []

    def done(commit):
        seen.append(commit["chunk"])
        if victim not in struck and two.plays(victim):
            struck.add(victim)
            two.kill(victim)

    played = play(two.address, begun, done)
    lost = {failure["chunk"] for failure in played.failed}
    assert 1 <= len(lost) <= 3
    assert all(failure["told"].startswith("KilledWorker") for failure in played.failed)
    assert {commit["chunk"] for commit in begun[1].commits()} == set(range(CHUNKS)) - lost
    play(two.address, begun)
    assert_whole(begun[1], local)


def test_a_chunk_that_a_slow_worker_has_is_played_twice_and_counts_once(two, begun, local):
    slow, struck = min(two.workers), set()
    seen = []

    def done(commit):
        seen.append(commit["chunk"])
        if slow not in struck and two.plays(slow):
            struck.add(slow)
            two.signal(slow, signal.SIGSTOP)

    try:
        play(two.address, begun, done)
        assert sorted(seen) == list(range(CHUNKS))
    finally:
        two.signal(slow, signal.SIGCONT)
    # it goes on where it was, comes too late, and takes its files away
    two.wait(lambda: files(begun[1]) == counted(begun[1]))
    assert_whole(begun[1], local)


def test_of_two_that_play_a_chunk_at_once_the_first_record_counts(planned, begun, monkeypatch):
    game, run = begun
    monkeypatch.setattr("distributed.get_worker", lambda: type("Worker", (), {"address": "here"}))
    order = worker.Order(str(run.path), run.plan, game.digest, engine())
    chunk = run.open_chunks()[0]
    answers = []
    both = [
        threading.Thread(target=lambda: answers.append(worker.play(order, Chunk(*chunk)))) for _ in range(2)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert answers[0].commit == answers[1].commit == run.commits()[0]
    assert files(run) == counted(run)
    assert worker.play(order, chunk).commit == answers[0].commit  # played already: read, not played


def test_a_worker_with_other_sources_is_refused_by_digest(two, begun, local, tmp_path):
    # the same packages, but for one comment in the kernel
    root = Path(sims.__file__).parent.parent
    for package in ("sims", "balance", "reports"):
        shutil.copytree(
            root / package, tmp_path / "other" / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    with (tmp_path / "other" / "sims" / "loop.py").open("a") as source:
        source.write("# another version\n")
    [stranger] = two.add(PYTHONPATH=str(tmp_path / "other"))
    for address in [address for address in two.workers if address != stranger]:
        two.kill(address)
    two.wait(lambda: two.there() == [stranger])
    try:
        # where there is nobody else the run ends, and says why
        refused = f"worker {stranger} is refused: its war has sources "
        with pytest.raises(Abandoned, match=f"{refused}.*, the run's are {begun[0].digest[:12]}"):
            play(two.address, begun)
        assert not begun[1].commits()
        # where there is, it plays on without the stranger
        two.add()
        notes = Notes()
        play(two.address, begun, notes=notes)
        assert_whole(begun[1], local)
        assert [note.startswith(refused) for note in notes] == [True]
    finally:
        two.kill(stranger)


def test_a_folder_that_workers_do_not_see_is_told_in_a_line(two, begun, monkeypatch):
    monkeypatch.setattr("balance.runner.window.where", lambda _: "/nowhere/run")
    with pytest.raises(
        Abandoned, match=r"it does not see /nowhere/run/run\.json: the run must lie in a folder"
    ):
        play(two.address, begun)


def test_who_stops_it_keeps_what_is_finished_and_waits_for_nobody(two, begun, local):
    stop = threading.Event()
    with pytest.raises(Stopped):
        play(two.address, begun, lambda _: stop.set(), stop=stop)
    assert 1 <= len(begun[1].commits()) < CHUNKS
    play(two.address, begun)
    assert_whole(begun[1], local)


def test_without_a_worker_it_waits_and_says_so(two, begun, local):
    for address in list(two.workers):
        two.kill(address)
    two.wait(lambda: not two.there())
    notes = Notes()
    late = threading.Timer(5.0, two.add)
    late.start()
    try:
        play(two.address, begun, notes=notes)
    finally:
        late.join()
    assert notes == [f"no worker yet: waiting for one, as `dask worker {two.address} --nthreads 1` starts it"]
    assert_whole(begun[1], local)
