"""What is promised of intervals and verdicts, and how far a count of replications may be from it."""

from dataclasses import dataclass
from math import sqrt

FULL = 20_000
"""Replications from which on the bounds are the narrow ones."""


@dataclass(frozen=True)
class Promise:
    """How often something happens: the share promised, and the least and the most allowed of 20,000 replications.

    None: no bound on that side. Of fewer replications more is allowed: 3 standard errors of their number.
    """

    nominal: float
    least: float | None = None
    most: float | None = None

    def bounds(self, replications: int) -> tuple[float, float]:
        """The least and the largest share allowed."""
        slack = 0.0 if replications >= FULL else 3 * sqrt(self.nominal * (1 - self.nominal) / replications)
        least = 0.0 if self.least is None else max(0.0, min(self.least, self.nominal - slack))
        most = 1.0 if self.most is None else min(1.0, max(self.most, self.nominal + slack))
        return least, most

    def told(self, replications: int) -> str:
        """The bounds in words."""
        least, most = self.bounds(replications)
        if self.least is None:
            return f"at most {most:.4f}"
        return f"at least {least:.4f}" if self.most is None else f"{least:.4f} to {most:.4f}"


HOLDS = Promise(0.95, 0.94, 0.96)
HOLDS_AT_LEAST = Promise(0.95, 0.94)
EXCLUDES_0 = Promise(0.05, most=0.055)
AT_MARGIN = Promise(0.025, most=0.029)
