"""Cluster sums: for every deal of a variant, what its rounds and matches add up to. Read chunk by chunk."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import ceil, lcm
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from balance.store.declared import Declared, declared
from balance.store.query import Readable, connect, point
from balance.store.spec import Spec

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SQL = Path(__file__).parent / "clusters"
STEPS = ("played_rounds", "played_matches", "levels")
BY_DEAL = (
    "matches", "match_starters", "seats", "rounds", "starters", "positions", "ends", "quantities",
    "position_quantities",
)  # fmt: skip
FIRST = 500  # deals of a variant whose turns and moves are read where reading all would take too long
KEYS = ("variant", "deal", "key")
OF_A_ROUND = ("matches", "rounds", "starters", "positions")
DIGEST = "digest:"  # how columns begin that hold matches' digests
Growth = dict[int, tuple[int, int, int]]
Lengths = tuple[np.ndarray, np.ndarray, np.ndarray]
Table = dict[str, np.ndarray]


class Batches(Readable, Protocol):
    """A run that can also be read in groups of whole chunks."""

    def batches(self, rows: int = ..., table: str = ...) -> Iterator[dict[str, list[str]]]: ...  # noqa: D102


@dataclass(frozen=True)
class ClusterSums:
    """Sums of some deals of one variant.

    numbers: those of the deals, in order.
    columns: name → int64, one value per deal, the same deals in the same order; a name is a column of
    `clusters/*.sql`, with `:key` where that has one row per deal and key (`seat_share:0`); names whose key no
    deal has are absent: zero everywhere. Shares are in units of 1/share_unit.
    levels: fact of a round, `turns` among them → level → growth of (y, y², y·n), see growth.sql.
    lengths: for comparisons in place of levels: fact → numbers of deals, levels, rounds, see lengths.sql.
    """

    variant: int
    numbers: np.ndarray
    share_unit: int
    columns: dict[str, np.ndarray]
    levels: dict[str, Growth] = field(default_factory=dict)
    lengths: dict[str, Lengths] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.numbers)


@dataclass(frozen=True)
class Needs:
    """The columns of `rounds` that the game's own metrics need, by use; those never empty hold what is always there.

    facts: of a round, summed; amounts: per seat, summed; levels: facts whose values are counted, quantiles: those of
    them with quantiles; arrivals: "fact:turns"; without: results that are left out; standing: the stock by which seats
    lead, if the game names one; early: stocks that somebody leads in after a third of the turns; reaches: does the game
    tell how far ahead a seat can still come out?
    """

    facts: list[str]
    amounts: list[str]
    levels: list[str]
    quantiles: list[str]
    arrivals: list[str]
    without: list[str]
    standing: list[str]
    early: list[str]
    reaches: bool

    @property
    def steps(self) -> tuple[str, ...]:
        """The files whose answers are kept for the others."""
        return (*STEPS, *(["rescored"] if self.without else []))

    @property
    def tables(self) -> tuple[str, ...]:
        """The files with sums by deal."""
        more = [
            ("arrivals", self.arrivals), ("moved", self.without), ("leads", self.standing), ("early", self.early),
            ("outs", self.reaches),
        ]  # fmt: skip
        return (*BY_DEAL, *(name for name, asked in more if asked))


def needs(game: Declared) -> Needs:
    """What the metrics of the game ask for."""
    kinds = {quantity["name"]: quantity["kind"] for quantity in game["track"]}
    metrics = game["metrics"]
    summed = {metric[key] for metric in metrics if "top" in metric for key in ("top", "per")} - {
        "round",
        "turn",
    }
    facts = {name for name in summed if kinds.get(name) == "fact"}
    quantiles = {metric["quantiles_of"] for metric in metrics if "quantiles_of" in metric}
    firsts = [(metric["first"], metric["by"]) for metric in metrics if "first" in metric]
    return Needs(
        facts=["turns", *sorted(facts)],
        amounts=sorted({"points", *summed} - facts),
        levels=["turns", *sorted(quantiles.union(fact for fact, _ in firsts))],
        quantiles=["turns", *sorted(quantiles)],
        arrivals=sorted({f"{fact}:{turns}" for fact, by in firsts for turns in by}),
        without=sorted({metric["without"] for metric in metrics if "without" in metric}),
        standing=[game["standing"]] if game["standing"] else [],
        early=sorted({metric["early"] for metric in metrics if "early" in metric}),
        reaches=game.get("reaches", False),
    )


def first_matches(spec: Spec) -> int:
    """Matches of a variant with smaller numbers hold about its first FIRST deals whose turns are logged."""
    per_deal = max(variant["mirrors"] * variant["repeats"] for variant in spec["variants"])
    return ceil(FIRST / spec["log"]["share"]) * per_deal if spec["log"]["share"] else 0


def cluster_sums(run: Batches, rows: int = 1_000_000) -> Iterator[ClusterSums]:
    """The sums of all finished deals, about `rows` rows of `rounds` at a time; a deal is never split."""
    need = needs(declared(run.spec))
    for con, unit in _batches(run, rows, need):
        step(con, need.steps)
        tables = {name: table(con, name) for name in (*need.tables, "growth")}
        yield from by_variant(tables, unit)


def seating_sums(run: Batches, rows: int = 1_000_000) -> Iterator[ClusterSums]:
    """The shares of the win by seating of the line-up and seat, `seating_share:MIRROR:SEAT`, beside what matches add
    up to."""
    for con, unit in _batches(run, rows, needs(declared(run.spec))):
        step(con, ("played_matches",))
        yield from by_variant({name: table(con, name) for name in ("matches", "seatings")}, unit)


def share_unit(run: Readable) -> int:
    """What shares of a win are counted in: every share of the run is a whole number of 1/share_unit."""
    return lcm(*range(1, max(v["seats"] for v in run.spec["variants"]) + 1))


def arm_sums(run: Batches, unit: int, rows: int = 1_000_000) -> Iterator[ClusterSums]:
    """The same for comparisons, deals in order: with `lengths`, and each match's digest as `digest:PLACE` of its deal.

    unit: the share unit, a multiple of the run's.
    """
    need = needs(declared(run.spec))
    for con, _ in _batches(run, rows, need, unit):
        step(con, need.steps)
        tables = {name: table(con, name) for name in (*need.tables, "digests", "lengths")}
        yield from by_variant(tables, unit, need.quantiles)


def round_sums(
    run: Batches, variants: Collection[int], rows: int = 1_000_000
) -> Iterator[tuple[int, ClusterSums]]:
    """The same by round number, of these variants: (round number, sums of what is of a round alone).

    Every deal is counted under every round number of the run, whether it has such a round or not.
    """
    need = needs(declared(run.spec))
    with connect(run) as con:
        (last,) = con.execute("select max(round) from rounds").fetchall()[0]
    for con, unit in _batches(run, rows, need):
        con.execute(
            "create or replace temp view rounds as from memory.main.rounds where round = getvariable('round_no')"
        )
        step(con, ("played_matches",))
        for number in range(last + 1):
            con.execute(f"set variable round_no = {number}")
            step(con, ("played_rounds",))
            for sums in by_variant({name: table(con, name) for name in OF_A_ROUND}, unit):
                if sums.variant in variants:
                    yield number, sums


def _batches(
    run: Batches, rows: int, need: Needs, unit: int | None = None
) -> Iterator[tuple["DuckDBPyConnection", int]]:
    """A connection whose views hold one batch after the other, and the share unit: the run's, if not given."""
    unit = share_unit(run) if unit is None else unit
    batches = run.batches(rows)
    first = next(batches, None)
    if first is None:
        return
    with connect(run, locked=False) as con:
        prepare(con, run.spec, need, unit)
        for batch in chain([first], batches):
            point(con, batch)
            yield con, unit


