"""Small real runs in a folder that is gone afterwards: what their deals show, and what a match costs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from balance.runner import stop as signals
from balance.runner import threads
from balance.store import side_tables
from balance.store.run import Run
from balance.store.spec import TABLES, chunks
from balance.workflows.listener import Listener
from balance.workflows.plan import Plan
from sims.errors import Stopped

SECONDS = 1.0  # of play on every thread: less is too short to be timed
A_VARIANT = 0.1  # of play on one thread
TRIALS, LONGER = 3, 1.5  # one more where it would be so much longer


@dataclass(frozen=True)
class Cost:
    """What a match of each variant costs.

    seconds: of one thread that plays and writes while the others do; bytes: by table, as they lie on the disk.
    """

    seconds: Sequence[float]
    bytes: Sequence[dict[str, float]]

    @classmethod
    def of(cls, run: Run) -> "Cost":
        """That of a run that is complete."""
        variants = range(len(run.spec["variants"]))
        matches, seconds = [0] * len(variants), [0.0] * len(variants)
        sizes = [dict.fromkeys(TABLES, 0) for _ in variants]
        for commit in run.commits():
            place = commit["variant"]
            matches[place] += commit["matches"]
            seconds[place] += commit["seconds"]
            for file in commit["files"]:
                sizes[place][file["table"]] += file["bytes"]
        return cls(
            [seconds[v] / matches[v] for v in variants],
            [{table: size / matches[v] for table, size in sizes[v].items()} for v in variants],
        )

    def play(self, matches: int, threads: int) -> float:
        """The seconds that so many matches of every variant take."""
        return sum(self.seconds) * matches / threads

    def written(self, matches: int) -> dict[str, int]:
        """The bytes that so many matches of every variant take, by table."""
        return {table: round(sum(size[table] for size in self.bytes) * matches) for table in TABLES}


def resized(plan: Plan, clusters: int, parts: int) -> Plan:
    """The same plan for so many deals of each variant, in so many chunks."""
    variants: list[Any] = [
        {**v, "clusters": clusters, "matches": clusters * v["mirrors"] * v["repeats"]}
        for v in plan.spec["variants"]
    ]
    size = -(-clusters // min(parts, clusters))
    spec: Any = {**plan.spec, "variants": variants, "chunk_clusters": size}
    spec["chunks"] = sum(1 for _ in chunks(spec))
    return replace(plan, spec=spec)


def played(plan: Plan, folder: Path, listener: Listener) -> Run:
    """The plan's run, played into a new folder."""
    folder.mkdir(parents=True)
    run = Run.create(folder, plan.spec)
    listener.start(sum(variant["matches"] for variant in run.spec["variants"]), 0)
    try:
        with signals.on_signals() as stop:
            tables = partial(side_tables.write, run)
            threads.play(run, plan.game, plan.threads, stop, tick=listener.tick, beside=tables)
    except Stopped:
        raise Stopped("interrupted: a plan keeps nothing of what it played") from None
    finally:
        listener.end()
    return run


def timed(plan: Plan, guess: Cost, folder: Path, listener: Listener) -> Cost:
    """What a match of the plan costs, from as many of its deals as take about a second, or from all of them.

    guess: from fewer matches, among which the end of every file weighs too much; so the first trial may be too short.
    """
    first = plan.spec["variants"][0]
    count, per_deal = len(plan.spec["variants"]), first["mirrors"] * first["repeats"]
    aim = max(SECONDS * plan.threads, A_VARIANT * count)
    parts = -(-plan.threads // count)
    cost, clusters = guess, 0
    for place in range(TRIALS):
        before, clusters = clusters, max(1, round(aim / (sum(cost.seconds) * per_deal)))
        if clusters >= first["clusters"]:
            return Cost.of(played(plan, folder / str(place), listener))
        if clusters < LONGER * before:
            break
        cost = Cost.of(played(resized(plan, clusters, parts), folder / str(place), listener))
    return cost
