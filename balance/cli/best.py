"""The best variant in the terminal."""

from collections.abc import Sequence
from textwrap import wrap

import typer

from balance.cli.answers import aligned
from balance.stats.best import Best
from balance.store.spec import VariantSpec
from reports.best import COLUMNS, rows, sentences, wanted
from reports.words import DASH, SPACE

WIDTH = 80


def show(best: Best, variants: Sequence[VariantSpec]) -> None:
    """Print what the fresh deals say. variants: of the sweep."""
    deals = f" on {len(best.deals):,} fresh deals" if best.deals else ""
    typer.echo(f"Best by {wanted(best)}{deals}".replace(SPACE, " "))
    if best.finalists:
        typer.echo(_table(rows(best)).rstrip().replace(SPACE, " "))
    for sentence in sentences(best, variants):
        _lines(sentence)


def _table(lines: list[list[str]]) -> str:
    """A line a variant; where that is too wide, its figures below its name."""
    text = aligned(COLUMNS, lines, [True] + [False] * (len(COLUMNS) - 1))
    if max(map(len, text.splitlines())) <= WIDTH:
        return text
    told = []
    for name, *cells in lines:
        figures = [f"{what} {cell}" for what, cell in zip(COLUMNS[1:], cells, strict=True) if cell != DASH]
        told += [name, *wrap(", ".join(figures), WIDTH, initial_indent="    ", subsequent_indent="    ")]
    return "\n".join(told)


def _lines(text: str) -> None:
    lines = wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    typer.echo("\n".join(lines).replace(SPACE, " "))
