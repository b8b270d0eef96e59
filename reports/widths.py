"""How a table is laid on paper: how small, upright or turned, in how many parts, so that all of it is on the page."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

UPRIGHT, TURNED = 176.0, 263.0  # millimetres of a page's breadth and height that hold text
GAP = 2.2  # millimetres beside the text of a column
SIZES = (8.5, 7.5, 6.5)  # points
EM = 0.6 * 25.4 / 72  # millimetres of a character of one point: those of words are narrower
SHORT = 30  # rows that a table has at most to be cut rather than turned
LONGEST = 30  # characters of a line that a column is wide; more break
MORE = 120  # the same, where there is room
BROKEN = 18  # characters of a word that may not break


class Part(NamedTuple):
    """Some columns of a table: their numbers, the millimetres of each, the size of letters, turned or not."""

    columns: list[int]
    widths: list[float]
    size: float
    turned: bool


def parts(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Part]:
    """The parts of a table, each as large as fits: upright if it can be; else a short one is cut between columns, and
    a long one turned, which takes pages of its own, and cut if even that is not wide enough."""
    every = [[*_bold(head), *(row[i] for row in rows)] for i, head in enumerate(heads)]
    needs = list(map(_need, every))
    wishes = [max(need, min(_wish(texts), MORE)) for need, texts in zip(needs, every, strict=True)]
    whole, long = list(range(len(heads))), len(rows) > SHORT
    for turned in (False, True) if long else (False,):
        for size in SIZES:
            if _breadth(needs, size) <= (TURNED if turned else UPRIGHT):
                yield _part(whole, needs, wishes, size, turned=turned)
                return
    size, most, left = SIZES[-1] if long else SIZES[1], TURNED if long else UPRIGHT, whole[1:]
    while left:
        taken = [0]
        while left and (len(taken) == 1 or _breadth([needs[i] for i in [*taken, left[0]]], size) <= most):
            taken.append(left.pop(0))
        yield _part(taken, needs, wishes, size, turned=long)


def _part(
    taken: list[int], needs: Sequence[int], wishes: Sequence[int], size: float, *, turned: bool
) -> Part:
    """Widths as needed; what is left over goes to columns whose lines would break."""
    widths = [needs[i] * size * EM + GAP for i in taken]
    spare = (TURNED if turned else UPRIGHT) - sum(widths)
    asked = [(wishes[i] - needs[i]) * size * EM for i in taken]
    part = min(1.0, spare / sum(asked)) if any(asked) else 0.0
    return Part(taken, [round(w + part * a, 2) for w, a in zip(widths, asked, strict=True)], size, turned)


def _breadth(needs: Sequence[int], size: float) -> float:
    return sum(need * size * EM + GAP for need in needs)


def _bold(head: str) -> list[str]:
    """The words of a head, which stand one below the other rather than widen their column; bold is broader."""
    return [f"{word} " for word in head.split()] or [""]


def _wish(texts: Sequence[str]) -> int:
    """Characters of the longest line."""
    return max(len(line) for text in texts for line in text.split("\n"))


def _need(texts: Sequence[str]) -> int:
    """Characters that a column is wide: its longest word at least, its longest line at most."""
    words = (word for text in texts for word in re.split(r"(?<=\S) (?=\S)|\n", text))
    return max(3, min(max(map(len, words), default=0), BROKEN), min(_wish(texts), LONGEST))
