"""Transcripts of Conquian typed by hand: a move is `turn seat kind what /legal`; a meld `hand cards: meld, meld`."""

from __future__ import annotations

from typing import Any

from tests.referees.conquian import Conquian, pack
from tests.referees.transcript import Line
from tests.referees.writing import header, refused

DEFAULTS: dict[str, Any] = {
    "hand_size": 10, "ranks": 10, "min_set": 3, "min_run": 3, "max_run": 8, "ace_high": False,
    "rearrange": True, "extra_melds": "with_middle", "force": "choice", "force_test": "as_lies",
    "forced_freedom": "minimal", "stock_end": "failed_flip", "stock_recycle": 0, "draw_rule": "tie",
    "deals": 1, "max_turns": 200,
}  # fmt: skip


def script(text: str, **variant: Any) -> list[Line]:
    """A whole transcript: `deal hand / hand / first cards of the stock`, moves, `shuffle cards`, `end reason
    points`, `match points, winners`; the stock is completed by the rest of the pack in order."""
    variant = {**DEFAULTS, **variant}
    lines, round_no = [header("conquian", **variant)], -1
    for row in filter(None, map(str.strip, text.splitlines())):
        first, _, rest = row.partition(" ")
        if first == "deal":
            round_no += 1
            hands, stock = [part.split() for part in rest.split("/")[:2]], rest.split("/")[2].split()
            others = {*hands[0], *hands[1], *stock}
            stock += [card for card in pack(variant["ranks"]) if card not in others]
            lines.append(
                {"t": "deal", "round": round_no, "starter": round_no % 2, "hands": hands, "stock": stock}
            )
        elif first == "shuffle":
            lines.append({"t": "shuffle", "round": round_no, "stock": rest.split()})
        elif first == "end":
            reason, *points = rest.split()
            ended = {"end_reason": reason, "points": [int(number) for number in points]}
            lines.append({"t": "round", "round": round_no, **ended})
        elif first == "match":
            points, winners = ([int(number) for number in part.split()] for part in rest.split(","))
            lines.append({"t": "match", "points": points, "winners": winners, "end_reason": "done"})
        else:
            lines.append({"t": "move", "round": round_no, **move(row)})
    return lines


def move(row: str) -> Line:
    done, _, legal = row.partition("/")
    turn, seat, kind, *cards = done.split()
    where = {"turn": int(turn), "seat": int(seat), "kind": kind, "legal": int(legal)}
    if kind != "meld":
        return {**where, "card": cards[0]}
    hand, _, table = " ".join(cards).partition(":")
    return {**where, "hand": hand.split(), "melds": [meld.split() for meld in table.split(",")]}


def accepted(lines: list[Line]) -> int:
    return Conquian(lines).run()


def wrong(lines: list[Line], text: str) -> int:
    return refused(Conquian, lines, text)


# Eight cards dealt, nine go out. Any nine of 2, 3, 4 in three suits lie as three runs or three sets.
EIGHT = "deal 2c 3c 4c 2d 3d 4d 2h 3h / Kc Qc Kd Qd 7s 6s As 4s /"

# No card of the pack makes four of a kind or four in a row for either seat: nobody can ever use one.
NOBODY = {"hand_size": 11, "min_set": 4, "min_run": 4, "max_run": 4}
NOBODY_DEAL = "deal Ac Ad 2c 2d 5c 5d 6c 6d Qc Qd Kc / Ah As 2h 2s 5h 5s 6h 6s Qh Qs Kh /"
NOBODY_STOCK = [rank + suit for rank in "347J" for suit in "cdhs"] + ["Kd", "Ks"]


def passing(starter: int, stock: list[str], first: int = 0, last: int = 1000) -> str:
    """Turns `first` to `last` in which neither seat can use a card; the turn after the last flip is half a turn."""
    rows = []
    for turn in range(first, min(len(stock), last) + 1):
        seat = (starter + turn) % 2
        rows += [f"{turn} {seat} reject {stock[turn - 1]} /1"] if turn else []
        rows += [f"{turn} {seat} leave {stock[turn]} /1"] if turn < min(len(stock), last + 1) else []
    return "\n".join(rows)
