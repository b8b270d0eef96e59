"""A whole table as CSV: of a number also what it was made from."""

import csv
import re
from io import StringIO

from reports.model import Known, Table

NUMBERS = ("value", "low", "high", "n", "clusters", "method")
MAY_BE_A_FORMULA = r"^[=+\-@\t\r]"
_NUMBER = re.compile(r"[+-][\d.,]+[^|!=@\"']*")


def literal(text: str) -> str:
    """The text as spreadsheets show it: before one that they would take for a formula stands an apostrophe."""
    formula = re.match(MAY_BE_A_FORMULA, text) and not _NUMBER.fullmatch(text)
    return f"'{text}" if formula else text


def render(table: Table) -> str:
    """All rows; a column of numbers is followed by columns of its value, its limits, size and method."""
    known = [any(isinstance(row[i], Known) for row in table.rows) for i in range(len(table.columns))]
    out = StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    heads = [[name, *(f"{name}: {number}" for number in NUMBERS)] for name in table.columns]
    write([name for whole, some in zip(heads, known, strict=True) for name in (whole if some else whole[:1])])
    for row in table.rows:
        cells: list[object] = []
        for cell, some in zip(row, known, strict=True):
            numbers = cell.numbers if isinstance(cell, Known) else {}
            shown = cell if isinstance(cell, Known) else literal(cell)
            cells += [shown, *(numbers.get(name) for name in NUMBERS)] if some else [shown]
        write(cells)
    return out.getvalue()
