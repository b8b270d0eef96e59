"""Matches of a run played again through the rules: every row of theirs must be the one that was logged."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

import numpy as np

from balance.runner.jobs import Jobs
from balance.runner.threads import cores
from balance.store.checks import Part
from balance.store.query import connect, point
from balance.store.run import Run
from balance.store.shards import ShardWriter
from balance.store.spec import TABLES, Chunk, Commit
from balance.workflows.listener import Listener
from balance.workflows.resume import same_rules
from sims import batch
from sims.batch import Job
from sims.log import schema

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PLACES = ("round", "turn", "step", "seat")
Columns = dict[str, np.ndarray]


def replayed(
    run: Run, commits: list[Commit], matches: int | Literal["all"], listener: Listener
) -> tuple[list[str], int]:
    """What differs in `matches` matches of these finished chunks, a line for the first place of each table and match;
    and how many were played again.

    All: every chunk is played and written again, and only where that gives other bytes match is held to match. Else
    each variant has the same number of them, the first variants one more where it does not go up; a variant's are
    spread evenly over its finished matches, from the first.
    """
    jobs = Jobs(run, same_rules(run))
    if matches == "all":
        again = _others(run, _other_bytes(jobs, commits, listener))
        played = sum(commit["matches"] for commit in commits)
    else:
        again = list(spread(run, commits, matches))
        played = len(again)
    lines: list[str] = []
    with connect(Part(run, commits), locked=False) as con:
        for commit, match in again:
            point(con, {table: Part(run, [commit]).files(table) for table in TABLES})
            lines += _compared(con, jobs, commit, match)
    return lines, played


def _other_bytes(jobs: Jobs, commits: list[Commit], listener: Listener) -> list[Commit]:
    """The chunks whose files are others when they are played again."""
    columns = schema(jobs.game)
    done = 0

    def differs(commit: Commit) -> bool:
        nonlocal done
        with TemporaryDirectory() as folder:
            writer = ShardWriter(Path(folder), commit["chunk"], columns)
            batch.play(jobs.of(Chunk.of(commit)), writer.sink)
            files = writer.finish()
        done += commit["matches"]
        return files != commit["files"]

    listener.start(sum(commit["matches"] for commit in commits), 0)
    found = list[Commit]()
    with ThreadPoolExecutor(cores()) as pool:
        for commit, other in zip(commits, pool.map(differs, commits), strict=True):
            listener.tick(done)
            found += [commit] if other else []
    listener.end()
    return found


def _others(run: Run, commits: list[Commit]) -> list[tuple[Commit, int]]:
    """All matches of these chunks."""
    found = []
    for commit in commits:
        variant = run.spec["variants"][commit["variant"]]
        first = commit["first_cluster"] * variant["mirrors"] * variant["repeats"]
        found += [(commit, match) for match in range(first, first + commit["matches"])]
    return found


def spread(run: Run, commits: list[Commit], matches: int) -> Iterator[tuple[Commit, int]]:
    """Which matches are played again, each with the chunk it is in."""
    variants = sorted({commit["variant"] for commit in commits})
    for place, variant in enumerate(variants):
        own = [commit for commit in commits if commit["variant"] == variant]
        finished = sum(commit["matches"] for commit in own)
        wanted = min(matches // len(variants) + (place < matches % len(variants)), finished)
        per_deal = run.spec["variants"][variant]["mirrors"] * run.spec["variants"][variant]["repeats"]
        for i in range(wanted):
            nth = i * finished // wanted
            for commit in own:
                if nth < commit["matches"]:
                    yield commit, commit["first_cluster"] * per_deal + nth
                    break
                nth -= commit["matches"]


def _compared(con: "DuckDBPyConnection", jobs: Jobs, commit: Commit, match: int) -> Iterator[str]:
    variant = commit["variant"]
    whole = jobs.of(Chunk.of(commit))
    per_deal = len(whole.seating) * whole.repeats
    again = _played(replace(whole, first_cluster=match // per_deal, clusters=1), match)
    for table in TABLES:
        order = [name for name in PLACES if name in again[table]]
        columns = ", ".join(f'"{name}"' for name in again[table])  # SQL may have a word that a game has, too
        rows = f"select {columns} from log.{table} where match = $1 order by {', '.join(order)}"  # noqa: S608  # declared names
        logged = con.execute(rows, [match]).fetchnumpy()
        fault = _first_difference({name: np.asarray(logged[name]) for name in logged}, again[table], order)
        if fault:
            yield f"{table}, variant {variant}, match {match}{fault}"


def _played(job: Job, match: int) -> dict[str, Columns]:
    """The rows of one match of the job's deal, by table."""
    parts: dict[str, list[Columns]] = {}

    def keep(table: str, columns: Columns) -> None:
        of_it = columns["match"] == match
        parts.setdefault(table, []).append({name: column[of_it] for name, column in columns.items()})

    batch.play(replace(job, rows=4096), keep)
    from sims import log

    return {
        table: {name: np.concatenate([part[name] for part in parts[table]]) for name, _ in columns}
        if table in parts
        else {name: np.zeros(0, kind) for name, kind in columns}
        for table, columns in log.schema(job.game).items()
    }


def _first_difference(logged: Columns, again: Columns, order: list[str]) -> str:
    """Where the first row that differs lies, and its columns as logged and as replayed; "" if none does."""
    n = min(len(logged["match"]), len(again["match"]))
    differs = np.zeros(n, bool)
    for name, column in again.items():
        differs |= logged[name][:n] != column[:n]
    if differs.any():
        at = int(differs.argmax())
        place = "".join(f", {name} {again[name][at]}" for name in order)
        names = [name for name, column in again.items() if logged[name][at] != column[at]]
        told = ", ".join(f"{name} {logged[name][at]}, replayed {again[name][at]}" for name in names)
        return f"{place}: logged {told}"
    if len(logged["match"]) != len(again["match"]):
        return f": {len(logged['match'])} rows logged, {len(again['match'])} replayed"
    return ""
