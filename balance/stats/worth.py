"""How the rounds go for seats that decide on something: an association with the kind of decision, not its effect.

Who is ahead gets to decide on other things than who is behind, so this tells as much of the position as of the choice.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

import numpy as np

from balance.stats.contrast import Contrast
from balance.stats.estimate import Estimate
from balance.stats.limits import CLUSTER_T, Limits, fixed
from balance.stats.measure import ONE_DEAL, SHARE
from balance.stats.moments import Moments

NOT_LOGGED = "moves were not logged"
ALL = "all kinds"


class Decisions(Protocol):
    """Decisions of some deals of a variant by kind, as `balance.store.decisions` reads them."""

    @property
    def variant(self) -> int: ...  # noqa: D102
    @property
    def deals(self) -> int: ...  # noqa: D102
    @property
    def share_unit(self) -> int: ...  # noqa: D102
    @property
    def chosen(self) -> Mapping[str, np.ndarray]: ...  # noqa: D102
    @property
    def share(self) -> Mapping[str, np.ndarray]: ...  # noqa: D102


def meanings(kinds: Sequence[str]) -> dict[str, str]:
    """Metric → what it is, of a game's kinds of decisions; nothing to tell where there is one kind."""
    return {
        _name(
            kind
        ): f"share of the round’s win of seats that decide between several of {kind.replace('_', ' ')}, less "
        "that over all such decisions, of the first deals logged: an association, not an effect"
        for kind in (kinds if len(kinds) > 1 else ())
    }


def worth(
    kinds: Sequence[str], read: Iterable[Decisions], limits: Limits | None = None
) -> dict[int, dict[str, Estimate]]:
    """variant → metric → estimate: Σy/Σn over a kind less Σy/Σn over all, the clusters being the deals read."""
    if len(kinds) < 2:
        return {}
    folded: dict[int, Moments] = {}
    for part in read:
        if part.variant not in folded:
            unit = Fraction(1, part.share_unit)
            tops = {_top(kind): unit for kind in (*kinds, ALL)}
            folded[part.variant] = Moments([*tops, *(_bottom(kind) for kind in (*kinds, ALL))], tops)
        columns = {_top(kind): values for kind, values in part.share.items()}
        columns |= {_bottom(kind): values for kind, values in part.chosen.items()}
        none = np.zeros(part.deals, np.int64)
        columns[_top(ALL)] = sum(part.share.values(), none)
        columns[_bottom(ALL)] = sum(part.chosen.values(), none)
        folded[part.variant].add(part.deals, columns)
    return {
        variant: {_name(kind): _estimate(kind, folded[variant], limits or fixed()) for kind in kinds}
        for variant in sorted(folded)
    }


def _estimate(kind: str, moments: Moments, limits: Limits) -> Estimate:
    """e_c = (y_c − p·n_c)/n̄ of the kind, less that of all: the clusters share what both have in common."""
    clusters, n = moments.clusters, int(moments.total(_bottom(kind)))
    reason = None
    if clusters == 0:
        reason = NOT_LOGGED
    elif n == 0:
        reason = "there are no decisions of this kind with several choices"
    if reason is not None:
        return Estimate(None, None, None, n, clusters, CLUSTER_T, SHARE, None, reason)
    value, weights = Fraction(0), dict[str, Fraction]()
    for one, sign in ((kind, 1), (ALL, -1)):
        bottom = moments.total(_bottom(one))
        p = moments.total(_top(one)) / bottom
        value += sign * p
        weights[_top(one)] = sign * clusters / bottom
        weights[_bottom(one)] = -sign * p * clusters / bottom
    if clusters == 1:
        return Estimate(float(value), None, None, n, 1, CLUSTER_T, SHARE, None, ONE_DEAL)
    variance = moments.square(weights) / (clusters - 1)
    low, high, method = Contrast(float(value), variance, clusters, 1.0, -1.0, 1.0).interval(limits)
    return Estimate(float(value), low, high, n, clusters, method, SHARE)


def _name(kind: str) -> str:
    return f"choice_worth_{kind}"


def _top(kind: str) -> str:
    return f"share:{kind}"


def _bottom(kind: str) -> str:
    return f"chosen:{kind}"
