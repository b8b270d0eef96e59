"""What the best variant of a sweep is the best in: a metric that is to be low, high, or near to a number."""

from dataclasses import dataclass
from typing import Any

Limits = tuple[float, float]
LOW, HIGH = "low", "high"


@dataclass(frozen=True)
class Aim:
    """A metric, and what it is wanted to be: "low", "high", or the number it is to be near to."""

    metric: str
    wanted: float | str

    def distance(self, value: float) -> float:
        """What is to be small."""
        if isinstance(self.wanted, str):
            return value if self.wanted == LOW else -value
        return abs(value - self.wanted)

    def reach(self, limits: Limits) -> Limits:
        """The least and the largest distance within limits of the value, which may be open."""
        ends = sorted(map(self.distance, limits))
        inside = not isinstance(self.wanted, str) and limits[0] <= self.wanted <= limits[1]
        return 0.0 if inside else ends[0], ends[1]

    def lead(self, change: Limits, one: Limits, other: Limits) -> Limits:
        """How much farther the other is than the one, at least and at most.

        change: limits of the other's value less the one's; one, other: of the values; all hold at once. With D the
        change and S the sum of both values' distances from the number, signed, |v| − |u| = sgn(D·S)·min(|D|, |S|) for
        D = v − u and S = u + v: it rises or falls in each alone, so that its limits are reached at the corners.
        """
        if isinstance(self.wanted, str):
            low, high = change
            return (low, high) if self.wanted == LOW else (-high, -low)
        sums = one[0] + other[0] - 2 * self.wanted, one[1] + other[1] - 2 * self.wanted
        corners = [_signed(d, s) for d in change for s in sums]
        return min(corners), max(corners)

    def to_json(self) -> dict[str, Any]:
        """{"metric": …, "aim": "low", "high" or a number}."""
        return {"metric": self.metric, "aim": self.wanted}


def _signed(d: float, s: float) -> float:
    size = min(abs(d), abs(s))
    return size if d * s > 0 else -size
