"""balance query: SQL over a run's views."""

from typing import Annotated

import typer

from balance.cli.options import RunName

FORMATS = ("table", "csv", "json", "parquet")


def command(
    run: RunName,
    sql: Annotated[
        str | None, typer.Argument(metavar="SQL", help='One statement, such as "from variants".')
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="F", help="table, csv, json or parquet.")
    ] = "table",
    unsafe: Annotated[
        bool,
        typer.Option(
            "--unsafe",
            help="Any SQL: read and write files anywhere, reach the network; for queries that you wrote yourself.",
        ),
    ] = False,
    schema: Annotated[bool, typer.Option("--schema", help="List the views, one line a column.")] = False,
) -> None:
    """Ask the logs of a run with SQL (DuckDB). It reads the run and nothing else, unless --unsafe is given."""
    from balance.store.run import Run
    from sims.errors import InputError

    if format_ not in FORMATS:
        raise InputError("format", format_, "one of " + ", ".join(FORMATS), FORMATS)
    if (sql is None) == (not schema):
        raise InputError("query", sql, 'one of two: a statement such as "from variants", or --schema')
    opened = Run.whole(run)
    if schema:
        from balance.store.meanings import columns

        for column in columns(opened):
            typer.echo(f"{f'{column.table}.{column.column}':<30} {column.type:<8} {column.meaning}".rstrip())
        return
    from balance.cli import answers
    from balance.store.query import ask, connect, refused

    assert sql is not None
    with connect(opened, locked=not unsafe) as connection, refused(sql):
        answer = ask(connection, sql, unsafe=unsafe)
        if answer is not None:
            answers.write(answer, format_)
