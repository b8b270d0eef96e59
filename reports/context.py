"""What every section is made from: the run, its numbers, and an open connection to its views."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.stats.estimate import Estimate
from balance.store.declared import Declared
from balance.store.run import Run
from balance.store.spec import VariantSpec
from reports.words import between

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SECTIONS = Path(__file__).parent / "sections"


@dataclass(frozen=True)
class Context:
    """run: what was played; game: what its words mean; measured: variant → metric → estimate; con: its views."""

    run: Run
    game: Declared
    measured: Mapping[int, Mapping[str, Estimate]]
    con: "DuckDBPyConnection"

    @property
    def variants(self) -> list[VariantSpec]:
        """The variants of which something was measured, in order."""
        return [v for v in self.run.spec["variants"] if v["variant"] in self.measured]

    def estimate(self, variant: VariantSpec, metric: str) -> Estimate:
        """One number of one variant."""
        return self.measured[variant["variant"]][metric]

    def among(self, variant: VariantSpec) -> str:
        """How a sentence about the variant begins: what it changes, where there are several, and who played."""
        players = between(variant["lineup"])
        if len(self.variants) == 1:
            return players
        changed = "the defaults" if variant["label"] == "defaults" else variant["label"]
        return f"with {changed}, {players},"

    def rows(self, name: str, **variables: str) -> list[tuple[Any, ...]]:
        """The answer to sections/NAME.sql; variables: what its `getvariable` names."""
        for variable, value in variables.items():
            self.con.execute(f"set variable {variable} = $1", [value])
        return self.con.execute((SECTIONS / f"{name}.sql").read_text()).fetchall()
