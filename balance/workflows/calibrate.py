"""Calibration: is the program right? Exact numbers, games that are played and measured, coverage of the intervals."""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from balance.calibration.checks import Check
from balance.store.run import Run
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener

if TYPE_CHECKING:
    from balance.calibration.played import Found, Quantity
    from balance.stats.differences import Difference

SCHEMA = "card-balance/calibration/1"
REPLICATIONS, QUICK_REPLICATIONS = 20_000, 1_000


@dataclass(frozen=True)
class Calibration:
    """All checks, and what it takes to make them again."""

    checks: list[Check]
    command: str
    version: str
    date: str
    seconds: float

    @property
    def holds(self) -> bool:
        """Did every check hold?"""
        return all(check.holds for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """The object of `--json`, which is also what reports tell of (`balance.calibration.last`)."""
        return {
            "schema": SCHEMA,
            "command": self.command,
            "version": self.version,
            "date": self.date,
            "seconds": round(self.seconds, 1),
            "holds": self.holds,
            "checks": [asdict(check) for check in self.checks],
        }

    def as_json(self) -> str:
        """The same as text."""
        return json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n"


def calibrate(quick: bool, seed: int, threads: int | None, listener: Listener) -> Calibration:
    """All three tiers; the same seed finds the same, on however many threads."""
    from balance.calibration.coverage import coverage
    from balance.calibration.published import published

    began = time.perf_counter()
    found = [*published(), *_played(quick, seed, threads, listener)]
    listener.note("coverage of the intervals, on simulated tables")
    covered = coverage(QUICK_REPLICATIONS if quick else REPLICATIONS, seed)
    checks = sorted([*found, *covered], key=lambda check: check.tier)
    words = ["balance calibrate", *(["--quick"] if quick else []), *([f"--seed {seed}"] if seed != 1 else [])]
    today = datetime.now(UTC).date().isoformat()
    return Calibration(checks, " ".join(words), version("card-balance"), today, time.perf_counter() - began)


def _played(quick: bool, seed: int, threads: int | None, listener: Listener) -> list[Check]:
    """Tier 2: run after run in a temporary folder, each gone once it is measured."""
    from balance.calibration.played import compared, plays
    from balance.workflows.sweep import sweep

    def found() -> Iterator[tuple["Quantity", "Found"]]:
        for play in plays():
            with TemporaryDirectory(prefix="balance-calibrate-") as folder:
                request = Request(
                    play.game, (play.seats,), set=play.set, vary=list(play.vary), players=play.players,
                    matches=play.quick if quick else play.matches, seed=seed, log="rounds",
                    out=Path(folder) / "run", threads=threads, report=False,
                )  # fmt: skip
                outcome = sweep(request, listener)
                for a, b, quantity in play.differences:
                    yield quantity, _difference(outcome.run, a, b, quantity.metric)
            for variant, quantities in enumerate(play.quantities):
                yield from ((q, outcome.measured[variant][q.metric]) for q in quantities)

    return compared(found())


def _difference(run: Run, a: int, b: int, metric: str) -> "Difference":
    """A metric of variant b less that of variant a, paired by deal."""
    import numpy as np

    from balance.stats.layout import Layout
    from balance.stats.measures import measures
    from balance.stats.moments import ONE
    from balance.stats.pairs import Arm, Pair
    from balance.store.clusters import cluster_sums
    from balance.store.declared import declared

    game = declared(run.spec)
    asked = {
        v: [m for m in measures(Layout.of(game, run.spec["variants"][v])) if m.name == metric] for v in (a, b)
    }
    parts = [part for part in cluster_sums(run) if part.variant in asked]
    arms = {v: Arm(asked[v], parts[0].share_unit) for v in asked}
    columns = {}
    for v, arm in arms.items():  # the deals of a variant come in order
        own = [part for part in parts if part.variant == v]
        columns[v] = {
            name: np.concatenate([part.columns.get(name, np.zeros(part.deals, np.int64)) for part in own])
            for name in arm.moments.columns
            if name != ONE
        }
        deals = sum(part.deals for part in own)
        arm.add(np.arange(deals), columns[v], {})
    pair = Pair(arms[a], arms[b])
    pair.add(deals, columns[a], columns[b])
    return pair.difference(metric)
