"""The rounds of Lonja that are told: for each number of seats and each deck, and for tweaks that bite."""

from tests.playthroughs.rounds import Told

ROUNDS = {
    "original-2-seats": Told(2, preset="original", shows="neutral to seat"),
    "original-3-seats": Told(3, preset="original", shows="to seat 2"),
    **{f"deck-{deck}": Told(2, preset=deck) for deck in ("1-9x2", "1-8x2", "1-4x4", "1-5x4", "1-10x2")},
    "three_rounds": Told(3, players="lastword", round=2, preset="three_rounds"),
    "stuck-pass": Told(2, {"match_rule": "value_only"}, "random", shows="passes"),
    "stuck-discard": Told(2, {"match_rule": "value_only", "stuck": "discard"}, "random", shows="away"),
    "stuck-free": Told(2, {"match_rule": "value_only", "stuck": "free"}, "random", shows="has no place"),
    "cover_limit-1": Told(3, {"cover_limit": "1"}, shows="nobody can place"),
    "may_pass": Told(2, {"may_pass": "true"}, "random", shows="1 passes |"),
    "diagonals-split": Told(
        2, {"diagonals": "true", "line_tie": "split", "starter_bonus": "5"}, "spoiler", shows=" and seat"
    ),
    "second_set-remainder": Told(2, {"second_set": "remainder", "copies": "4"}, "hoarder", round=1),
}
