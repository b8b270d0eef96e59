"""What a ladder gives back: the run, and what it says of its players."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.calibration import skill
from balance.stats.ladder import Ladder
from balance.store.run import Run

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "card-balance/ladder/1"


@dataclass(frozen=True)
class Laddered:
    """A finished ladder; seconds: what took how long, of matches played for it."""

    run: Run
    ladder: Ladder
    seconds: dict[str, float]

    @property
    def path(self) -> Path:
        """The run folder."""
        return self.run.path

    @property
    def rates(self) -> dict[str, float]:
        """Decisions a second of each player against its equals, on one thread of the machine that played the run."""
        return self.run.spec["ladder"]["rates"]

    def players(self) -> "pl.DataFrame":
        """One row per player, the strongest first: strength against the reference with its interval, and its price."""
        import polars as pl

        rows = [{"player": row["player"], **row["strength"], "rate": row["rate"]} for row in self._players()]
        return pl.DataFrame(rows, infer_schema_length=None)

    def matrix(self) -> "pl.DataFrame":
        """One row per ordered pair of players: the share of the wins, and who beats whom."""
        import polars as pl

        rows = [{k: v for k, v in row.items() if k != "edge"} for row in self._pairs()]
        return pl.DataFrame(rows, infer_schema_length=None)

    def as_json(self) -> str:
        """The object that `balance ladder --json` prints."""
        spec, best = self.run.spec, self.ladder.skill
        told = {
            "schema": SCHEMA,
            "command": spec["command"],
            "run": str(self.path),
            "reports": [str(self.run.report)] if self.run.report.exists() else [],
            "game": spec["game"],
            "seats": spec["variants"][0]["seats"],
            "deals": self.ladder.deals,
            "matches": sum(commit["matches"] for commit in self.run.commits()),
            "reference": self.ladder.reference,
            "players": self._players(),
            "pairs": self._pairs(),
            "seat_terms": [estimate.to_json() for estimate in self.ladder.seats],
            "cycles": self.ladder.cycles,
            "skill_order": None if best is None else {"player": best.player, **best.order.to_json()},
            "skill_orders_known": [row._asdict() for row in skill.KNOWN],
            "seconds": {name: round(value, 3) for name, value in self.seconds.items()},
        }
        return json.dumps(told, ensure_ascii=False)

    def _players(self) -> list[dict[str, Any]]:
        return [
            {
                "player": name,
                "rank": rank,
                "strength": self.ladder.strengths[name].to_json(),
                "rate": self.rates[name],
                "equals": [estimate.to_json() for estimate in self.ladder.equals[name]],
            }
            for rank, name in enumerate(self.ladder.players, 1)
        ]

    def _pairs(self) -> list[dict[str, Any]]:
        """Both ways round, since with more than two seats the one among the others is another table."""
        sides = {1: "player", -1: "against", 0: None}
        rows = []
        for (one, other), share in self.ladder.wins.items():
            duel = self.ladder.duels[one, other]
            names = {"player": one, "against": other}
            stronger = sides[duel.sign]
            rows.append(
                {
                    **names,
                    **share.to_json(),
                    "edge": duel.edge.to_json(),
                    "stronger": stronger and names[stronger],
                }
            )
        return rows
