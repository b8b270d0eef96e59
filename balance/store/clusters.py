"""Cluster sums: for every deal of a variant, what its rounds and matches add up to. Read chunk by chunk."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from balance.store.declared import Declared, declared
from balance.store.query import Readable, connect, point

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SQL = Path(__file__).parent / "clusters"
STEPS = ("played_rounds", "played_matches")
BY_DEAL = ("matches", "match_starters", "seats", "rounds", "starters", "positions", "ends", "quantities")
Lengths = dict[int, tuple[int, int, int]]


class Batches(Readable, Protocol):
    """A run that can also be read in groups of whole chunks."""

    def batches(self, rows: int = ..., table: str = ...) -> Iterator[dict[str, list[str]]]: ...  # noqa: D102


@dataclass(frozen=True)
class ClusterSums:
    """Sums of some deals of one variant.

    columns: name → int64, one value per deal, the same deals in the same order; a name is a column of
    `clusters/*.sql`, with `:key` where that has one row per deal and key (`seat_share:0`); names whose key no
    deal has are absent: zero everywhere. Shares are in units of 1/share_unit.
    lengths: number of turns → growth of (y, y², y·n), see lengths.sql.
    """

    variant: int
    deals: int
    share_unit: int
    columns: dict[str, np.ndarray]
    lengths: Lengths


def cluster_sums(run: Batches, rows: int = 1_000_000) -> Iterator[ClusterSums]:
    """The sums of all finished deals, about `rows` rows of `rounds` at a time; a deal is never split."""
    share_unit = lcm(*range(1, max(v["seats"] for v in run.spec["variants"]) + 1))
    batches = run.batches(rows)
    first = next(batches, None)
    if first is None:
        return
    with connect(run, locked=False) as con:
        con.execute(f"set variable share_unit = {share_unit}")
        facts, amounts = quantities(declared(run.spec))
        con.execute("set variable facts = $1", [facts])
        con.execute("set variable amounts = $1", [amounts])
        point(con, first)
        yield from _read(con, share_unit)
        for batch in batches:
            point(con, batch)
            yield from _read(con, share_unit)


def quantities(game: Declared) -> tuple[list[str], list[str]]:
    """The columns of `rounds` that the game's own metrics need: (facts of a round, amounts per seat).

    `turns` and `points` are always among them, so neither list is empty.
    """
    kinds = {quantity["name"]: quantity["kind"] for quantity in game["track"]}
    needed = {metric[key] for metric in game["metrics"] if "top" in metric for key in ("top", "per")}
    needed -= {"round", "turn"}
    facts = {name for name in needed if kinds.get(name) == "fact"}
    return ["turns", *sorted(facts)], sorted({"points", *needed} - facts)


def _read(con: "DuckDBPyConnection", share_unit: int) -> Iterator[ClusterSums]:
    for step in STEPS:
        con.execute(f"create or replace temp table {step} as\n{_sql(step)}")
    tables = {name: _table(con, name) for name in (*BY_DEAL, "lengths")}
    for variant in np.unique(tables["matches"]["variant"]).tolist():
        own = {name: _where(table, table["variant"] == variant) for name, table in tables.items()}
        deals = np.sort(own["matches"]["deal"])
        columns: dict[str, np.ndarray] = {}
        for name in BY_DEAL:
            _spread(own[name], deals, columns, "quantity:" if name == "quantities" else "")
        lengths = own["lengths"]
        grown = zip(*(lengths[part].tolist() for part in ("key", "y", "yy", "yn")), strict=True)
        yield ClusterSums(
            variant, len(deals), share_unit, columns, {t: (y, yy, yn) for t, y, yy, yn in grown}
        )


def _spread(
    table: dict[str, np.ndarray], deals: np.ndarray, columns: dict[str, np.ndarray], prefix: str
) -> None:
    """Put a table's values into one column per value and key, at the place of their deal."""
    place = np.searchsorted(deals, table["deal"])
    values = [name for name in table if name not in ("variant", "deal", "key")]
    keys = sorted(set(table["key"].tolist())) if "key" in table else [None]
    for key in keys:
        rows = slice(None) if key is None else table["key"] == key
        for name in values:
            column = np.zeros(len(deals), np.int64)
            column[place[rows]] = table[name][rows]
            columns[prefix + (name if key is None else f"{name}:{key}")] = column


def _table(con: "DuckDBPyConnection", name: str) -> dict[str, np.ndarray]:
    """A cluster file's answer, values as int64 (a null sum is 0), keys as they are."""
    found = con.execute(_sql(name)).fetchnumpy()
    return {
        column: np.asarray(values if column == "key" else np.ma.filled(values, 0).astype(np.int64))
        for column, values in found.items()
    }


def _where(table: dict[str, np.ndarray], rows: np.ndarray) -> dict[str, np.ndarray]:
    return {name: values[rows] for name, values in table.items()}


def _sql(name: str) -> str:
    return (SQL / f"{name}.sql").read_text()
