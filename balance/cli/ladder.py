"""balance ladder: all players of a game against each other, or one against itself restricted; or a finished run's."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.options import Cluster, Json, Out, Quiet, Report, Seed, Threads, numbers, pairs, whole

if TYPE_CHECKING:
    from balance.workflows.reading.laddered import Laddered
    from balance.workflows.reading.restricted import RestrictedPlay

RESTRICT = "--restrict"


def command(
    what: Annotated[
        str, typer.Argument(metavar="GAME|RUN", help="A game's name or folder; or the run of a ladder.")
    ],
    players: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help="Who plays; all: all of the game.", show_default="all"),
    ] = None,
    restrict: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[CLASS[=VALUE]]",
            help="What it costs one player never, and always, to make such choices: of all classes that the game "
            "declares, of one, or one value; repeatable.",
        ),
    ] = None,
    seats: Annotated[str | None, typer.Option(metavar="N", show_default="the fewest")] = None,
    preset: Annotated[str | None, typer.Option(metavar="P", help="A named set of values.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="One value of a rule; repeatable.")
    ] = None,
    matches: Annotated[
        str | None, typer.Option(metavar="N", help="Matches a pairing.", show_default="4000")
    ] = None,
    search_matches: Annotated[
        str | None, typer.Option(metavar="N", help="Where a player searches.", show_default="400")
    ] = None,
    seed: Seed = None,
    out: Out = None,
    threads: Threads = None,
    cluster: Cluster = None,
    log: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="rounds, turns or moves.", show_default="rounds")
    ] = None,
    report: Report = True,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play all players against each other, on the same deals in every seat, and rank them."""
    from balance.cli import terminal
    from balance.workflows import ladder as workflow
    from balance.workflows.asking.request import LADDER_MATCHES, Request
    from balance.workflows.runs import is_run
    from sims.errors import InputError

    given = {
        "players": players, "restrict": tuple(restrict or ()) or None,
        "seats": numbers("seats", seats),
        "preset": preset, "set": dict(pairs("set", set_)) or None, "matches": whole("matches", matches),
        "search_matches": whole("search_matches", search_matches), "seed": whole("seed", seed),
        "out": None if out is None else Path(out),
        "threads": whole("threads", threads), "cluster": cluster, "log": log,
    }  # fmt: skip
    asked = {name: value for name, value in given.items() if value is not None}
    if is_run(what):
        if asked:
            raise InputError(next(iter(asked)), asked[next(iter(asked))], f"for a run: {what} is played")
        found = workflow.of_run(what)
    else:
        base = {"matches": LADDER_MATCHES, "log": "rounds", "report": report, "ladder": True}
        request = Request(what, **{**base, **asked})  # type: ignore[arg-type]
        play = workflow.restrict if restrict else workflow.play
        found = play(request, terminal.listener(quiet))
    if json:
        sys.stdout.write(found.as_json() + "\n")
        return
    show(found)


def show(found: "Laddered | RestrictedPlay") -> None:
    """Print a ladder, or what restrictions cost, to standard output."""
    from balance.cli import restrictions, standings
    from balance.workflows.reading.laddered import Laddered

    if isinstance(found, Laddered):
        standings.show(found)
    else:
        restrictions.show(found)


def filled(arguments: Sequence[str]) -> list[str]:
    """Arguments in which --restrict without a value, which Typer does not know, asks for every class."""
    from balance.workflows.asking.request import EVERY

    found: list[str] = []
    for word, then in zip(arguments, [*arguments[1:], "-"], strict=True):
        found += [word, EVERY] if word == RESTRICT and then.startswith("-") else [word]
    return found