def prepare(con: "DuckDBPyConnection", spec: Spec, need: Needs, unit: int) -> None:
    """Set what the files ask for by `getvariable`."""
    con.execute(f"set variable share_unit = {unit}")
    con.execute(f"set variable first_matches = {first_matches(spec)}")
    for name, asked in vars(need).items():
        con.execute(f"set variable {name} = $1", [asked])


def step(con: "DuckDBPyConnection", steps: Iterable[str]) -> None:
    """Make the tables that other files select from."""
    for name in steps:
        con.execute(f"create or replace temp table {name} as\n{sql(name)}")


def by_variant(
    tables: dict[str, Table],
    unit: int,
    quantiles: Sequence[str] = (),
    numbers: Mapping[int, np.ndarray] | None = None,
) -> Iterator[ClusterSums]:
    """The answers of the files, variant by variant.

    quantiles: the facts that `lengths` has, by place from 1; numbers: variant → its deals, in order, without it those
    that `matches` has.
    """
    for variant in numbers or np.unique(tables["matches"]["variant"]).tolist():
        own = {name: _where(found, found["variant"] == variant) for name, found in tables.items()}
        deals = numbers[variant] if numbers else np.sort(own["matches"]["deal"])
        columns: dict[str, np.ndarray] = {}
        levels: dict[str, Growth] = {}
        lengths: dict[str, Lengths] = {}
        for name, found in own.items():
            if name == "growth":
                parts = (found[part].tolist() for part in ("fact", "key", "y", "yy", "yn"))
                for fact, level, *grown in zip(*parts, strict=True):
                    levels.setdefault(fact, {})[level] = (grown[0], grown[1], grown[2])
            elif name == "lengths":
                for place in np.unique(found["fact"]).tolist():
                    rows = found["fact"] == place
                    fact = quantiles[place - 1]
                    lengths[fact] = found["deal"][rows], found["level"][rows], found["rounds"][rows]
            else:
                _spread(found, deals, columns, prefix(name))
        for name in list(columns):
            kind, _, rest = name.partition(":")
            quantity, placed, _ = rest.partition(":")
            if kind == "quantity" and placed:  # of one position: what all of them have is their sum
                total = columns.setdefault(f"quantity:{quantity}", np.zeros(len(deals), np.int64))
                total += columns[name]
        yield ClusterSums(variant, deals, unit, columns, levels, lengths)


