"""Small real runs in a folder that is gone afterwards: what their deals show, and what a match costs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from balance.runner import stop as signals
from balance.runner.runner import nothing
from balance.store import side_tables
from balance.store.run import Run
from balance.store.spec import TABLES, Spec, counted, resized
from balance.workflows.listener import Listener
from balance.workflows.planning.plan import Plan
from sims.errors import PlayError, Stopped


@dataclass(frozen=True)
class Cost:
    """What a match costs, by variant.

    seconds: of one thread that plays and writes while the others do; bytes: by table, as they lie on the disk.
    """

    seconds: Mapping[int, float]
    bytes: Mapping[int, Mapping[str, float]]

    @classmethod
    def of(cls, run: Run) -> "Cost":
        """That of the variants of which anything was played."""
        matches: dict[int, int] = {}
        seconds: dict[int, float] = {}
        sizes: dict[int, dict[str, int]] = {}
        for commit in run.commits():
            variant = commit["variant"]
            matches[variant] = matches.get(variant, 0) + commit["matches"]
            seconds[variant] = seconds.get(variant, 0.0) + commit["seconds"]
            for file in commit["files"]:
                of = sizes.setdefault(variant, dict.fromkeys(TABLES, 0))
                of[file["table"]] += file["bytes"]
        return cls(
            {v: seconds[v] / n for v, n in matches.items()},
            {v: {table: size / n for table, size in sizes[v].items()} for v, n in matches.items()},
        )

    def scaled(self, other: "Cost") -> "Cost":
        """The same, with the sums over the other's variants as the other has them."""
        factor = sum(other.seconds.values()) / sum(self.seconds[v] for v in other.seconds)
        sizes = {}
        for table in TABLES:
            whole = sum(self.bytes[v][table] for v in other.bytes)
            sizes[table] = sum(size[table] for size in other.bytes.values()) / whole if whole else 0.0
        return Cost(
            {v: seconds * factor for v, seconds in self.seconds.items()},
            {v: {table: n * sizes[table] for table, n in size.items()} for v, size in self.bytes.items()},
        )

    def play(self, matches: int, count: int) -> float:
        """The seconds that so many matches of every variant take on so many threads."""
        return sum(self.seconds.values()) * matches / count

    def written(self, matches: int) -> dict[str, int]:
        """The bytes that so many matches of every variant take, by table."""
        return {table: round(sum(size[table] for size in self.bytes.values()) * matches) for table in TABLES}


def replanned(plan: Plan, clusters: int, among: Collection[int], size: int) -> Plan:
    """The same plan for so many deals of some of the variants and none of the others, `size` deals a chunk."""
    variants = [resized(v, clusters if v["variant"] in among else 0) for v in plan.spec["variants"]]
    spec: Spec = {**plan.spec, "variants": variants, "chunk_clusters": size}
    return replace(plan, spec=counted(spec))


def whole(plan: Plan, folder: Path, listener: Listener) -> Run:
    """All of the plan, in no more chunks than keep all threads busy."""
    variants = plan.spec["variants"]
    clusters = variants[0]["clusters"]
    size = -(-clusters // -(-plan.threads // len(variants)))
    return played(replanned(plan, clusters, range(len(variants)), size), folder, listener)


def played(plan: Plan, folder: Path, listener: Listener) -> Run:
    """The plan's run, played into a new folder."""
    from pyarrow import parquet  # noqa: F401  # not in the time of the first chunk

    folder.mkdir(parents=True)
    run = Run.create(folder, plan.spec)
    listener.start(sum(variant["matches"] for variant in run.spec["variants"]), 0)
    try:
        with signals.on_signals() as stop:
            tables = partial(side_tables.write, run)
            played = plan.runner.play(run, plan.game, stop, listener.tick, tables, nothing)
    except Stopped:
        raise Stopped("interrupted: a plan keeps nothing of what it played") from None
    finally:
        listener.end()
    for failure in played.failed:
        raise PlayError(failure["told"], failure["match"])
    return run


def timed(plan: Plan, pilot: Cost, folder: Path, listener: Listener) -> Cost:
    """What a match of the plan costs: some variants are played as they will be, a chunk on each thread.

    A chunk is about a second of play, so that what ends a file weighs as much as it will. pilot: what tells how the
    variants differ.
    """
    variants = len(plan.spec["variants"])
    count = min(variants, plan.threads)
    some = {round(i * (variants - 1) / max(count - 1, 1)) for i in range(count)}
    size = plan.spec["chunk_clusters"]
    clusters = min(-(-plan.threads // count) * size, plan.spec["variants"][0]["clusters"])
    part = replanned(plan, clusters, some, size)
    return pilot.scaled(Cost.of(played(part, folder, listener)))
