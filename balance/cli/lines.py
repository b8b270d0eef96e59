"""Sentences in the terminal, lines of its width; and the lines that end what is told of a run."""

from collections.abc import Mapping
from textwrap import wrap
from typing import TYPE_CHECKING

import typer

from reports.words import SPACE

if TYPE_CHECKING:
    from balance.store.run import Run

WIDTH = 80


def lines(text: str, width: int = WIDTH) -> None:
    """Print a text wrapped, words whole; below an empty line if it begins with one."""
    wrapped = wrap(text.lstrip("\n"), width, break_long_words=False, break_on_hyphens=False)
    typer.echo("\n" * text.startswith("\n") + "\n".join(wrapped).replace(SPACE, " "))


def took(seconds: Mapping[str, float]) -> str:
    """What took how long: play 4.6, report 9.7."""
    return ", ".join(f"{what} {time:.1f}" for what, time in seconds.items())


def ending(run: "Run", seconds: Mapping[str, float]) -> None:
    """Print what took how long, if anything was played, how to repeat it, and where all of it is."""
    if seconds:
        typer.echo(f"seconds: {took(seconds)}")
    typer.echo(f"again:  {run.spec['command']}")
    where(run)


def where(run: "Run") -> None:
    """Print the paths of the run and of its reports."""
    typer.echo(f"run:    {run.path}")
    for path in run.reports:
        typer.echo(f"report: {path}")
