"""What plays the chunks of a run: threads of this process, or the workers of a cluster."""

import threading
from collections.abc import Callable
from typing import NamedTuple, Protocol

from balance.store.failures import Failure
from balance.store.run import Run
from balance.store.spec import Commit
from sims.game import Game

POLL = 0.1  # seconds between two looks at what was asked to play: progress, signals

Tick = Callable[[int], None]
Beside = Callable[[], None]
Done = Callable[[Commit], None]


class Played(NamedTuple):
    """What was played, and in how many seconds from the first match to the last committed chunk; what failed."""

    matches: int
    decisions: int
    seconds: float
    failed: list[Failure]


class Abandoned(Exception):
    """Nobody plays on, and why; finished chunks stay."""


class Runner(Protocol):
    """Plays and commits every chunk of a run that is not committed yet."""

    @property
    def count(self) -> int:
        """How many chunks are played at once."""

    @property
    def seconds(self) -> float:
        """About how long a chunk is to take at most."""

    @property
    def flag(self) -> str:
        """What a command needs to be played so again: " --cluster tcp://…", or nothing."""

    def play(
        self, run: Run, game: Game, stop: threading.Event, tick: Tick, beside: Beside, done: Done
    ) -> Played:
        """As `balance.runner.threads.Threads.play`; Abandoned where nobody is left to play."""


def nothing(_: object = None) -> None:
    """What is called where nobody wants to know."""
