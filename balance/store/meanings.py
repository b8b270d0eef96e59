"""What every column of the views means, for `balance query RUN --schema`."""

from typing import NamedTuple

from balance.store.declared import declared
from balance.store.query import NAMES, Readable, connect

GRAIN = {
    "matches": "one row per match and seat",
    "rounds": "one row per round and seat",
    "turns": "one row per turn and seat",
    "moves": "one row per decision",
    "variants": "one row per variant",
    "players": "one row per distinct player",
}

_KEYS = {
    "variant": "number of the variant, from 0; see variants",
    "match": "number of the match within its variant, from 0",
    "deal": "number that fixes all cards of the match; the same deal is played in every variant",
    "seat": "place at the table, from 0; seat 0 starts the first round",
    "player": "who fills the seat",
    "round": "number of the round within its match, from 0",
    "turn": "number of the turn within its round, from 0 (−1: before the first turn)",
}

_MEANINGS = {
    "matches": {
        "mirror": "number of the rotation of the line-up over the seats; all are played on the same deal",
        "repeat": "number of the repetition of the same deal and line-up",
        "points": "points of the seat in the match",
        "tie_break": "between seats with equal points, more wins (0 for all where the game shares ties)",
        "share": "share of the win: 1/k for each of k winners, else 0; 0 for all where a cap on rounds ended the match",
        "rounds": "rounds of the match",
        "capped_rounds": "rounds of the match that the cap on turns ended",
        "end_reason": "done, or cap where a cap on rounds ended the match",
        "digest": "64 bits over all decisions and points of the match: equal in identical matches",
    },
    "rounds": {
        "position": "place in turn order, 0 for the starter of the round",
        "points": "points of the seat in the round",
        "share": "share of the round's win: 1/k for each of k winners, else 0; 0 for all in a capped round",
        "turns": "turns of the round, all seats",
        "decisions": "decisions of the round, all seats, forced ones included",
        "choices": "decisions of the round with more than one legal choice, all seats",
        "end_reason": "why the round ended, cap where the cap on turns ended it",
        "ender": "the seat that ended the round, null for none",
        "lead_changes": "how often another seat came to lead alone in standing; null where turns are not logged",
        "comeback": "the most that the sole winner was behind the best after a turn; null as above or without one",
        "settled": "turns after which the sole winner led alone to the end; null as above or if it did not lead then",
        "out_turn": "the first turn in which some seat could surely neither win nor share the round; the number of "
        "turns without one; null where turns are not logged, with fewer than three seats, or without such a rule",
        "standing_before": "standing of the seat before the first turn; null where turns are not logged",
    },
    "turns": {"mover": "the seat whose turn it was"},
    "moves": {
        "step": "number of the decision within its turn, from 0",
        "kind": "kind of decision",
        "legal": "number of legal choices",
    },
    "variants": {
        "label": "what the variant changes",
        "seats": "number of seats",
        "preset": "named set of parameter values it starts from",
        "lineup": "players over the seats",
        "mirrors": "distinct rotations of the line-up, all played on each deal",
        "repeats": "repetitions of each deal and line-up",
        "first_deal": "number of the first deal",
        "clusters": "number of deals",
        "matches": "number of matches: deals × repeats × mirrors",
    },
    "players": {
        "player": "number of the player",
        "name": "name as the other tables have it",
        "base": "kind of player",
        "noise": "share of decisions made at random",
        "weights": "weights that differ from the kind's own (JSON)",
    },
}

_KINDS = {
    "stock": {"rounds": "at the end of the round", "turns": "after the turn"},
    "flow": {"rounds": "over the round", "turns": "in the turn"},
    "result": {"rounds": "when the round ended", "turns": ""},
    "fact": {"rounds": "one value per round, repeated on each seat's row", "turns": ""},
}


class Column(NamedTuple):
    """A column of a view: DuckDB's type, and its meaning in words."""

    table: str
    column: str
    type: str
    meaning: str


def columns(run: Readable) -> list[Column]:
    """All columns of all views of a run, in order."""
    game = declared(run.spec)
    own: dict[tuple[str, str], str] = {}
    for quantity in game["track"]:
        for table, when in _KINDS[quantity["kind"]].items():
            own[table, quantity["name"]] = f"{quantity['meaning']} ({quantity['unit']}; {when})"
    own |= {("moves", arg): f"{arg} of the choice, by the game's own number" for arg in game["args"]}
    own |= {("variants", name): f"parameter: {text}" for name, text in game["parameters"].items()}
    found = []
    with connect(run) as con:
        for table in NAMES:
            for column, kind, *_ in con.execute(f"describe {table}").fetchall():
                meaning = own.get((table, column)) or _MEANINGS[table].get(column) or _KEYS.get(column, "")
                found.append(Column(table, column, kind.lower(), meaning))
    return found
