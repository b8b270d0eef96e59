"""Search players see the table only through the game's `hide`: what they decide is the same in all hidden worlds."""

from collections.abc import Iterator

from sims import variants
from sims.batch import Job
from sims.conformance import worlds
from sims.conformance.declared import Found
from sims.game import Game
from sims.lineup import parse_lineup

PLAYER = "search:6"
DEALS, SEED = 20, 22
DECISIONS = 200
"""Of each number of seats at most."""


def peeks(game: Game) -> Iterator[Found]:
    """The first decision with each number of seats that changes with what the seat cannot know."""
    for seats in game.seats:
        variant = variants.make(game, seats)
        job = Job(game, variant, parse_lineup(game, PLAYER, seats), SEED, DEALS, rows=64)
        found = worlds.asked(job, DECISIONS)
        if found.where:
            where = f"{PLAYER}, {seats} seats, {variant.label}, {found.where}"
            yield (
                "peek",
                f"{where}: what it decides depends on what its seat cannot know: see hide() and legal()",
            )
