"""balance runs: what lies in data/runs."""

import typer


def command() -> None:
    """List the runs in data/runs."""
    from balance.store.run import HOME
    from balance.workflows.runs import runs

    found = runs()
    if not found:
        typer.echo(f"no runs in {HOME}", err=True)
    for run in found:
        typer.echo(
            f"{run.name:<20} {run.begun:%Y-%m-%d %H:%M}  {run.game}, {'/'.join(map(str, run.seats))} seats, "
            f"{run.variants} × {run.matches // run.variants} matches, {run.state}"
        )
