"""The conformance kit: what every game, ours or a stranger's, must keep for its results to be worth anything.

`check(game)` runs in this process what needs speed, in a process with bounds checking what could reach outside an
array, and in a process of plain Python what must come out the same there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sims import batch, conformance_probes, variants
from sims.errors import InputError, PlayError
from sims.game import CAP, Game, Parameter, Value, total_of
from sims.lineup import parse_lineup
from sims.variants import Variant

MATCHES = 2_000
"""Matches in which a parameter must show an effect."""
SEED = 20


@dataclass(frozen=True)
class Finding:
    """Something wrong with a game: which check found it, and what it saw."""

    check: str
    text: str

    def __str__(self) -> str:
        return f"{self.check}: {self.text}"


def check(game: Game) -> Iterator[Finding]:
    """Everything the kit finds wrong with the game, as it finds it; nothing if the game keeps its contract."""
    faults = 0
    for checks in (values, repeats, flows, caps, effects, conformance_probes.findings):
        try:
            for finding in checks(game):
                faults += 1
                yield Finding(*finding) if isinstance(finding, tuple) else finding
        except PlayError as error:
            faults += 1
            yield Finding("play", str(error))
        if faults and checks is repeats:
            return  # a game that cannot be played, or not twice alike, says nothing reliable beyond that


def values(game: Game) -> Iterator[Finding]:
    """Every value out of range, or of the wrong type, is refused."""
    for parameter in game.parameters.values():
        wrong: list[object] = [None, 0.5, "no such value", []]
        wrong += [parameter.low - 1, parameter.high + 1, True] if parameter.kind == "int" else [7]
        for value in wrong:
            try:
                parameter.check(value)
            except InputError:
                continue
            yield Finding("range", f"{parameter.name} accepts {value!r}")


def repeats(game: Game) -> Iterator[Finding]:
    """The same seed gives the same matches, and another seed others."""
    for seats in game.seats:
        first, again = (Digests(game, variants.make(game, seats), game.default_player, 200) for _ in range(2))
        if first != again:
            yield Finding(
                "repeat",
                f"{seats} seats: the same seed gives other matches: are there other sources of chance?",
            )


def flows(game: Game) -> Iterator[Finding]:
    """Flows add up to the change of the stock they feed; what the game says is conserved is."""
    for seats in game.seats:
        variant = variants.make(game, seats)
        turns = played(game, variant, "random", 100)["turns"]
        rows = {
            name: column.reshape(-1, seats) for name, column in turns.items()
        }  # a row a turn, a column a seat
        same_round = (np.diff(rows["match"][:, 0]) == 0) & (np.diff(rows["round"][:, 0]) == 0)
        for stock in sorted({t.feeds for t in game.track if t.feeds}):
            moved = sum(rows[t.name] for t in game.track if t.feeds == stock)
            wrong = same_round & (np.diff(rows[stock], axis=0) != np.asarray(moved)[1:]).any(axis=1)
            if wrong.any():
                yield Finding(
                    "flows", f"{_turn(rows, 1 + wrong.argmax())}: {stock} changed by other than its flows"
                )
        for sums in game.conserved:
            total = total_of(sums.total, seats, variant.values)
            each = sum(rows[name].sum(axis=1) for name in sums.each)
            wrong = np.asarray(each + sum(rows[name][:, 0] for name in sums.once) != total)
            if wrong.any():
                yield Finding(
                    "conserved", f"{_turn(rows, wrong.argmax())}: {sums.name} are not {total} in all"
                )


def _turn(rows: dict[str, np.ndarray], at: np.intp) -> str:
    """A turn, told so that it can be found again."""
    match, round_no, turn = (int(rows[name][at, 0]) for name in ("match", "round", "turn"))
    return f"match {match}, round {round_no}, turn {turn} (seed {SEED}, random players)"


def caps(game: Game) -> Iterator[Finding]:
    """With the lowest cap on turns no round is longer, and a capped round scores nothing and has no winner."""
    for seats in game.seats:
        lowest = game.parameters["max_turns"].low
        rounds = played(game, variants.make(game, seats, None, {"max_turns": lowest}), "random", 200)[
            "rounds"
        ]
        if rounds["turns"].max() > lowest:
            yield Finding(
                "caps", f"{seats} seats: a round of {rounds['turns'].max()} turns under max_turns={lowest}"
            )
        capped = rounds["end_reason"] == CAP
        if rounds["points"][capped].any() or rounds["share"][capped].any():
            yield Finding("caps", f"{seats} seats: a capped round scored points")


def effects(game: Game) -> Iterator[Finding]:
    """Some legal value of every parameter changes some of 2,000 matches."""
    for parameter in game.parameters.values():
        if not parameter.no_effect and not any(
            _shows(game, parameter, seats) for seats in reversed(game.seats)
        ):
            yield Finding("effect", f"no value of {parameter.name} tried changes any of {MATCHES} matches")


def _shows(game: Game, parameter: Parameter, seats: int) -> bool:
    players = parameter.shown_by or game.default_player
    try:
        base = Digests(game, variants.make(game, seats, None, parameter.shown_with), players, MATCHES)
    except InputError:  # the other values can stand only with another one of this parameter
        base = Digests(game, variants.make(game, seats), players, MATCHES)
    for value in _others(parameter, seats):
        try:
            variant = variants.make(game, seats, None, {**parameter.shown_with, parameter.name: value})
        except InputError:
            continue
        if Digests(game, variant, players, MATCHES) != base:
            return True
    return False


def _others(parameter: Parameter, seats: int) -> list[Value]:
    """Legal values other than the default, the likeliest to show an effect first."""
    default = parameter.default(seats)
    if parameter.kind == "choice":
        return [choice for choice in parameter.choices if choice != default]
    if parameter.kind == "bool":
        return [not default]
    low, high, now = parameter.low, parameter.high, int(default)
    tried = dict.fromkeys([low, high, now - 1, now + 1, now // 2, 2 * now, *range(low, min(high, low + 60))])
    return [value for value in tried if low <= value <= high and value != now]


class Digests:
    """What became of matches: digests of all decisions and points, and the shares of the win."""

    def __init__(self, game: Game, variant: Variant, players: str, matches: int) -> None:
        """Play them, without logging turns and moves."""
        tables = played(game, variant, players, matches, "rounds")["matches"]
        self.seen = (tables["digest"], tables["share"])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Digests):
            return NotImplemented
        return all(np.array_equal(a, b) for a, b in zip(self.seen, other.seen, strict=True))

    __hash__ = None  # type: ignore[assignment]


def played(
    game: Game, variant: Variant, players: str, deals: int, level: str = "turns"
) -> dict[str, dict[str, np.ndarray]]:
    """The tables of so many deals, whole, as columns by name."""
    parts: dict[str, list[dict[str, np.ndarray]]] = {}
    lineup = parse_lineup(game, players, variant.seats)

    def keep(table: str, columns: dict[str, np.ndarray]) -> None:
        parts.setdefault(table, []).append({name: column.copy() for name, column in columns.items()})

    batch.play(batch.Job(game, variant, lineup, SEED, deals, log=level), keep)
    return {
        table: {name: np.concatenate([part[name] for part in found]) for name in found[0]}
        for table, found in parts.items()
    }
