"""Transcripts of Spite & Malice typed by hand: `turn seat kind what /legal`, and the cards dealt.

What: `pay A>0` to centre 0, `side 2:3>1` the 3 from side stack 2 to centre 1, `hand 4>1`, `end 7>3`, `stop`.
"""

from __future__ import annotations

from typing import Any

from tests.referees.spite_malice import RANKS, SpiteMalice
from tests.referees.transcript import Line
from tests.referees.writing import header, refused

DEFAULTS: dict[str, Any] = {
    "decks": 2, "payoff": 20, "hand_size": 5, "side_stacks": 4, "centres": 3, "kings_wild": True,
    "king_as_ace": True, "wilds_in_a_row": 0, "empty_hand": "continue", "recycle": "immediate",
    "stock_out": "empty_now", "force_payoff": False, "win_bonus": 0, "match_points": 50, "max_rounds": 60,
    "starter": "alternate", "second_hand_bonus": 0, "max_turns": 500,
}  # fmt: skip


def script(text: str, **variant: Any) -> list[Line]:
    """A whole transcript. `deal starter: pay-off / pay-off / hand / hand / stock`: one letter a card, each list
    but the hands completed by the rest of the pack from the ace on; `shuffle` (the cards returned lie on top);
    `end reason points`; `match reason points, winners`."""
    variant = {**DEFAULTS, **variant}
    lines, round_no = [header("spite_malice", **variant)], -1
    for row in filter(None, map(str.strip, text.splitlines())):
        first, _, rest = row.partition(" ")
        if first == "deal":
            round_no += 1
            lines.append({"t": "deal", "round": round_no, **dealt(rest, variant)})
        elif first == "shuffle":
            lines.append({"t": "shuffle", "round": round_no, "stock": [*rest]})
        elif first == "end":
            reason, *numbers = rest.split()
            points, left = [int(number) for number in numbers[:2]], [int(number) for number in numbers[2:]]
            lines.append(
                {"t": "round", "round": round_no, "end_reason": reason, "points": points, "left": left}
            )
        elif first == "match":
            reason, points_text = rest.split(" ", 1)
            points, winners = ([int(number) for number in part.split()] for part in points_text.split(","))
            lines.append({"t": "match", "points": points, "winners": winners, "end_reason": reason})
        else:
            lines.append({"t": "move", "round": round_no, **move(row)})
    return lines


def dealt(text: str, variant: dict[str, Any]) -> Line:
    starter, _, cards = text.partition(":")
    first, second, own, other, stock = ([*part.strip()] for part in cards.split("/"))
    rest = [*RANKS * 4 * variant["decks"]]
    for card in [*first, *second, *own, *other, *stock]:
        rest.remove(card)
    for pile in first, second:
        missing = variant["payoff"] - len(pile)
        pile += rest[:missing]
        del rest[:missing]
    return {"starter": int(starter), "payoff": [first, second], "hands": [own, other], "stock": stock + rest}


def move(row: str) -> Line:
    done, _, legal = row.partition("/")
    turn, seat, kind, *what = done.split()
    line: Line = {"turn": int(turn), "seat": int(seat), "kind": kind, "legal": int(legal)}
    if kind == "stop":
        return line
    cards, to = what[0].split(">")
    place, _, card = cards.rpartition(":")
    return {**line, "card": card, "to": int(to), **({"from": int(place)} if place else {})}


def accepted(lines: list[Line]) -> int:
    return SpiteMalice(lines).run()


def wrong(lines: list[Line], text: str) -> int:
    return refused(SpiteMalice, lines, text)
