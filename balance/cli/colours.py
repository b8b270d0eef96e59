"""Told matches on a terminal: wrapped to its width, seats in colour, the standing dim. Elsewhere: as they are."""

import os
import re
import shutil
import sys
import textwrap

import typer

SEATS = ("cyan", "yellow", "magenta", "green")
_SEAT = re.compile(r"seat (\d)")


def terminal_lines(line: str) -> str:
    """The line as standard output shows it best: more than one where a terminal is too narrow for it."""
    if not sys.stdout.isatty():
        return line
    shown = wrapped(line, shutil.get_terminal_size().columns)
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return shown if plain else coloured(shown)


def wrapped(line: str, width: int) -> str:
    """The line broken between words, what follows indented; `seat 1` is never torn apart."""
    bound = _SEAT.sub("seat\u00a0\\1", line)
    indent = " " * ((len(line) - len(line.lstrip())) // 3 * 3 + 3)
    parts = textwrap.wrap(bound, width, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(parts).replace("\u00a0", " ")


def coloured(text: str) -> str:
    """Each seat's name in its colour, and all from the bar on dim."""
    told, bar, standing = text.partition("| ")
    told = _SEAT.sub(lambda seat: typer.style(seat[0], fg=SEATS[int(seat[1]) % len(SEATS)]), told)
    return told + (typer.style(bar + standing, dim=True) if bar else "")
