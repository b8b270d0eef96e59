"""What a finished sweep shows in the terminal: a few figures a variant, where all the rest is, how to repeat it."""

from typing import TYPE_CHECKING

import typer

from balance.cli import best, strengths, targets
from balance.cli.answers import aligned
from balance.cli.lines import lines, took, where
from balance.workflows.outcome import Outcome
from reports import stopping

if TYPE_CHECKING:
    from balance.stats.estimate import Estimate

SHOWN = {
    "first_player_advantage": "starter's edge, pp",
    "turns_mean": "turns",
    "tied": "tied matches, %",
    "capped": "capped rounds, %",
}
"""Metrics that stand in the terminal, and what their column is called; capped rounds only where there are any."""


def show(outcome: Outcome) -> None:
    """Print the summary to standard output."""
    run = outcome.run
    spec = run.told.spec
    measured = [outcome.measured[variant["variant"]] for variant in spec["variants"]]
    shown = {name: title for name, title in SHOWN.items() if name != "capped" or _any(measured, name)}
    rows = [
        [variant["label"], *(_figure(name, _known(metrics, name)) for name in shown)]
        for variant, metrics in zip(spec["variants"], measured, strict=True)
    ]
    players = ", ".join(dict.fromkeys(spec["variants"][0]["lineup"]))
    seats = "/".join(str(n) for n in dict.fromkeys(variant["seats"] for variant in spec["variants"]))
    matches = spec["variants"][0]["matches"]
    typer.echo(
        f"{spec['game']}, {seats} {'seat' if seats == '1' else 'seats'}, {players}, {matches:,} matches a variant, "
        f"seed {spec['seed']}"
    )
    typer.echo(aligned(["variant", *shown.values()], rows, [True] + [False] * len(shown)))
    if outcome.targets:
        held = [v for v in spec["variants"] if v["variant"] in outcome.targets]
        targets.show([(v["label"], outcome.targets[v["variant"]]) for v in held], "variant")
        typer.echo()
    if outcome.best is not None:
        best.show(outcome.best, spec["variants"])
        typer.echo()
    _rules(outcome)
    if outcome.strengths is not None:
        strengths.show(outcome.strengths)
        typer.echo()
    total = sum(commit["decisions"] for commit in run.commits())
    typer.echo(f"{total:,} decisions; seconds: {took(outcome.seconds)}")
    if stopped := stopping.told(spec):
        typer.echo(f"stopped: {stopped}")
    typer.echo(f"again:  {spec['command']}")
    where(run)


def _rules(outcome: Outcome) -> None:
    """What each rule does, where several variants were played."""
    from reports.rules import told

    sentences = told(outcome.learned.rules)
    for text in sentences:
        lines(text)
    if sentences:
        typer.echo()


def _known(metrics: "dict[str, Estimate]", name: str) -> "Estimate | None":
    """The metric; None for an edge where every round was tied: an even share of ties is no even game."""
    if name == "first_player_advantage" and metrics["tied_rounds"].value == 1:
        return None
    return metrics.get(name)


def _any(measured: "list[dict[str, Estimate]]", name: str) -> bool:
    """Is the metric above 0 in some variant?"""
    return any(metrics[name].value for metrics in measured if name in metrics)


def _figure(name: str, estimate: "Estimate | None") -> str:
    """The value and its 95 % interval, as in reports; the unit stands above the column."""
    from reports.words import DASH, PERCENT, POINTS, interval, value

    if estimate is None or estimate.value is None:
        return DASH
    told = value(name, estimate).removesuffix(PERCENT).removesuffix(POINTS)
    return told if estimate.low is None and estimate.high is None else f"{told} ({interval(name, estimate)})"
