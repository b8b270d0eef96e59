"""What a game declares (its `game.toml`), as data. The kernel, the command line and the reports all read it here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from types import ModuleType

import numpy as np

from sims import digits
from sims.errors import InputError

Value = int | bool | str
Weight = float | bool
"""A player's weight: a number, or a switch that is on or off (1.0 and 0.0 to compiled code)."""
CAP = 1
"""The code of `end_reason` that every game has: a cap ended the round. 0 is a round still in play."""
MAX_SEATS = 4
MATCH_ENDS = ("done", "cap")
"""Words of a match's end_reason: played out, or ended by a cap on rounds."""

HEADER: list[tuple[str, str] | tuple[str, str, tuple[int, ...]]] = [
    ("seats", "u1"),  # how many play
    ("seat", "u1"),  # who decides now
    ("mover", "u1"),  # whose turn it is
    ("starter", "u1"),  # who has the first turn of this round
    ("end_reason", "u1"),  # 0 in play, 1 cap, then the game's own words
    ("match_end", "u1"),  # 0 goes on, 1 done, 2 ended by a cap on rounds
    ("ender", "i1"),  # the seat that brought the round to its end, −1 nobody
    ("round_no", "u2"),  # from 0
    ("turn", "i4"),  # from 0 in each round; −1 before the first turn
    ("points", "i4", (MAX_SEATS,)),  # of the round, set when it ends
    ("match_points", "i4", (MAX_SEATS,)),  # of the match so far
    ("tie_break", "i4", (MAX_SEATS,)),  # between seats with equal match points, more is better
    ("chance_key", "u8"),  # under which the round's reshuffles lie; hidden from every seat
    ("chance_count", "u4"),  # how many there were
]
"""Fields at the head of every game's state record; `state_dtype` puts them there."""


def state_dtype(fields: list[tuple[str, str] | tuple[str, str, tuple[int, ...]]]) -> np.dtype[np.void]:
    """The record of a game's state: the common header, then the game's own fields, aligned."""
    return np.dtype([*HEADER, *fields], align=True)


