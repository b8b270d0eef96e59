"""balance games: which games there are."""

import textwrap

import typer


def command() -> None:
    """List the games."""
    from sims import registry

    for name in registry.names():
        game = registry.declared(name)["game"]
        seats = game["seats"]
        span = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])
        typer.echo(f"{name:<16} {game['title']}, {span} seats")
        typer.echo(textwrap.fill(game["about"], 78, initial_indent=" " * 17, subsequent_indent=" " * 17))
