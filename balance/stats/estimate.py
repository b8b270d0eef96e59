"""An estimate: a number with its interval, its size and how it was got. None travels without these."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Estimate:
    """A value with a 95 % interval.

    n: denominator units (rounds, matches, turns …); clusters: deals; unit: "share" for fractions of 1, else the
    unit in words; bounds: what the value would be if capped rounds or matches had all counted against or for it,
    where there are any; reason: in words, where value or a limit is None; at_least: the value leaves out what was
    capped, and with it would be larger.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int
    method: str
    unit: str
    bounds: tuple[float, float] | None = None
    reason: str | None = None
    at_least: bool = False

    def to_json(self) -> dict[str, Any]:
        """The metric form of `--json`: bounds, reason and at_least only where there are any."""
        row: dict[str, Any] = {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "n": self.n,
            "clusters": self.clusters,
            "method": self.method,
            "unit": self.unit,
        }
        if self.bounds is not None:
            row["bounds"] = list(self.bounds)
        if self.reason is not None:
            row["reason"] = self.reason
        if self.at_least:
            row["at_least"] = True
        return row
