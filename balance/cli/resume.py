"""balance resume: go on with an interrupted run."""

import typer

from balance.cli.options import Cluster, Quiet, RunName, Threads, unless_met, whole


def command(run: RunName, threads: Threads = None, cluster: Cluster = None, quiet: Quiet = False) -> None:
    """Play what an interrupted run lacks, to the same rows."""
    from balance.cli import comparison, ladder, summary, terminal
    from balance.store.spec import varies_players
    from balance.workflows.asking.asked import Asked
    from balance.workflows.compare import compare_runs
    from balance.workflows.ladder import of_run
    from balance.workflows.resume import resume

    outcome = resume(run, whole("threads", threads), terminal.listener(quiet), cluster)
    if outcome is None:
        typer.echo(f"{run} is complete")
    elif outcome.run.spec["asked"].get("tweaks"):
        compared = compare_runs([outcome.run.name], Asked())
        comparison.show(compared)
        unless_met(compared.met)
    elif varies_players(outcome.run.spec):
        ladder.show(of_run(outcome.path))
    else:
        summary.show(outcome)
        unless_met(outcome.met)
