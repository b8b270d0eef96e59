"""Arms compared metric by metric: both values, the difference, what is said of it and how sure that is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance.stats.differences import Difference
from balance.stats.estimate import Estimate
from balance.stats.limits import LEVEL, Limits
from balance.stats.pairs import Pair, at_every_look, simultaneous
from balance.stats.verdicts import Verdict, Word, holm, verdict

PRIMARY = ("first_player_advantage", "turns_mean", "tied_rounds")
"""What a verdict is given on where nothing else is asked for."""


@dataclass(frozen=True)
class Comparison:
    """A metric of two arms.

    primary: a verdict is asked for, from limits that hold for all primary metrics of all pairs at once; else the
    interval is plain and the verdict without a word; p_holm: of no difference, by Holm over the primary metrics of all
    pairs, or over all others; margin: what is small, None where the baseline has no value to take it from.
    """

    metric: str
    primary: bool
    base: Estimate
    tweaked: Estimate
    difference: Difference
    margin: float | None
    verdict: Verdict | None
    p_holm: float | None

    @property
    def moved(self) -> bool:
        """Does the whole interval lie beyond the margin?"""
        return self._word is Word.CHANGED

    @property
    def stays(self) -> bool:
        """Does the whole interval lie within the margin?"""
        return self._word in (Word.NO_CHANGE, Word.SMALL)

    @property
    def _word(self) -> Word | None:
        """The word for the interval, simultaneous or plain; None where there is no verdict for a reason."""
        if self.margin is None or (self.verdict is not None and self.verdict.word is None):
            return None
        return verdict(self.difference, self.margin).word

    def to_json(self) -> dict[str, Any]:
        """All that `balance compare --json` says of it, but for what is of the pair."""
        said, d = self.verdict, self.difference
        row: dict[str, Any] = {
            "metric": self.metric,
            "primary": self.primary,
            "base": self.base.to_json(),
            "tweaked": self.tweaked.to_json(),
            "difference": _difference(d),
            "margin": self.margin,
            "verdict": said.word.value if said and said.word else None,
            "rho": d.correlation,
            "variance_ratio": d.variance_ratio,
            "discordant": d.discordant,
            "clusters": d.clusters,
            "more_needed": said.more_needed if said else None,
            "p_holm": self.p_holm,
        }
        if said and said.reason:
            row["reason"] = said.reason
        return row


def comparisons(
    pairs: Sequence[Pair],
    primary: Sequence[str],
    margins: Mapping[str, float],
    withheld: Sequence[Mapping[str, str]],
    always: Callable[[float], Limits] | None = None,
) -> list[dict[str, Comparison]]:
    """For each pair all metrics that both arms have, primary ones first.

    margins: in place of those declared; withheld: for each pair, the metrics on which there is no verdict, with the
    reason; always: of runs that a person stopped, gives the limits of a level that hold at every look.
    """
    differences = simultaneous(pairs, primary) if always is None else at_every_look(pairs, primary, always)
    plain = None if always is None else always(LEVEL)
    estimates = {id(arm): arm.estimates(plain) for pair in pairs for arm in (pair.a, pair.b)}
    found = []
    for pair, by_name, reasons in zip(pairs, differences, withheld, strict=True):
        order = [n for n in primary if n in by_name] + [n for n in by_name if n not in primary]
        of_a, of_b = estimates[id(pair.a)], estimates[id(pair.b)]
        rows = {}
        for name in order:
            d = by_name[name]
            margin = margins.get(name)
            if margin is None and d.baseline is not None:
                margin = pair.a.margin(name, d.baseline)
            said = judged(d, margin, reasons.get(name)) if name in primary or name in reasons else None
            rows[name] = Comparison(name, name in primary, of_a[name], of_b[name], d, margin, said, None)
        found.append(rows)
    return _adjusted(found)


def judged(d: Difference, margin: float | None, withheld: str | None) -> Verdict:
    """The verdict, or why there is none: withheld for a reason, or the baseline has no value to take a margin from."""
    if withheld is not None or margin is None:
        return Verdict(None, margin or 0.0, reason=withheld or d.reason)
    return verdict(d, margin)


def _adjusted(found: list[dict[str, Comparison]]) -> list[dict[str, Comparison]]:
    """With Holm's p-values, of primary metrics and of all others."""
    adjusted: dict[tuple[int, str], float] = {}
    for primary in (True, False):
        places: dict[tuple[int, str], float] = {}
        for i, rows in enumerate(found):
            for name, row in rows.items():
                if row.primary is primary and row.difference.p_value is not None:
                    places[i, name] = row.difference.p_value
        adjusted |= zip(places, holm(list(places.values())), strict=True)
    return [
        {name: replace(row, p_holm=adjusted.get((i, name))) for name, row in rows.items()}
        for i, rows in enumerate(found)
    ]


def _difference(d: Difference) -> dict[str, Any]:
    """The metric form, with `outer`, the interval whatever caps took away."""
    limits = None if d.low is None or d.high is None else (d.low, d.high)
    outer = {} if d.outer is None else {"outer": list(d.outer)}
    return d.estimate(limits).to_json() | outer
