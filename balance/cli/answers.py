"""Writing the answer of a query to standard output."""

import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any

from sims import visible
from sims.errors import InputError

if TYPE_CHECKING:
    import polars as pl

Answer = Any  # a DuckDBPyRelation, whose stubs lack to_arrow_reader
AT_ONCE = 10_000  # rows fetched at a time
_NESTED = (
    "list",
    "array",
    "struct",
    "map",
    "union",
    "interval",
    "blob",
)  # what a CSV cell cannot hold as it is
SHOWN = 1_000  # rows of a table for people


def write(answer: Answer, form: str) -> None:
    """Write all rows as csv, json or parquet; as a table the first thousand, with a note if there are more."""
    {"table": _table, "csv": _csv, "json": _json, "parquet": _parquet}[form](answer)


def _rows(answer: Answer) -> Iterator[tuple[Any, ...]]:
    """The rows, whole numbers of any size as int; one batch in memory at a time."""
    for batch in answer.to_arrow_reader(AT_ONCE):
        yield from zip(
            *([_whole(value) for value in column.to_pylist()] for column in batch.columns), strict=True
        )


def _whole(value: object) -> object:
    """DuckDB's sums of integers are 128 bits wide, and decimals in Arrow."""
    return int(value) if isinstance(value, Decimal) and value == value.to_integral_value() else value


def _csv(answer: Answer) -> None:
    import polars as pl

    kinds = [kind.id for kind in answer.types]
    columns = ['"' + name.replace('"', '""') + '"' for name in answer.columns]
    texts = [
        f"cast({c} as varchar) as {c}" if kind in _NESTED else c
        for c, kind in zip(columns, kinds, strict=True)
    ]
    head = True
    for batch in answer.project(", ".join(texts)).to_arrow_reader(10 * AT_ONCE):
        _out(_literal(pl.DataFrame(batch)).write_csv(include_header=head))
        head = False
    if head:
        _out(pl.DataFrame(schema=answer.columns).write_csv())


def _literal(rows: "pl.DataFrame") -> "pl.DataFrame":
    """The rows, with texts that a spreadsheet would take for formulas as it shows them."""
    import polars as pl

    from reports.csv import MAY_BE_A_FORMULA, literal

    for name in rows.select(pl.col(pl.String)).columns:
        if rows[name].str.contains(MAY_BE_A_FORMULA).any():
            texts = [None if text is None else literal(text) for text in rows[name]]
            rows = rows.with_columns(pl.Series(name, texts, pl.String))
    return rows


def _out(text: str) -> None:
    """Write what a query found: a terminal is shown what it would obey, a file gets all as it is."""
    sys.stdout.write(visible.visible(text) if sys.stdout.isatty() else text)


def _json(answer: Answer) -> None:
    names, before = answer.columns, "["
    for row in _rows(answer):
        _out(before + json.dumps(dict(zip(names, row, strict=True)), default=_plain, ensure_ascii=False))
        before = ",\n "
    sys.stdout.write("]\n" if before != "[" else "[]\n")


def _plain(value: object) -> object:
    return float(value) if isinstance(value, Decimal) else str(value)


def _parquet(answer: Answer) -> None:
    from pyarrow import parquet

    if sys.stdout.isatty():
        raise InputError("format", "parquet", "for a terminal: send it to a file with > FILE")
    reader = answer.to_arrow_reader(AT_ONCE)
    with parquet.ParquetWriter(sys.stdout.buffer, reader.schema, compression="zstd") as writer:
        for batch in reader:
            writer.write_batch(batch)


def _table(answer: Answer) -> None:
    rows = list(islice(_rows(answer), SHOWN + 1))
    left = [isinstance(value, str) for value in rows[0]] if rows else [True] * len(answer.columns)
    shown = [[_cell(value) for value in row] for row in rows[:SHOWN]]
    sys.stdout.write(aligned(list(map(visible.name, answer.columns)), shown, left))
    if len(rows) > SHOWN:
        sys.stdout.flush()
        sys.stderr.write(f"only the first {SHOWN} rows are shown; --format csv gives all\n")


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6g}" if isinstance(value, float) else visible.name(str(value))


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
