"""Rounds worth telling: each game has a file `GAME_rounds.py` with its ROUNDS by name, told in `GAME/NAME.txt`."""

import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from sims import batch, lineup, registry, replay, variants
from sims.replay import Step
from sims.telling import tell


@dataclass(frozen=True)
class Told:
    """A round of the first deal, from 0 on, whose telling has the words `shows`."""

    seats: int
    values: dict[str, str] = field(default_factory=dict)
    players: str = "greedy"
    round: int = 0
    shows: str = ""
    preset: str | None = None


def all_rounds() -> dict[tuple[str, str], Told]:
    """(game, name) → every round that is told."""
    games = sorted(path.stem.removesuffix("_rounds") for path in Path(__file__).parent.glob("*_rounds.py"))
    return {
        (game, name): asked
        for game in games
        for name, asked in importlib.import_module(f"tests.playthroughs.{game}_rounds").ROUNDS.items()
    }


def told(game_name: str, asked: Told) -> list[str]:
    """The lines of a playthrough: what is played, then the round."""
    game = registry.load(game_name)
    variant = variants.make(game, asked.seats, asked.preset, asked.values)
    players = lineup.parse_lineup(game, asked.players, asked.seats)
    for deal in count():
        job = batch.Job(game, variant, players, seed=1, clusters=1, first_deal=deal)
        lines = list(tell(job, _of_round(job, asked.round)))
        if any(asked.shows in line for line in lines):
            return lines
    raise AssertionError("no deal is left")


def _of_round(job: batch.Job, number: int) -> Iterator[Step]:
    """The steps of one round of the job's first match."""
    for step in replay.steps(job):
        if step.kind == "match" or step.after.round_no > number:
            return
        if step.after.round_no == number:
            yield step
