"""balance plan: before playing, how many matches it takes, and how long and how much they take."""

import sys
from typing import Annotated

import typer

from balance.cli.options import (
    Json,
    Log,
    LogBudget,
    Margin,
    Metric,
    OneByOne,
    Players,
    Presets,
    Quiet,
    Seats,
    Seed,
    Set,
    Threads,
    Vary,
    decimals,
    numbers,
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
    seats: Seats = None,
    preset: Presets = None,
    set_: Set = None,
    vary: Vary = None,
    one_by_one: OneByOne = None,
    players: Players = None,
    metric: Metric = None,
    half_width: Annotated[
        list[str] | None,
        typer.Option(
            metavar="M=SIZE", help="How wide its interval may be to each side.", show_default="its margin"
        ),
    ] = None,
    margin: Margin = None,
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

    half_widths, margins = decimals("half_width", half_width), decimals("margin", margin)
    differences = decimals("difference", difference)
    if not tweak and difference:
        raise InputError("difference", difference[0], "of use without --tweak: nothing is compared")
    if tweak and (vary or one_by_one or game.endswith(".toml")):
        raise InputError("tweak", tweak[0], "planned together with --vary, --one-by-one or a study file")
    flags = {
        "tweaks": [dict(pairs("tweak", text.split(","))) for text in tweak or ()],
        "seats": numbers("seats", seats),
        "preset": preset, "one_by_one": one_by_one, "players": players, "seed": whole("seed", seed),
        "threads": whole("threads", threads), "log": log, "log_budget": log_budget, "metrics": metric or (),
        "margins": margins,
    }  # fmt: skip
    if tweak and preset is not None and "," in preset:
        raise InputError("preset", preset, "one: each tweak has one baseline")
    varied = [pair("vary", text) for text in vary or ()]
    request = request_of(
        game, pairs("set", set_), varied, {name: value for name, value in flags.items() if value is not None}
    )
    deals = whole("pilot", pilot)
    wanted = Wanted(half_widths, differences, PILOT if deals is None else deals)
    found = forecast(request, wanted, terminal.listener(quiet))
    if json:
        sys.stdout.write(found.as_json() + "\n")
        return
    from balance.cli.forecast import show

    show(found)
