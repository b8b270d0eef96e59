"""What restrictions show in the terminal: what each costs, how often it has a say, what dominates."""

import typer

from balance.cli.answers import aligned
from balance.cli.lines import ending, lines
from balance.stats.restrictions import Cost, Effect
from balance.workflows.reading.restricted import RestrictedPlay
from reports import restrictions
from reports.words import DASH, count, number

SAID = {
    Effect.COSTS: "COSTS",
    Effect.PAYS: "PAYS",
    Effect.NONE: "no material difference",
    Effect.OPEN: "not settled",
}


def show(found: RestrictedPlay) -> None:
    """Print the costs to standard output."""
    spec, told = found.run.spec, found.restrictions
    matches = spec["variants"][-1]["matches"]
    typer.echo(
        f"{spec['game']}, {told.seats} seats, {told.player} restricted, {matches:,} matches a restriction "
        f"({told.deals:,} deals), seed {spec['seed']}\n"
    )
    looked = count(told.costs[0].of.met.clusters, "deal")
    rows = [
        [
            restrictions.name(one),
            restrictions.amount(one),
            _share(one),
            restrictions.p_value(one.p_holm),
            _said(one),
        ]
        for one in told.costs
    ]
    typer.echo(
        aligned(
            ["restriction", "cost", "binds, %", "p", ""], rows, [True, False, False, False, True]
        ).rstrip()
    )
    lines(
        f"Cost: an even share of the wins less that of the restricted player, among {count(told.seats - 1, 'player')} "
        f"without restriction; intervals hold for all at once, p by Holm; small is {restrictions.SMALL}. Binds: in so "
        f"many of its decisions between several choices something is taken away ({looked})."
    )
    for text in restrictions.verdicts(told):
        lines(text)
    ending(found.run, found.seconds)


def _said(one: Cost) -> str:
    if restrictions.still(one) or one.effect is None:
        return restrictions.said(one)
    return SAID[one.effect]


def _share(one: Cost) -> str:
    share = one.of.bound.value
    return DASH if share is None else "< 0.1" if 0 < share < 0.001 else number(100 * share, 1)
