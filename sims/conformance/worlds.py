"""Asking players in hidden worlds, with the loop that plays: the same decision, whatever the seat cannot know."""

from typing import NamedTuple

import numpy as np

from sims import batch, driver, loop
from sims.batch import Job
from sims.rng import HIDE, STREAM
from sims.rng_plain import absorb

WORLDS = 8


class Asked(NamedTuple):
    """How many decisions with a choice were asked for, in the true world and in WORLDS hidden ones; where: the first
    that was not the same in all, "" if there is none."""

    decisions: int
    where: str


def asked(job: Job, most: int) -> Asked:
    """Make every decision of the job in the true world and in hidden ones, with the same streams and memories.

    What must be the same: the choice, what the player remembers, and how often it draws. most: decisions that are asked
    for at most; the first that differs is the last. The job logs moves.
    """
    held, tables = batch.arrays(job), batch.Tables(job.game, job.rows, job.log)
    play_on = batch.player(job, held, tables)
    conceal = driver.load(job.game.source, "search", "random").conceal
    task, cursor, state = (held[part][0] for part in ("task", "cursor", "state"))
    task.budget = task.pause = 1
    moves, names = tables.columns["moves"], ("kind", *job.game.args)
    rng = np.zeros(1, STREAM).view(np.recarray)
    number = 0
    while batch.call(job, held, play_on) != loop.FINISHED and number < most:
        tables.rows[:] = 0
        if cursor.phase != loop.IN_ROUND or state.end_reason != 0:
            continue
        seat, before = int(state.seat), {name: array.copy() for name, array in held.items()}
        where = f"match {int(cursor.done)}, round {int(cursor.round_no)}, move {int(cursor.decision)}"
        made = set()
        for world in range(WORLDS + 1):
            for name, array in before.items():
                held[name][...] = array
            if world:
                rng[0].word = absorb(number, HIDE + world)
                conceal(held["rules"], held["state"], seat, rng)
            batch.call(job, held, play_on)
            choice = tuple(int(moves[name][0]) for name in names)
            made.add((choice, int(held["rngs"][seat].word), held["memory"][seat].tobytes()))
            tables.rows[:] = 0
            if world == 0 and int(moves["legal"][0]) < 2:
                break  # nobody was asked
        else:
            number += 1
        for name, array in before.items():
            held[name][...] = array
        if len(made) > 1:
            return Asked(number, f"{where} (seed {job.seed})")
    return Asked(number, "")
