"""What the names of columns and metrics depend on, and what a measure is taken over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from balance.stats.influence import Ratio
from balance.stats.margins import OF_OTHERS, Margin
from balance.stats.measure import SHARE, Measure
from sims.game import CAP, Value
from sims.own_metrics import MetricRow


@dataclass(frozen=True)
class Layout:
    """A variant's seats, its distinct players and its parameters; the game's own words.

    end_reasons: without `cap`; standing: the unit of that by which seats lead, None where the game names none;
    kinds: of decisions; reaches: do the rules tell how far ahead a seat can still come out of a round?
    """

    seats: int
    players: Sequence[str]
    end_reasons: Sequence[str]
    metrics: Sequence[MetricRow]
    parameters: Mapping[str, Value]
    standing: str | None = None
    kinds: Sequence[str] = ()
    reaches: bool = False

    @classmethod
    def of(cls, game: Mapping[str, Any], variant: Mapping[str, Any]) -> "Layout":
        """That of a variant as run.json has it; game: the game's declaration there."""
        return cls(
            variant["seats"],
            list(dict.fromkeys(variant["lineup"])),
            game["end_reasons"][CAP + 1 :],
            game["metrics"],
            variant["parameters"],
            next((t["unit"] for t in game["track"] if t["name"] == game["standing"]), None),
            game["kinds"][1:],
            bool(game.get("reaches")),
        )


@dataclass(frozen=True)
class Quantile:
    """The quantile p of a fact of rounds.

    over: what its rounds are; where these are all rounds, capped ones count as longer than any other.
    """

    name: str
    fact: str
    p: Fraction
    over: "Over"
    unit: str
    meaning: str
    small: Margin = OF_OTHERS


@dataclass(frozen=True)
class Over:
    """What a measure is taken over: the column that counts it, the one that counts what caps took away, in words.

    caps: the columns that count the rounds (or matches) that it is of, and those that caps took away.
    """

    bottom: str
    capped: str | None
    words: str
    caps: tuple[str, str] | None = None


OF_ROUNDS, OF_MATCHES = ("rounds", "capped"), ("matches", "capped_matches")
ROUNDS = Over("rounds", "capped", "rounds that ended by the rules", OF_ROUNDS)
MATCHES = Over("matches", "capped_matches", "matches that ended by the rules", OF_MATCHES)
ALL_ROUNDS = Over("all_rounds", None, "rounds")
ALL_MATCHES = Over("all_matches", None, "matches")
TURNS = Over("turns", None, "turns of rounds that ended by the rules", OF_ROUNDS)


def one(name: str, top: str, over: Over, meaning: str, unit: str = SHARE) -> Measure:
    """The measure that is one ratio, of the column `top` to what it is taken over."""
    ratio = Ratio(top, over.bottom, over.capped if unit == SHARE else None)
    return Measure(name, (ratio,), unit, over.words, meaning, caps=over.caps)
