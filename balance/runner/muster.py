"""Who of a cluster's workers plays a run: each is asked once, as soon as it is there, before it is given anything."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from balance.runner.worker import Order, join

if TYPE_CHECKING:
    from distributed import Client, Future

EVERY = 2.0  # seconds between two looks at who is there
QUIET = 3.0  # seconds without any worker after which a person is told what is waited for


class Muster:
    """The workers that play, and those that are refused; they may come and go."""

    def __init__(self, client: "Client", order: Order, name: str, note: Callable[[str], None]) -> None:
        self._client, self._order, self._name, self._note = client, order, name, note
        self._at = client.scheduler_info()["address"]
        self._there: dict[str, int] = {}  # worker → its threads
        self._asked: dict[str, Future[str]] = {}
        self._joined: set[str] = set()
        self._refused: dict[str, str] = {}
        self._numbers = 0
        self._last = self._since = time.monotonic()
        self._told = False

    def look(self, *, at_once: bool = False) -> None:
        """See who is there now, ask who is new, and hear what they answer."""
        now = time.monotonic()
        if at_once or now - self._last >= EVERY:
            self._last = now
            info = self._client.scheduler_info()["workers"]
            self._there = {address: worker["nthreads"] for address, worker in info.items()}
            for address in [a for a in self._asked if a not in self._there]:
                self._asked.pop(address).release()
            self._joined &= self._there.keys()
            for address in self._there.keys() - self._asked.keys() - self._joined - self._refused.keys():
                self._ask(address)
        for address, future in list(self._asked.items()):
            if future.status != "pending":
                self._hear(address, self._asked.pop(address))
        if self._there:
            self._since, self._told = now, False
        elif now - self._since > QUIET and not self._told:
            self._told = True
            self._note(f"no worker yet: waiting for one, as `dask worker {self._at} --nthreads 1` starts it")

    @property
    def playing(self) -> dict[str, int]:
        """Those that play: worker → its threads."""
        return {address: self._there[address] for address in self._joined}

    def refuse(self, address: str, reason: str) -> None:
        """Give this worker nothing more, and tell why."""
        self._joined.discard(address)
        if address not in self._refused:
            self._refused[address] = reason
            self._note(f"worker {address} is refused: {reason}")

    @property
    def nobody(self) -> str:
        """Why no worker plays, where all that are there are refused; else nothing."""
        if self._there and self._refused.keys() >= self._there.keys():
            reasons = {self._refused[address]: address for address in self._there}
            return "; ".join(f"worker {address} is refused: {reason}" for reason, address in reasons.items())
        return ""

    def _ask(self, address: str) -> None:
        self._numbers += 1
        self._asked[address] = self._client.submit(
            join,
            self._order,
            key=f"{self._name}-join-{address}-{self._numbers}",
            workers=[address],
            pure=False,
        )

    def _hear(self, address: str, future: "Future[str]") -> None:
        error: Any = future.exception() if future.status == "error" else None
        if error is not None:  # no card-balance there, or another that does not know the question
            self.refuse(address, f"it cannot play: {type(error).__name__}: {error}")
        elif future.status == "finished" and (reason := future.result()):
            self.refuse(address, reason)
        elif future.status == "finished":
            self._joined.add(address)
        future.release()
