"""What `balance ladder --restrict` gives back: the run, and what its restrictions cost."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.stats.restrictions import Restrictions
from balance.store.run import Run

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "card-balance/restrictions/1"


@dataclass(frozen=True)
class RestrictedPlay:
    """A finished run of restrictions; seconds: what took how long, of matches played for it."""

    run: Run
    restrictions: Restrictions
    seconds: dict[str, float]

    @property
    def path(self) -> Path:
        """The run folder."""
        return self.run.path

    def costs(self) -> "pl.DataFrame":
        """One row per restriction: what it costs with its interval, p-value and effect, and how often it had a say."""
        import polars as pl

        rows = []
        for one in self.restrictions.costs:
            told = one.to_json()
            cost, met, bound = (told.pop(name) for name in ("cost", "met", "bound"))
            cost.pop("bounds", None)
            outer = cost.pop("outer", None) or [None, None]
            cost |= {"outer_low": outer[0], "outer_high": outer[1], "reason": told.pop("reason", None)}
            rows.append({**told, **cost, "met": met["value"], "bound": bound["value"]})
        return pl.DataFrame(rows, infer_schema_length=None)

    def as_json(self) -> str:
        """The object that `balance ladder --restrict … --json` prints."""
        spec, found = self.run.spec, self.restrictions
        told: dict[str, Any] = {
            "schema": SCHEMA,
            "command": spec["command"],
            "run": str(self.path),
            "reports": list(map(str, self.run.reports)),
            "game": spec["game"],
            "seats": found.seats,
            "deals": found.deals,
            "matches": sum(commit["matches"] for commit in self.run.commits()),
            "player": found.player,
            "restrictions": [one.to_json() for one in found.costs],
            "dominant": [
                {"class": one.of.name, "value": one.of.value, "over": [other.of.value for other in others]}
                for one, others in found.dominant()
            ],
            "seconds": {name: round(value, 3) for name, value in self.seconds.items()},
        }
        return json.dumps(told, ensure_ascii=False)
