"""What players of several strengths say, in the terminal: a table of variants and players, then sentences."""

from collections.abc import Sequence
from shutil import get_terminal_size

import typer

from balance.cli.answers import aligned
from balance.cli.lines import WIDTH, lines
from balance.stats.strengths import Row, Strengths
from reports import strengths
from reports.changes import SHORT, figures
from reports.words import DASH

WIDEST = 84  # of a table: as wide as that of the sweep with four figures in it


def show(found: Strengths) -> None:
    """Print it to standard output."""
    typer.echo("Does it hold for other players?")
    for block in _blocks(found, found.levels, "starter's edge, pp"):
        typer.echo(block)
    for block in _blocks(found, found.changes, "difference"):
        typer.echo(block)
    for text in (*strengths.told(found.changes), *strengths.told(found.levels), *found.notes):
        lines(text, _width(WIDTH))
    lines(strengths.sizes(found), _width(WIDTH))
    if found.turning:
        lines(f"So what stands elsewhere holds between equal {found.told} players only.", _width(WIDTH))


def _blocks(found: Strengths, rows: Sequence[Row], title: str) -> list[str]:
    """A line a row, a column a player: a figure above its interval; as many columns as the terminal holds."""
    if not rows:
        return []
    cells = [{rung.player: strengths.cell(row, rung) for rung in row.rungs} for row in rows]
    heads = [_head(row) for row in rows]
    wide = max(9, *(len(part) for of in cells for cell in of.values() for part in cell))
    left = max(len(title), *map(len, heads))
    most = max(1, (_width(WIDEST) - left) // (wide + 2))
    count = -(-len(found.players) // most)
    most = -(-len(found.players) // count)  # about as many in each block
    blocks = []
    for first in range(0, len(found.players), most):
        shown = found.players[first : first + most]
        told = []
        for head, of in zip(heads, cells, strict=True):
            both = [of.get(name, (DASH, "")) for name in shown]
            told += [[head, *(figure for figure, _ in both)], ["", *(limits for _, limits in both)]]
        columns = [name if len(name) <= wide else f"{name[: wide - 1]}…" for name in shown]
        blocks.append(aligned([title, *columns], told, [True] + [False] * len(shown)).rstrip())
    return blocks


def _head(row: Row) -> str:
    changes = [rung.comparison for rung in row.rungs if rung.comparison is not None]
    if not changes:
        return row.label
    return f"{row.label}: {SHORT.get(row.metric, row.metric)}{figures(changes[0]).unit_after}"


def _width(most: int) -> int:
    """So many columns, or those of the terminal, where these are fewer."""
    return min(most, get_terminal_size((most, 24)).columns)
