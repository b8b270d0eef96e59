"""The five words for a change, from an interval and a margin, and how many deals would settle it (`metrics.md`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from balance.stats.differences import Difference

MOST_CAPPED = 0.05


class Word(StrEnum):
    """What an interval says of a change."""

    CHANGED = "CHANGED"
    SMALL = "CHANGED, BUT SMALL"
    UNCLEAR = "CHANGED, SIZE UNCLEAR"
    NO_CHANGE = "NO MATERIAL CHANGE"
    INCONCLUSIVE = "INCONCLUSIVE"


@dataclass(frozen=True)
class Verdict:
    """The word (None with a reason), the margin it is by, and how many more deals an arm would settle it.

    more_needed: None where it is settled, or where no number of deals would.
    """

    word: Word | None
    margin: float
    more_needed: int | None = None
    reason: str | None = None


def verdict(difference: Difference, margin: float) -> Verdict:
    """The verdict on a difference whose limits are simultaneous ones; margin: what is small, in its unit."""
    limits = difference.widest
    if difference.value is None or limits is None:
        return Verdict(None, margin, reason=difference.reason or "there is no interval")
    if difference.capped > MOST_CAPPED:
        return Verdict(None, margin, reason=f"more than {MOST_CAPPED:.0%} were capped")
    said = word(*limits, margin)
    return Verdict(said, margin, more_needed(said, difference.value, limits, margin, difference.clusters))


def word(low: float, high: float, margin: float) -> Word:
    """The word for an interval against ±margin."""
    if low > margin or high < -margin:
        return Word.CHANGED
    excludes_0, inside = low > 0 or high < 0, low >= -margin and high <= margin
    if excludes_0:
        return Word.SMALL if inside else Word.UNCLEAR
    return Word.NO_CHANGE if inside else Word.INCONCLUSIVE


def more_needed(
    said: Word, value: float, limits: tuple[float, float], margin: float, clusters: int
) -> int | None:
    """Further deals an arm until the word is likely to be settled: ⌈G′⌉ − G, h the half-width of the interval.

    G′ = G·(h/(|Δ| − m))² where the size is unclear, G·(2h/m)² where nothing is clear.
    """
    half = (limits[1] - limits[0]) / 2
    if said is Word.UNCLEAR:
        distance = abs(abs(value) - margin)
    elif said is Word.INCONCLUSIVE:
        distance = margin / 2
    else:
        return None
    if distance == 0:
        return None
    return max(1, ceil(clusters * (half / distance) ** 2) - clusters)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment (1979): the smallest family-wise level at which each is refuted, in order."""
    adjusted, running = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = running
    return adjusted
