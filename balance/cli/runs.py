"""balance runs: what lies in data/runs."""

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from balance.workflows.runs import Listed


def command() -> None:
    """List the runs in data/runs."""
    from balance.store.run import HOME
    from balance.workflows.runs import runs
    from sims import visible

    found = runs()
    if not found:
        typer.echo(f"no runs in {HOME}", err=True)
    for run in found:
        played = (
            f"{run.game}, {'/'.join(map(str, run.seats))} seats, {_size(run)} matches, " if run.game else ""
        )
        typer.echo(f"{visible.name(run.name):<20} {run.begun:%Y-%m-%d %H:%M}  {played}{run.state}")


def _size(run: "Listed") -> str:
    """Variants times matches; of a ladder, whose pairings are not of one size, all matches."""
    return f"{run.variants} × {run.matches // run.variants}" if run.alike else f"{run.matches}"
