"""balance tune-players: better weights for a style, found by self-play."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import GameName, Quiet, Seed, Threads, numbers, whole

NOT_BETTER = 3


def command(
    game: GameName,
    style: Annotated[
        str | None,
        typer.Option(metavar="S", help="The player to improve.", show_default="what tuned is made of"),
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="N,…", help="At which tables.", show_default="all of the game")
    ] = None,
    budget: Annotated[
        str | None, typer.Option(metavar="N", help="Matches to search with.", show_default="200000")
    ] = None,
    fresh: Annotated[
        str | None, typer.Option(metavar="N", help="Deals of the final figure.", show_default="2000")
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a weights.toml.", show_default="print it"),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Improve a player's weights by self-play (CMA-ES), and measure the gain on fresh deals."""
    from balance.cli import terminal
    from balance.workflows.tune import Asked, tune

    given = {
        "style": style, "seats": numbers("seats", seats),
        "budget": whole("budget", budget), "fresh": whole("fresh", fresh),
        "seed": whole("seed", seed), "threads": whole("threads", threads),
        "out": None if out is None else Path(out),
    }  # fmt: skip
    asked = Asked(game, **{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    tuned = tune(asked, terminal.listener(quiet))
    typer.echo(tuned.text, nl=False)
    if not tuned.found.better:
        typer.echo("not surely better than the untuned style: nothing is written", err=True)
        raise typer.Exit(NOT_BETTER)
    if out is not None:
        typer.echo(f"written: {out}", err=True)
