"""How much of the play is logged: a pilot counts rows, a fixed size a row turns them into bytes.

The share depends on the request alone (never on file sizes or time), so that a repeated or resumed run logs the same.
"""

import math
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from balance.store.spec import TABLES
from sims import batch
from sims.batch import Counts, Job, Sink
from sims.errors import InputError, PlayError

DEALS = 256  # of each variant
LONG = 0.05  # seconds in which the speed of a variant shows
ALL = 5.0  # seconds that are spent on the speed of all variants: of very many each shows it less well, the sum as well
SEARCHED = 2  # where players search: a deal takes as long as thousands, and no such run gets near the budget

BYTES_A_ROW = {"turns": 2.8, "moves": 1.7}
"""Parquet bytes a row as store/shards.py writes them: a little more than the most that Konflikt with 2, 3 and 4 seats
took, of random players (turns 2.2–2.7, moves 1.4) and greedy ones (turns 1.3–2.6, moves 1.5–1.6).
"""

_UNITS = {
    "": 1,
    "k": 10**3,
    "m": 10**6,
    "g": 10**9,
    "t": 10**12,
    "ki": 2**10,
    "mi": 2**20,
    "gi": 2**30,
    "ti": 2**40,
}
_SIZE = re.compile(r"(?P<number>[0-9]{1,18}(\.[0-9]{1,18})?)\s*(?P<unit>[kmgt]?i?)b?", re.IGNORECASE)


class Pilot(NamedTuple):
    """What the pilot found, scaled to the whole run."""

    deals: int  # that the pilot played, all variants together
    rows: dict[str, int]  # expected rows of turns and moves at share 1
    seconds: float  # of play on one thread that the whole run takes, as far as the pilot can tell
    results: Mapping[str, int] = {"matches": 0, "rounds": 0}  # the same rows of what is logged of every deal


def size(text: str) -> int:
    """Bytes from text such as 500MB, 1GiB, 2g or 1000000; InputError otherwise."""
    match = _SIZE.fullmatch(text.strip())
    amount = int(float(match["number"]) * _UNITS.get(match["unit"].lower(), 0)) if match else 0
    if amount < 1:
        raise InputError("log_budget", text, "a size such as 500MB or 1GiB")
    return amount


def pilot(jobs: Sequence[Job]) -> Pilot:
    """Play the first deals of each variant, keep nothing, and scale what was counted to the whole jobs.

    Where turns and moves are not logged there is nothing to count, and a moment tells the speed. A job that fails is
    taken to be like the others, since its fault is told when it is played; PlayError where all do.
    """
    found: list[_Found] = []
    faults: list[PlayError] = []
    for job in jobs:
        try:
            found.append(_timed(job, min(LONG, ALL / len(jobs))) if job.log == "rounds" else _counted(job))
        except PlayError as error:
            if error.match is None:
                raise
            faults.append(error)
    if faults and not found:
        raise faults[0]
    like = len(jobs) / max(len(found), 1)
    rows = {table: round(sum(one.rows[table] for one in found) * like) for table in TABLES}
    return Pilot(
        sum(one.deals for one in found),
        {table: rows[table] for table in BYTES_A_ROW},
        sum(one.seconds for one in found) * like,
        {table: rows[table] for table in TABLES if table not in BYTES_A_ROW},
    )


class _Found(NamedTuple):
    """Of one job: the deals that were played, and the rows and seconds that all of it takes."""

    deals: int
    rows: dict[str, float]
    seconds: float


class _Count:
    """A sink that counts rows."""

    def __init__(self) -> None:
        self.rows = dict.fromkeys(TABLES, 0)

    def __call__(self, table: str, columns: dict[str, np.ndarray]) -> None:
        self.rows[table] += len(next(iter(columns.values())))


def _timed(job: Job, long: float) -> _Found:
    """Of a job that logs results alone."""
    count = _Count()
    few, _, spent = timed(job, long, count)
    matches = job.clusters * len(job.seating) * job.repeats * job.variant.seats
    more = matches / count.rows["matches"]
    return _Found(few, {table: n * more for table, n in count.rows.items()}, spent * job.clusters / few)


def _counted(job: Job) -> _Found:
    """Of a job that logs turns, too."""
    few = min(SEARCHED if any(spec.budget for spec in job.lineup) else DEALS, job.clusters)
    count = _Count()
    began = time.thread_time()
    batch.play(replace(job, clusters=few, share=1.0), count)
    seconds = (time.thread_time() - began) * job.clusters / few
    return _Found(few, {table: n * job.clusters / few for table, n in count.rows.items()}, seconds)


def together(pilots: Sequence[Pilot]) -> Pilot:
    """Several pilots as one."""
    rows = {table: sum(pilot.rows[table] for pilot in pilots) for table in BYTES_A_ROW}
    results = {
        table: sum(pilot.results[table] for pilot in pilots) for table in Pilot._field_defaults["results"]
    }
    return Pilot(sum(pilot.deals for pilot in pilots), rows, sum(pilot.seconds for pilot in pilots), results)


def timed(job: Job, long: float = LONG, sink: Sink = lambda *_: None) -> tuple[int, Counts, float]:
    """Play the job's first deals, keep nothing: as many as take so many seconds, and one at least.

    How many deals there were, what they came to, and how long they took: time of this thread, whatever else is running.
    sink gets the rows of all that is played, also to find out how many deals that is.
    """
    deals, first = 1, True
    while True:
        began = time.thread_time()
        counts = batch.play(replace(job, clusters=min(deals, job.clusters), share=1.0), sink)
        seconds = max(time.thread_time() - began, 1e-9)
        if first and seconds < 10 * long:  # the first call of a process loads things
            first = False
            continue
        if seconds >= long or deals >= job.clusters:
            return min(deals, job.clusters), counts, seconds
        deals *= 4


def share(found: Pilot, budget: int) -> float:
    """The share of deals whose turns and moves fit into `budget` bytes, rounded down to a millionth."""
    bytes_all = sum(found.rows[table] * size for table, size in BYTES_A_ROW.items())
    if bytes_all <= budget:
        return 1.0
    return max(math.floor(budget / bytes_all * 1e6), 1) / 1e6


def chunk_clusters(found: Pilot, clusters: int, variants: int, threads: int, most: float = 1.0) -> int:
    """How many clusters one thread plays before it commits them; every variant has `clusters`.

    About `most` seconds of play, less in a short run so that the threads finish together. The rows are the same
    whatever this gives.
    """
    aim = min(most, max(0.1, found.seconds / (4 * threads)))
    parts = max(1, round(found.seconds / variants / aim))
    return -(-clusters // min(parts, clusters))
