"""Reading a `game.toml`: every key is known, every name can be used where names are used, or InputError says which."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sims import shapes, tuned
from sims.errors import InputError
from sims.game import (
    MAX_SEATS,
    AtMost,
    Conserved,
    Parameter,
    Player,
    Preset,
    Tracked,
    Value,
    Weight,
)
from sims.lineup import SEARCHERS
from sims.log import MATCHES, MOVES, ROUNDS, TURNS
from sims.restriction import MODES, MOST_VALUES

SEARCHED = 50  # rollouts of the search player that a game without a declared strength has
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_PRESET = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}")
_KINDS = ("stock", "flow", "result", "fact")
_ORDERS = ("own", "clockwise")
_COLUMNS = {*MATCHES, *ROUNDS, *TURNS, *MOVES, "match", "deal", "share", "digest"}
_VARIANTS = {
    "variant",
    "label",
    "seats",
    "preset",
    "lineup",
    "mirrors",
    "repeats",
    "first_deal",
    "clusters",
    "matches",
}
_TABLES = {
    "game": {"name", "title", "about", "version", "seats", "default_player", "strength", "max_choices",
             "supply", "standing", "economy", "hidden", "end_reasons", "turn_order", "carried", "caution",
             "calibration"},
    "moves": {"kinds", "args", "at_most", "by_others"},
    "classes": {"values"},
    "parameters": {"default", "low", "high", "choices", "meaning", "assumed", "shown_by", "shown_with",
                   "no_effect"},
    "presets": {"source", "set"},
    "players": {"about", "plays", "weights"},
    "track": {"kind", "unit", "meaning", "feeds", "clause", "words"},
    "conserved": {"each", "once", "total"},
    "metrics": {"top", "per", "by_position", "quantiles_of", "at", "first", "by", "without", "match_only", "because",
                "early", "unit", "meaning"},
    "picks": {"most", "meaning"},
}  # fmt: skip


def read(path: Path) -> dict[str, Any]:
    """The declaration at `path`, keys and names checked; with the player `tuned`, if there is one beside it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(path.name, str(error), "readable as TOML") from error
    for table, keys in data.items():
        one_of(path.name, table, _TABLES)
        _table(path.name, table, keys)
    if "game" not in data:
        raise InputError(path.name, "game", "there: the table [game] is missing")
    seats = data["game"]["seats"]
    if not (isinstance(seats, list) and seats and all(type(n) is int and 1 <= n <= MAX_SEATS for n in seats)):
        raise InputError(
            f"{path.name}: game.seats", seats, f"a list of numbers of seats from 1 to {MAX_SEATS}"
        )
    if "max_turns" not in data.get("parameters", {}):
        raise InputError(f"{path.name}: parameters", "max_turns", "there: every game has a cap on its turns")
    beside = path.with_name(tuned.FILE)
    if beside.is_file():
        players = data.setdefault("players", {})
        players[tuned.NAME] = tuned.player(beside, players)
    return data


def _table(file: str, table: str, keys: object) -> None:
    """Refuse unknown keys, names that cannot be used, and values of the wrong kind."""
    single = table in ("game", "moves")
    if not isinstance(keys, dict):
        told = f"a table: write [{table}]" if single else f"tables: write [{table}.NAME]"
        raise InputError(file, table, told)
    for name, entry in {table: keys}.items() if single else keys.items():
        where = f"{file}: {table}" if single else f"{file}: {table}.{name}"
        if not isinstance(entry, dict):
            raise InputError(f"{file}: {table}", name, f"a table: write [{table}.NAME]")
        for key in entry:
            one_of(where, key, _TABLES[table])
        if table == "presets":
            if not _PRESET.fullmatch(name):
                raise InputError(where, name, "a name of small letters, digits, _, - and .")
        elif not single:
            usable(where, name)
        shapes.check(table, where, entry)


def one_of(where: str, key: object, legal: Any) -> None:
    """Refuse a key or name that is not among the legal ones."""
    if key not in legal:
        raise InputError(where, key, "a key that is known here", legal)


def usable(where: str, name: str) -> None:
    """Refuse a name that is no identifier, or that NumPy records already have (`round`, `size`, `max` …)."""
    if not _NAME.fullmatch(name):
        raise InputError(where, name, "a name of small letters, digits and _ that begins with a letter")
    if hasattr(np.record, name):
        raise InputError(where, name, "free: NumPy records have an attribute of that name")


