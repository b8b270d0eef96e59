"""What a game says of how far ahead a seat can still come out of a round: never less than what it then does."""

from collections.abc import Iterator

import numpy as np

from sims import batch, driver, loop, variants
from sims.batch import Job
from sims.conformance.declared import Found
from sims.errors import InputError
from sims.game import CAP, Game
from sims.lineup import parse_lineup
from sims.variants import Variant

DEALS, SEED = 100, 23
DECISIONS, FEW = 4_000, 300
"""With the parameters of a start, and with another value of one of them, of each player at most."""
OTHERS = 2
"""Values of each parameter, besides its default."""
FARTHEST = np.iinfo(np.int64).max


def broken(game: Game) -> Iterator[Found]:
    """The first round that a seat ended farther ahead than `reach` allowed it."""
    if not game.reaches:
        return
    for variant, most in _variants(game):
        for player in dict.fromkeys(("random", game.default_player)):
            found = _first(game, variant, player, most)
            if found:
                yield "reach", found
                return


def _variants(game: Game) -> Iterator[tuple[Variant, int]]:
    yield from ((start, DECISIONS) for start in variants.starts(game) if start.seats > 1)
    for parameter in game.parameters.values():
        for value in parameter.others(game.seats[-1])[:OTHERS]:
            try:
                yield variants.make(game, game.seats[-1], None, {parameter.name: value}), FEW
            except InputError:  # impossible beside the other defaults
                continue


def _first(game: Game, variant: Variant, player: str, most: int) -> str:
    """What is wrong with the first such round, "" if there is none."""
    job = Job(game, variant, parse_lineup(game, player, variant.seats), SEED, DEALS, log="rounds", rows=64)
    held, tables = batch.arrays(job), batch.Tables(game, job.rows, job.log)
    play_on, reaches = batch.player(job, held, tables), driver.load(game.source, "probe").reaches
    task, cursor, state = (held[part][0] for part in ("task", "cursor", "state"))
    task.budget = task.pause = 1
    seats = range(variant.seats)
    now, least = np.zeros(variant.seats, np.int64), np.full(variant.seats, FARTHEST)
    where = [""] * variant.seats
    for _ in range(most):
        if batch.call(job, held, play_on) == loop.FINISHED:
            break
        tables.rows[:] = 0
        at = f"match {int(cursor.done)}, round {int(cursor.round_no)}, move {int(cursor.decision)}"
        if cursor.phase == loop.IN_ROUND:
            if state.end_reason == 0:
                reaches(held["rules"], held["state"], now)
                where = [at if now[seat] < least[seat] else where[seat] for seat in seats]
                least = np.minimum(least, now)
            continue
        if state.end_reason != CAP:
            points = [int(state.points[seat]) for seat in seats]
            for seat in seats:
                ahead = points[seat] - max(points[:seat] + points[seat + 1 :])
                if ahead > least[seat]:
                    who = f"{player}, {variant.seats} seats, {variant.label}, {where[seat]} (seed {SEED})"
                    return f"{who}: seat {seat} could be ahead by {least[seat]} at most, and ended by {ahead}"
        least[:] = FARTHEST
    return ""
