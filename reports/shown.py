"""A match that a report shows, as found in the run."""

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Shown(NamedTuple):
    """A match of a variant. pick: what it was picked for; why: a clause with the figure that decided; round: the one
    that it is about, if any; told: a round of it in lines for people, "" where it is not told here."""

    pick: str
    match: int
    why: str
    round: int | None
    told: str


Shows = Callable[[int], Iterable[Shown]]
"""variant → matches of it that are worth seeing."""
