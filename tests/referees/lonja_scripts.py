"""Transcripts of Lonja typed by hand: `turn seat kind what /legal`, and the cards dealt.

What: `choose g`, `place g3 0 1` on row 0, column 1, `pass`, `discard g3`. Scripts play on a grid of 3.
"""

from __future__ import annotations

from typing import Any

from tests.referees.lonja import TYPES, Lonja
from tests.referees.transcript import Line
from tests.referees.writing import header, refused

DEFAULTS: dict[str, Any] = {
    "values": 6, "copies": 3, "grid": 4, "min_per_type": 5, "cards_each": 10, "hand_size": 3,
    "match_rule": "type_or_value", "majority_by": "points", "majority": "plurality", "line_value": "all",
    "line_tie": "nobody", "neutral_scores": "nobody", "diagonals": False, "cover_limit": 0, "stuck": "pass",
    "may_pass": False, "choose_order": "reverse", "choose_when": "after_hand", "second_set": "fresh",
    "rounds": 2, "max_turns": 200, "starter_bonus": 0,
}  # fmt: skip


def script(text: str, seats: int = 2, **variant: Any) -> list[Line]:
    """A whole transcript. `deal grid / hand / … / pile / …`, rows of the grid separated by commas, the rest of the
    pack in order out of play; `end reason points`, then a line of the grid each: `r0: winners: points`;
    `match points, winners`."""
    variant = {**DEFAULTS, **variant}
    lines, round_no = [header("lonja", seats, **variant)], -1
    for row in filter(None, map(str.strip, text.splitlines())):
        first, _, rest = row.partition(" ")
        if first == "deal":
            round_no += 1
            deal = {"t": "deal", "round": round_no, "starter": round_no % seats}
            lines.append({**deal, **dealt(rest, seats, variant)})
            if round_no and variant["second_set"] == "remainder":
                lines[-1]["rest"] = []  # in scripts nothing is left over
        elif first == "end":
            reason, *points = rest.split()
            ended = {"end_reason": reason, "points": numbers(" ".join(points)), "lines": []}
            lines.append({"t": "round", "round": round_no, **ended})
        elif first[0] in "rcd" and first[-1] == ":":
            winners, _, points_text = rest.partition(":")
            line = {"line": first[:-1], "winners": numbers(winners), "points": numbers(points_text)}
            lines[-1]["lines"].append(line)
        elif first == "match":
            points_text, _, winners = rest.partition(",")
            done = {"winners": numbers(winners), "end_reason": "done"}
            lines.append({"t": "match", "points": numbers(points_text), **done})
        else:
            lines.append({"t": "move", "round": round_no, **move(row)})
    return lines


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


def dealt(text: str, seats: int, variant: dict[str, Any]) -> Line:
    grid_text, *others = text.split("/")
    grid = [row.split() for row in grid_text.split(",")]
    hands, piles = ([cards.split() for cards in others[part : part + seats]] for part in (0, seats))
    values, copies = range(1, variant["values"] + 1), range(variant["copies"])
    rest = [f"{coin}{value}" for coin in TYPES for value in values for _ in copies]
    for card in [card for cards in [*grid, *hands, *piles] for card in cards]:
        rest.remove(card)
    return {"grid": grid, "hands": hands, "piles": piles, "rest": rest}


def move(row: str) -> Line:
    done, _, legal = row.partition("/")
    turn, seat, kind, *what = done.split()
    line: Line = {"turn": int(turn), "seat": int(seat), "kind": kind, "legal": int(legal)}
    if kind == "choose":
        return {**line, "coin": what[0]}
    if kind == "place":
        return {**line, "card": what[0], "row": int(what[1]), "col": int(what[2])}
    return {**line, "card": what[0]} if what else line


def accepted(lines: list[Line]) -> int:
    return Lonja(lines).run()


def wrong(lines: list[Line], text: str) -> int:
    return refused(Lonja, lines, text)
