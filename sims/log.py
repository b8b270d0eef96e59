"""The columns of the four tables a match leaves behind: declared here, filled by the loop, written by a runner."""

from sims.game import Game

INT, LONG, SHARE, DIGEST = "i4", "i8", "f8", "u8"

LEVELS = {"rounds": 0, "turns": 1, "moves": 2}
"""How much is logged: each level includes those before it; matches and rounds are always complete."""

MATCHES = [
    "variant",
    "mirror",
    "repeat",
    "seat",
    "player",
    "points",
    "rounds",
    "capped_rounds",
    "end_reason",
    "tie_break",
]
ROUNDS = [
    "variant",
    "round",
    "seat",
    "position",
    "points",
    "turns",
    "decisions",
    "choices",
    "end_reason",
    "ender",
    "lead_changes",
    "comeback",
    "settled",
    "standing_before",
    "out_turn",
]
TURNS = ["variant", "round", "turn", "mover", "seat"]
MOVES = ["variant", "round", "turn", "step", "seat", "kind", "legal"]


def schema(game: Game) -> dict[str, list[tuple[str, str]]]:
    """Table → its columns and their NumPy types, in the order the driver fills them; no column holds nulls."""
    track = [t.name for t in game.track]
    moving = [t.name for t in game.track if t.kind in ("stock", "flow")]
    return {
        "matches": _table(["match", "deal"], MATCHES) + [("share", SHARE), ("digest", DIGEST)],
        "rounds": _table(["match", "deal"], ROUNDS + track) + [("share", SHARE)],
        "turns": _table(["match"], TURNS + moving),
        "moves": _table(["match"], MOVES + list(game.args)),
    }


def _table(keys: list[str], rest: list[str]) -> list[tuple[str, str]]:
    return [(name, LONG) for name in keys] + [(name, INT) for name in rest]
