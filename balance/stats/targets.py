"""Targets: absolute limits that a metric is to keep to, and whether an interval says that it does (`metrics.md`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Mark(StrEnum):
    """Whether a target is met."""

    MET = "✓"
    MISSED = "✗"
    OPEN = "?"


@dataclass(frozen=True)
class Target:
    """Limits, which belong to it, infinite where there is none; form: as it was asked for, {"within": 0.02}."""

    form: Mapping[str, Any]
    low: float
    high: float


def mark(interval: tuple[float, float] | None, target: tuple[float, float]) -> Mark:
    """✓ where the whole interval lies within the target, ✗ where it lies outside, ? else, or without an interval.

    interval: simultaneous over targets × variants, the outer one where rounds were capped; target: its limits, which
    belong to it; infinite where there is none.
    """
    if interval is None:
        return Mark.OPEN
    (low, high), (least, most) = interval, target
    if least <= low and high <= most:
        return Mark.MET
    return Mark.MISSED if high < least or low > most else Mark.OPEN
