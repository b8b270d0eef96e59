"""balance games: which games there are."""

import textwrap
from typing import Any

import typer


def command() -> None:
    """List the games."""
    from sims import registry

    games = {name: registry.declared(name)["game"] for name in registry.names()}
    checks = {name: game for name, game in games.items() if game.get("calibration", False)}
    for name, game in games.items():
        if name not in checks:
            _show(name, game)
    typer.echo("\nTo check the program with: games whose values are known exactly")
    for name, game in checks.items():
        _show(name, game)


def _show(name: str, game: dict[str, Any]) -> None:
    seats = game["seats"]
    span = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])
    typer.echo(f"{name:<16} {game['title']}, {span} seat{'s' * (span != '1')}")
    typer.echo(textwrap.fill(game["about"], 78, initial_indent=" " * 17, subsequent_indent=" " * 17))
