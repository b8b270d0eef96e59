"""balance compare: a baseline and its tweaks on the same deals, or two runs."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.options import (
    Cluster,
    Json,
    Log,
    LogBudget,
    Margin,
    Matches,
    MaxMatches,
    Metric,
    Out,
    Pdf,
    Players,
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
    decimals,
    numbers,
    pairs,
    targets_of,
    unless_met,
    whole,
)

if TYPE_CHECKING:
    from balance.workflows.asking.request import Request
    from balance.workflows.reading.compared import Compared


def command(
    what: Annotated[
        list[str],
        typer.Argument(metavar="GAME|RUN…", help="A game with tweaks of it; or one finished run, or two."),
    ],
    tweak: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE,…", help="What is changed of the baseline; repeatable."),
    ] = None,
    seats: Seats = None,
    preset: Annotated[str | None, typer.Option(metavar="P", help="What the baseline starts from.")] = None,
    set_: Set = None,
    players: Players = None,
    skill: Skill = None,
    metric: Metric = None,
    margin: Margin = None,
    targets: Targets = None,
    target: Target = None,
    matches: Matches = None,
    until: Until = None,
    max_matches: MaxMatches = None,
    seed: Seed = None,
    baseline: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Compare with this saved baseline: it is not played again."),
    ] = None,
    save_baseline: Annotated[
        str | None, typer.Option(metavar="NAME", help="Keep the baseline that is played under this name.")
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
    """Play a baseline and tweaks of its rules on the same deals, and say what each tweak changes."""
    from balance.cli import terminal
    from balance.workflows import compare as workflow
    from balance.workflows.asking import asked
    from sims.errors import InputError

    margins = decimals("margin", margin)
    played = {
        "seats": numbers("seats", seats),
        "preset": preset, "set": dict(pairs("set", set_)) or None, "players": players, "skill": skill,
        "matches": whole("matches", matches), "max_matches": whole("max_matches", max_matches),
        "until": decimals("until", until) or None, "seed": whole("seed", seed),
        "out": None if out is None else Path(out), "threads": whole("threads", threads), "cluster": cluster,
        "log": log, "log_budget": log_budget, "report": None if report else False,
        "pdf": pdf or None,
    }  # fmt: skip
    given = {name: value for name, value in played.items() if value is not None}
    if not tweak:
        beside = [*given, *(n for n, v in (("baseline", baseline), ("save_baseline", save_baseline)) if v)]
        if beside:
            raise InputError(
                "compare", " ".join(what), f"played with {beside[0]} unless --tweak says what to play"
            )
        if len(what) > 2:
            raise InputError("compare", " ".join(what), "one run or two, or a game with --tweak")
        wanted = targets_of(targets, target, lambda: asked.of_run(what[-1]))
        told = workflow.compare_runs(what, asked.Asked(metric or (), margins, wanted))
        _tell(told, json)
        unless_met(told.met)
        return
    if len(what) > 1:
        raise InputError("compare", " ".join(what), "one game with --tweak")
    if preset is not None and "," in preset:
        raise InputError("preset", preset, "one: each tweak has one baseline")
    tweaks = [dict(pairs("tweak", text.split(","))) for text in tweak]
    wanted = targets_of(targets, target, lambda: asked.of_game(what[0]))
    fields = {"tweaks": tweaks, "metrics": metric or (), "margins": margins, "targets": wanted}
    request = _request(what[0], baseline, fields, given)
    told = workflow.compare(
        request, terminal.listener(quiet), lambda found: _tell(found, json), save_baseline
    )
    for path in () if json else told.run.reports:
        typer.echo(f"report: {path}")
    unless_met(told.met)


def _request(game: str, baseline: str | None, asked: dict[str, Any], given: dict[str, Any]) -> "Request":
    """What is to be played. given: options that were; a baseline says the rest, and some of them it alone."""
    from dataclasses import replace

    from balance.workflows.asking.request import Request
    from balance.workflows.compare import from_baseline
    from sims.errors import InputError

    request = Request(game, **asked)
    if baseline is not None:
        fixed = next((name for name in ("seats", "preset", "set", "players") if name in given), None)
        if fixed is not None:
            raise InputError("baseline", baseline, f"given together with --{fixed}: the baseline says that")
        request = from_baseline(baseline, request)
    return replace(request, **given)


def _tell(found: "Compared", json: bool) -> None:
    """Print the comparison, at once."""
    if json:
        sys.stdout.write(found.as_json() + "\n")
    else:
        from balance.cli.comparison import show

        show(found)
    sys.stdout.flush()
