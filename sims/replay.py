"""Transcripts: any match, played again one decision at a time by the loop that plays millions, and told line by line.

The lines are those of `rules/README`: a header, then deal, move, shuffle, round and match, as JSON-ready objects.
A game's `words.py` gives its own fields: deal(rules, state), move(kind, args, rules, before, after), ended(rules,
state), and shuffled(rules, state) where cards return to the stock.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sims import batch, log, loop
from sims.batch import Job
from sims.game import MATCH_ENDS
from sims.lineup import distinct

Line = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """What one call of the loop did. kind: "deal", "move", "round" or "match"; `move` holds the row of the log.

    rules, before, after: records; `after` is a copy that stays as it is. stocks: after the decision that ends a turn,
    each tracked stock, a level a seat; else empty.
    """

    kind: str
    match: int
    rules: np.record
    before: np.record
    after: np.record
    move: dict[str, int]
    stocks: dict[str, list[int]] = field(default_factory=dict)


def steps(job: Job) -> Iterator[Step]:
    """The job's matches one decision at a time, in order; a round that ends gives a step of its own after the move."""
    job = replace(job, log="moves", share=1.0, rows=64)
    tables = batch.Tables(job.game, job.rows, job.log)
    arrays = batch.arrays(job)
    task, cursor, state = arrays["task"][0], arrays["cursor"][0], arrays["state"][0]
    task.budget = task.pause = 1
    rules = arrays["rules"][0]
    last = dict.fromkeys((name for name, _ in log.schema(job.game)["moves"]), 0)
    before, play_on = state.copy(), batch.player(job, arrays, tables)
    while True:
        match = int(task.first_match) + int(cursor.done)
        phase = int(cursor.phase)
        status = batch.call(job, arrays, play_on)
        if status == loop.FINISHED:
            return
        after = state.copy()
        if phase != loop.IN_ROUND:
            yield Step("deal", match, rules, before, after, last)
        else:
            row = int(tables.rows[3]) - 1
            if row >= 0:  # none in a round that was over as dealt
                last = {name: int(column[row]) for name, column in tables.columns["moves"].items()}
                turns, n = tables.columns["turns"], int(tables.rows[2])
                own = slice(max(n - job.variant.seats, 0), n)  # of the last turn that ended, if one did
                stocks = {t.name: turns[t.name][own].tolist() for t in job.game.tracked("stock")} if n else {}
                yield Step("move", match, rules, before, after, last, stocks)
            if cursor.phase != loop.IN_ROUND:
                yield Step("round", match, rules, before, after, last)
            if cursor.phase == loop.BETWEEN_MATCHES:
                yield Step("match", match, rules, before, after, last)
        before = after
        tables.rows[:] = 0


def transcript(job: Job) -> Iterator[Line]:
    """The lines of the job's matches, each match beginning with its header."""
    game, words = job.game, job.game.words
    for step in steps(job):
        state, seats = step.after, range(job.variant.seats)
        if step.kind == "deal":
            if int(state.round_no) == 0:
                yield header(job, step.match)
            starter = {"t": "deal", "round": int(state.round_no), "starter": int(state.starter)}
            yield {**starter, **words.deal(step.rules, state)}
        elif step.kind == "move":
            yield _move(job, step)
            if int(state.chance_count) != int(step.before.chance_count) and hasattr(words, "shuffled"):
                yield {"t": "shuffle", "round": int(state.round_no), **words.shuffled(step.rules, state)}
        elif step.kind == "round":
            reason = game.end_reasons[int(state.end_reason)]
            line = {"t": "round", "round": int(state.round_no), "end_reason": reason}
            yield {**line, "points": [int(state.points[s]) for s in seats], **words.ended(step.rules, state)}
        else:
            points = [int(state.match_points[s]) for s in seats]
            reason = MATCH_ENDS[int(state.match_end) - 1]
            yield {"t": "match", "points": points, "winners": winners(state), "end_reason": reason}


def winners(state: np.record) -> list[int]:
    """The seats with the most match points, of these the ones with the most by the game's tie rule."""
    standing = [
        (int(state.match_points[seat]), int(state.tie_break[seat])) for seat in range(int(state.seats))
    ]
    return [seat for seat, own in enumerate(standing) if own == max(standing)]


def header(job: Job, match: int) -> Line:
    """The first line of a match: everything needed to play it again."""
    seating = job.seating[match % len(job.seating)]
    players = distinct(job.lineup)
    return {
        "game": job.game.name,
        "variant": dict(job.variant.values),
        "seats": job.variant.seats,
        "players": [str(players[slot]) for slot in seating],
        "seed": job.seed,
        "deal": job.first_deal + match // (len(job.seating) * job.repeats),
    }


def _move(job: Job, step: Step) -> Line:
    row = step.move
    args = {name: row[name] for name in job.game.args}
    line = {"t": "move", "round": row["round"], "turn": row["turn"], "seat": row["seat"]}
    return {
        **line,
        **job.game.words.move(row["kind"], args, step.rules, step.before, step.after),
        "legal": row["legal"],
    }


def job_for(job: Job, matches: range) -> tuple[Job, int]:
    """The job of the whole deals that hold these matches of the variant, and how many of its matches to skip."""
    per_deal = len(job.seating) * job.repeats
    first, last = matches.start // per_deal, -(-matches.stop // per_deal)
    return replace(job, first_cluster=first, clusters=last - first), matches.start - first * per_deal
