"""What a finished sweep shows in the terminal: a few figures a variant, where all the rest is, how to repeat it."""

from typing import TYPE_CHECKING

import typer

from balance.cli.answers import aligned
from balance.workflows.outcome import Outcome

if TYPE_CHECKING:
    from balance.stats.estimate import Estimate

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
    rows = [
        [variant["label"], *(_figure(outcome.measured[variant["variant"]].get(name)) for name in SHOWN)]
        for variant in spec["variants"]
    ]
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


def _figure(estimate: "Estimate | None") -> str:
    """The value and half its interval, shares in percent."""
    if estimate is None or estimate.value is None:
        return "–"
    scale, unit = (100, " %") if estimate.unit == "share" else (1, "")
    value = f"{estimate.value * scale:.2f}"
    if estimate.low is None or estimate.high is None:
        return value + unit
    return f"{value} ±{(estimate.high - estimate.low) / 2 * scale:.2f}{unit}"
