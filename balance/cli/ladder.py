"""balance ladder: all players of a game against each other, or the ladder of a finished run."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import Json, Out, Quiet, Report, Seed, Threads, pairs, whole


def command(
    what: Annotated[
        str, typer.Argument(metavar="GAME|RUN", help="A game's name or folder; or the run of a ladder.")
    ],
    players: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help="Who plays.", show_default="all players of the game"),
    ] = None,
    seats: Annotated[str | None, typer.Option(metavar="N", show_default="the fewest")] = None,
    preset: Annotated[str | None, typer.Option(metavar="P", help="A named set of values.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="One value of a rule; repeatable.")
    ] = None,
    matches: Annotated[
        str | None, typer.Option(metavar="N", help="Matches a pairing.", show_default="4000")
    ] = None,
    seed: Seed = None,
    out: Out = None,
    threads: Threads = None,
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
        "players": players, "seats": None if seats is None else tuple(whole("seats", n) for n in seats.split(",")),
        "preset": preset, "set": dict(pairs("set", set_)) or None, "matches": whole("matches", matches),
        "seed": whole("seed", seed), "out": None if out is None else Path(out),
        "threads": whole("threads", threads), "log": log,
    }  # fmt: skip
    asked = {name: value for name, value in given.items() if value is not None}
    if is_run(what):
        if asked:
            raise InputError(next(iter(asked)), asked[next(iter(asked))], f"for a run: {what} is played")
        found = workflow.of_run(what)
    else:
        base = {"matches": LADDER_MATCHES, "log": "rounds", "report": report, "ladder": True}
        found = workflow.play(Request(what, **{**base, **asked}), terminal.listener(quiet))  # type: ignore[arg-type]
    if json:
        sys.stdout.write(found.as_json() + "\n")
        return
    from balance.cli.standings import show

    show(found)
