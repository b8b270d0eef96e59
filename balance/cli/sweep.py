"""balance sweep: play every variant, log, measure, report."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.options import (
    Cluster,
    Json,
    Log,
    LogBudget,
    Matches,
    MaxMatches,
    OneByOne,
    Out,
    Pdf,
    Players,
    Presets,
    Quiet,
    Report,
    Seats,
    Seed,
    Set,
    Skill,
    Target,
    Targets,
    Threads,
    Until,
    Vary,
    decimals,
    numbers,
    pair,
    pairs,
    targets_of,
    unless_met,
    whole,
)

if TYPE_CHECKING:
    from balance.workflows.asking.request import Request


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME|STUDY", help="A game's name or folder, or a study file (.toml).")
    ],
    seats: Seats = None,
    preset: Presets = None,
    set_: Set = None,
    vary: Vary = None,
    one_by_one: OneByOne = None,
    players: Players = None,
    skill: Skill = None,
    matches: Matches = None,
    until: Until = None,
    max_matches: MaxMatches = None,
    repeats: Annotated[
        str | None,
        typer.Option(metavar="N", help="Play each deal N times, players drawing afresh.", show_default="1"),
    ] = None,
    seed: Seed = None,
    targets: Targets = None,
    target: Target = None,
    best: Annotated[
        str | None,
        typer.Option(metavar="M", help="Tell the best by fresh deals: M near 0, M=low, M=high or M=NUMBER."),
    ] = None,
    out: Out = None,
    threads: Threads = None,
    cluster: Cluster = None,
    log: Log = None,
    log_budget: LogBudget = None,
    report: Report = True,
    pdf: Pdf = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play every variant of a game, write the logs, measure, report."""
    from dataclasses import replace

    from balance.cli import terminal
    from balance.workflows import api
    from balance.workflows.playing.play import Incomplete, Interrupted
    from balance.workflows.sweep import sweep

    wholes = {
        "matches": matches,
        "max_matches": max_matches,
        "repeats": repeats,
        "seed": seed,
        "threads": threads,
    }
    flags = {
        **{name: whole(name, text) for name, text in wholes.items()},
        "seats": numbers("seats", seats),
        "preset": preset, "one_by_one": one_by_one, "players": players, "skill": skill, "cluster": cluster,
        "out": None if out is None else Path(out), "log": log, "log_budget": log_budget, "report": report, "pdf": pdf,
        "best": best, "until": decimals("until", until) or None,
    }  # fmt: skip
    fixed = pairs("set", set_)
    varied = [pair("vary", text) for text in vary or ()]
    request = request_of(
        game, fixed, varied, {name: value for name, value in flags.items() if value is not None}
    )
    wanted = targets_of(targets, target, lambda: _metrics(request.game))
    request = replace(request, targets={**request.targets, **wanted})
    try:
        outcome = sweep(request, terminal.listener(quiet))
    except (Interrupted, Incomplete) as stopped:
        if json and (stopped.run.path / "run.json").is_file():
            sys.stdout.write(api.open(stopped.run.path).as_json() + "\n")
        raise
    if json:
        sys.stdout.write(outcome.as_json() + "\n")
    else:
        from balance.cli.summary import show

        show(outcome)
    unless_met(outcome.met)


def _metrics(game: str) -> list[str]:
    from balance.workflows.asking.asked import of_game  # loads the statistics

    return of_game(game)


def request_of(
    game: str, fixed: list[tuple[str, str]], varied: list[tuple[str, str]], flags: dict[str, Any]
) -> "Request":
    """The request of a study file or a game's name, with what the flags say in its place or beside it."""
    from dataclasses import replace

    from balance.workflows.asking import study
    from balance.workflows.asking.request import Request

    base = study.read(Path(game)) if game.endswith(".toml") else Request(game)
    said = {name for name, _ in (*fixed, *varied)}
    kept = {name: value for name, value in base.set.items() if name not in said}
    spread = [(name, spec) for name, spec in base.vary if name not in said]
    return replace(base, set={**kept, **dict(fixed)}, vary=[*spread, *varied], **flags)
