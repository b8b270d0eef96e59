"""Sentences in the terminal: lines of its width."""

from textwrap import wrap

import typer

from reports.words import SPACE

WIDTH = 80


def lines(text: str, width: int = WIDTH) -> None:
    """Print a text wrapped, words whole; below an empty line if it begins with one."""
    wrapped = wrap(text.lstrip("\n"), width, break_long_words=False, break_on_hyphens=False)
    typer.echo("\n" * text.startswith("\n") + "\n".join(wrapped).replace(SPACE, " "))
