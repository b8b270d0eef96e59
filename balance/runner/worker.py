"""What a worker of a cluster does: it opens the run and loads the game itself, plays a chunk and commits it.

It is handed where the run lies, a chunk's numbers and digests, and answers with a commit record, or with why it plays
nothing of this run. No game, no rows and no code of ours go through the scheduler.
"""

import threading
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from balance.runner import chunk as one
from balance.runner.jobs import Jobs, players_of
from balance.store import commits
from balance.store.engine import PLAYS, engine
from balance.store.run import Run
from balance.store.shard_names import new_mark
from balance.store.shards import Columns
from balance.store.spec import Chunk, Commit
from sims import batch, registry
from sims.errors import InputError, PlayError
from sims.log import schema

PATIENCE = 5.0  # seconds in which a run that was just begun must be seen on a shared folder


class Order(NamedTuple):
    """What is to be played by: where the run lies, the digests of its plan and of the game's sources, the versions."""

    where: str
    plan: str
    game: str
    engine: Mapping[str, str]


class Answer(NamedTuple):
    """One of three: the record of the chunk; why this worker plays nothing of the run; a fault, and in which match."""

    worker: str
    commit: Commit | None = None
    refused: str = ""
    fault: str = ""
    match: int | None = None


class _Refused(Exception):
    pass


class _Ready(NamedTuple):
    run: Run
    jobs: Jobs
    schema: dict[str, Columns]


_LOCK = threading.Lock()  # of a worker with several threads one loads, and compiles


def join(order: Order) -> str:
    """Open the run, load the game and its compiled rules; why this worker cannot play, or nothing."""
    try:
        _ready(order)
    except _Refused as error:
        return str(error)
    return ""


def play(order: Order, numbers: Chunk) -> Answer:
    """Play and commit a chunk, unless it is committed already. Raises what may pass, such as OSError."""
    from distributed import get_worker

    worker = str(get_worker().address)
    try:
        ready = _ready(order)
        chunk = Chunk(*numbers)
        commit = commits.of(ready.run.path, chunk.chunk)
        if commit is None:
            commit = one.play(ready.run, ready.jobs, ready.schema, chunk, mark=new_mark())
    except _Refused as error:
        return Answer(worker, refused=str(error))
    except PlayError as error:  # the same on every worker
        return Answer(worker, fault=str(error), match=error.match)
    return Answer(worker, commit)


def _ready(order: Order) -> _Ready:
    with _LOCK:
        return _opened(order.where, order.plan, order.game, tuple(sorted(order.engine.items())))


@lru_cache(maxsize=8)
def _opened(where: str, plan: str, digest: str, versions: tuple[tuple[str, str], ...]) -> _Ready:
    """The run and its game, compiled; _Refused where they are not what the order says."""
    _same_engine(dict(versions))
    run = _run(where, plan)
    try:
        game = registry.load(run.spec["game_source"])
    except InputError as error:
        raise _Refused(f"it cannot load the game: {error}") from error
    if game.digest != digest:
        raise _Refused(
            f"its {game.name} has sources {game.digest[:12]} (version {game.version}), "
            f"the run's are {digest[:12]} (version {run.spec['game_version']})"
        )
    batch.prepare(game, players_of(run, game))
    return _Ready(run, Jobs(run, game), schema(game))


def _run(where: str, plan: str) -> Run:
    end = time.monotonic() + PATIENCE
    while not (Path(where) / "run.json").is_file():
        if time.monotonic() > end:
            raise _Refused(
                f"it does not see {where}/run.json: the run must lie in a folder that all workers share under "
                "the same path"
            )
        time.sleep(0.5)
    try:
        run = Run.open(where)
    except InputError as error:
        raise _Refused(str(error)) from error
    if run.plan != plan:
        raise _Refused(f"{where}/run.json is another there (plan {run.plan[:12]}, the run's is {plan[:12]})")
    return run


def _same_engine(wanted: Mapping[str, str]) -> None:
    mine = engine()
    other = [
        f"{name} {mine[name]}, the run's is {wanted[name]}" for name in PLAYS if mine[name] != wanted[name]
    ]
    if other:
        raise _Refused(f"it has {'; '.join(other)}")
