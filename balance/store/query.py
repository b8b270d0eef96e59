"""Opening a run in DuckDB: one view a table, words instead of codes, nothing that could be written to."""

import os
import re
import shlex
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from balance.store.declared import Declared, declared
from balance.store.spec import TABLES, Spec
from sims.errors import InputError
from sims.lineup import PlayerSpec, mirrors

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

VIEWS = Path(__file__).parent / "views"
NAMES = (*TABLES, "variants", "players")
LATER = {"rounds": [("out_turn", "i4")]}
"""Columns that earlier runs of this schema do not have; −1 there: not known."""
_TYPES = {"i4": "integer", "i8": "bigint", "f8": "double", "u8": "ubigint"}


class Readable(Protocol):
    """What is asked of a run: its folder, its run.json, and the finished files of a table."""

    @property
    def path(self) -> Path: ...  # noqa: D102
    @property
    def spec(self) -> Spec: ...  # noqa: D102
    def files(self, table: str) -> list[str]: ...  # noqa: D102


def connect(run: Readable, *, locked: bool = True) -> "DuckDBPyConnection":
    """An in-memory DuckDB with the views `matches`, `rounds`, `turns`, `moves`, `variants`, `players` of a run.

    The views read only the files that commit records name at this moment; a table without any is empty and
    typed. locked: no other file can be opened, nothing on the network, and no setting changed. One result at a time:
    take a `cursor()` for each result that is read while another is open. InputError if a file of the run is no such
    table.
    """
    import duckdb

    con = duckdb.connect()
    try:
        files = {table: run.files(table) for table in NAMES}
        _views(con, run.spec, files)
        if locked:
            paths = [path for table in NAMES for path in files[table]]
            con.execute("set allowed_paths = $1", [[*paths, *map(literal, paths)]])
            con.execute("set enable_external_access = false")
            con.execute("set lock_configuration = true")
    except duckdb.Error as error:
        con.close()
        legal = (
            f"a run whose files can be read: balance check {shlex.quote(str(run.path))} tells what is wrong"
        )
        raise InputError(str(run.path), _first(error), legal) from error
    return con


def _views(con: "DuckDBPyConnection", spec: Spec, files: Mapping[str, list[str]]) -> None:
    # Where what memory does not hold goes: never to the working directory.
    place = Path(tempfile.gettempdir()) / f"card-balance-{os.getpid()}"
    con.execute("set temp_directory = $1", [str(place)])
    con.execute("set enable_progress_bar = false")  # it would stand in the output of whoever imports us
    con.execute("set python_enable_replacements = false")  # `from df` is a table, never a Python variable
    game = declared(spec)
    for word in ("match_ends", "end_reasons", "kinds"):
        _set(con, word, game[word])
    _set(con, "players", [player["name"] for player in spec["players"]])
    _set(con, "seatings", seatings(spec))
    con.execute("create schema log")
    point(con, files)
    for table in NAMES:
        con.execute(_source(table, files[table], game))
        con.execute(f"create view {table} as\n{(VIEWS / f'{table}.sql').read_text()}")


def literal(path: str) -> str:
    """The path as DuckDB takes it: what would stand for other files stands for itself."""
    return re.sub(r"[*?\[]", r"[\g<0>]", path)


def point(con: "DuckDBPyConnection", files: Mapping[str, list[str]]) -> None:
    """Let the views of a connection that is not locked read other files: table → files (none empty)."""
    for table, paths in files.items():
        _set(con, f"{table}_files", list(map(literal, paths)))


def ask(con: "DuckDBPyConnection", sql: str, *, unsafe: bool = False) -> "DuckDBPyRelation | None":
    """The answer to one reading statement. InputError if it is another kind of statement, or wrong SQL.

    unsafe: any statements; the answer is that of the last, None where it has none.
    """
    import duckdb

    with refused(sql):
        statements = con.extract_statements(sql)
        reads = [s.type == duckdb.StatementType.SELECT for s in statements]
        if not statements or (reads != [True] and not unsafe):
            raise InputError(
                "query", sql, "one statement that reads (select …, from …, describe …, summarize …)"
            )
        for statement in statements[:-1]:
            con.execute(statement)
        return con.sql(statements[-1] if unsafe else statements[0].query)


@contextmanager
def refused(sql: str) -> Iterator[None]:
    """InputError where DuckDB cannot answer, be it only while the answer is read."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        raise InputError("query", sql, f"SQL that DuckDB can answer: {_first(error)}") from error


def _first(error: Exception) -> str:
    """What an error of DuckDB says, without the query that it repeats."""
    return str(error).partition("\n\n")[0]


def seatings(spec: Spec) -> list[list[list[str]]]:
    """variant → mirror → seat → the player's name."""
    return [_seating(variant["lineup"]) for variant in spec["variants"]]


def _seating(lineup: list[str]) -> list[list[str]]:
    names = list(dict.fromkeys(lineup))
    return [[names[i] for i in mirror] for mirror in mirrors(tuple(map(PlayerSpec, lineup)))]


def _source(table: str, files: list[str], game: Declared) -> str:
    """The relation log.TABLE that the view of that name reads."""
    columns = game["schema"].get(table, [("variant", "i4")])
    there = {name for name, _ in columns}
    lacking = [(name, kind) for name, kind in LATER.get(table, []) if name not in there]
    if files:
        more = "".join(f", (-1)::{_TYPES[kind]} as {name}" for name, kind in lacking)
        read = f"getvariable('{table}_files'), hive_partitioning = false"  # a folder `seats=2` is no column
        return f"create view log.{table} as from read_parquet({read}) select *{more}"
    held = [
        f'"{name}" {_TYPES[kind]}' for name, kind in [*columns, *lacking]
    ]  # a game may call a quantity `left` or `order`
    return f"create table log.{table} ({', '.join(held)})"


def _set(con: "DuckDBPyConnection", name: str, value: list[str] | list[list[list[str]]]) -> None:
    con.execute(f"set variable {name} = $1", [value])
