"""The metrics of a run: cluster sums read by the store, made estimates by the statistics."""

from balance.stats.estimate import Estimate
from balance.stats.measures import Layout
from balance.stats.metrics import estimates
from balance.store.clusters import cluster_sums
from balance.store.declared import declared
from balance.store.run import Run
from sims.game import CAP

Measured = dict[int, dict[str, Estimate]]
"""Variant → metric → estimate, metrics in the order in which they are shown."""


def measure(run: Run) -> Measured:
    """All metrics of every variant of which a chunk is finished."""
    game = declared(run.spec)
    layouts = {
        variant["variant"]: Layout(
            seats=variant["seats"],
            players=list(dict.fromkeys(variant["lineup"])),
            end_reasons=game["end_reasons"][CAP + 1 :],
            metrics=game["metrics"],
        )
        for variant in run.spec["variants"]
    }
    return estimates(layouts, cluster_sums(run))
