"""Plays a run's open chunks with threads of this process.

Compiled play and Parquet writing both release Python's lock, so each thread plays a chunk and writes its rows while
the others do the same: the number of threads is what the run takes of the machine, and play and writing overlap.

A fault in the game or in a player costs its chunk and no other: it is written down, and play goes on. Where it comes
again and again nothing is gained by that, so a variant is left after a few, and so is the run.
"""

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from balance.runner import chunk as one
from balance.runner.faults import Faults
from balance.runner.jobs import Jobs
from balance.runner.runner import POLL, Beside, Done, Played, Tick, nothing
from balance.store.run import Run
from balance.store.shards import Columns
from balance.store.spec import Chunk
from sims.errors import PlayError, Stopped
from sims.game import Game
from sims.log import schema


@dataclass(frozen=True)
class Threads:
    """So many threads of this process; see `balance.runner.runner.Runner`."""

    count: int
    seconds = 1.0
    flag = ""

    def play(
        self,
        run: Run,
        game: Game,
        stop: threading.Event,
        tick: Tick = nothing,
        beside: Beside = nothing,
        done: Done = nothing,
    ) -> Played:
        """Play and commit every chunk that is not committed yet; the caller holds the run's lock.

        tick gets the number of matches finished so far, in this thread, about ten times a second; beside is done once
        while the first chunks are being played; done gets the record of every finished chunk, in the thread that played
        it. A chunk in which a match is at fault is left and written down, and the others are played; the chunks of a
        variant that has failed too often are left untried. Raises Stopped once `stop` is set and the threads have come
        to rest; what else a worker raised (OSError …) otherwise. Finished chunks stay, unfinished files are removed.
        """
        todo = run.open_chunks()
        work = _Work(run, game, iter(todo), stop, done)
        began = time.perf_counter()
        count = max(1, min(self.count, len(todo)))
        with ThreadPoolExecutor(count, thread_name_prefix="play") as pool:
            workers: set[Future[None]] = {pool.submit(work.loop) for _ in range(count)}
            try:
                beside()
                pending = workers
                while pending:
                    _, pending = wait(pending, timeout=POLL, return_when=FIRST_COMPLETED)
                    tick(work.finished)
            except BaseException:
                work.halt.set()
                raise
        _raise_first(workers)
        return Played(work.matches, work.decisions, max(work.last_commit - began, 0.0), work.faults.found)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Work:
    """What the workers share."""

    def __init__(
        self,
        run: Run,
        game: Game,
        todo: Iterator[Chunk],
        stop: threading.Event,
        done: Done,
    ) -> None:
        self.halt = threading.Event()  # another worker failed
        self.finished = self.matches = self.decisions = 0
        self.last_commit = 0.0
        self.faults = Faults(run)
        self._run, self._todo, self._stop, self._done = run, todo, stop, done
        self._jobs = Jobs(run, game)
        self._schema: dict[str, Columns] = schema(game)
        self._lock = threading.Lock()

    def loop(self) -> None:
        try:
            while True:
                with self._lock:
                    chunk = next((chunk for chunk in self._todo if not self.faults.leave(chunk)), None)
                if chunk is None:
                    return
                if self._must_stop():
                    raise Stopped
                try:
                    self._play(chunk)
                except PlayError as error:
                    self._fail(chunk, error)
        except BaseException:
            self.halt.set()
            raise

    def _play(self, chunk: Chunk) -> None:
        commit = one.play(
            self._run, self._jobs, self._schema, chunk, stop=self._must_stop, progress=self._progress
        )
        self._done(commit)
        with self._lock:
            self.matches += commit["matches"]
            self.decisions += commit["decisions"]
            self.last_commit = time.perf_counter()

    def _fail(self, chunk: Chunk, error: PlayError) -> None:
        if error.match is None:
            raise error
        with self._lock:
            self.faults.add(chunk, error.match, str(error))

    def _must_stop(self) -> bool:
        return self._stop.is_set() or self.halt.is_set()

    def _progress(self, matches: int) -> None:
        with self._lock:
            self.finished += matches


def _raise_first(workers: set[Future[None]]) -> None:
    """Raise what went wrong; a Stopped only if nothing else did (a fault stops the other workers too)."""
    errors = [error for worker in workers if (error := worker.exception()) is not None]
    for error in sorted(errors, key=lambda error: isinstance(error, Stopped)):
        raise error
