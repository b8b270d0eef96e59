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
    values, weights = [], dict[str, Fraction]()
    for ratio in parts:
        top, bottom = _sums(ratio, side)
        n = _total(bottom, moments)
        p = _total(top, moments) / n
        values.append(p)
        unit = Fraction(moments.clusters * n.denominator, len(parts) * n.numerator)  # 1/(k·n̄)
        for names, weight in ((top, unit), (bottom, -unit * p)):
            for name in names:
                weights[name] = weights[name] + weight if name in weights else weight
    return Influence(sum(values[1:], values[0]) / len(parts), weights)


def _total(names: list[str], moments: Moments) -> Fraction:
    first, *more = names
    return sum((moments.total(name) for name in more), moments.total(first))


def present(parts: tuple[Ratio, ...], moments: Moments) -> tuple[Ratio, ...]:
    """Without those that nothing stands below, capped ones counted: players who never started."""
    return tuple(
        r for r in parts if moments.total(r.bottom) or (r.capped is not None and moments.total(r.capped))
    )


def _sums(ratio: Ratio, side: Side) -> tuple[list[str], list[str]]:
    """The columns whose sums are the ratio's top and bottom."""
    if side is Side.LEFT_OUT or ratio.capped is None:
        return [ratio.top], [ratio.bottom]
    won = [ratio.capped] if side is Side.WON else []
    return [ratio.top, *won], [ratio.bottom, ratio.capped]