@dataclass(frozen=True)
class Parameter:
    """One rule point that can be varied: typed, with a default (by seats, perhaps) and a legal range."""

    name: str
    kind: str  # "int" | "bool" | "choice"
    defaults: Mapping[int, Value]
    meaning: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    shown_by: str = ""  # the line-up that shows its effect in the conformance kit, if not the default player
    shown_with: Mapping[str, Value] = field(default_factory=dict)  # values of others that it needs to show it
    assumed: bool = False  # the rule text leaves it open: the default is our reading
    no_effect: str = ""  # why it changes no transcript, where it does not

    @property
    def legal(self) -> str:
        """The legal values, in words."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "bool":
            return "true or false"
        return f"a whole number from {self.low} to {self.high}"

    def default(self, seats: int) -> Value:
        """The value it has with so many seats when nothing is said."""
        return self.defaults[seats]

    def others(self, seats: int) -> list[Value]:
        """Legal values other than the default, the likeliest to show an effect first."""
        default = self.default(seats)
        if self.kind == "choice":
            return [choice for choice in self.choices if choice != default]
        if self.kind == "bool":
            return [not default]
        low, high, now = self.low, self.high, int(default)
        tried = dict.fromkeys(
            [low, high, now - 1, now + 1, now // 2, 2 * now, *range(low, min(high, low + 60))]
        )
        return [value for value in tried if low <= value <= high and value != now]

    def check(self, value: object) -> Value:
        """The value, if it is of the right type and in range; else InputError."""
        if self.kind == "bool":
            if isinstance(value, bool):
                return value
        elif self.kind == "choice":
            if isinstance(value, str) and value in self.choices:
                return value
        elif isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        raise InputError(self.name, value, self.legal, self.choices)

    def parse(self, text: str) -> Value:
        """The value a person typed; else InputError."""
        if self.kind == "int":
            number = digits.whole(text)
            return self.check(text if number is None else number)
        if self.kind == "bool":
            return self.check({"true": True, "false": False}.get(text, text))
        return self.check(text)


@dataclass(frozen=True)
class Preset:
    """A named set of overrides with its source."""

    name: str
    source: str
    values: Mapping[str, Value]


@dataclass(frozen=True)
class Player:
    """A kind of player: what it does, its weights by the name of the feature they weigh, the function that plays it.

    Players that share a function differ in their weights alone.
    """

    name: str
    about: str
    plays: str
    weights: Mapping[str, Weight] = field(default_factory=dict)


@dataclass(frozen=True)
class Tracked:
    """A tracked quantity. kind: stock (a level after each turn), flow (an amount, per turn and per round),
    result (per seat, known when the round ends), fact (one value for the whole round)."""

    name: str
    kind: str
    unit: str
    meaning: str
    feeds: str = ""  # for a flow: the stock that it adds to
    clause: bool = False  # for a flow: it counts how often a clause of the rules applied
    words: tuple[str, ...] = ()  # for a result that is a kind: what its values 0, 1, … stand for


@dataclass(frozen=True)
class Conserved:
    """A sum that stays the same through every round: Σ over seats of the stocks `each`, plus the stocks `once`.

    total: a number, or the product of numbers and parameters, `seats` among them, as `cards_each * seats`.
    """

    name: str
    each: tuple[str, ...]
    once: tuple[str, ...]
    total: int | str


def total_of(total: int | str, seats: int, values: Mapping[str, Value]) -> int:
    """The total of a conserved sum where so many play and the parameters have these values."""
    if isinstance(total, int):
        return total
    known = {**values, "seats": seats}
    return prod(int(known.get(factor.strip(), factor)) for factor in total.split("*"))


@dataclass(frozen=True)
class GameMetric:
    """A metric of the game's own over rounds that were not capped, in one of five forms; the others' fields are empty.

    top, per: Σ top / Σ per. top: a tracked quantity or `points` (a fact counts once a round, all else is summed over
    seats); per: "round", "turn", or what top may be. by_position: also for the seat in each position, over the same.
    quantiles_of, at: the quantiles, in percent, of a fact.
    first, by: the share of rounds in which a turn had come within so many turns; first: a fact, the turn from 0,
    −1 for never.
    without: ½ Σ |w − w°| over seats, w the shares of the win, w° those by the points without this result; of rounds
    and of matches. match_only: values of parameters under which it is told of matches alone, and because: why.
    """

    name: str
    unit: str
    meaning: str
    top: str = ""
    per: str = ""
    by_position: bool = False
    quantiles_of: str = ""
    at: tuple[int, ...] = ()
    first: str = ""
    by: tuple[int, ...] = ()
    without: str = ""
    match_only: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    because: str = ""
    early: str = ""


@dataclass(frozen=True)
class Pick:
    """A match worth seeing: the one with the largest sum over its rounds of a tracked quantity (a fact counts once)."""

    name: str
    most: str
    meaning: str


@dataclass(frozen=True)
class AtMost:
    """How often moves of these kinds can name one value of an argument in a round: no card is taken more often."""

    arg: str
    most: int
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """A game as declared. `rules`, `players_module` and `words` are its modules; `folder` is where they lie."""

    name: str
    title: str
    about: str
    version: int
    seats: tuple[int, ...]
    default_player: str
    # who plays where a question is put to players of all strengths, from weak to strong
    strength: tuple[str, ...]
    max_choices: int
    supply: str  # the tracked stock that all seats draw on, for the chart over turns; "" where there is none
    standing: str  # the tracked stock by which seats lead or trail within a round; "" where there is none
    economy: str  # the tracked stock of seats that reports tell the course of; "": the first that flows feed
    hidden: str  # a state field no seat fully knows, for the conformance kit's controls; "" where all is open
    caution: str  # what every report on the game must say before its numbers; "" where there is nothing
    calibration: bool  # is it there to check the program with, its values known exactly?
    turn_order: str  # "clockwise": turns go from seat to seat, from the starter; "own": as the game has it
    carried: Mapping[
        str, tuple[Value, ...]
    ]  # values of parameters under which points are carried across rounds
    parameters: Mapping[str, Parameter]
    presets: Mapping[str, Preset]
    players: Mapping[str, Player]
    end_reasons: tuple[str, ...]
    kinds: tuple[str, ...]
    args: tuple[str, ...]
    arg_bits: tuple[int, ...]
    at_most: tuple[AtMost, ...]
    by_others: tuple[str, ...]  # kinds of decisions that a seat takes in another one's turn
    classes: Mapping[str, Mapping[str, str]]  # class of choices → value → what choices of it are
    track: tuple[Tracked, ...]
    conserved: tuple[Conserved, ...]
    metrics: tuple[GameMetric, ...]
    picks: tuple[Pick, ...]
    impossible: Callable[[int, Mapping[str, Value]], tuple[str, object, str] | None]
    source: str  # the name or path by which it is found again
    folder: str
    package: str
    rules: ModuleType
    players_module: ModuleType
    words: ModuleType
    digest: str

    @property
    def reaches(self) -> bool:
        """Do its rules tell how far ahead a seat can still come out of a round?"""
        return hasattr(self.rules, "reach")

    def tracked(self, kind: str) -> tuple[Tracked, ...]:
        """The tracked quantities of one kind, in declared order."""
        return tuple(t for t in self.track if t.kind == kind)

    def check_seats(self, seats: int) -> int:
        """The number of seats, if the game can be played so; else InputError."""
        if seats not in self.seats:
            raise InputError("seats", seats, "one of " + ", ".join(map(str, self.seats)))
        return seats
