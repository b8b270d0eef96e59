"""What a cluster adds to a measure's error, as a weighted sum of the cluster's columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from balance.stats.moments import Moments


@dataclass(frozen=True)
class Ratio:
    """Σ_c top / Σ_c bottom over clusters c, by names of columns; capped: those that `bottom` leaves out."""

    top: str
    bottom: str
    capped: str | None = None


class Side(Enum):
    """What capped rounds or matches are taken for: left out, lost (w/N), or won ((w + c)/N)."""

    LEFT_OUT = 0
    LOST = 1
    WON = 2


@dataclass(frozen=True)
class Influence:
    """A mean of ratios p, and the weights of e_c = (y_c − p·n_c)/n̄ (for a mean of k ratios: the mean of theirs)."""

    value: Fraction
    weights: Mapping[str, Fraction]


def influence(parts: tuple[Ratio, ...], moments: Moments, side: Side = Side.LEFT_OUT) -> Influence:
    """That of the mean of ratios. No bottom may add up to 0; who only started capped rounds has one on two sides."""
    value, weights = Fraction(0), dict[str, Fraction]()
    for ratio in parts:
        top, bottom = _sums(ratio, side)
        n = sum(moments.total(name) for name in bottom)
        p = sum((moments.total(name) for name in top), Fraction(0)) / n
        value += p / len(parts)
        unit = Fraction(moments.clusters, len(parts)) / n  # 1/(k·n̄)
        for names, weight in ((top, unit), (bottom, -unit * p)):
            for name in names:
                weights[name] = weights.get(name, Fraction(0)) + weight
    return Influence(value, weights)


def present(parts: tuple[Ratio, ...], moments: Moments) -> tuple[Ratio, ...]:
    """Without those that nothing stands below, capped ones counted: players who never started."""
    return tuple(r for r in parts if any(moments.total(name) for name in _sums(r, Side.LOST)[1]))


def _sums(ratio: Ratio, side: Side) -> tuple[list[str], list[str]]:
    """The columns whose sums are the ratio's top and bottom."""
    if side is Side.LEFT_OUT or ratio.capped is None:
        return [ratio.top], [ratio.bottom]
    won = [ratio.capped] if side is Side.WON else []
    return [ratio.top, *won], [ratio.bottom, ratio.capped]
