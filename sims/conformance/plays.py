"""Many matches at full speed: run as `python -m sims.conformance.plays GAME`."""

import sys
from collections.abc import Iterator

import numpy as np

from sims import batch, log, registry, variants
from sims.conformance import reaches, searches
from sims.conformance.declared import Found
from sims.conformance.elsewhere import Pulse, tell
from sims.errors import InputError
from sims.game import CAP, Game, Parameter, total_of
from sims.lineup import parse_lineup
from sims.variants import Variant

FEW, MATCHES = 100, 2_000
"""Matches in which a parameter must show an effect: nearly all do in the first few."""
SEED = 20
_PULSE = Pulse()


def findings(game: Game) -> Iterator[Found]:
    """All that is found; of a game that does not play the same twice, nothing more."""
    for checks in (repeats, results, flows, caps, effects, reaches.broken, searches.peeks):
        wrong = False
        for found in checks(game):
            wrong = True
            yield found
        if wrong and checks is repeats:
            return


def repeats(game: Game) -> Iterator[Found]:
    """The same seed gives the same matches, and another seed others."""
    for variant in variants.starts(game):
        first, again = (Digests(game, variant, game.default_player, 200) for _ in range(2))
        if first != again:
            where = f"{variant.seats} seats, {variant.label}"
            yield "repeat", f"{where}: the same seed gives other matches: are there other sources of chance?"


def results(game: Game) -> Iterator[Found]:
    """Turns count up, reasons have words, points add up, and rounds end by the rules."""
    for variant in variants.starts(game):
        seats, tables = variant.seats, played(game, variant, game.default_player, 200)
        rounds, turns, matches = tables["rounds"], tables["turns"], tables["matches"]
        at = f"{seats} seats, {variant.label} (seed {SEED}, {game.default_player} in every seat)"
        if (rounds["end_reason"] >= len(game.end_reasons)).any():
            number = int(rounds["end_reason"].max())
            yield (
                "end",
                f"{at}: a round ends by reason {number}; end_reasons has words for 2 to {len(game.end_reasons) - 1}",
            )
        if (np.abs(rounds["ender"]) >= seats).any() or (turns["mover"] >= seats).any():
            yield "seats", f"{at}: ender or mover is not one of the seats 0 to {seats - 1}"
        same = (np.diff(turns["match"]) == 0) & (np.diff(turns["round"]) == 0)
        if (same & ~np.isin(np.diff(turns["turn"]), (0, 1))).any():
            yield "turns", f"{at}: turns are not numbered 0, 1, 2, …: play() adds 1 to turn where one ends"
        if game.turn_order == "clockwise" and (astray := _out_of_order(rounds, turns, seats)):
            yield "turns", f"{at}: {astray}: turn_order is clockwise"
        for seat in range(seats):
            own = rounds["seat"] == seat
            sums = np.bincount(rounds["match"][own], rounds["points"][own])
            wrong = sums != matches["points"][matches["seat"] == seat]
            if wrong.any():
                yield (
                    "score",
                    f"{at}: match {wrong.argmax()}: match points of seat {seat} are not the sum of its rounds' points",
                )
                break
        if (rounds["end_reason"] == CAP).all():
            cap = variant.values["max_turns"]
            yield "end", f"{at}: no round ends by the rules; all are capped (max_turns={cap})"


def _out_of_order(rounds: dict[str, np.ndarray], turns: dict[str, np.ndarray], seats: int) -> str:
    """The first turn whose mover is not the next seat clockwise, from the starter; "" if there is none."""
    one = (turns["seat"] == 0) & (turns["turn"] >= 0)
    turn, mover = turns["turn"][one], turns["mover"][one]
    starters = rounds["seat"][rounds["position"] == 0]
    due = (starters[_round_of(rounds, turns, seats)[one]] + turn) % seats
    wrong = np.flatnonzero(mover != due)
    if not len(wrong):
        return ""
    first = wrong[0]
    where = ", ".join(f"{name} {turns[name][one][first]}" for name in ("match", "round", "turn"))
    return f"{where}: the mover is seat {mover[first]}, not {due[first]}"


def _round_of(rounds: dict[str, np.ndarray], turns: dict[str, np.ndarray], seats: int) -> np.ndarray:
    """For each row of turns the number of its round among all rounds."""
    most = int(rounds["round"].max(initial=0)) + 1
    keys = (rounds["match"] * most + rounds["round"])[::seats]
    numbers: np.ndarray = np.searchsorted(keys, turns["match"] * most + turns["round"])
    return numbers


