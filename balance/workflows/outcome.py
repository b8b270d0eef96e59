"""What a sweep gives back: the run, its metrics, its tables."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from balance.store.run import Run
from sims.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from balance.stats.best import Best
    from balance.stats.findings import Finding
    from balance.stats.strengths import Strengths
    from balance.workflows.reading.learned import Learned
    from balance.workflows.reading.measure import Marks, Measured

SCHEMA = "card-balance/sweep/1"


@dataclass(frozen=True)
class Outcome:
    """A finished sweep. Tables come as Polars frames; `sql` gives pandas or Arrow on asking."""

    run: Run
    learned: "Learned"
    seconds: dict[str, float]

    @property
    def measured(self) -> "Measured":
        """Variant → metric → estimate."""
        return self.learned.measured

    @property
    def targets(self) -> "Marks":
        """Variant → the targets that it was held to, marked; empty where none were asked for."""
        return self.learned.targets

    @property
    def best(self) -> "Best | None":
        """What fresh deals say of the best variant, where it was asked for."""
        return self.learned.best

    @property
    def strengths(self) -> "Strengths | None":
        """What players of several strengths say, where they were asked."""
        return self.learned.strengths

    @property
    def path(self) -> Path:
        """The run folder."""
        return self.run.path

    @property
    def met(self) -> bool:
        """Does every variant surely keep to all targets?"""
        from balance.stats.marks import all_met

        return all(all_met(marked) for marked in self.targets.values())

    def metrics(self) -> "pl.DataFrame":
        """One row per variant and metric: value, interval, n, clusters, method, unit."""
        import polars as pl

        labels = {variant["variant"]: variant["label"] for variant in self.run.spec["variants"]}
        rows = [
            {"variant": variant, "label": labels[variant], "metric": name, **estimate.to_json()}
            for variant, metrics in self.measured.items()
            for name, estimate in metrics.items()
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def differences(self) -> "pl.DataFrame":
        """One row per variant and metric: what it is in the baseline and here, the difference, margin and verdict."""
        from balance.workflows.reading.compared import frame

        return frame(self._differences())

    def effects(self) -> "pl.DataFrame":
        """One row per effect and primary metric: what a rule does, with its interval, margin and verdict."""
        import polars as pl

        return pl.DataFrame(self._effects(), infer_schema_length=None)

    @property
    def findings(self) -> "list[Finding]":
        """The effects that surely are larger than their margins, the largest first."""
        return self.learned.findings

    def table(self, name: str) -> "pl.DataFrame":
        """A whole view: matches, rounds, turns, moves, variants or players, codes as words."""
        return self.sql(f'from "{name}"')

    @overload
    def sql(self, query: str, frame: Literal["polars"] = ...) -> "pl.DataFrame": ...
    @overload
    def sql(self, query: str, frame: Literal["pandas"]) -> "pd.DataFrame": ...
    @overload
    def sql(self, query: str, frame: Literal["arrow"]) -> "pa.Table": ...
    def sql(self, query: str, frame: str = "polars") -> object:
        """The answer of one SQL query over the views, as a "polars" or "pandas" frame or an "arrow" table."""
        from balance.store.query import connect

        makers = {"polars": "pl", "pandas": "df", "arrow": "to_arrow_table"}
        if frame not in makers:
            raise InputError("frame", frame, "one of " + ", ".join(makers), makers)
        with connect(self.run) as connection:
            return getattr(connection.sql(query), makers[frame])()

    def as_json(self) -> str:
        """The object that `balance sweep --json` prints."""
        spec = self.run.spec
        commits = self.run.commits()
        told: dict[str, Any] = {
            "schema": SCHEMA,
            "command": spec["command"],
            "run": str(self.path),
            "reports": list(map(str, self.run.reports)),
            "stopped": self.run.ended(),
            "rows": self.run.rows(),
            "matches": sum(commit["matches"] for commit in commits),
            "decisions": sum(commit["decisions"] for commit in commits),
            "seconds": {name: round(value, 3) for name, value in self.seconds.items()},
            "variants": [
                {
                    "variant": variant["variant"],
                    "label": variant["label"],
                    "seats": variant["seats"],
                    "parameters": variant["parameters"],
                    "players": variant["lineup"],
                    "metrics": self._metrics(variant["variant"]),
                }
                for variant in spec["variants"]
            ],
            "differences": self._differences(),
            "effects": self._effects(),
            "findings": [finding.to_json() for finding in self.findings],
            "notes": self.learned.notes,
        }
        if "foreseen" in spec:
            told["foreseen"] = spec["foreseen"]
        if failed := self.run.failures():
            told["failed"] = failed
        if self.targets:
            told["targets"] = [
                {**one.to_json(), "variant": variant["variant"], "label": variant["label"]}
                for variant in spec["variants"]
                for one in self.targets.get(variant["variant"], [])
            ]
        if self.strengths is not None:
            told["strengths"] = self.strengths.to_json()
        if self.best is not None:
            told["best"] = self.best.to_json()
        return json.dumps(told, ensure_ascii=False)

    def _differences(self) -> list[dict[str, Any]]:
        return [row for tweak in self.learned.differences for row in tweak.rows()]

    def _effects(self) -> list[dict[str, Any]]:
        return [effect.to_json() for effect in self.learned.effects]

    def _metrics(self, variant: int) -> dict[str, dict[str, Any]]:
        return {name: estimate.to_json() for name, estimate in self.measured.get(variant, {}).items()}
