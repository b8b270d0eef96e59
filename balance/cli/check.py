"""balance check: the conformance kit."""

import typer

from balance.cli.options import GameName, Quiet


def command(game: GameName, quiet: Quiet = False) -> None:
    """Test a game: does it keep what the kernel and the statistics rely on?"""
    from balance.cli import terminal
    from balance.workflows.check import check

    wrong = False
    for finding in check(game, terminal.listener(quiet)):
        wrong = True
        typer.echo(finding)
    if wrong:
        raise typer.Exit(3)
    typer.echo(f"{game}: all checks passed")
