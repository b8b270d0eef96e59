"""The chunks that workers of a cluster are at: a few for each, so that none waits and the scheduler holds little.

What a worker answers counts, whatever the scheduler thinks of the task. A chunk whose worker dies is played by another;
one that is slow is given to a second worker when nothing else is left, and the commit record that is first counts.
"""

import hashlib
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from balance.runner.faults import Faults
from balance.runner.muster import Muster
from balance.runner.runner import POLL, Abandoned, Beside, Done, Played, Tick
from balance.runner.worker import Answer, Order
from balance.runner.worker import play as work
from balance.store import commits
from balance.store.engine import engine
from balance.store.run import Run
from balance.store.spec import Chunk
from sims.errors import PlayError, Stopped
from sims.game import Game

if TYPE_CHECKING:
    from distributed import Client, Future

AHEAD = 2  # chunks for each thread of a worker: one that it plays, one that waits for it
RETRIES = 3  # of a chunk that could not be written, say
SLOW = 3.0  # times the median of the others, and
LEAST = 3.0  # seconds at least: so long is waited for a chunk before a second worker gets it, too
RESULT = 3.0  # seconds in which an answer must arrive; then the record itself is looked for


@dataclass
class _Flight:
    """A chunk that one of some workers is to play; since: when it was given to them."""

    chunk: Chunk
    future: "Future[Answer]"
    workers: frozenset[str]
    since: float


class Window:
    """Plays the open chunks of a run; once."""

    def __init__(self, client: "Client", run: Run, game: Game, note: Callable[[str], None]) -> None:
        self._client, self._path = client, run.path
        self._todo = deque(run.open_chunks())
        self._order = Order(where(run.path), run.plan, game.digest, engine())
        digest = hashlib.sha256(f"{self._order.where}\0{self._order.plan}".encode()).hexdigest()
        self._name = f"balance-{digest[:16]}"
        self._muster = Muster(client, self._order, self._name, note)
        self._flights: list[_Flight] = []
        self._given = 0  # chunks, so that no name of a task is used twice
        self._seconds: list[float] = []
        self._faults = Faults(run)
        self._matches = self._decisions = 0

    def play(self, stop: threading.Event, tick: Tick, beside: Beside, done: Done) -> Played:
        """See `balance.runner.cluster.Cluster.play`."""
        began = time.perf_counter()
        self._muster.look(at_once=True)
        beside()
        try:
            while self._todo or self._flights:
                if stop.is_set():
                    raise Stopped
                self._gone()
                for flight in [flight for flight in self._flights if flight.future.status != "pending"]:
                    self._land(flight, done)
                if self._client.status == "running":
                    self._muster.look()
                    self._fill()
                    self._second()
                tick(self._matches)
                time.sleep(POLL)
        finally:
            for flight in self._flights:
                flight.future.release()
        return Played(self._matches, self._decisions, time.perf_counter() - began, self._faults.found)

    def _gone(self) -> None:
        """Abandoned where going on is of no use; chunks whose workers are all gone are to be given to others."""
        if self._client.status in ("closed", "closing"):
            raise Abandoned("the scheduler is gone")
        if reason := self._muster.nobody:
            raise Abandoned(reason)
        for flight in list(self._flights):
            if flight.future.status == "pending" and not flight.workers & self._muster.playing.keys():
                self._drop(flight)

    def _fill(self) -> None:
        workers = self._muster.playing
        while self._todo and len(self._flights) < AHEAD * sum(workers.values()):
            chunk = self._todo.popleft()
            if not self._faults.leave(chunk):
                self._give(chunk, workers)

    def _give(self, chunk: Chunk, workers: Collection[str]) -> None:
        self._given += 1
        future = self._client.submit(
            work,
            self._order,
            chunk,
            key=f"{self._name}-{chunk.chunk:05}-{self._given}",
            workers=sorted(workers),
            retries=RETRIES,
            pure=False,
        )
        self._flights.append(_Flight(chunk, future, frozenset(workers), time.monotonic()))

    def _land(self, flight: _Flight, done: Done) -> None:
        future = flight.future
        if future.status == "error":
            error = future.exception()
            text = " ".join(str(error).split("\n\n")[0].split())
            self._fail(flight, None, f"{type(error).__name__}: {text}")
            return
        try:
            answer = future.result(timeout=RESULT) if future.status == "finished" else None
        except TimeoutError:  # whoever has the answer does not give it; but what is played has a record
            record = commits.of(self._path, flight.chunk.chunk)
            answer = None if record is None else Answer("", record)
        if answer is None:  # the scheduler forgot it
            self._drop(flight)
        elif answer.fault and answer.match is None:
            raise PlayError(answer.fault)
        elif answer.fault:
            self._fail(flight, answer.match, answer.fault)
        elif answer.commit is None:
            self._muster.refuse(answer.worker, answer.refused)
            self._drop(flight)
        else:
            for other in [other for other in self._flights if other.chunk == flight.chunk]:
                self._forget(other)
            self._matches += answer.commit["matches"]
            self._decisions += answer.commit["decisions"]
            self._seconds.append(answer.commit["seconds"])
            done(answer.commit)

    def _fail(self, flight: _Flight, match: int | None, told: str) -> None:
        """A chunk with a fault, or whose workers died again and again, or could not write; the rest goes on."""
        self._forget(flight)
        if not any(other.chunk == flight.chunk for other in self._flights):
            self._faults.add(flight.chunk, match, told)

    def _drop(self, flight: _Flight) -> None:
        """It is played later, unless another plays it now."""
        self._forget(flight)
        if not any(other.chunk == flight.chunk for other in self._flights):
            self._todo.appendleft(flight.chunk)

    def _forget(self, flight: _Flight) -> None:
        self._flights.remove(flight)
        flight.future.release()

    def _second(self) -> None:
        """When nothing is left to give, chunks that take long are given to a second worker, too."""
        if self._todo:
            return
        wait = max(LEAST, SLOW * median(self._seconds or [0.0]))
        given = [flight.chunk for flight in self._flights]
        slow = [
            flight
            for flight in self._flights
            if time.monotonic() - flight.since > wait and given.count(flight.chunk) == 1
        ]
        at = self._client.processing() if slow else {}
        for flight in slow:
            idle = [
                worker
                for worker, threads in self._muster.playing.items()
                if len(at.get(worker, ())) < threads
            ]
            if not idle:
                return
            at[idle[0]] = (*at.get(idle[0], ()), flight.future.key)
            self._give(flight.chunk, idle[:1])


def where(path: Path) -> str:
    """Where workers find the run."""
    return str(path.resolve())
