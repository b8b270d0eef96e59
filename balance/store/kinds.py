"""What values of run.json and of commit records can be, beyond their type."""

import re
from collections.abc import Callable
from typing import Annotated, Any

from balance.store.shape import Legal
from sims.shapes import NAME

MOST = 2**53
"""No run has more deals or matches, and so no sum of two such numbers is too large."""


def _number(words: str, low: int, high: int) -> Legal:
    return Legal(f"a whole number {words}", lambda n: low <= n <= high)


def _seats(number: int) -> bool:
    from sims.game import MAX_SEATS  # loads NumPy

    return 1 <= number <= MAX_SEATS


def _text(words: str, pattern: str) -> Legal:
    holds: Callable[[Any], bool] = lambda text: re.fullmatch(pattern, text) is not None  # noqa: E731
    return Legal(words, holds)


def among(*words: str) -> Legal:
    """One of these words."""
    return Legal("one of " + ", ".join(words), lambda word: word in words)


Count = Annotated[int, _number("of at least 0", 0, MOST)]
Size = Annotated[int, _number("of at least 1", 1, MOST)]
Seats = Annotated[int, Legal("a number of seats that a game can have", _seats)]
Share = Annotated[float, Legal("a number from 0 to 1", lambda share: 0 <= share <= 1)]
Word = Annotated[str, Legal(NAME[1], NAME[0])]
WordOrNone = Annotated[str, Legal(f"{NAME[1]}, or nothing", lambda word: word == "" or NAME[0](word))]
Digest = Annotated[str, _text("a SHA-256 of 64 digits", "[0-9a-f]{64}")]
FileName = Annotated[str, _text("the name of a saved file", r"[\w-][\w.-]*")]
"""Of a baseline, say: it cannot lead out of the folder in which it is looked for."""
ColumnKind = Annotated[str, among("i4", "i8", "f8", "u8")]