def flows(game: Game) -> Iterator[Found]:
    """Flows add up to the change of the stock they feed; what the game says is conserved is."""
    for variant in variants.starts(game):
        tables = played(game, variant, "random", 100)
        seats, turns = variant.seats, tables["turns"]
        yield from _dealt(game, variant, tables["rounds"], turns)
        # a row a turn, a column a seat
        rows = {name: column.reshape(-1, seats) for name, column in turns.items()}
        same_round = (np.diff(rows["match"][:, 0]) == 0) & (np.diff(rows["round"][:, 0]) == 0)
        for stock in sorted({t.feeds for t in game.track if t.feeds}):
            moved = sum(rows[t.name] for t in game.track if t.feeds == stock)
            wrong = same_round & (np.diff(rows[stock], axis=0) != np.asarray(moved)[1:]).any(axis=1)
            if wrong.any():
                at = _turn(variant, rows, 1 + wrong.argmax())
                yield "flows", f"{at}: {stock} changed by other than its flows"
        for sums in game.conserved:
            total = total_of(sums.total, seats, variant.values)
            each = sum(rows[name].sum(axis=1) for name in sums.each)
            wrong = np.asarray(each + sum(rows[name][:, 0] for name in sums.once) != total)
            if wrong.any():
                at = _turn(variant, rows, wrong.argmax())
                yield "conserved", f"{at}: {sums.name} are not {total} in all"


def _dealt(
    game: Game, variant: Variant, rounds: dict[str, np.ndarray], turns: dict[str, np.ndarray]
) -> Iterator[Found]:
    """Flows that are not 0 as a round is dealt: no turn has these amounts, though the round has."""
    seats = variant.seats
    # rows of rounds stand round by round, and there seat by seat
    cell = _round_of(rounds, turns, seats) * seats + turns["seat"]
    logged = np.isin(np.arange(len(rounds["seat"])), cell)  # a round over as dealt has no turns
    for flow in game.tracked("flow"):
        sums = np.bincount(cell, turns[flow.name], len(rounds["seat"]))
        wrong = np.flatnonzero(logged & (sums != rounds[flow.name]))
        if len(wrong):
            at = ", ".join(f"{name} {rounds[name][wrong[0]]}" for name in ("match", "round", "seat"))
            where = f"{seats} seats, {variant.label}, {at} (seed {SEED}, random players)"
            told = f"its turns add up to {sums[wrong[0]]:.0f}, the round has {rounds[flow.name][wrong[0]]}"
            yield "flows", f"{where}: {flow.name}: {told}: a flow is 0 as the round is dealt"


def _turn(variant: Variant, rows: dict[str, np.ndarray], at: np.intp) -> str:
    """A turn, told so that it can be found again."""
    match, round_no, turn = (int(rows[name][at, 0]) for name in ("match", "round", "turn"))
    where = f"{variant.seats} seats, {variant.label}"
    return f"{where}, match {match}, round {round_no}, turn {turn} (seed {SEED}, random players)"


def caps(game: Game) -> Iterator[Found]:
    """With the lowest cap on turns no round is longer, and a capped round scores nothing and has no winner."""
    for seats in game.seats:
        lowest = game.parameters["max_turns"].low
        try:
            variant = variants.make(game, seats, None, {"max_turns": lowest})
        except InputError:  # impossible beside the other defaults
            continue
        rounds = played(game, variant, "random", 200)["rounds"]
        if rounds["turns"].max() > lowest:
            yield "caps", f"{seats} seats: a round of {rounds['turns'].max()} turns under max_turns={lowest}"
        capped = rounds["end_reason"] == CAP
        if rounds["points"][capped].any() or rounds["share"][capped].any():
            yield "caps", f"{seats} seats: a capped round scored points"


def effects(game: Game) -> Iterator[Found]:
    """Some legal value of every parameter changes some of 2,000 matches."""
    for parameter in game.parameters.values():
        if not parameter.no_effect and not any(
            _shows(game, parameter, seats, matches)
            for matches in (FEW, MATCHES)
            for seats in reversed(game.seats)
        ):
            hint = (
                ": let its `low` lie below a usual round, or give the reason with `no_effect`"
                if parameter.name == "max_turns"
                else ""
            )
            yield "effect", f"no value of {parameter.name} tried changes any of {MATCHES} matches{hint}"


def _shows(game: Game, parameter: Parameter, seats: int, matches: int) -> bool:
    players = parameter.shown_by or game.default_player
    try:
        base = Digests(game, variants.make(game, seats, None, parameter.shown_with), players, matches)
    except InputError:  # the other values can stand only with another one of this parameter
        base = Digests(game, variants.make(game, seats), players, matches)
    for value in parameter.others(seats):
        try:
            variant = variants.make(game, seats, None, {**parameter.shown_with, parameter.name: value})
        except InputError:
            continue
        if Digests(game, variant, players, matches) != base:
            return True
    return False


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
    """The tables of so many deals, whole, as columns by name; without rows where nothing was logged."""
    job = batch.Job(game, variant, parse_lineup(game, players, variant.seats), SEED, deals, log=level)
    parts: dict[str, list[dict[str, np.ndarray]]] = {
        table: [{name: np.zeros(0, kind) for name, kind in columns}]
        for table, columns in log.schema(game).items()
    }

    def keep(table: str, columns: dict[str, np.ndarray]) -> None:
        parts[table].append({name: column.copy() for name, column in columns.items()})

    batch.play(job, keep, _PULSE.beat)
    return {
        table: {name: np.concatenate([part[name] for part in found]) for name in found[0]}
        for table, found in parts.items()
    }


if __name__ == "__main__":
    for each in findings(registry.load(sys.argv[1])):
        tell(each)
