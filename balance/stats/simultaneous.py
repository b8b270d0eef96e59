"""Intervals that hold all at once over a family of estimates or differences (`metrics.md`, Verdicts)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from balance.stats.contrast import Contrast
from balance.stats.limits import LEVEL, Limits, fixed
from balance.stats.proportions import normal, student, two_sided, unseen

MAX_T, BONFERRONI = "max_t", "bonferroni"
FEWEST = 200
"""Deals below which their blocks say too little of how the family moves together."""
MOST = 1_000
"""Members above which drawing their errors together would take hundreds of megabytes: Bonferroni's limits serve."""
DRAWS, SEED = 20_000, 20_211  # fixed: the same data give the same limits


@dataclass(frozen=True)
class Family:
    """What each member's limits are, so that with 95 % all hold.

    limits: for contrasts; level: for a member with an interval of another kind, by Bonferroni.
    """

    limits: Limits
    level: float


@dataclass(frozen=True)
class Moving:
    """Block sums of d_c of a contrast that varies; sides: which of its limits count, of a capped share only one.

    sides: 0 both, 1 the lower limit, −1 the upper one.
    """

    sums: np.ndarray
    sides: int = 0


@dataclass(frozen=True)
class Limited:
    """An estimate or a difference with an interval. contrasts: what that is made of, none of a quantile; moving: as it
    varies by blocks; clusters: deals."""

    contrasts: Sequence[Contrast]
    moving: Sequence[Moving]
    clusters: int


def at_once(members: Sequence[Limited], always: Callable[[float], Limits] | None = None) -> Family:
    """The limits within which all members hold at once.

    always: gives the limits of a level that hold at every look; each member then has Bonferroni's part.
    """
    if always is not None:
        level = 1 - (1 - LEVEL) / max(len(members), 1)
        return Family(always(level), level)
    moving = [one for member in members for one in member.moving]
    longest = max((len(one.sums) for one in moving), default=0)
    # of two arms with deals of their own the second's blocks stand behind the first's: the baseline's are last in all
    padded = [replace(one, sums=np.pad(one.sums, (longest - len(one.sums), 0))) for one in moving]
    others = sum(not m.contrasts or any(not c.variance for c in m.contrasts) for m in members)
    return family(len(members), min((m.clusters for m in members), default=0), padded, others)


def family(size: int, clusters: int, moving: Sequence[Moving], others: int = 0) -> Family:
    """The limits of a family.

    size: how many members there are; clusters: deals (the fewest of all members); moving: how those that vary move
    together, all over the same blocks; others: members that do not vary, or that are no contrasts (quantiles). Each of
    these gets its part of 5 % by Bonferroni. What is left is for max-t: the contrasts' errors are as good as
    multivariate t with the correlation of their block sums, and the largest of them stays below the limit (the
    multiplier bootstrap with normal weights, Chernozhukov and others 2013, in closed form but for the maximum).
    """
    alpha = 1 - LEVEL
    each = fixed(1 - alpha / max(size, 1), BONFERRONI)
    level = 1 - alpha / max(size, 1)
    if size <= 1:
        return Family(fixed(), LEVEL)
    if clusters < FEWEST or not 0 < len(moving) <= MOST:
        return Family(each, level)
    left = alpha * (size - others) / size
    sides = np.array([m.sides for m in moving])
    largest = _largest(_correlation(np.stack([m.sums for m in moving])), sides, clusters, 1 - left)
    largest = min(largest, student(clusters - 1, level))  # no wider than Bonferroni's
    as_normal = normal(1 - two_sided(largest, clusters - 1))
    return Family(Limits(lambda _: largest, lambda _: as_normal, lambda g: unseen(g, level), MAX_T), level)


def _correlation(moving: np.ndarray) -> np.ndarray:
    """Of sums that add up to 0; one that is 0 in every block goes with none."""
    sizes = np.linalg.norm(moving, axis=1)
    unit = moving / np.where(sizes, sizes, 1)[:, None]
    correlation: np.ndarray = unit @ unit.T
    np.fill_diagonal(correlation, 1)
    return correlation


def _largest(correlation: np.ndarray, sides: np.ndarray, clusters: int, level: float) -> float:
    """The quantile of max |t_j|, of ±t_j where one side counts, of a multivariate t with G − 1 degrees of freedom."""
    size = len(correlation)
    if size == 1 and not sides.any():
        return student(clusters - 1, level)
    values, vectors = np.linalg.eigh(correlation)
    root = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T  # the symmetric one: no sign is left open
    errors = root @ _normals(size)
    for j, side in enumerate(sides):
        errors[j] = np.abs(errors[j]) if side == 0 else side * errors[j]
    largest = errors.max(axis=0) / _spreads(clusters - 1)
    place = min(DRAWS - 1, int(np.ceil(level * DRAWS)) - 1)
    return float(np.partition(largest, place)[place])


@lru_cache(maxsize=8)
def _normals(size: int) -> np.ndarray:
    return np.random.default_rng(SEED).standard_normal((size, DRAWS))


@lru_cache(maxsize=8)
def _spreads(freedom: int) -> np.ndarray:
    """√(χ²/ν), the estimated standard deviation over the true one."""
    spreads: np.ndarray = np.sqrt(np.random.default_rng(SEED + 1).chisquare(freedom, DRAWS) / freedom)
    return spreads
