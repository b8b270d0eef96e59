"""The formulas of the method, written from their definitions: ratios over deals, their intervals, differences."""

from dataclasses import dataclass, field, replace

import numpy as np
from scipy import stats

SPREADLESS = 1e-12


@dataclass(frozen=True)
class Number:
    """A number as it is to be printed: an estimate with its interval, size and method.

    errors: e_c by deal; sides: the same with capped rounds lost and won, (value, errors) each; scale: B, by what a deal
    unlike the others could move it; over: "rounds" or "matches", of which caps took some away; "": of all of them;
    sums: by deal, tops and bottoms.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    clusters: int = 0
    method: str = "cluster_t"
    unit: str = ""
    bounds: tuple | None = None
    at_least: bool = False
    errors: np.ndarray | None = field(default=None, repr=False)
    sides: tuple = field(default=(), repr=False)
    scale: float = 1.0
    over: str = ""
    sums: tuple = field(default=(), repr=False)


@dataclass(frozen=True)
class Part:
    """A ratio by deal: top over bottom; capped: the rounds (or matches) of the deal that a cap took from the bottom;
    over: as of a `Number`."""

    top: np.ndarray
    bottom: np.ndarray
    capped: np.ndarray | None = None
    over: str = ""


def unseen(clusters, level=0.95):
    """Clopper and Pearson's upper limit of a share of which there was none in so many."""
    return float(stats.beta.ppf(0.5 + level / 2, 1, clusters))


def wilson(wins, n):
    """Wilson's interval as the roots of (p̂ − p)² = z² p (1 − p)/n."""
    z, p = stats.norm.ppf(0.975), wins / n
    low, high = sorted(np.roots([1 + z * z / n, -2 * p - z * z / n, p * p]).real)
    return float(low), float(high)


def influence(parts, side=None):
    """The mean of ratios p, and e_c = (y_c − p n_c)/n̄; side: 0 where capped rounds count as lost, 1 as won."""
    values, errors = [], 0.0
    for part in parts:
        top, bottom = part.top, part.bottom
        if side is not None:
            top, bottom = top + side * part.capped, bottom + part.capped
        p = top.sum() / bottom.sum()
        values.append(p)
        errors = errors + (top - p * bottom) / bottom.mean() / len(parts)
    return float(np.mean(values)), errors


def limits(value, errors, scale, ends, t=None, level=0.95):
    """value ± t·sd(e)/√G, or ± u·B where no e_c differs from 0; t: None, Student's of the level."""
    clusters = len(errors)
    if np.abs(errors).max() < SPREADLESS:
        half = unseen(clusters, level) * scale
        return (
            min(value, max(ends[0], value - half)),
            max(value, min(ends[1], value + half)),
            "clopper_pearson",
        )
    t = stats.t.ppf(0.5 + level / 2, clusters - 1) if t is None else t
    half = t * errors.std(ddof=1) / np.sqrt(clusters)
    return value - half, value + half, "cluster_t"


def ratio(*parts, unit="share", shift=0.0, length=0.0, outside=None):
    """The mean of some ratios with its 95 % interval. length: the share of rounds that caps took from a length."""
    parts = [p for p in parts if p.bottom.sum() or (p.capped is not None and p.capped.sum())]
    n, clusters = int(sum(p.bottom.sum() for p in parts)), len(parts[0].bottom) if parts else 0
    value, errors = influence(parts)
    capped = unit == "share" and any(p.capped is not None and p.capped.sum() for p in parts)
    scale, ends = (1.0, (shift, 1 + shift)) if unit == "share" else (abs(value) or 1.0, (-np.inf, np.inf))
    sides = tuple(influence(parts, side) for side in (0, 1)) if capped else ()
    sides = tuple((v + shift, e) for v, e in sides)
    found = Number(
        value + shift, None, None, n, clusters, "cluster_t", unit, errors=errors, sides=sides, scale=scale
    )
    over = parts[0].over
    found = replace(found, bounds=tuple(v for v, _ in sides) or None, at_least=length > 0, over=over)
    found = replace(found, sums=tuple(x for part in parts for x in (part.top, part.bottom)))
    [*_, last] = parts
    alone = len(parts) == 1 and not capped and unit == "share"
    if (
        alone
        and (last.bottom == 1).all()
        and np.isin(last.top, (0, 1)).all()
        and 0 < last.top.sum() < clusters
    ):
        low, high = wilson(last.top.sum(), clusters)
        return replace(found, low=low + shift, high=high + shift, method="wilson")
    if clusters == 1:
        return found
    low, high, method = limits(value + shift, errors, scale, outside or ends)
    return replace(found, low=low, high=high, method=method)


def quantile(p, levels, by_deal, rounds, unit):
    """The smallest level that a share p of the rounds keep to, with Woodruff's interval.

    levels: in order; by_deal: for each of them the rounds of a deal that keep to it; rounds: all rounds of a deal.
    """
    value = low = high = None
    for level, kept in zip(levels, by_deal, strict=True):
        reached = ratio(Part(kept, rounds))
        value = level if value is None and kept.sum() >= p * rounds.sum() - 1e-9 else value
        low = level if low is None and reached.high >= p else low
        high = level if high is None and reached.low >= p else high
    value, low, high = (None if x is None else int(x) for x in (value, low, high))
    sums = p, levels, np.stack(by_deal), rounds
    return Number(value, low, high, int(rounds.sum()), len(rounds), "woodruff", unit, sums=sums)
