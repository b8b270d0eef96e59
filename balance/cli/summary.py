"""What a finished sweep shows in the terminal: a few figures a variant, where all the rest is, how to repeat it."""

from typing import Any

import typer

from balance.cli.answers import aligned
from balance.workflows.outcome import Outcome

SHOWN = {
    "first_player_advantage": "starter's edge",
    "turns_mean": "turns",
    "tied": "tied",
    "capped": "capped",
}
"""Metrics that stand in the terminal, and what their column is called."""


def show(outcome: Outcome) -> None:
    """Print the summary to standard output."""
    spec, run = outcome.run.spec, outcome.run
    variants = {variant["variant"]: variant for variant in spec["variants"]}
    rows = []
    for one in outcome.measured:
        figures = [_figure(one["metrics"].get(name)) for name in SHOWN]
        rows.append([variants[one["variant"]]["label"], *figures])
    players = ", ".join(dict.fromkeys(spec["variants"][0]["lineup"]))
    matches = spec["variants"][0]["matches"]
    typer.echo(
        f"{spec['game']}, {spec['seats']} seats, {players}, {matches:,} matches a variant, seed {spec['seed']}"
    )
    typer.echo(aligned(["variant", *SHOWN.values()], rows, [True] + [False] * len(SHOWN)))
    total = sum(commit["decisions"] for commit in run.commits())
    typer.echo(
        f"{total:,} decisions; seconds: " + ", ".join(f"{k} {v:.1f}" for k, v in outcome.seconds.items())
    )
    typer.echo(f"again:  {spec['command']}")
    typer.echo(f"run:    {run.path}")
    if run.report.exists():
        typer.echo(f"report: {run.report}")


def _figure(metric: dict[str, Any] | None) -> str:
    """The value and half its interval, shares in percent."""
    if metric is None or metric["value"] is None:
        return "–"
    share = metric["unit"] == "share"
    value, scale, unit = metric["value"], 100 if share else 1, " %" if share else ""
    if metric["low"] is None or metric["high"] is None:
        return f"{value * scale:.2f}{unit}"
    half = (metric["high"] - metric["low"]) / 2
    return f"{value * scale:.2f} ±{half * scale:.2f}{unit}"
