"""balance report: measure a run again and write its report again."""

import typer

from balance.cli.options import RunName


def command(run: RunName) -> None:
    """Measure what is played of a run and write its report again."""
    from balance.workflows.report import report

    written = report(run)
    if written.done < written.chunks:
        typer.echo(f"{run} is not complete: {written.done} of {written.chunks} chunks are played", err=True)
    typer.echo(written.path)
