"""Transcripts of Konflikt written by hand: places, turns and `legal` are counted, all else is said by the test."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.referees.konflikt import RANKS, RuleBroken, check

DEFAULTS: dict[str, Any] = {
    "target": 1, "coin_supply": 12, "coins_per_point": 2, "gift_coin": 1, "rob_pair_coin": 1,
    "rob_single_coin": 0, "end_bonus": 1, "end_bonus_to": "reacher", "end_timing": "finish_turn",
    "resolve_order": "choice", "pair_rule": "merged", "open_refill": "none", "coins_between_rounds": "reset",
    "stacks": 0, "stack_size": 6, "open_cards": 52, "stack_identity": "tracked", "rob_max_single": 1,
    "building_points": 1, "rounds": 1, "first_turn_picks": 2, "late_seat_coins": 0, "match_tie": "shared",
    "max_turns": 200,
}  # fmt: skip
PACK = [rank for rank in RANKS for _ in range(4)]


class Script:
    """Writes a transcript: all cards open, one round and target 1 unless told otherwise."""

    def __init__(self, seats: int = 2, **variant: Any) -> None:
        names = [f"player {seat}" for seat in range(seats)]
        self.variant = {**DEFAULTS, **variant}
        self.seats = seats
        self.lines: list[dict[str, Any]] = [
            {
                "game": "konflikt",
                "variant": self.variant,
                "seats": seats,
                "players": names,
                "seed": 1,
                "deal": 7,
            }
        ]
        self.round = -1

    def deal(self, stacks: list[list[str]] | None = None, open_cards: list[str] | None = None) -> Script:
        self.round += 1
        self.turn_no = 0
        self.stacks = deepcopy(stacks or [])
        self.open: list[str | None] = list(PACK if open_cards is None else open_cards)
        starter = self.round % self.seats
        deal = {
            "t": "deal",
            "round": self.round,
            "starter": starter,
            "stacks": stacks or [],
            "open": [*self.open],
        }
        self.lines.append(deal)
        return self

    def turn(self, *cards: str, order: str = "") -> Script:
        """Takes cards, `7` from the open ones or `7@3` from stack 3; `order` is the two ranks as resolved."""
        for text in cards:
            card, _, stack = text.partition("@")
            places = sum(map(bool, self.stacks)) + sum(map(bool, self.open))
            if stack:
                pile = self.stacks[int(stack)]
                self.move("pick", places, {"from": "stack", "index": int(stack)})
                self.move("take", len(set(pile)), {"stack": int(stack), "card": card})
                pile.remove(card)
            else:
                index = self.open.index(card)
                self.move("pick", places, {"from": "open", "index": index, "card": card})
                self.open[index] = None
        if order:
            self.move("order", 2, {"first": order[0], "second": order[1]})
        self.turn_no += 1
        return self

    def refill(self, place: int, from_stack: int) -> Script:
        self.open[place] = self.stacks[from_stack].pop(0)
        return self

    def move(self, kind: str, legal: int, fields: dict[str, Any]) -> None:
        seat = (self.round + self.turn_no) % self.seats
        where = {"t": "move", "round": self.round, "turn": self.turn_no, "seat": seat, "kind": kind}
        self.lines.append({**where, **fields, "legal": legal})

    def end(
        self, reason: str, points: list[int], buildings: list[int], coins: list[int], ender: int | None
    ) -> Script:
        line = {"t": "round", "round": self.round, "end_reason": reason, "points": points}
        self.lines.append({**line, "buildings": buildings, "coins": coins, "ender": ender})
        return self

    def match(self, points: list[int], winners: list[int]) -> Script:
        self.lines.append({"t": "match", "points": points, "winners": winners, "end_reason": "done"})
        return self

    def decisions(self) -> int:
        return check(deepcopy(self.lines))


def refused(lines: list[dict[str, Any]], text: str) -> int:
    """The number of the line refused, for a reason that has `text`."""
    with pytest.raises(RuleBroken) as caught:
        check(lines)
    assert text in caught.value.text
    return caught.value.line_number


def pair_robs_two(**variant: Any) -> Script:
    """Seat 0 lays two aces, seat 1 robs them with two more; the coin goes to the robbed."""
    script = Script(**variant).deal().turn("A", "A").turn("A", "A")
    return script.end("target", [0, 2], [0, 1], [1, 0], 1).match([0, 2], [1])


def gift_to_the_target(seats: int = 2, **variant: Any) -> Script:
    """Seat 1 gives seat 0 the third ace, then the fourth; then a three to two threes. The end is not written."""
    script = Script(seats, **variant).deal().turn("A", "A").turn("A", "2", order="A2").turn("3", "3")
    return script.turn("A", "3", order="A3")


def stacked(*tops: str, size: int, count: int) -> tuple[list[list[str]], list[str]]:
    """Stacks dealt from the given cards on, then the rest of the pack in order; what is over lies open."""
    rest = list(PACK)
    for card in tops:
        rest.remove(card)
    cards = [*tops, *rest]
    return [cards[size * n : size * (n + 1)] for n in range(count)], cards[size * count :]
