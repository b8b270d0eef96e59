"""Does what run.json says fit together? What readers rely on without asking."""

import re
import shlex
from collections.abc import Collection, Iterator, Mapping

from balance.store.declared import Declared, declared
from balance.store.query import LATER
from balance.store.spec import TABLES, Spec, chunk_count
from sims.lineup import PlayerSpec, mirrors
from sims.log import MATCHES, MOVES, ROUNDS, TURNS

MOST_CHUNKS = 2**22
FORMS = ("quantiles_of", "first", "without", "early", "top", "per")
Fault = tuple[str, object, str]
"""A field, its value, and what would fit."""


def is_ours(command: str) -> bool:
    """Is it a command of this program and nothing else, whatever shell it is pasted into?"""
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    return words[:1] == ["balance"] and shlex.join(words) == command


def misfits(found: Spec) -> Iterator[Fault]:
    """What does not fit together: field, value, and what would fit."""
    if not is_ours(found["command"]):
        yield "command", found["command"], "a command of balance and nothing else"
    if not found["variants"]:
        yield "variants", [], "a list of one at least"
    for i, player in enumerate(found["players"]):
        if player["player"] != i:
            yield f"players[{i}].player", player["player"], f"its place in the list, {i}"
    yield from _variants(found)
    yield from _chunks(found)
    game = declared(found)
    yield from _columns(game)
    yield from _quantities(game)
    yield from _parameters(game)


def _variants(found: Spec) -> Iterator[Fault]:
    names = {player["name"] for player in found["players"]}
    parameters = set(found["declared"]["parameters"])
    kinds = {name: type(value) for name, value in found["variants"][0]["parameters"].items()}
    for i, variant in enumerate(found["variants"]):
        place = f"variants[{i}]"
        if variant["variant"] != i:
            yield f"{place}.variant", variant["variant"], f"its place in the list, {i}"
        if len(variant["lineup"]) != variant["seats"] or not names.issuperset(variant["lineup"]):
            yield f"{place}.lineup", variant["lineup"], f"{variant['seats']} of the players of the run"
        turned = len(mirrors(tuple(map(PlayerSpec, variant["lineup"]))))
        if variant["mirrors"] != turned:
            yield f"{place}.mirrors", variant["mirrors"], f"that of its line-up, {turned}"
        matches = variant["clusters"] * variant["mirrors"] * variant["repeats"]
        if variant["matches"] != matches:
            yield f"{place}.matches", variant["matches"], f"clusters × mirrors × repeats, {matches}"
        if parameters != set(variant["parameters"]):
            yield f"{place}.parameters", list(variant["parameters"]), "all that are declared, and no more"
        if {name: type(value) for name, value in variant["parameters"].items()} != kinds:
            yield f"{place}.parameters", variant["parameters"], "of the same names and kinds in all variants"
        if not 0 <= (variant.get("baseline") or 0) < len(found["variants"]):
            yield f"{place}.baseline", variant.get("baseline"), "the number of a variant"


def _chunks(found: Spec) -> Iterator[Fault]:
    """Is the number of chunks that of the plan, and one that can be gone through?"""
    if "until" in found:
        ends = [batch["clusters"] for batch in found["until"]["batches"]]
        if not ends or sorted(set(ends)) != ends or max(v["clusters"] for v in found["variants"]) < ends[0]:
            yield "until.batches", ends, "rising, and the first of them begun"
            return
    planned = chunk_count(found)
    if planned > MOST_CHUNKS or found["chunks"] != planned:
        yield "chunks", found["chunks"], f"the number of the plan, {planned}, and at most {MOST_CHUNKS}"


def _columns(game: Declared) -> Iterator[Fault]:
    """Are the columns of the tables those of all games, and the tracked quantities and arguments of this one?"""
    track = [quantity["name"] for quantity in game["track"]]
    moving = [quantity["name"] for quantity in game["track"] if quantity["kind"] in ("stock", "flow")]
    wanted: Mapping[str, list[str]] = {
        "matches": ["match", "deal", *MATCHES, "share", "digest"],
        "rounds": ["match", "deal", *ROUNDS, *track, "share"],
        "turns": ["match", *TURNS, *moving],
        "moves": ["match", *MOVES, *game["args"]],
    }
    for table in TABLES:
        there = [name for name, _ in game["schema"].get(table, ())]
        later = [name for name, _ in LATER.get(table, [])]
        lacking = [name for name in wanted[table] if name not in there and name not in later]
        if lacking or not set(there) <= set(wanted[table]) or len(set(there)) < len(there):
            yield f"declared.schema.{table}", there, f"its columns, each once: {', '.join(wanted[table])}"


def _quantities(game: Declared) -> Iterator[Fault]:
    """Is what the declaration names tracked, or a parameter?"""
    kinds = {quantity["name"]: quantity["kind"] for quantity in game["track"]}
    stocks = [name for name, kind in kinds.items() if kind == "stock"]
    named: list[tuple[str, object, Collection[str]]] = [
        ("standing", game["standing"], ["", *stocks]),
        ("supply", game["supply"], ["", *stocks]),
    ]
    named += [(f"track[{i}].feeds", row["feeds"], ["", *stocks]) for i, row in enumerate(game["track"])]
    named += [(f"picks[{i}].most", row["most"], kinds) for i, row in enumerate(game["picks"])]
    for i, metric in enumerate(game["metrics"]):
        of = [metric.get(key) for key in FORMS]
        named += [
            (f"metrics[{i}]", name, ["points", "round", "turn", *kinds]) for name in of if name is not None
        ]
    for i, kept in enumerate(game["conserved"]):
        named += [(f"conserved[{i}]", name, stocks) for name in [*kept["each"], *kept["once"]]]
    for field, name, legal in named:
        if name not in legal:
            yield f"declared.{field}", name, "a tracked quantity that can stand there"


def _parameters(game: Declared) -> Iterator[Fault]:
    """Are the parameters that the declaration names its own?"""
    only = [name for metric in game["metrics"] for name in metric.get("match_only", {})]
    for name in [*game["carried"], *only]:
        if name not in game["parameters"]:
            yield "declared.parameters", name, "a parameter that is declared"
    for i, kept in enumerate(game["conserved"]):
        for factor in str(kept["total"]).split("*"):
            known = factor.strip() in ("seats", *game["parameters"])
            if not known and not re.fullmatch(r" *-?[0-9]{1,9} *", factor):
                yield f"declared.conserved[{i}].total", factor, "a number, a parameter or seats"
