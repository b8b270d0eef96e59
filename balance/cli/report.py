"""balance report: measure a run again and write its report again."""

from typing import Annotated

import typer

from balance.cli.options import RunName


def command(
    run: RunName,
    html: Annotated[
        bool, typer.Option("--html", help="Write DIR/report.html, as without any of the three.")
    ] = False,
    pdf: Annotated[bool, typer.Option("--pdf", help="Write DIR/report.pdf, for paper.")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Write DIR/report.json, the same for machines.")
    ] = False,
    section: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="This section alone, to DIR/report-NAME.…; NAME is what #NAME links to; repeatable.",
        ),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open what was written.")] = False,
) -> None:
    """Measure what is played of a run and write its report again."""
    from balance.workflows.report import report

    forms = [form for form, asked in {"html": html, "pdf": pdf, "json": json}.items() if asked] or ["html"]
    written = report(run, forms, section or [])
    if written.done < written.chunks:
        typer.echo(f"{run} is not complete: {written.done} of {written.chunks} chunks are played", err=True)
    for path in written.paths:
        typer.echo(path)
    if open_:
        typer.launch(str(written.paths[0].resolve()))
