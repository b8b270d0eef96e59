"""What a comparison gives back: for every tweak and metric both values, the difference and what is said of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from balance.stats.comparisons import Comparison
from balance.stats.effects import Effect, of_differences
from balance.stats.findings import Finding, findings
from balance.stats.marks import Marked, all_met
from balance.stats.strengths import Strengths
from balance.store.run import Run
from balance.store.spec import VariantSpec
from balance.workflows.reading.arms import Match
from balance.workflows.reading.values import Read
from reports.changes import Change, Changes
from reports.rules import Rules
from reports.sentences import even_lineup

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "card-balance/compare/1"


@dataclass(frozen=True)
class Tweak:
    """A tweak and what it does.

    metrics: by name, those with a verdict first; identical: deals that play out identically in both arms, None where
    the arms played different deals; clusters: common deals, or the deals of the arm that has fewer; targets: those that
    were asked for, marked for the tweaked variant.
    """

    match: Match
    metrics: dict[str, Comparison]
    identical: int | None
    clusters: int
    targets: list[Marked] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What the tweak changes, as it is typed."""
        return self.match.name

    @property
    def base(self) -> VariantSpec:
        """The baseline."""
        return self.match.base.spec

    @property
    def tweaked(self) -> VariantSpec:
        """The variant that is compared with it."""
        return self.match.tweaked.spec

    @property
    def no_change(self) -> bool:
        """Do all deals play out identically?"""
        return self.identical == self.clusters

    @property
    def change(self) -> Change:
        """The same as it is told."""
        spec, base = self.tweaked, self.base
        told = self.name, self.metrics, self.identical, self.clusters, spec["seats"], even_lineup(spec)
        return Change(*told, base["label"], spec["label"])

    @property
    def primary(self) -> list[Comparison]:
        """The metrics with a verdict, or with a reason why there is none."""
        return self.change.primary

    @property
    def moved(self) -> list[Comparison]:
        """The other metrics whose plain interval lies beyond their margin."""
        return self.change.moved

    @property
    def effects(self) -> list[Effect]:
        """Its differences in the primary metrics, as what it does."""
        where = self.tweaked["seats"], self.tweaked["preset"]
        return of_differences(self.primary, self.name, self.match.reference, *where)

    def rows(self) -> list[dict[str, Any]]:
        """One row per metric, as `--json` has it."""
        pair = {
            "tweak": self.name,
            "identical": self.identical,
            "baseline": self.base["label"],
            "seats": self.tweaked["seats"],
        }
        return [row.to_json() | pair for row in self.metrics.values()]


def tweaks(matches: Sequence[Match], rows: Sequence[dict[str, Comparison]], read: Read) -> list[Tweak]:
    """What was read and compared of each match, as a tweak."""
    return [
        Tweak(match, metrics, identical, min(pair.a.moments.clusters, pair.b.moments.clusters))
        for match, metrics, identical, pair in zip(matches, rows, read.identical, read.pairs, strict=True)
    ]


@dataclass(frozen=True)
class Compared:
    """A finished comparison.

    runs: the run, or both; unpaired: in words, why the arms did not play the same deals, None where they did; notes: in
    words, what else differs between them; seconds: what took how long, of matches played for it; strengths: the same
    for players of several, where they played.
    """

    runs: list[Run]
    command: str
    tweaks: list[Tweak]
    unpaired: str | None
    notes: list[str]
    seconds: dict[str, float]
    strengths: Strengths | None = None

    @property
    def run(self) -> Run:
        """The run that was played for it, or the last that was given."""
        return self.runs[-1]

    @property
    def met(self) -> bool:
        """Does every tweaked variant surely keep to all targets?"""
        return all(all_met(tweak.targets) for tweak in self.tweaks)

    @property
    def findings(self) -> list[Finding]:
        """The differences that surely are larger than their margins, the largest first."""
        return findings(effect for tweak in self.tweaks for effect in tweak.effects)

    @property
    def rules(self) -> Rules:
        """The differences as a report tells them."""
        alike = [(tweak.name, tweak.clusters) for tweak in self.tweaks if tweak.no_change]
        apart = [f"the arms are not paired: {self.unpaired}"] if self.unpaired else []
        told = Changes([tweak.change for tweak in self.tweaks], self.unpaired, self.notes)
        return Rules([effect for tweak in self.tweaks for effect in tweak.effects], alike, apart, told)

    def metrics(self) -> "pl.DataFrame":
        """One row per tweak and metric: both values, the difference with its interval, margin and verdict."""
        return frame(self._rows())

    def as_json(self) -> str:
        """The object that `balance compare --json` prints."""
        told: dict[str, Any] = {
            "schema": SCHEMA,
            "command": self.command,
            "runs": [str(run.path) for run in self.runs],
            "stopped": self.run.ended(),
            "unpaired": self.unpaired,
            "notes": self.notes,
            "comparisons": self._rows(),
            "findings": [finding.to_json() for finding in self.findings],
        }
        if self.strengths is not None:
            told["strengths"] = self.strengths.to_json()
        if targets := self._targets():
            told["targets"] = targets
        return json.dumps(told, ensure_ascii=False)

    def _targets(self) -> list[dict[str, Any]]:
        return [
            {**one.to_json(), "tweak": tweak.name, "seats": tweak.tweaked["seats"]}
            for tweak in self.tweaks
            for one in tweak.targets
        ]

    def _rows(self) -> list[dict[str, Any]]:
        return [row for tweak in self.tweaks for row in tweak.rows()]


def frame(rows: list[dict[str, Any]]) -> "pl.DataFrame":
    """Rows of comparisons as a table: of both values the value alone, the difference with its interval."""
    import polars as pl

    flat = []
    for row in rows:
        told = {side: row[side]["value"] for side in ("base", "tweaked")}
        limits = {name: row["difference"][name] for name in ("low", "high", "method", "unit")}
        rest = {k: v for k, v in row.items() if k not in (*told, "difference")}
        flat.append(rest | told | {"difference": row["difference"]["value"]} | limits)
    return pl.DataFrame(flat, infer_schema_length=None)
