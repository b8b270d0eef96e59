"""What counts as a small change: a margin per metric, declared with the metric (`metrics.md`, Verdicts)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Margin:
    """The largest of: so much; that part of the baseline's value; so much a round of the baseline's matches."""

    fixed: float = 0.0
    of_baseline: float = 0.0
    a_round: float = 0.0

    def against(self, baseline: float, rounds: float) -> float:
        """The margin in the metric's unit. baseline: its value, a value of 0 taken as 1; rounds: of a match there."""
        return max(self.fixed, self.of_baseline * (abs(baseline) or 1.0), self.a_round * rounds)


OF_SHARES = Margin(fixed=0.01)
OF_MATCH_POINTS = Margin(a_round=0.1)
OF_QUANTILES_OF_TURNS = Margin(fixed=1.0, of_baseline=0.02)
OF_OTHERS = Margin(of_baseline=0.02)
