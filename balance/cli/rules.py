"""balance rules: a game's parameters, presets and players."""

import textwrap
from collections.abc import Mapping
from typing import Annotated

import typer

from balance.cli.options import GameName, whole

WIDTH = 78


def command(
    game: GameName,
    seats: Annotated[
        str | None, typer.Option(metavar="N", help="Show the defaults for so many seats.")
    ] = None,
) -> None:
    """Show a game's parameters (meaning, default, range), presets, players."""
    from sims import declaration, registry
    from sims.errors import InputError
    from sims.lineup import weight_text
    from sims.variants import text

    data = registry.declared(game)
    about = data["game"]
    asked = whole("seats", seats)
    if asked is not None and asked not in about["seats"]:
        raise InputError("seats", asked, "one of " + ", ".join(map(str, about["seats"])))
    parameters = declaration.parameters(data)
    typer.echo(f"{about['title']} ({about['name']}), version {about['version']}")
    _filled(about["about"], "")
    typer.echo("\nParameters: name = default, legal values, meaning")
    for parameter in parameters.values():
        shown = about["seats"] if asked is None else [asked]
        values = [text(parameter.default(n)) for n in shown]
        default = values[0] if len(set(values)) == 1 else "/".join(values)
        of_seats = "" if len(set(values)) == 1 else f" with {'/'.join(map(str, shown))} seats"
        _filled(f"{parameter.name} = {default}{of_seats} ({parameter.legal})", "  ")
        _filled(parameter.meaning + " [A]" * parameter.assumed, "      ")
    if any(parameter.assumed for parameter in parameters.values()):
        _filled("[A]: the rule text leaves it open; the default is our reading", "  ")
    _list("Presets", {p.name: p.source for p in declaration.presets(data, parameters).values()})
    players = {}
    for player in declaration.players(data).values():
        weights = ", ".join(f"{name}={weight_text(value)}" for name, value in player.weights.items())
        players[player.name] = player.about + (f" Weights: {weights}." if weights else "")
    _list("Players", players)


def _list(title: str, entries: Mapping[str, str]) -> None:
    if entries:
        typer.echo(f"\n{title}")
    for name, about in entries.items():
        _filled(name, "  ")
        _filled(about, "      ")


def _filled(text: str, indent: str) -> None:
    if text:
        typer.echo(
            textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  " * bool(indent))
        )
