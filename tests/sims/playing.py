"""Playing in tests: a job's columns, whole, and its transcript."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from sims import batch, lineup, registry, replay, variants
from sims.batch import Job
from sims.game import Game

ROOT = Path(__file__).parents[2]
WAR = Path(__file__).parent / "toys" / "war"
Columns = dict[str, dict[str, np.ndarray]]


def war() -> Game:
    """A complete game outside the package, small enough to compute by hand."""
    return registry.load(str(WAR))


def job(
    game: Game,
    seats: int | None = None,
    players: str = "random",
    clusters: int = 20,
    seed: int = 1,
    **more: Any,
) -> Job:
    """A job; what Job has no field for is a parameter of the game."""
    fields = {name: more.pop(name) for name in list(more) if name in Job.__dataclass_fields__}
    variant = variants.make(game, seats, None, more)
    return Job(game, variant, lineup.parse_lineup(game, players, variant.seats), seed, clusters, **fields)


def play(asked: Job) -> Columns:
    """Every row of every table."""
    parts: dict[str, list[dict[str, np.ndarray]]] = {}

    def keep(table: str, columns: dict[str, np.ndarray]) -> None:
        parts.setdefault(table, []).append({name: column.copy() for name, column in columns.items()})

    counts = batch.play(asked, keep)
    tables = {
        table: {name: np.concatenate([part[name] for part in held]) for name in held[0]}
        for table, held in parts.items()
    }
    assert counts.matches == len(tables["matches"]["match"]) // asked.variant.seats
    return tables


def same(a: Columns, b: Columns, *but: str) -> bool:
    """Are all tables equal, these columns left aside?"""
    return a.keys() == b.keys() and all(
        np.array_equal(column, b[table][name])
        for table, columns in a.items()
        for name, column in columns.items()
        if name not in but
    )


def transcript(asked: Job) -> list[dict[str, Any]]:
    """The lines of all its matches."""
    return list(replay.transcript(asked))


def run_python(*arguments: str, plain: bool = False, **environment: str) -> str:
    """What a new Python process prints; plain: rules run as plain Python in it."""
    switch = {"NUMBA_DISABLE_JIT": "1"} if plain else {}
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**kept, **switch, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def first_match(asked: Job) -> Iterator[dict[str, Any]]:
    """The transcript of the job's first match, without its mirrors."""
    for line in replay.transcript(asked):
        yield line
        if line.get("t") == "match":
            return


def tell(job_of: Callable[[int], Job], first: int, count: int) -> None:
    """Print the first match of each of these jobs, as JSON Lines."""
    for number in range(first, first + count):
        for line in first_match(job_of(number)):
            print(json.dumps(line))
