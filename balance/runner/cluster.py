"""Plays a run's open chunks with the workers of a Dask scheduler that is there already.

The scheduler sees where the run lies, numbers of chunks and commit records. TLS, timeouts and whatever else there is
to set about connections come from Dask's own configuration.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.runner.runner import Beside, Done, Played, Tick, nothing
from balance.store import leftovers
from balance.store.run import Run
from sims.errors import InputError
from sims.game import Game

if TYPE_CHECKING:
    from distributed import Client

SCHEMES = ("tcp", "tls", "ws", "wss")
AN_ADDRESS = "the address of a Dask scheduler, such as tcp://127.0.0.1:8786"
PATIENCE = 5  # seconds in which a scheduler must answer


@dataclass(frozen=True)
class Cluster:
    """The workers of the scheduler at an address; see `balance.runner.runner.Runner`.

    count: how many chunks they played at once when they were counted; note: takes a line worth reading.
    """

    address: str
    count: int
    note: Callable[[str], None]
    seconds = 20.0  # what a chunk costs beside its play, on a store most, is then a hundredth

    @classmethod
    def at(cls, address: str, note: Callable[[str], None]) -> "Cluster":
        """The cluster at this address, seen: InputError if there is none, or what talks to it is not installed."""
        with connected(address) as client:
            workers = client.scheduler_info()["workers"].values()
            return cls(address, max(1, sum(worker["nthreads"] for worker in workers)), note)

    @property
    def flag(self) -> str:
        """What a command needs to be played so again."""
        return f" --cluster {self.address}"

    def play(
        self,
        run: Run,
        game: Game,
        stop: threading.Event,
        tick: Tick = nothing,
        beside: Beside = nothing,
        done: Done = nothing,
    ) -> Played:
        """Play and commit every chunk that is not committed yet, whichever workers come and go meanwhile.

        Once `stop` is set it raises Stopped at once: what workers are at then is finished by them, and counts.
        """
        if not run.open_chunks():
            beside()
            return Played(0, 0, 0.0, [])
        from balance.runner.window import Window

        with connected(self.address) as client:
            played = Window(client, run, game, self.note).play(stop, tick, beside, done)
        leftovers.clear(run)
        return played


@contextmanager
def connected(address: str) -> Iterator["Client"]:
    """A client of the scheduler at this address; InputError if there is none."""
    scheme, _, place = address.partition("://")
    if scheme not in SCHEMES or not place.rpartition(":")[2].isdigit():
        raise InputError("cluster", address, AN_ADDRESS)
    try:
        from distributed import Client
        from distributed.comm import connect
        from distributed.security import Security
    except ImportError:
        needed = "usable before this is installed: pip install 'card-balance[cluster]'"
        raise InputError("cluster", address, needed) from None
    # What it would tell of lost connections is told by us, in a line.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)

    async def knock() -> None:
        told = Security().get_connection_args("client")
        (await connect(address, timeout=PATIENCE, **told)).abort()

    try:  # first, as a client that has not come about takes ten seconds to go
        asyncio.run(knock())
        client = Client(address, timeout=PATIENCE, set_as_default=False, name="balance")
    except (OSError, ValueError, TypeError, RuntimeError) as error:  # TypeError: TLS without its settings
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError("cluster", address, f"{AN_ADDRESS} that answers: {reason}") from None
    with client:
        yield client