def parameters(data: Mapping[str, Any]) -> dict[str, Parameter]:
    """The parameters in declared order."""
    seats = data["game"]["seats"]
    found = {}
    for name, entry in data.get("parameters", {}).items():
        where = f"parameters.{name}"
        if name in _VARIANTS:
            raise InputError(where, name, "free: the table of variants has a column of that name")
        default = entry.get("default")
        by_seats = default if isinstance(default, dict) else {str(n): default for n in seats}
        if not all(str(n) in by_seats for n in seats):
            raise InputError(f"{where}.default", default, "complete: a default for every number of seats")
        values: dict[int, Value] = {n: by_seats[str(n)] for n in seats}
        one = values[seats[0]]
        kind = "bool" if isinstance(one, bool) else "choice" if "choices" in entry else "int"
        if kind == "int" and not ("low" in entry and "high" in entry and entry["low"] <= entry["high"]):
            raise InputError(
                where,
                entry,
                "complete: low and high, low the smaller, or choices, or a default true or false",
            )
        parameter = Parameter(
            name, kind, values, entry["meaning"], entry.get("low", 0), entry.get("high", 0),
            tuple(entry.get("choices", ())), entry.get("shown_by", ""), entry.get("shown_with", {}),
            entry.get("assumed", False), entry.get("no_effect", ""),
        )  # fmt: skip
        for value in values.values():
            parameter.check(value)
        found[name] = parameter
    return found


def presets(data: Mapping[str, Any], known: Mapping[str, Parameter]) -> dict[str, Preset]:
    """The presets; every override is of a known parameter and in range."""
    found = {}
    for name, entry in data.get("presets", {}).items():
        for parameter, value in entry.get("set", {}).items():
            one_of(f"presets.{name}.set", parameter, known)
            known[parameter].check(value)
        found[name] = Preset(name, entry.get("source", ""), entry.get("set", {}))
    return found


def players(data: Mapping[str, Any]) -> dict[str, Player]:
    """The players; `random` is every game's."""
    found = {"random": Player("random", "Any legal choice, all equally likely.", "random")}
    for name, entry in data.get("players", {}).items():
        if name in SEARCHERS:
            raise InputError("players", name, "a name of its own: every game has that player")
        weights = {key: _weight(name, key, value) for key, value in entry.get("weights", {}).items()}
        found[name] = Player(name, entry.get("about", ""), entry.get("plays", name), weights)
    default = data["game"]["default_player"]
    if default not in found:
        raise InputError("game.default_player", default, "a declared player", found)
    return found


def strength(data: Mapping[str, Any], known: Mapping[str, Player]) -> tuple[str, ...]:
    """The players of all strengths, from weak to strong; where the game does not say: random, the default, a search."""
    default = data["game"]["default_player"]
    found = data["game"].get("strength")
    if found is None:
        own = dict.fromkeys(("random", default, *(name for name in known if name == tuned.NAME)))
        return (*own, f"search:{SEARCHED}")
    if default not in found:
        raise InputError("game.strength", found, f"a list with the default player in it, {default}")
    return tuple(found)


def _weight(player: str, name: str, value: object) -> Weight:
    if name in MODES:
        raise InputError(f"players.{player}.weights", name, "free: line-ups restrict players by that word")
    if not isinstance(value, int | float):
        raise InputError(f"players.{player}.weights.{name}", value, "a number, or true or false for a switch")
    return value if isinstance(value, bool) else float(value)


def track(data: Mapping[str, Any]) -> tuple[Tracked, ...]:
    """The tracked quantities, by kind (stock, flow, result, fact): the order in which `track` fills them."""
    entries = data.get("track", {})
    for name, entry in entries.items():
        if entry.get("kind") not in _KINDS:
            raise InputError(f"track.{name}.kind", entry.get("kind"), "one of " + ", ".join(_KINDS), _KINDS)
        if name in _COLUMNS:
            raise InputError(f"track.{name}", name, "free: the logs have a column of that name")
        if "clause" in entry and (entry["kind"] != "flow" or not isinstance(entry["clause"], bool)):
            raise InputError(f"track.{name}.clause", entry["clause"], "true or false, of a flow")
        if "feeds" in entry:
            one_of(f"track.{name}.feeds", entry["feeds"], entries)
        if "words" in entry and entry["kind"] != "result":
            raise InputError(f"track.{name}.words", entry["words"], "of a result: the words of its values")
    found = [
        Tracked(
            name=n,
            kind=e["kind"],
            unit=e.get("unit", ""),
            meaning=e.get("meaning", ""),
            feeds=e.get("feeds", ""),
            clause=e.get("clause", False),
            words=tuple(e.get("words", ())),
        )
        for n, e in entries.items()
    ]
    return tuple(sorted(found, key=lambda t: _KINDS.index(t.kind)))


