"""A report as data: what is shown, before it is a page, a PDF or an object for machines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

MOST = 200  # rows of a table that a page shows; the rest is in a file beside it
PAPER = 80  # rows of such a table that paper shows, where nobody sorts or filters it


class Span(NamedTuple):
    """A part of a sentence that is set apart. A link leads to the section `to`."""

    text: str
    kind: Literal["", "strong", "em", "code", "link"]
    to: str = ""


Text = str | tuple[str | Span, ...]
"""A sentence: words, or words and spans in order."""


class Known(str):
    """The text of a number, with what it was made from: the number itself, its interval, size and method."""

    __slots__ = ("numbers",)
    numbers: Mapping[str, Any]

    def __new__(cls, text: str, numbers: Mapping[str, Any]) -> "Known":
        """text: as people read it; numbers: as an estimate's `to_json` gives it."""
        made = super().__new__(cls, text)
        made.numbers = numbers
        return made


@dataclass(frozen=True)
class Table:
    """A table of texts; the first column of a row is its head. `numeric`: the columns to set flush right.

    file: the name without its ending of the CSV file that has all rows, where there are more than `MOST` of them.
    """

    caption: str
    columns: list[str]
    rows: list[list[str]]
    numeric: frozenset[int] = frozenset()
    folded: bool = False  # shown when asked for
    file: str = ""

    @property
    def cut(self) -> str:
        """What a page says of the rows that it does not show; "" where all are shown."""
        return self.first(MOST) if len(self.rows) > MOST else ""

    def first(self, most: int) -> str:
        """What is said where the first rows alone are shown."""
        return f"The first {most} of {len(self.rows):,} lines; all are in {self.file}.csv."


@dataclass(frozen=True)
class Chart:
    """A picture: SVG, what it shows for those who cannot see it, how to read it, and its numbers.

    data: may be tables of the section; they then stand beneath the picture, and not a second time.
    """

    svg: str
    alt: str
    read: str
    data: tuple[Table, ...] = ()


@dataclass(frozen=True)
class Look:
    """A command that shows a match worth looking at, and what is to be seen there."""

    what: str
    command: str


@dataclass(frozen=True)
class Told:
    """A match that shows it: which and why, a round of it in lines for people (""; not told here), and the command that
    tells all of it."""

    title: str
    text: str
    command: str


class Asked(NamedTuple):
    """A query that a section asked: the name of its file, and its text with the values of its variables."""

    name: str
    text: str


@dataclass(frozen=True)
class Section:
    """A question, sentences that answer it, pictures and the numbers behind both.

    notes: what a reader must know to believe it (why there is no picture, how many rounds were capped); terms: names
    and what they stand for; code: a command to copy; sql: what it asked of the run's views.
    """

    name: str
    title: str
    sentences: Sequence[Text] = field(default_factory=list)
    notes: Sequence[Text] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    terms: list[tuple[str, str]] = field(default_factory=list)
    code: str = ""
    sql: tuple[Asked, ...] = ()

    @property
    def others(self) -> list[Table]:
        """The tables that are not the data of a chart."""
        drawn = {id(table) for chart in self.charts for table in chart.data}
        return [table for table in self.tables if id(table) not in drawn]

    @property
    def every_table(self) -> list[Table]:
        """All tables in the order of the page."""
        return [*(table for chart in self.charts for table in chart.data), *self.others]


@dataclass(frozen=True)
class Report:
    """A whole report. kind: what sort of paper it is; what: in a line, who played what; warnings: before all else."""

    title: str
    kind: str
    what: str
    warnings: list[str]
    sections: list[Section]

    @property
    def cut(self) -> list[Table]:
        """The tables of which not all rows are shown."""
        return [table for section in self.sections for table in section.every_table if table.cut]


def spans(text: Text) -> list[Span]:
    """A sentence as spans alone; plain words have no kind."""
    parts = (text,) if isinstance(text, str) else text
    return [Span(part, "") if isinstance(part, str) else part for part in parts]


def plain(text: Text) -> str:
    """A sentence without its spans' looks."""
    return "".join(span.text for span in spans(text))
