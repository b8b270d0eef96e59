"""What every section is made from: the run, its numbers, and an open connection to its views."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.stats.estimate import Estimate
from balance.store.declared import Declared, is_default
from balance.store.query import point
from balance.store.run import Run
from balance.store.spec import TABLES, VariantSpec
from reports.model import Asked
from reports.ratios import Deals
from reports.said import Said
from reports.words import between, count, listed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HERE = Path(__file__).parent
ROWS = 1_000_000  # about, of a table, whose groups by deal are held at once
SUMS = "seat_sums"  # a view that several sections read


@dataclass(frozen=True, kw_only=True)
class Context(Said):
    """run: what was played; game: what its words mean; measured: variant → metric → estimate; con: its views; asked:
    file → the query asked of it since `took`; and all that is said of the run."""

    run: Run
    game: Declared
    measured: Mapping[int, Mapping[str, Estimate]]
    con: "DuckDBPyConnection"
    asked: dict[str, str] = field(default_factory=dict)

    @cached_property
    def variants(self) -> list[VariantSpec]:
        """The variants of which something was measured, in order."""
        return [v for v in self.run.spec["variants"] if v["variant"] in self.measured]

    @cached_property
    def tables(self) -> dict[int, list[VariantSpec]]:
        """Number of seats → its variants: numbers of different tables stand side by side, never in one."""
        sizes = sorted({variant["seats"] for variant in self.variants})
        return {seats: [v for v in self.variants if v["seats"] == seats] for seats in sizes}

    @cached_property
    def starts(self) -> dict[tuple[int, str | None], list[VariantSpec]]:
        """Number of seats and preset → its variants."""
        return by_start(self.variants)

    @cached_property
    def baselines(self) -> list[VariantSpec]:
        """For each number of seats the variant that plays by the defaults, else the first."""
        return [
            next((v for v in group if is_default(self.game, v)), group[0]) for group in self.tables.values()
        ]

    @cached_property
    def deals(self) -> dict[int, Deals]:
        """Variant → its deals and rounds."""
        return {row[0]: Deals(*map(int, row[1:])) for row in self.rows("deals")}

    def carries(self, variant: VariantSpec) -> str:
        """The parameter value under which the variant carries points across rounds: NAME=VALUE, or ""."""
        for name, values in self.game.get("carried", {}).items():
            if variant["parameters"].get(name) in values:
                return f"{name}={variant['parameters'][name]}"
        return ""

    def metric(self, variant: VariantSpec, name: str) -> Estimate | None:
        """One number of one variant; None where it was not measured."""
        return self.measured[variant["variant"]].get(name)

    def estimate(self, variant: VariantSpec, metric: str) -> Estimate:
        """One number of one variant that every run has."""
        return self.measured[variant["variant"]][metric]

    def label(self, variant: VariantSpec) -> str:
        """What the variant changes; the number of seats is told apart from it."""
        parts = [part for part in variant["label"].split(",") if part != f"seats={variant['seats']}"]
        return ",".join(parts) or "defaults"

    def named(self, variant: VariantSpec) -> str:
        """The variant in a sentence: "4 seats and coin_supply=8", "the defaults"; "" where there is only one."""
        if len(self.variants) == 1:
            return ""
        label = self.label(variant)
        parts = [count(variant["seats"], "seat")] if len(self.tables) > 1 else []
        if len(self.tables[variant["seats"]]) > 1:
            parts.append("the defaults" if label == "defaults" else label)
        return listed(parts) if parts else label

    def among(self, variant: VariantSpec) -> str:
        """How a sentence about the variant begins: what it changes, where there are several, and who played."""
        players, named = between(variant["lineup"]), self.named(variant)
        return f"with {named}, {players}," if named else players

    @property
    def players(self) -> str:
        """Who played, over all variants."""
        return listed(list(dict.fromkeys(between(variant["lineup"]) for variant in self.variants)))

    def quantities(self, kind: str) -> list[str]:
        """The names of the game's tracked quantities of a kind."""
        return [quantity["name"] for quantity in self.game["track"] if quantity["kind"] == kind]

    def meaning(self, quantity: str) -> str:
        """What a tracked quantity is."""
        return next((q["meaning"] for q in self.game["track"] if q["name"] == quantity), quantity)

    @property
    def name(self) -> str:
        """The run as commands name it."""
        path = self.run.path.resolve()
        return path.name if path.parent.parts[-2:] == ("data", "runs") else str(path)

    def replay(self, variant: int, match: int) -> str:
        """The command that tells a match again."""
        chosen = f" --variant {variant}" if variant else ""
        return f"balance replay {self.name}{chosen} --match {match}"

    def sql(self, name: str, **variables: str | int | list[str] | list[int]) -> str:
        """The text of sections/NAME.sql or NAME.sql, after setting what its `getvariable` names."""
        for variable, value in variables.items():
            self.con.execute(f"set variable {variable} = $1", [value])
        folder = HERE / "sections" if (HERE / "sections" / f"{name}.sql").exists() else HERE
        text = (folder / f"{name}.sql").read_text()
        values = "".join(f"set variable {variable} = {value!r};\n" for variable, value in variables.items())
        self.asked.setdefault(name, values + text)
        return text

    def took(self) -> tuple[Asked, ...]:
        """The queries asked since it was called last, in order, and what they are laid out from."""
        found = {name: text for name, text in self.asked.items() if name != SUMS}
        sums = {SUMS: self.asked[SUMS]} if any(SUMS in text for text in found.values()) else {}
        for name in found:
            del self.asked[name]
        return tuple(Asked(name, text) for name, text in (sums | found).items())

    def batches(self, table: str, variants: Collection[int] | None = None) -> Iterator[None]:
        """Let the views hold some chunks after the other, by the rows of a table, of some variants (None: all); at the
        end they hold all again."""
        try:
            for files in self.run.batches(ROWS, table, variants):
                point(self.con, files)
                yield
        finally:
            point(self.con, {name: self.run.files(name) for name in TABLES})

    def rows(self, name: str, **variables: str | int | list[str] | list[int]) -> list[tuple[Any, ...]]:
        """The answer to NAME.sql."""
        return self.con.execute(self.sql(name, **variables)).fetchall()


def by_start(variants: Sequence[VariantSpec]) -> dict[tuple[int, str | None], list[VariantSpec]]:
    """Variants by number of seats and preset, in order: those that differ in what was varied alone."""
    found: dict[tuple[int, str | None], list[VariantSpec]] = {}
    for variant in variants:
        found.setdefault((variant["seats"], variant["preset"]), []).append(variant)
    return found
