"""What is asked of a sweep, as a person gives it, and the command that asks for the same."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

Raw = str | int | bool  # a parameter's value: text as typed, or as a study file or Python gives it


@dataclass(frozen=True)
class Request:
    """A sweep as asked for, nothing checked. None: the default of the game or the machine."""

    game: str
    seats: Sequence[int] = ()  # each with its own defaults; none: the game's fewest
    preset: str | None = None  # several: a,b,c, each in turn
    set: Mapping[str, Raw] = field(default_factory=dict)
    vary: Sequence[tuple[str, str]] = ()  # (parameter, SPEC); SPEC is lo:hi:step or a,b,c
    one_by_one: bool = False
    players: str | None = None
    matches: int = 10_000
    seed: int = 1
    log: str = "moves"
    log_budget: str = "1GiB"
    out: Path | None = None
    threads: int | None = None
    report: bool = True
    repeats: int = 1  # of each deal and line-up, the players' draws fresh

    def command(self) -> str:
        """The command that plays the same matches and logs the same rows, whatever the defaults become."""
        words = ["balance", "sweep", self.game]
        words += _flag("--seats", seats_text(self.seats)) + _flag("--preset", self.preset)
        for name, value in self.set.items():
            words += ["--set", f"{name}={value_text(value)}"]
        for name, spec in self.vary:
            words += ["--vary", f"{name}={spec}"]
        words += ["--one-by-one"] if self.one_by_one else []
        words += _flag("--players", self.players)
        words += _flag("--matches", self.matches)
        words += _flag("--repeats", self.repeats if self.repeats > 1 else None)
        words += _flag("--seed", self.seed) + _flag("--log", self.log)
        words += _flag("--log-budget", self.log_budget) if self.log != "rounds" else []
        return shlex.join(words)

    def as_asked(self) -> dict[str, Any]:
        """All fields, fit for JSON."""
        fields = asdict(self)
        fields["out"] = None if self.out is None else str(self.out)
        return fields


def _flag(name: str, value: object) -> list[str]:
    return [] if value is None else [name, str(value)]


def seats_text(seats: Sequence[int]) -> str | None:
    """Numbers of seats as they are typed; None where none is given."""
    return ",".join(map(str, seats)) or None


def value_text(value: Raw) -> str:
    """A value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def spec_text(values: str | Sequence[Raw]) -> str:
    """A SPEC as it is typed, also from a list of values."""
    return values if isinstance(values, str) else ",".join(map(value_text, values))
