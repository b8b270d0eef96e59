"""balance check: the conformance kit for a game, and the checks of a run's logs."""

from typing import Annotated, Literal

import typer

from balance.cli.options import Quiet, whole
from sims import visible


def command(
    target: Annotated[
        str, typer.Argument(metavar="GAME|RUN", help="A game or its folder, or a run or its folder.")
    ],
    deep: Annotated[
        str,
        typer.Option(
            metavar="N|all", help="Of a run: play N matches again, spread over the variants; or all."
        ),
    ] = "0",
    quiet: Quiet = False,
) -> None:
    """Test a game: does it keep what the kernel and the statistics rely on? Or a run: are its logs whole and true?"""
    from balance.workflows.check import is_run
    from sims.errors import InputError

    again: int | Literal["all"] = "all" if deep == "all" else whole("deep", deep) or 0
    if isinstance(again, int) and again < 0:
        raise InputError("deep", again, "a whole number of at least 0, or all")
    if is_run(target):
        _run(target, again, quiet)
    elif again:
        raise InputError("deep", again, "legal for a game: it plays matches of a run again")
    else:
        _game(target, quiet)


def _game(game: str, quiet: bool) -> None:
    from balance.cli import terminal
    from balance.workflows.check import check

    wrong = False
    for finding in check(game, terminal.listener(quiet)):
        wrong = True
        typer.echo(visible.visible(finding))
    if wrong:
        raise typer.Exit(3)
    typer.echo(f"{game}: all checks passed")


def _run(name: str, deep: int | Literal["all"], quiet: bool) -> None:
    from balance.cli import terminal
    from balance.workflows.check_run import MEANINGS, check_run

    found = check_run(name, deep, terminal.listener(quiet))
    for line in found.lines:
        typer.echo(visible.line(line))
    if found.faults:
        number = sum(found.faults.values())
        typer.echo(f"{found.name}, {found.state}: {number:,} faults, found by {', '.join(found.faults)}")
        raise typer.Exit(3)
    rows = ", ".join(f"{count:,} of {table}" for table, count in found.rows.items())
    typer.echo(f"{found.name}, {found.state}: {found.matches:,} matches, {found.files:,} files; rows: {rows}")
    for check in dict.fromkeys(found.done):
        played = f": {found.replayed:,}" if check == "deep" else ""
        typer.echo(f"  {check:<16}  {MEANINGS[check]}{played}")
    typer.echo("all checks passed")
