"""The best variant in the terminal."""

from collections.abc import Sequence
from textwrap import wrap

import typer

from balance.cli.answers import aligned
from balance.stats.best import Best
from balance.store.spec import VariantSpec
from reports.best import COLUMNS, rows, sentences, wanted
from reports.words import SPACE

WIDTH = 80


def show(best: Best, variants: Sequence[VariantSpec]) -> None:
    """Print what the fresh deals say. variants: of the sweep."""
    deals = f" on {len(best.deals):,} fresh deals" if best.deals else ""
    typer.echo(f"Best by {wanted(best)}{deals}".replace(SPACE, " "))
    if best.finalists:
        text = aligned(COLUMNS, rows(best), [True] + [False] * (len(COLUMNS) - 1))
        typer.echo(text.rstrip().replace(SPACE, " "))
    for sentence in sentences(best, variants):
        lines = wrap(sentence, WIDTH, break_long_words=False, break_on_hyphens=False)
        typer.echo("\n".join(lines).replace(SPACE, " "))
