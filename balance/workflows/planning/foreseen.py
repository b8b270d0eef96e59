"""What a plan gives back: how many matches are needed and for what, what they cost, and the command to play them."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import floor, log10
from typing import Any

from balance.stats.sizes import Needed
from balance.store.spec import Spec

SCHEMA = "card-balance/plan/1"
POWERS = (0.80, 0.95)


@dataclass(frozen=True)
class Pairing:
    """What playing the same deals gives, as far as the pilot shows: see `balance.stats.differences.Difference`."""

    correlation: float | None
    variance_ratio: float | None
    discordant: int | None
    identical: int  # deals of the pilot that play out the same in both arms


@dataclass(frozen=True)
class Need:
    """What a metric of a variant needs, or a metric's difference that a tweak makes.

    name: the variant's label, or the tweak; half_width, margin, difference: what is asked for, margin and difference of
    tweaks alone; level: of the interval; sd: of what a deal adds; open: the limits of the true variance in parts of
    the pilot's; sizes: what is asked → deals; goal: those of the sizes that the plan is made for; reason: in words, why
    there are none; logged: it rests on deals whose turns are logged.
    """

    metric: str
    name: str
    seats: int
    unit: str
    clusters: int
    half_width: float | None = None
    margin: float | None = None
    difference: float | None = None
    level: float | None = None
    sd: float | None = None
    open: tuple[float, float] | None = None
    pairing: Pairing | None = None
    sizes: dict[str, Needed] = field(default_factory=dict)
    goal: Sequence[str] = ()
    reason: str | None = None
    logged: bool = False

    @property
    def deals(self) -> int | None:
        """The most that its goals need, those left out that no number of deals reaches."""
        found = [self.sizes[name].deals for name in self.goal]
        return max((n for n in found if n is not None), default=None)

    @property
    def reasons(self) -> list[str]:
        """In words, why a goal has no number."""
        told = [self.reason, *(self.sizes[name].reason for name in self.goal)]
        return list(dict.fromkeys(reason for reason in told if reason))

    def to_json(self, per_deal: int) -> dict[str, Any]:
        """The row of `balance plan --json`; per_deal: matches in a deal."""
        row = asdict(self)
        row |= row.pop("pairing") or {}
        row["rho"] = row.pop("correlation", None)
        row["sizes"] = {
            name: {**asdict(size), "matches": None if size.deals is None else size.deals * per_deal}
            for name, size in self.sizes.items()
        }
        return {**row, "open": self.open and list(self.open), "goal": list(self.goal)}


@dataclass(frozen=True)
class Forecast:
    """A plan.

    spec: of the run that is proposed, of the pilot where none is; pilot: its deals of each variant; per_deal: matches
    in a deal; deals: that are proposed, of each variant, None where the pilot cannot say; seconds: of play on `threads`
    threads, and bytes, by table, that they take; notes: in words, what else to know.
    """

    spec: Spec
    pilot: int
    per_deal: int
    needs: Sequence[Need]
    deals: int | None
    seconds: float | None
    bytes: dict[str, int]
    threads: int
    notes: Sequence[str]

    @property
    def matches(self) -> int | None:
        """The matches of each variant that are proposed."""
        return None if self.deals is None else self.deals * self.per_deal

    @property
    def open(self) -> tuple[int, int] | None:
        """What the pilot leaves the matches open to, with 95 %."""
        if self.most is None:
            return None
        size = max((self.most.sizes[name] for name in self.most.goal), key=lambda s: s.deals or 0)
        low, high = (rounded(n or 2) * self.per_deal for n in (size.low, size.high))
        return low, high

    @property
    def command(self) -> str | None:
        """The command that plays what is proposed."""
        return None if self.deals is None else self.spec["command"]

    @property
    def most(self) -> Need | None:
        """What needs most deals."""
        able = [need for need in self.needs if need.deals is not None]
        return max(able, key=lambda need: need.deals or 0, default=None)

    def as_json(self) -> str:
        """The object that `balance plan --json` prints."""
        told = {
            "schema": SCHEMA,
            "command": self.command,
            "pilot": {"deals": self.pilot, "seed": self.spec["seed"]},
            "variants": len(self.spec["variants"]),
            "matches_a_deal": self.per_deal,
            "deals": self.deals,
            "matches": self.matches,
            "open": self.open and list(self.open),
            "seconds": self.seconds,
            "threads": self.threads,
            "bytes": sum(self.bytes.values()) if self.bytes else None,
            "bytes_by_table": self.bytes,
            "log_share": self.spec["log"]["share"],
            "notes": list(self.notes),
            "needs": [need.to_json(self.per_deal) for need in self.needs],
        }
        return json.dumps(told, ensure_ascii=False)


def rounded(deals: int) -> int:
    """Up, to two digits: a pilot knows no more."""
    unit: int = 10 ** max(0, floor(log10(deals)) - 1)
    return -(-deals // unit) * unit
