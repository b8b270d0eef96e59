"""The best variant in the terminal."""

from collections.abc import Sequence
from textwrap import wrap

import typer

from balance.cli.answers import aligned
from balance.cli.lines import WIDTH, lines
from balance.stats.best import Best
from balance.store.spec import VariantSpec
from reports.best import COLUMNS, rows, sentences, wanted
from reports.words import DASH, SPACE


def show(best: Best, variants: Sequence[VariantSpec]) -> None:
    """Print what the fresh deals say. variants: of the sweep."""
    deals = f" on {len(best.deals):,} fresh deals" if best.deals else ""
    typer.echo(f"Best by {wanted(best)}{deals}".replace(SPACE, " "))
    if best.finalists:
        typer.echo(_table(rows(best)).rstrip().replace(SPACE, " "))
    for sentence in sentences(best, variants):
        lines(sentence)


def _table(shown: list[list[str]]) -> str:
    """A line a variant; where that is too wide, its figures below its name."""
    text = aligned(COLUMNS, shown, [True] + [False] * (len(COLUMNS) - 1))
    if max(map(len, text.splitlines())) <= WIDTH:
        return text
    told = []
    for name, *cells in shown:
        figures = [f"{what} {cell}" for what, cell in zip(COLUMNS[1:], cells, strict=True) if cell != DASH]
        told += [name, *wrap(", ".join(figures), WIDTH, initial_indent="    ", subsequent_indent="    ")]
    return "\n".join(told)
