"""What moved: the effects that surely are larger than their margins, the largest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from balance.stats.effects import Effect
from balance.stats.verdicts import Word


@dataclass(frozen=True)
class Finding:
    """An effect whose simultaneous interval lies outside ±margin.

    low, high: the interval, of a share with capped rounds the outer one; score: how far it lies from ±margin, in
    margins.
    """

    effect: Effect
    low: float
    high: float
    score: float

    def to_json(self) -> dict[str, Any]:
        """All that `--json` says of it."""
        return {
            "metric": self.effect.metric,
            "factor": self.effect.factor,
            "reference": self.effect.reference,
            "kind": self.effect.kind,
            "effect": self.effect.difference.value,
            "low": self.low,
            "high": self.high,
            "margin": self.effect.margin,
            "score": self.score,
            "seats": self.effect.seats,
            "preset": self.effect.preset,
        }


def findings(effects: Iterable[Effect]) -> list[Finding]:
    """The effects with the verdict CHANGED, by score."""
    found = []
    for effect in effects:
        limits, margin = effect.difference.widest, effect.margin
        if limits and margin and effect.verdict and effect.verdict.word is Word.CHANGED:
            nearest = limits[0] if limits[0] > 0 else -limits[1]
            found.append(Finding(effect, *limits, (nearest - margin) / margin))
    return sorted(found, key=lambda finding: -finding.score)
