"""Matches told by words.py and telling.py, compiled and plain: run as `python -m sims.conformance.tells GAME`."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from sims import modules, registry, replay, telling, variants
from sims.batch import Job
from sims.conformance import elsewhere, plays
from sims.conformance.declared import Found
from sims.errors import InputError, PlayError
from sims.game import Game
from sims.lineup import parse_lineup
from sims.restriction import both, numbers
from sims.rule import PLAIN

SEED = 21
SEARCH = "search:3"
LINES = 400
"""Of the matches told by plain Python, for each line-up and variant: the first of a long one must do."""


def jobs(game: Game) -> Iterator[Job]:
    """A few matches with every number of seats and preset, one with a tweak of every parameter, each restriction, and a
    search.

    Tweaks are left to the first player that the game declares, as a rule its simplest: there are many of them, and
    plain Python is slow.
    """
    simple = next((name for name in game.players if name != "random"), "random")
    for variant in variants.starts(game):
        for player in ("random", f"{game.default_player}+0.2"):
            yield _job(game, variant, player, 1 if variant.preset else 3)
    for parameter in game.parameters.values():
        for value in parameter.choices or (parameter.low, parameter.high):
            overrides = {**parameter.shown_with, parameter.name: value}
            try:
                variant = variants.make(game, game.seats[-1], None, overrides)
            except InputError:
                continue
            yield _job(game, variant, f"{simple}+0.2", 1)
    for restriction in both(list(numbers(game.classes))):
        yield _job(game, variants.make(game, None), f"{game.default_player}[{restriction}]+0.2", 1)
    yield _job(game, variants.make(game, None), f"{SEARCH}+0.1", 1)


def _job(game: Game, variant: variants.Variant, player: str, deals: int) -> Job:
    return Job(game, variant, parse_lineup(game, player, variant.seats), SEED, deals)


def transcripts(game: Game) -> Iterator[str | Found]:
    """The lines of the transcripts as JSON, to the first that words.py cannot give: that is found instead."""
    for job in jobs(game):
        lines = (json.dumps(line) for line in replay.transcript(job))
        # plain Python takes seconds for a few decisions of a search, and restrictions are many
        few = job.lineup[0].budget > 0 or job.lineup[0].restriction is not None
        for line in _guarded(game, "words", islice(lines, LINES // 10 if few else LINES * job.clusters)):
            yield line
            if isinstance(line, tuple):
                return


def columns(game: Game) -> Iterator[str]:
    """What is logged of a match from every start, a line a column: so what `track` says is held to both modes, too."""
    for variant in variants.starts(game):
        where = f"{variant.seats} seats, {variant.label}, seed {plays.SEED}, match 0"
        for table, held in plays.played(game, variant, "random", 1).items():
            for name, values in held.items():
                yield json.dumps(f"{where}, {table}.{name}: {values[:40].tolist()}, in all {values.sum()}")


def people(game: Game) -> Iterator[Found]:
    """What is wrong with the lines for people."""
    for variant in variants.starts(game):
        job = _job(game, variant, f"{game.default_player}+0.2", 2)
        for line in _guarded(game, "telling", islice(_told(job), LINES)):
            if isinstance(line, tuple):
                yield line
                return


def _told(job: Job) -> Iterator[str]:
    lines: Iterator[Any] = telling.tell(
        job, replay.steps(job)
    )  # a stranger's telling gives whatever it gives
    for line in lines:
        if not isinstance(line, str) or "\n" in line:
            raise TypeError(f"{line!r} is not one line of text")
        yield line


def _guarded(game: Game, check: str, lines: Iterable[str]) -> Iterator[str | Found]:
    """The lines; an error in making one is found, with its place in the game's folder."""
    try:
        yield from lines
    except PlayError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a stranger's words raise
        hint = ": do all numbers go through int(…)?" if "JSON" in str(error) else ""
        yield check, f"{modules.said(Path(game.folder), error)}{hint}"


def main(source: str, show: Callable[[str], object]) -> None:
    """Print the transcripts' lines and, in compiled code, what is found."""
    game = registry.load(source)
    for line in transcripts(game):
        if isinstance(line, tuple):
            elsewhere.tell(line)
            return
        show(line + "\n")
    for line in columns(game):
        show(line + "\n")
    if not PLAIN:
        for found in people(game):
            elsewhere.tell(found)


if __name__ == "__main__":
    main(sys.argv[1], sys.stdout.write)
