"""How wide an interval is: what an ordinary 95 % interval, one valid at every look, and one of a family differ in."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from balance.stats.proportions import normal, student, unseen

LEVEL = 0.95
CLUSTER_T, WILSON, NO_SPREAD = "cluster_t", "wilson", "clopper_pearson"


@dataclass(frozen=True)
class Limits:
    """Functions of the number of clusters G (or, of two independent samples, of the degrees of freedom plus one).

    errors: the half-width in standard errors; score: the same for Wilson's interval of one binary unit a cluster;
    unseen: the upper limit of a share of which there was none in G; method: what the interval is called, "" where
    that depends on the data.
    """

    errors: Callable[[float], float]
    score: Callable[[float], float]
    unseen: Callable[[float], float]
    method: str = ""


@lru_cache
def fixed(level: float = LEVEL, method: str = "") -> Limits:
    """The ordinary limits: Student's t with G − 1 degrees of freedom, the normal, Clopper and Pearson's 0 of G."""
    return Limits(
        lru_cache(lambda clusters: student(clusters - 1, level)),
        lru_cache(lambda _: normal(level)),
        lru_cache(lambda clusters: unseen(clusters, level)),
        method,
    )
