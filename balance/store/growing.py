"""Cluster sums of a run while it is played: what is new since the last time, in order of deals."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

import numpy as np

from balance.store.clusters import (
    KEYS,
    ClusterSums,
    by_variant,
    needs,
    prefix,
    prepare,
    sql,
    step,
    table,
)
from balance.store.declared import declared
from balance.store.query import connect, point
from balance.store.run import Run
from balance.store.spec import TABLES, Commit

ROWS = 500_000  # of `rounds`, read at a time: a fraction of a second


class Growing:
    """The deals that all variants have finished, from the first on; what lies beyond a gap waits.

    unit: the share unit; columns: those that are wanted; facts: whose `lengths` are.
    """

    def __init__(self, run: Run, unit: int, columns: Collection[str], facts: Collection[str]) -> None:
        self._run, self._unit, self._columns, self._facts = run, unit, columns, facts
        self._new = deque(run.commits())  # filled by the threads that play
        self._waiting: dict[tuple[int, int], Commit] = {}
        self._clusters = 0  # of each variant, read so far
        self._reader: _Reader | None = None

    def add(self, commit: Commit) -> None:
        """A chunk is finished; from any thread."""
        self._new.append(commit)

    def read(self) -> list[ClusterSums]:
        """The sums of further deals, the same ones of each variant; empty where there are none yet."""
        while self._new:
            commit = self._new.popleft()
            self._waiting[commit["first_cluster"], commit["variant"]] = commit
        first, taken = self._clusters, list[Commit]()
        while self._rows(taken) < ROWS and (following := self._following()):
            taken += following
            self._clusters += following[0]["clusters"]
        if not taken:
            return []
        if self._reader is None:
            self._reader = _Reader(self._run, self._unit, self._columns, self._facts)
        part = replace(self._run, chosen=tuple(taken))
        starts = {v["variant"]: v["first_deal"] for v in self._run.spec["variants"]}
        deals = {v: start + np.arange(first, self._clusters) for v, start in starts.items()}
        return list(self._reader.read({name: part.files(name) for name in TABLES}, deals))

    def close(self) -> None:
        """Let go of the files."""
        if self._reader is not None:
            self._reader.close()

    def _following(self) -> list[Commit]:
        """The next chunk of every variant (all are cut alike); empty while one of them is missing."""
        keys = [(self._clusters, v["variant"]) for v in self._run.spec["variants"]]
        if not all(key in self._waiting for key in keys):
            return []
        return [self._waiting.pop(key) for key in keys]

    @staticmethod
    def _rows(commits: list[Commit]) -> int:
        return sum(f["rows"] for commit in commits for f in commit["files"] if f["table"] == "rounds")


class _Reader:
    """An open connection, and which of the files of SQL give the columns that are wanted."""

    def __init__(self, run: Run, unit: int, columns: Collection[str], facts: Collection[str]) -> None:
        self._unit, self._need = unit, needs(declared(run.spec))
        self._con = connect(run, locked=False)
        self._con.execute("set threads = 1")  # the other cores play
        prepare(self._con, run.spec, self._need, unit)
        step(self._con, self._need.steps)
        wanted = {_stem(name) for name in columns}
        self._tables = [name for name in self._need.tables if wanted & self._gives(name)]
        self._tables += ["lengths"] if facts else []
        texts = [sql(name) for name in self._tables]
        self._steps = [name for name in self._need.steps if any(name in text for text in texts)]

    def read(self, files: dict[str, list[str]], deals: Mapping[int, np.ndarray]) -> Iterator[ClusterSums]:
        """The sums of whole chunks; deals: variant → the numbers of its deals in them, in order."""
        point(self._con, files)
        step(self._con, self._steps)
        tables = {name: table(self._con, name) for name in self._tables}
        return by_variant(tables, self._unit, self._need.quantiles, deals)

    def close(self) -> None:
        """Let go of the files."""
        self._con.close()

    def _gives(self, name: str) -> set[str]:
        columns = [row[0] for row in self._con.execute(f"describe {sql(name)}").fetchall()]
        return {prefix(name) + column for column in columns if column not in KEYS}


def _stem(column: str) -> str:
    """A column's name without its key."""
    return ":".join(column.split(":")[: 2 if column.startswith("quantity:") else 1])
