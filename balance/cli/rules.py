"""balance rules: a game's parameters, presets and players."""

import textwrap
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.options import GameName, whole

if TYPE_CHECKING:
    from sims.game import Player, Value

WIDTH = 78


def command(
    game: GameName,
    seats: Annotated[
        str | None, typer.Option(metavar="N", help="Show the defaults for so many seats.")
    ] = None,
    players: Annotated[bool, typer.Option("--players", help="Show the players and their weights.")] = False,
) -> None:
    """Show a game's parameters (meaning, default, range), presets, players."""
    from sims import declaration, registry
    from sims.errors import InputError
    from sims.lineup import SEARCHERS
    from sims.variants import text

    data = registry.declared(game)
    about = data["game"]
    asked = whole("seats", seats)
    if asked is not None and asked not in about["seats"]:
        raise InputError("seats", asked, "one of " + ", ".join(map(str, about["seats"])))
    parameters, who = declaration.parameters(data), declaration.players(data)
    typer.echo(f"{about['title']} ({about['name']}), version {about['version']}")
    if players:
        _explain(who.values())
        typer.echo()
        _filled(f"From weak to strong, for --skill: {', '.join(declaration.strength(data, who))}", "")
        return
    _filled(about["about"], "")
    if about.get("caution"):
        _filled(f"Caution: {about['caution']}", "")
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
    presets = declaration.presets(data, parameters).values()
    _list("Presets", {" ".join([p.name, *_set(p.values)]): p.source for p in presets})
    classes = {
        f"{name}={value}": meaning
        for name, values in declaration.classes(data).items()
        for value, meaning in values.items()
    }
    _list("Classes of choices, for balance ladder --restrict", classes)
    searchers = {f"{name}:N": about for name, about in SEARCHERS.items()}
    _list("Players", {player.name: player.about for player in who.values()} | searchers)
    _filled("--players shows their weights", "  ")


def _explain(players: Iterable["Player"]) -> None:
    """Each player with its weights, and how another one is made of it."""
    from sims.lineup import SEARCHERS, weight_text

    typer.echo("\nPlayers, and what they weigh")
    for player in players:
        weights = ", ".join(f"{name}={weight_text(value)}" for name, value in player.weights.items())
        for text, indent in ((player.name, "  "), (player.about, "      "), (weights, "      ")):
            _filled(text, indent)
    for name, about in SEARCHERS.items():
        _filled(f"{name}:N", "  ")
        _filled(about, "      ")
    typer.echo()
    _filled(
        "In a line-up: NAME, NAME[weight=0.5,switch=off], NAME[never=CLASS:VALUE] (or always), or NAME+0.1 (noise: "
        "1 decision in 10 random); search:200, or search[rollout=NAME]:200 (NAME plays the rollouts, not random).",
        "",
    )


def _set(values: "Mapping[str, Value]") -> list[str]:
    """What a preset sets, as it is typed."""
    from sims.variants import text

    return [f"{name}={text(value)}" for name, value in values.items()]


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
