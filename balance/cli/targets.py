"""Targets in the terminal: a line each for one variant, a table for several; and who does not keep to them."""

import typer

from balance.cli.answers import aligned
from balance.cli.lines import WIDTH, lines
from balance.stats.marks import Marked
from reports.marks import Rows, found, summary, wanted
from reports.words import PERCENT, POINTS, SPACE


def show(rows: Rows, what: str) -> None:
    """Print them, if there are any. what: what a variant is called."""
    if not any(marked for _, marked in rows):
        return
    typer.echo("Targets (intervals hold at once)")
    if len(rows) == 1:
        for one in rows[0][1]:
            reason = f": {one.reason}" if one.reason else ""
            lines(f"{one.mark} {one.metric} {wanted(one)}: {found(one)}{reason}")
        return
    typer.echo(_tables(rows, what).rstrip())
    for sentence in summary(rows, what):
        lines(sentence)


def _tables(rows: Rows, what: str) -> str:
    """A column for each target; where that is too wide, a table for each."""
    some = rows[0][1]
    names = [f"{one.metric} {wanted(one)}" for one in some]
    cells = [[name, *map(_cell, marked)] for name, marked in rows]
    text = aligned([what, *names], cells, [True] * (len(names) + 1)).replace(SPACE, " ")
    if len(some) == 1 or max(map(len, text.splitlines())) <= WIDTH:
        return text
    return "\n".join(_tables([(name, [marked[i]]) for name, marked in rows], what) for i in range(len(some)))


def _cell(one: Marked) -> str:
    return f"{one.mark} {found(one)}".replace(PERCENT, "").replace(POINTS, "")