def prefix(name: str) -> str:
    """What stands before the names of the columns that a file gives."""
    return "quantity:" if name.endswith("quantities") else ""


def _spread(table: Table, deals: np.ndarray, columns: dict[str, np.ndarray], prefix: str) -> None:
    """Put a table's values into one column per value and key, at the place of their deal."""
    place = np.searchsorted(deals, table["deal"])
    values = [name for name in table if name not in KEYS]
    keys = sorted(set(table["key"].tolist())) if "key" in table else [None]
    for key in keys:
        rows = slice(None) if key is None else np.flatnonzero(table["key"] == key)
        at = place[rows]
        for name in values:
            column = np.zeros(len(deals), np.int64)
            column[at] = table[name][rows]
            columns[prefix + (name if key is None else f"{name}:{key}")] = column


def table(con: "DuckDBPyConnection", name: str) -> Table:
    """A cluster file's answer, values as int64 (a null sum is 0), keys and facts as they are."""
    found = con.execute(sql(name)).fetchnumpy()
    return {
        column: np.asarray(values if column in ("key", "fact") else np.ma.filled(values, 0).astype(np.int64))
        for column, values in found.items()
    }


def _where(table: Table, rows: np.ndarray) -> Table:
    return {name: values[rows] for name, values in table.items()}


def sql(name: str) -> str:
    """The text of a file."""
    return (SQL / f"{name}.sql").read_text()
