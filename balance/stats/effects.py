"""What each rule does in a sweep: effects with limits that hold all at once, margin and verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.stats.comparisons import Comparison, judged
from balance.stats.differences import Difference
from balance.stats.factorial import Question
from balance.stats.simultaneous import Limited, at_once
from balance.stats.together import Together
from balance.stats.verdicts import Verdict, holm

MAIN, INTERACTION = "main", "interaction"


@dataclass(frozen=True)
class Effect:
    """What a level of a factor does to a metric, or two levels together on top of what each does.

    factor: NAME=VALUE, of an interaction two of them with `:` between; reference: what it is against, in the same form;
    kind: main or interaction; seats, preset: of the variants it is of; averaged: over the levels of other factors; the
    rest as of a `Comparison`.
    """

    metric: str
    factor: str
    reference: str
    kind: str
    seats: int
    preset: str | None
    difference: Difference
    margin: float | None
    verdict: Verdict | None
    p_holm: float | None
    averaged: bool = False

    def to_json(self) -> dict[str, Any]:
        """All that `--json` says of it."""
        said, d = self.verdict, self.difference
        row: dict[str, Any] = {
            "metric": self.metric,
            "factor": self.factor,
            "reference": self.reference,
            "kind": self.kind,
            "effect": d.value,
            "low": d.low,
            "high": d.high,
            "method": d.method,
            "unit": d.unit,
            "margin": self.margin,
            "verdict": said.word.value if said and said.word else None,
            "more_needed": said.more_needed if said else None,
            "p_holm": self.p_holm,
            "clusters": d.clusters,
            "seats": self.seats,
            "preset": self.preset,
        }
        if d.outer is not None:
            row["outer"] = list(d.outer)
        if reason := (said.reason if said and said.reason else d.reason):
            row["reason"] = reason
        return row


@dataclass(frozen=True)
class Crossed:
    """A full factorial whose variants played the same deals.

    reference: the place of the variant with all levels of the reference; withheld: for each question, the metrics on
    which there is no verdict, with the reason.
    """

    together: Together
    questions: Sequence[Question]
    reference: int
    seats: int
    preset: str | None
    withheld: Sequence[Mapping[str, str]]


def effects(crossed: Sequence[Crossed], margins: Mapping[str, float]) -> list[Effect]:
    """All effects on all metrics of all factorials, main effects first; the family of their limits is all of these.

    margins: in place of those declared. Holm's p-values of no effect are over the same family.
    """
    rows = []
    for one in crossed:
        metrics = {name: one.together.metric(name) for name in one.together.metrics}
        for question, reasons in zip(one.questions, one.withheld, strict=True):
            for name, metric in metrics.items():
                margin, baseline = margins.get(name), metric.value(one.reference)
                if margin is None and baseline is not None:
                    margin = one.together.arms[one.reference].margin(name, baseline)
                rows.append(
                    (one, question, name, margin, reasons.get(name), *metric.effect(question.weights))
                )
    there = [i for i, (*_, d, _) in enumerate(rows) if d.low is not None]
    members = [Limited(d.contrasts, moving, d.clusters) for *_, d, moving in rows if d.low is not None]
    limits = at_once(members).limits
    p_holm = dict(zip(there, holm([rows[i][-2].p_value or 0.0 for i in there]), strict=True))
    found = []
    for i, (one, question, name, margin, reason, d, _) in enumerate(rows):
        kind = INTERACTION if question.interaction else MAIN
        told = name, question.factor, question.reference, kind, one.seats, one.preset
        d = d.within(limits)
        found.append(Effect(*told, d, margin, judged(d, margin, reason), p_holm.get(i), averaged=True))
    return found


def of_differences(
    rows: Sequence[Comparison], factor: str, reference: str, seats: int, preset: str | None
) -> list[Effect]:
    """The same of a single change: its differences are its effects. rows: the primary metrics."""
    return [
        Effect(r.metric, factor, reference, MAIN, seats, preset, r.difference, r.margin, r.verdict, r.p_holm)
        for r in rows
    ]
