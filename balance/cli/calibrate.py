"""balance calibrate: is the program right?"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import Json, Quiet, Threads, whole


def command(
    quick: Annotated[bool, typer.Option("--quick", help="Few matches and replications: seconds.")] = False,
    seed: Annotated[str, typer.Option(metavar="S")] = "1",
    threads: Threads = None,
    out: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE", help="Also write FILE: JSON if it is called .json, else Markdown; repeatable."
        ),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check the program itself: games with exact values, and how often intervals cover what is true.

    Exits with 3 if a check does not hold.
    """
    from balance.calibration.page import markdown, summary, text
    from balance.cli import terminal
    from balance.store.files import write_atomically
    from balance.workflows.calibrate import calibrate
    from sims.errors import InputError

    paths = [Path(name) for name in out or ()]
    for path in paths:
        if path.is_dir() or not path.resolve().parent.is_dir():
            raise InputError("out", str(path), "a file in a folder that is there")
    found = calibrate(quick, whole("seed", seed) or 0, whole("threads", threads), terminal.listener(quiet))
    for path in paths:
        page = (
            found.as_json()
            if path.suffix == ".json"
            else markdown(found.checks, found.command, found.version, found.date)
        )
        write_atomically(path, page.encode())
    if json:
        sys.stdout.write(found.as_json())
    else:
        sys.stdout.write(text(found.checks))
        typer.echo(f"\n{summary(found.checks)}; {found.seconds:.0f} seconds")
    if not found.holds:
        raise typer.Exit(3)