def conserved(data: Mapping[str, Any], tracked: tuple[Tracked, ...]) -> tuple[Conserved, ...]:
    """The sums that stay the same through a round; what they add up are tracked stocks."""
    stocks = [t.name for t in tracked if t.kind == "stock"]
    found = []
    for name, e in data.get("conserved", {}).items():
        for stock in (*e.get("each", ()), *e.get("once", ())):
            one_of(f"conserved.{name}", stock, stocks)
        if not isinstance(e.get("total"), int):
            for factor in str(e.get("total")).split("*"):
                if not factor.strip().isdecimal():
                    one_of(f"conserved.{name}.total", factor.strip(), ["seats", *data.get("parameters", {})])
        found.append(Conserved(name, tuple(e.get("each", ())), tuple(e.get("once", ())), e["total"]))
    return tuple(found)


def at_most(data: Mapping[str, Any]) -> tuple[AtMost, ...]:
    """How often moves of some kinds can name one value of an argument in a round."""
    moves = data.get("moves", {})
    found = []
    for entry in moves.get("at_most", []):
        one_of("moves.at_most.arg", entry.get("arg"), moves.get("args", {}))
        kinds = entry.get("kinds", moves.get("kinds", []))
        for kind in kinds:
            one_of("moves.at_most.kinds", kind, moves.get("kinds", []))
        most = entry.get("most")
        if type(most) is not int or most < 1 or entry.keys() - {"arg", "most", "kinds"}:
            raise InputError(
                "moves.at_most", entry, "arg, most (a whole number of at least 1) and perhaps kinds"
            )
        found.append(AtMost(entry["arg"], most, tuple(kinds)))
    return tuple(found)


def by_others(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Kinds of decisions that a seat takes in another one's turn."""
    moves = data.get("moves", {})
    for kind in moves.get("by_others", []):
        one_of("moves.by_others", kind, moves.get("kinds", []))
    return tuple(moves.get("by_others", ()))


def classes(data: Mapping[str, Any]) -> dict[str, Mapping[str, str]]:
    """The classes of choices by which players can be restricted: class → value → what choices of it are."""
    found = {name: entry["values"] for name, entry in data.get("classes", {}).items()}
    number = sum(map(len, found.values()))
    if number > MOST_VALUES:
        raise InputError("classes", f"{number} values", f"at most {MOST_VALUES} in all")
    return found


def stock(data: Mapping[str, Any], key: str, tracked: tuple[Tracked, ...]) -> str:
    """The tracked stock that [game] names by this key; "" where none is named."""
    name: str = data["game"].get(key, "")
    if name:
        one_of(f"game.{key} (a stock)", name, [t.name for t in tracked if t.kind == "stock"])
    return name


def turn_order(data: Mapping[str, Any]) -> str:
    """How turns go round: "clockwise" from the starter, or in the game's "own" order."""
    order: str = data["game"].get("turn_order", _ORDERS[0])
    one_of("game.turn_order", order, _ORDERS)
    return order


def calibration(data: Mapping[str, Any]) -> bool:
    """Is the game there to check the program with?"""
    said = data["game"].get("calibration", False)
    if not isinstance(said, bool):
        raise InputError("game.calibration", said, "true or false")
    return said


def values_of(where: str, entry: Any, parameters: Mapping[str, Parameter]) -> dict[str, tuple[Value, ...]]:
    """Parameter → some of its values, all known and legal."""
    found = {}
    for name, values in entry.items():
        one_of(where, name, parameters)
        if not isinstance(values, list):
            raise InputError(f"{where}.{name}", values, "a list of values of the parameter")
        found[name] = tuple(parameters[name].check(value) for value in values)
    return found
