"""All metrics of a run, with intervals."""

from balance.stats.estimate import Estimate
from balance.stats.measures import Layout
from balance.stats.metrics import estimates
from balance.store.clusters import Batches, cluster_sums
from balance.store.declared import declared


def metrics(run: Batches) -> dict[int, dict[str, Estimate]]:
    """variant → metric → estimate, over the finished chunks; memory does not grow with the number of matches."""
    game = declared(run.spec)
    layouts = {
        variant["variant"]: Layout(
            variant["seats"], tuple(dict.fromkeys(variant["lineup"])), game["end_reasons"][2:], game["metrics"]
        )
        for variant in run.spec["variants"]
    }
    return estimates(layouts, cluster_sums(run))
