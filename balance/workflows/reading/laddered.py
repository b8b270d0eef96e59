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
            "reports": list(map(str, self.run.reports)),
            "game": spec["game"],
            "seats": spec["variants"][0]["seats"],
            "deals": self.ladder.deals,
            "search_deals": self.ladder.few,
            "matches": sum(commit["matches"] for commit in self.run.commits()),
            "reference": self.ladder.reference,
            "players": self._players(),
            "pairs": self._pairs(),
            "seat_terms": [estimate.to_json() for estimate in self.ladder.seats],
            "cycles": self.ladder.cycles,
            "evenness": self._evenness(),
            "noise_test": self._noise(),
            "peeks": spec["ladder"].get("peeks"),
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

    def _evenness(self) -> list[dict[str, Any]]:
        """What the seats win between equals, more than an even share, within limits that hold for all at once."""
        return [
            {
                "player": name, "seat": seat.seat, **seat.off.to_json(), "sure": seat.sure and list(seat.sure),
                "verdict": seat.word, "more_needed": seat.more_needed,
            }
            for name in self.ladder.players
            for seat in self.ladder.evenness[name]
        ]  # fmt: skip

    def _noise(self) -> dict[str, Any] | None:
        found = self.ladder.noise
        if found is None:
            return None
        return {
            "player": found.player,
            "shares": [{"noise": level, **share.to_json()} for level, share in found.shares.items()],
            "steps": [{"noise": list(step.noise), **step.change.to_json()} for step in found.steps],
            "whole": {"noise": list(found.whole.noise), **found.whole.change.to_json()},
            "verdict": found.passed,
            "more_needed": found.more_needed,
        }
