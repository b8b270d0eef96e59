"""What is asked of a sweep, a comparison or a ladder, as a person gives it, and the command that asks for the same."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from balance.workflows.asking.targets import target_flags

LADDER_MATCHES = 4_000  # a pairing, if nothing is said
EVERY = "all"  # of --restrict: every class that the game declares
SEARCH_MATCHES = 400  # of a pairing in which a player searches, likewise
Raw = str | int | bool  # a parameter's value: text as typed, or as a study file or Python gives it


@dataclass(frozen=True)
class Request:
    """A sweep, a comparison or a ladder as asked for, nothing checked. None: the default of the game or the machine."""

    game: str
    seats: Sequence[int] = ()  # each with its own defaults; none: the game's fewest
    preset: str | None = None  # several: a,b,c, each in turn
    set: Mapping[str, Raw] = field(default_factory=dict)
    vary: Sequence[tuple[str, str]] = ()  # (parameter, SPEC); SPEC is lo:hi:step or a,b,c
    one_by_one: bool = False
    players: str | None = None
    matches: int | None = None  # None: 10,000; where a rule stops play, before its first look: 2,000 deals
    seed: int = 1
    log: str = "moves"
    log_budget: str = "1GiB"
    out: Path | None = None
    threads: int | None = None
    report: bool = True  # as a page
    repeats: int = 1  # of each deal and line-up, the players' draws fresh
    tweaks: Sequence[Mapping[str, Raw]] = ()  # with any it is a comparison: the baseline, and each of these
    baseline: str | None = None  # a saved baseline that is compared with and not played again
    metrics: Sequence[str] = ()  # on which there are verdicts; none: the usual ones
    margins: Mapping[str, float] = field(
        default_factory=dict
    )  # metric → what is small, in place of the declared
    targets: Mapping[str, Any] = field(default_factory=dict)  # metric → {"within": 0.02} and the like
    ladder: bool = False  # the variants are the pairings of `players`
    # of pairings in which a player searches; None: 400, or `matches` if less
    search_matches: int | None = None
    # with any, the variants are restrictions of one player: CLASS, CLASS=VALUE, EVERY
    restrict: Sequence[str] = ()
    until: Mapping[str, float] = field(default_factory=dict)  # metric → the half-width at which play stops
    max_matches: int | None = None  # with `until`: play stops there in any case; None: 1,000,000
    best: str | None = None  # METRIC, METRIC=low, =high or =NUMBER: what the best variant is to be told by
    # each variant is played by the game's players of all strengths, in place of `players`
    skill: bool = False
    pdf: bool = False  # a report for paper, too
    cluster: str | None = None  # the address of a Dask scheduler, whose workers play in place of threads

    def command(self) -> str:
        """The command that plays the same matches and logs the same rows, whatever the defaults become."""
        kind = "ladder" if self.ladder else "compare" if self.tweaks else "sweep"
        words = ["balance", kind, self.game]
        words += _flag("--baseline", self.baseline)
        words += self._fixed() if self.baseline is None else []
        for tweak in self.tweaks:
            words += ["--tweak", tweak_text(tweak)]
        for name, spec in self.vary:
            words += ["--vary", f"{name}={spec}"]
        words += ["--one-by-one"] if self.one_by_one else []
        words += ["--skill"] if self.skill else []
        words += _flag("--players", self.players if self.baseline is None and not self.skill else None)
        words += metric_flags(self.metrics, self.margins) + target_flags(self.targets)
        words += [word for text in self.restrict for word in ("--restrict", text)]
        words += _flag("--best", self.best)
        words += [word for name, half in self.until.items() for word in ("--until", f"{name}={half!r}")]
        words += _flag("--matches", self.matches) + _flag("--max-matches", self.max_matches)
        words += _flag("--search-matches", self.search_matches)
        words += _flag("--repeats", self.repeats if self.repeats > 1 and not self.tweaks else None)
        words += _flag("--seed", self.seed) + _flag("--log", self.log)
        words += _flag("--log-budget", self.log_budget) if self.log != "rounds" else []
        return shlex.join(words)

    def _fixed(self) -> list[str]:
        """What all variants have in common, and a saved baseline says of itself."""
        words = _flag("--seats", seats_text(self.seats)) + _flag("--preset", self.preset)
        for name, value in self.set.items():
            words += ["--set", f"{name}={value_text(value)}"]
        return words

    @property
    def forms(self) -> list[str]:
        """The forms of the report that is to be written, of `reports.saving.FORMS`; none: no report."""
        return forms(report=self.report, pdf=self.pdf)

    def as_asked(self) -> dict[str, Any]:
        """All fields, fit for JSON."""
        fields = asdict(self)
        fields["out"] = None if self.out is None else str(self.out)
        return fields


def forms(*, report: bool, pdf: bool) -> list[str]:
    """The forms of a report with a page or for paper."""
    return [form for form, asked in (("html", report), ("pdf", pdf)) if asked]


def _flag(name: str, value: object) -> list[str]:
    return [] if value is None else [name, str(value)]


def seats_text(seats: Sequence[int]) -> str | None:
    """Numbers of seats as they are typed; None where none is given."""
    return ",".join(map(str, seats)) or None


def value_text(value: Raw) -> str:
    """A value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def metric_flags(metrics: Sequence[str], margins: Mapping[str, float]) -> list[str]:
    """What asks for verdicts on these metrics, by these margins."""
    words = [word for name in metrics for word in ("--metric", name)]
    return words + [word for name, margin in margins.items() for word in ("--margin", f"{name}={margin!r}")]


def tweak_text(tweak: Mapping[str, Raw]) -> str:
    """A tweak as it is typed: coin_supply=8,gift_coin=2."""
    return ",".join(f"{name}={value_text(value)}" for name, value in tweak.items())


def spec_text(values: str | Sequence[Raw]) -> str:
    """A SPEC as it is typed, also from a list of values."""
    return values if isinstance(values, str) else ",".join(map(value_text, values))
