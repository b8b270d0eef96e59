"""balance plan: before playing, how many matches it takes, and how long and how much they take."""

import sys
from typing import Annotated

import typer

from balance.cli.options import (
    Json,
    Log,
    LogBudget,
    Players,
    Quiet,
    Seed,
    Threads,
    decimal,
    pair,
    pairs,
    whole,
)


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME|STUDY", help="A game's name or folder, or a study file (.toml).")
    ],
    tweak: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE,…", help="Plan a comparison with this tweak; repeatable."),
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="N,…", help="One number or several.", show_default="the fewest")
    ] = None,
    preset: Annotated[str | None, typer.Option(metavar="P,…", help="What variants start from.")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="One value for all variants; repeatable."),
    ] = None,
    vary: Annotated[
        list[str] | None, typer.Option(metavar="NAME=SPEC", help="As of sweep: lo:hi:step or a,b,c.")
    ] = None,
    one_by_one: Annotated[
        bool | None, typer.Option("--one-by-one", help="Each varied value alone, against the baseline.")
    ] = None,
    players: Players = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="M",
            help="Plan for this metric; repeatable.",
            show_default="first_player_advantage, turns_mean, tied_rounds",
        ),
    ] = None,
    half_width: Annotated[
        list[str] | None,
        typer.Option(
            metavar="M=SIZE", help="How wide its interval may be to each side.", show_default="its margin"
        ),
    ] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option(metavar="M=SIZE", help="What is a small change of a metric; repeatable."),
    ] = None,
    difference: Annotated[
        list[str] | None,
        typer.Option(metavar="M=SIZE", help="A difference to be settled.", show_default="twice the margin"),
    ] = None,
    pilot: Annotated[
        str | None,
        typer.Option(metavar="N", help="Deals of each variant to find out by.", show_default="500"),
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    log: Log = None,
    log_budget: LogBudget = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say how many matches a question takes, from a pilot that is not kept."""
    from balance.cli import terminal
    from balance.cli.sweep import request_of
    from balance.workflows.forecast import PILOT, Wanted, forecast
    from sims.errors import InputError

    given = {
        name: {metric: decimal(f"{name}: {metric}", text) for metric, text in pairs(name, texts)}
        for name, texts in (("half_width", half_width), ("margin", margin), ("difference", difference))
    }
    if not tweak and difference:
        raise InputError("difference", difference[0], "of use without --tweak: nothing is compared")
    if tweak and (vary or one_by_one or game.endswith(".toml")):
        raise InputError("tweak", tweak[0], "planned together with --vary, --one-by-one or a study file")
    flags = {
        "tweaks": [dict(pairs("tweak", text.split(","))) for text in tweak or ()],
        "seats": None if seats is None else tuple(whole("seats", n) for n in seats.split(",")),
        "preset": preset, "one_by_one": one_by_one, "players": players, "seed": whole("seed", seed),
        "threads": whole("threads", threads), "log": log, "log_budget": log_budget, "metrics": metric or (),
        "margins": given["margin"],
    }  # fmt: skip
    if tweak and preset is not None and "," in preset:
        raise InputError("preset", preset, "one: each tweak has one baseline")
    varied = [pair("vary", text) for text in vary or ()]
    request = request_of(
        game, pairs("set", set_), varied, {name: value for name, value in flags.items() if value is not None}
    )
    deals = whole("pilot", pilot)
    wanted = Wanted(given["half_width"], given["difference"], PILOT if deals is None else deals)
    found = forecast(request, wanted, terminal.listener(quiet))
    if json:
        sys.stdout.write(found.as_json() + "\n")
        return
    from balance.cli.forecast import show

    show(found)
