"""Writing the answer of a query to standard output."""

import csv
import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sims.errors import InputError

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

AT_ONCE = 10_000  # rows fetched at a time
SHOWN = 1_000  # rows of a table for people


def write(answer: "DuckDBPyRelation", form: str) -> None:
    """Write all rows as csv, json or parquet; as a table the first thousand, with a note if there are more."""
    {"table": _table, "csv": _csv, "json": _json, "parquet": _parquet}[form](answer)


def _rows(answer: "DuckDBPyRelation") -> Iterator[tuple[Any, ...]]:
    while rows := answer.fetchmany(AT_ONCE):
        yield from rows


def _csv(answer: "DuckDBPyRelation") -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(answer.columns)
    for row in _rows(answer):
        writer.writerow([str(value).lower() if isinstance(value, bool) else value for value in row])


def _json(answer: "DuckDBPyRelation") -> None:
    names, before = answer.columns, "["
    for row in _rows(answer):
        sys.stdout.write(
            before + json.dumps(dict(zip(names, row, strict=True)), default=_plain, ensure_ascii=False)
        )
        before = ",\n "
    sys.stdout.write("]\n" if before != "[" else "[]\n")


def _plain(value: object) -> object:
    return float(value) if isinstance(value, Decimal) else str(value)


def _parquet(answer: "DuckDBPyRelation") -> None:
    from pyarrow import parquet

    if sys.stdout.isatty():
        raise InputError("format", "parquet", "for a terminal: send it to a file with > FILE")
    reader = answer.to_arrow_reader(AT_ONCE)
    with parquet.ParquetWriter(sys.stdout.buffer, reader.schema, compression="zstd") as writer:
        for batch in reader:
            writer.write_batch(batch)


def _table(answer: "DuckDBPyRelation") -> None:
    rows = answer.fetchmany(SHOWN)
    left = [isinstance(value, str) for value in rows[0]] if rows else [True] * len(answer.columns)
    sys.stdout.write(aligned(answer.columns, [[_cell(value) for value in row] for row in rows], left))
    if len(rows) == SHOWN and answer.fetchone() is not None:
        sys.stdout.flush()
        sys.stderr.write(f"only the first {SHOWN} rows are shown; --format csv gives all\n")


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def aligned(names: list[str], rows: list[list[str]], left: list[bool]) -> str:
    """A table in plain text: a head, a line, the rows; columns flush left or right."""
    widths = [max(len(row[i]) for row in [names, *rows]) for i in range(len(names))]
    lines = [names, ["─" * width for width in widths], *rows]
    sides = [str.ljust if flush else str.rjust for flush in left]
    return "".join(
        "  ".join(side(cell, width) for side, cell, width in zip(sides, line, widths, strict=True)).rstrip()
        + "\n"
        for line in lines
    )
