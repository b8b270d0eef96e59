"""A report as data: what a page shows, before it is a page."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Chart:
    """A picture: SVG, what it shows for those who cannot see it, and how to read it."""

    svg: str
    alt: str
    read: str


@dataclass(frozen=True)
class Table:
    """A table of texts; the first column of a row is its head. `numeric`: the columns to set flush right."""

    caption: str
    columns: list[str]
    rows: list[list[str]]
    numeric: frozenset[int] = frozenset()
    folded: bool = False  # shown when asked for


@dataclass(frozen=True)
class Look:
    """A command that shows a match worth looking at, and what is to be seen there."""

    what: str
    command: str


@dataclass(frozen=True)
class Section:
    """A question, sentences that answer it, pictures and the numbers behind both.

    notes: what a reader must know to believe it (why there is no picture, how many rounds were capped).
    """

    name: str
    title: str
    sentences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
