"""Search players see the table only through the game's `hide`: what they decide is the same in all hidden worlds."""

from collections.abc import Iterator

import numpy as np

from sims import batch, driver, loop, variants
from sims.batch import Job
from sims.conformance.declared import Found
from sims.game import Game
from sims.lineup import parse_lineup
from sims.rng import HIDE, STREAM
from sims.rng_plain import absorb
from sims.variants import Variant

PLAYER = "search:6"
DEALS, HIDINGS, SEED = 20, 8, 22
DECISIONS = 200
"""Of each number of seats at most."""


def peeks(game: Game) -> Iterator[Found]:
    """The first decision with each number of seats that changes with what the seat cannot know."""
    for seats in game.seats:
        yield from decisions(game, variants.make(game, seats))


def decisions(game: Game, variant: Variant) -> Iterator[Found]:
    """Every decision of some deals is made in the true world and in hidden ones, with the same streams."""
    job = Job(game, variant, parse_lineup(game, PLAYER, variant.seats), SEED, DEALS, rows=64)
    held, tables = batch.arrays(job), batch.Tables(game, job.rows, job.log)
    play_on = batch.player(job, held, tables)
    conceal = driver.load(game.source, "search", "random").conceal
    task, cursor, state = (held[part][0] for part in ("task", "cursor", "state"))
    task.budget = task.pause = 1
    rng = np.zeros(1, STREAM).view(np.recarray)
    number = 0
    while batch.call(job, held, play_on) != loop.FINISHED and number < DECISIONS:
        tables.rows[:] = 0
        if cursor.phase != loop.IN_ROUND or state.end_reason != 0:
            continue
        number += 1
        seat, before = int(state.seat), {name: array.copy() for name, array in held.items()}
        where = f"round {int(cursor.round_no)}, move {int(cursor.decision)} (seed {SEED})"
        made = set()
        for hiding in range(HIDINGS + 1):
            for name, array in before.items():
                held[name][...] = array
            if hiding:
                rng[0].word = absorb(number, HIDE + hiding)
                conceal(held["rules"], held["state"], seat, rng)
            batch.call(job, held, play_on)
            moves = tables.columns["moves"]
            choice = tuple(int(moves[name][0]) for name in ("kind", *game.args))
            made.add((choice, int(held["rngs"][seat].word)))
            tables.rows[:] = 0
        for name, array in before.items():
            held[name][...] = array
        if len(made) > 1:
            at = f"{variant.seats} seats, {variant.label}, match {int(cursor.done)}, {where}"
            yield (
                "peek",
                f"{PLAYER}, {at}: what it decides depends on what its seat cannot know: see hide() and legal()",
            )
            return
