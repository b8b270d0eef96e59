"""The referee accepts transcripts written by hand and refuses them with any one thing wrong.

Points, buildings and coins are worked out by hand from the rules; only places, turns and `legal` are counted.
"""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.referees import konflikt
from tests.referees.konflikt import Referee, RuleBroken, check

DEFAULTS: dict[str, Any] = {
    "target": 1, "coin_supply": 12, "coins_per_point": 2, "gift_coin": 1, "rob_pair_coin": 1,
    "rob_single_coin": 0, "end_bonus": 1, "end_bonus_to": "reacher", "end_timing": "finish_turn",
    "resolve_order": "choice", "pair_rule": "merged", "open_refill": "none", "coins_between_rounds": "reset",
    "stacks": 0, "stack_size": 6, "open_cards": 52, "stack_identity": "tracked", "rob_max_single": 1,
    "building_points": 1, "rounds": 1, "first_turn_picks": 2, "late_seat_coins": 0, "match_tie": "shared",
    "max_turns": 200,
}  # fmt: skip
PACK = [rank for rank in konflikt.RANKS for _ in range(4)]


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


# Each rule of resolution


def test_a_pair_robs_two_and_the_robbed_gets_the_coin() -> None:
    assert pair_robs_two().decisions() == 4


def test_singles_new_robbed_given_and_the_own_fourth() -> None:
    script = Script().deal().turn("A", "2", order="A2").turn("A", "3", order="A3")
    script.turn("A", "3", order="A3").turn(
        "A", "4", order="4A"
    )  # given to two: coin; three robbed; own fourth
    script.end("target", [0, 2], [0, 1], [1, 0], 1).match([0, 2], [1])
    referee = Referee(script.lines)
    assert referee.run() == 12
    clauses = ["single, nobody has it", "single robs 1", "single given to 2", "single on own 3"]
    assert [referee.counts[clause] for clause in clauses] == [4, 2, 1, 1]


def test_a_pair_on_own_one_and_own_two_and_against_one() -> None:
    script = (
        Script(target=2)
        .deal()
        .turn("A", "2", order="A2")
        .turn("2", "2")
        .turn("A", "A")
        .turn("2", "3", order="23")
    )
    script.turn("A", "4", order="A4").turn("5", "5").turn("6", "6").turn("5", "5")
    script.end("target", [1, 3], [1, 2], [0, 0], 1).match([1, 3], [1])
    assert script.decisions() == 19


def test_coins_to_a_seat_robbed_of_one_by_single_and_by_pair() -> None:
    script = Script(rob_single_coin=3).deal().turn("A", "2", order="A2").turn("A", "3", order="A3")
    script.turn("3", "3").turn("A", "A")  # seat 1 was robbed of its three by a pair, then ends on its aces
    script.end("target", [1, 3], [0, 1], [3, 3], 1).match([1, 3], [1])
    assert script.decisions() == 10


def test_singles_that_rob_nothing_are_given_to_one_too() -> None:
    script = Script(rob_max_single=0).deal().turn("A", "2", order="A2").turn("A", "3", order="A3")
    script.turn("4", "5", order="45").turn("A", "6", order="A6").turn("7", "7").turn("A", "8", order="A8")
    assert script.end("target", [2, 1], [1, 0], [0, 3], 0).match([2, 1], [0]).decisions() == 17


def test_singles_that_rob_nothing_leave_pairs_alone() -> None:
    script = (
        Script(rob_max_single=0).deal().turn("A", "2", order="A2").turn("A", "A").turn("A", "3", order="A3")
    )
    assert script.end("target", [0, 2], [0, 1], [1, 0], 1).match([0, 2], [1]).decisions() == 8


def test_a_single_that_robs_two_pays_as_a_pair_does() -> None:
    script = Script(rob_max_single=2, rob_single_coin=4, rob_pair_coin=3).deal().turn("A", "A")
    script.turn("A", "2", order="A2").turn("3", "4", order="34").turn("A", "3", order="A3")
    assert script.end("target", [3, 2], [0, 1], [7, 0], 1).match([3, 2], [0]).decisions() == 11


def test_two_equal_ranks_as_two_singles() -> None:
    """Both aces are given, for a coin each; no order is written."""
    script = Script(pair_rule="separate").deal().turn("A", "A").turn("A", "A")
    assert script.end("target", [2, 1], [1, 0], [0, 2], 0).match([2, 1], [0]).decisions() == 4


def test_pick_order_writes_no_order() -> None:
    script = (
        Script(resolve_order="pick_order").deal().turn("A", "A").turn("A", "2").turn("3", "4").turn("A", "4")
    )
    assert script.end("target", [2, 1], [1, 0], [0, 2], 0).match([2, 1], [0]).decisions() == 8
    wrong = Script(resolve_order="pick_order").deal().turn("A", "2", order="A2")
    assert refused(wrong.lines, "kind is 'order'") == 5


# The end of a round


def test_a_gift_ends_the_round_for_the_receiver() -> None:
    script = gift_to_the_target().end("target", [2, 1], [1, 0], [0, 3], 0).match([2, 1], [0])
    assert script.decisions() == 10


def test_the_bonus_for_the_active_seat_leaves_the_ender() -> None:
    script = (
        gift_to_the_target(end_bonus_to="active").end("target", [1, 2], [1, 0], [0, 3], 0).match([1, 2], [1])
    )
    assert script.decisions() == 10


def test_immediate_sets_the_second_card_aside_with_its_coin() -> None:
    script = gift_to_the_target(end_timing="immediate", coins_per_point=1)
    script.end("target", [2, 2], [1, 0], [0, 2], 0).match([2, 2], [0, 1])
    assert script.decisions() == 10
    finished = (
        gift_to_the_target(coins_per_point=1).end("target", [2, 3], [1, 0], [0, 3], 0).match([2, 3], [1])
    )
    assert finished.decisions() == 10


@pytest.mark.parametrize(("order", "ender", "points"), [("A2", 0, [2, 1, 2]), ("2A", 1, [1, 2, 2])])
@pytest.mark.parametrize("tie", ["shared", "buildings", "rounds_ended"])
def test_two_reach_the_target_in_one_turn(order: str, ender: int, points: list[int], tie: str) -> None:
    script = Script(3, match_tie=tie).deal().turn("A", "A").turn("2", "2").turn("A", "2", order="A2")
    script.turn("3", "3").turn("4", "4").turn("A", "2", order=order)
    script.end("target", points, [1, 1, 0], [0, 0, 4], ender)
    script.match(points, [ender, 2] if tie == "shared" else [ender])
    assert script.decisions() == 14


def test_a_capped_round_scores_nothing_and_ends_after_its_last_turn() -> None:
    script = Script(max_turns=10, target=13).deal().turn("A", "A").turn("A", "A")
    for rank in "23456789":
        script.turn(rank, rank)
    script.end("cap", [0, 0], [0, 1], [1, 0], None).match([0, 0], [0, 1])
    assert script.decisions() == 20
    scored = deepcopy(script.lines)
    scored[-2]["points"] = [0, 1]
    assert refused(scored, "points is [0, 1]") == 23
    assert refused(script.lines[:-2] + script.turn("T", "T").lines[-2:], "t is 'move'") == 23


def test_a_round_ended_in_its_last_allowed_turn_is_not_capped() -> None:
    script = Script(max_turns=10).deal().turn("A", "A")
    for rank in "23456789":
        script.turn(rank, rank)
    script.turn("A", "A").end("target", [0, 2], [0, 1], [1, 0], 1).match([0, 2], [1])
    assert script.decisions() == 20


def test_one_card_first_leaves_one_last_and_the_supply_runs_out() -> None:
    """27 turns: of each rank one new, two that rob it, one given, the 13th gift without a coin."""
    script = Script(3, target=13, first_turn_picks=1).deal().turn("A")
    for rank, following in zip("A23456789TJQ", "23456789TJQK", strict=True):
        script.turn(rank, rank).turn(rank, following, order=rank + following)
    script.turn("K", "K").turn("K").end("cards_out", [6, 7, 6], [4, 5, 4], [4, 4, 4], None)
    referee = Referee(script.match([6, 7, 6], [1]).lines)
    assert referee.run() == 52 + 12
    assert referee.counts["turns of 1 card"] == 2
    assert referee.counts["coins not paid, gift"] == 1


# Places: open cards, stacks, refill


def test_stacks_count_equal_cards_once_and_go_back_to_their_place() -> None:
    stacks, open_cards = stacked("A", "A", "2", "A", "A", "2", size=3, count=17)
    script = Script(stacks=17, stack_size=3, open_cards=1).deal(stacks, open_cards)
    script.turn("A@0", "A@0").turn("A@1", "A@1").end("target", [0, 2], [0, 1], [1, 0], 1).match([0, 2], [1])
    assert [line["legal"] for line in script.lines[2:6]] == [18, 2, 18, 2]
    assert script.decisions() == 8


def test_an_empty_stack_and_an_empty_open_place_cannot_be_picked() -> None:
    stacks, open_cards = stacked("A", "A", size=1, count=51)
    script = Script(stacks=51, stack_size=1, open_cards=1).deal(stacks, open_cards).turn("A@0", "K")
    for source, fields in {"stack": {}, "open": {"card": "K"}}.items():
        again = deepcopy(script.lines)
        again.append(
            {"t": "move", "round": 0, "turn": 0, "seat": 0, "kind": "order", "first": "A", "second": "K"}
        )
        again[-1]["legal"] = 2
        move = {"t": "move", "round": 0, "turn": 1, "seat": 1, "kind": "pick", "from": source, "index": 0}
        assert refused([*again, {**move, **fields, "legal": 50}], "no card lies at that place") == 7


def test_refill_takes_the_top_of_the_then_fullest_stack() -> None:
    stacks, open_cards = stacked(*"AA223", *"A3A44", size=5, count=10)
    assert (stacks[2:5], open_cards) == ([[*"22334"], [*"45555"], [*"66667"]], ["K", "K"])
    script = Script(stacks=10, stack_size=5, open_cards=2, open_refill="from_stack").deal(stacks, open_cards)
    script.turn("K", "A@0", order="AK").refill(0, from_stack=1)  # stack 0 has four, 1 is the first of five
    script.turn("A", "K", order="AK").refill(0, from_stack=2).refill(1, from_stack=3)
    script.turn("2", "A@0", order="A2").refill(0, from_stack=4)
    script.turn("A@1", "6", order="A6").end("target", [0, 2], [0, 1], [1, 0], 1).match([0, 2], [1])
    assert script.decisions() == 15
    without = (
        Script(stacks=10, stack_size=5, open_cards=2).deal(stacks, open_cards).turn("K", "A@0", order="AK")
    )
    assert (
        refused([*without.lines, {**script.lines[6], "legal": 11}], "no card lies at that place (open)") == 7
    )


def test_of_equal_cards_the_first_listed_is_taken() -> None:
    """It shows in what comes to the top of the stack."""
    stacks, open_cards = stacked(*"A2A23", *"23344", size=5, count=2)
    script = Script(stacks=2, stack_size=5, open_cards=42, open_refill="from_stack").deal(stacks, open_cards)
    script.turn("A@0", "2@1", order="A2").turn("A", "A").refill(0, from_stack=0).refill(1, from_stack=1)
    assert script.open[:2] == ["2", "3"]
    script.turn("2", "3", order="23").refill(0, from_stack=0).refill(1, from_stack=1)
    script.turn("A", "3", order="3A").end("target", [0, 2], [0, 1], [0, 0], 1).match([0, 2], [1])
    assert script.decisions() == 13


# Coins between rounds


@pytest.mark.parametrize(("keep", "first", "coins", "second"), [
    ("reset", [2, 1], [0, 1], [2, 0]),
    ("keep_odd", [2, 1], [0, 2], [2, 1]),
    ("keep_all", [2, 0], [0, 4], [2, 2]),
])  # fmt: skip
def test_coins_between_rounds(keep: str, first: list[int], coins: list[int], second: list[int]) -> None:
    script = gift_to_the_target(rounds=2, coins_between_rounds=keep).end("target", first, [1, 0], [0, 3], 0)
    script.deal().turn("A", "A").turn("A", "A").end("target", second, [1, 0], coins, 0)
    total = [first[0] + second[0], first[1] + second[1]]
    assert script.match(total, [0]).decisions() == 14


def test_kept_coins_are_not_in_the_next_supply() -> None:
    script = gift_to_the_target(rounds=2, coins_between_rounds="keep_all", coin_supply=3)
    script.end("target", [2, 0], [1, 0], [0, 3], 0).deal().turn("A", "A").turn("A", "A")
    assert script.end("target", [2, 1], [1, 0], [0, 3], 0).match([4, 1], [0]).decisions() == 14


def test_after_a_capped_round_all_coins_are_kept() -> None:
    script = Script(rounds=2, max_turns=10, target=2, coins_between_rounds="keep_odd", rob_pair_coin=2)
    for coins in [2, 0], [2, 2]:
        script.deal().turn("A", "A").turn("A", "A")
        for rank in "23456789":
            script.turn(rank, rank)
        script.end("cap", [0, 0], [script.round, 1 - script.round], coins, None)
    assert script.match([0, 0], [0, 1]).decisions() == 40


def test_late_coins_go_by_position_as_far_as_they_last() -> None:
    script = Script(4, coin_supply=5, late_seat_coins=2, rounds=2)
    script.deal().turn("A", "A").turn("A", "A").end("target", [0, 3, 1, 0], [0, 1, 0, 0], [0, 2, 3, 0], 1)
    script.deal().turn("A", "A").turn("A", "A").end("target", [0, 0, 3, 1], [0, 0, 1, 0], [0, 0, 2, 3], 2)
    assert script.match([0, 3, 4, 1], [2]).decisions() == 8


# Anything wrong is refused


def wrong_values(value: object) -> list[object]:
    if isinstance(value, bool) or value is None:
        return [0, "x"]
    if isinstance(value, int):
        return [value + 90, -1, str(value), float(value), None]
    return ["x", None, 1, [], [value]]


@pytest.mark.parametrize("script", [
    pair_robs_two(), gift_to_the_target().end("target", [2, 1], [1, 0], [0, 3], 0).match([2, 1], [0]),
    Script(stacks=13, stack_size=4, open_cards=0).deal([PACK[n : n + 4] for n in range(0, 52, 4)], [])
    .turn("A@0", "2@1", order="2A").turn("A@0", "A@0").turn("A@0", "3@2", order="A3")
    .end("target", [0, 2], [0, 1], [1, 0], 1).match([0, 2], [1]),
])  # fmt: skip
def test_every_field_of_every_line_counts(script: Script) -> None:
    assert script.decisions()
    for number, line in enumerate(script.lines, 1):
        for name in line:
            for value in wrong_values(line[name]):
                if repr(value) == repr(line[name]) or (name in ("seed", "deal") and type(value) is int):
                    continue  # the same, or a number of which any will do
                changed = [*script.lines[: number - 1], {**line, name: value}, *script.lines[number:]]
                assert refused(changed, "") == number, (line, name, value)
            fewer = {key: line[key] for key in line if key != name}
            assert refused([*script.lines[: number - 1], fewer, *script.lines[number:]], "") == number
        more = {**line, "step": 0}
        assert refused([*script.lines[: number - 1], more, *script.lines[number:]], "") == number
        assert refused([*script.lines[: number - 1], *script.lines[number:]], "") == number
        assert refused([*script.lines[:number], 17, *script.lines[number:]], "") == number + 1  # type: ignore[list-item]


@pytest.mark.parametrize(("line", "change", "text"), [
    (1, {"game": "conquian"}, "game is 'conquian' — the rules say 'konflikt'"),
    (2, {"starter": 1}, "starter is 1 — the rules say 0"),
    (2, {"open": ["A", *PACK[:51]]}, "the pack is"),
    (2, {"open": PACK[:51]}, "number of open cards is 51 — the rules say 52"),
    (2, {"stacks": [["A"]]}, "sizes of stacks is [1] — the rules say []"),
    (3, {"legal": 51}, "legal is 51 — the rules say 52"),
    (4, {"legal": 52}, "legal is 52 — the rules say 51"),
    (3, {"seat": 1}, "seat is 1 — the rules say 0"),
    (4, {"turn": 1}, "turn is 1 — the rules say 0"),
    (4, {"index": 0}, "index is 0 — no card lies at that place (open)"),
    (4, {"card": "2"}, "card is '2' — the rules say 'A'"),
    (7, {"ender": 0}, "ender is 0 — the rules say 1"),
    (7, {"end_reason": "cards_out"}, "end_reason is 'cards_out' — the rules say 'target'"),
    (7, {"coins": [0, 1]}, "coins is [0, 1] — the rules say [1, 0]"),
    (7, {"buildings": [1, 1]}, "buildings is [1, 1] — the rules say [0, 1]"),
    (7, {"points": [0, 1]}, "points is [0, 1] — the rules say [0, 2]"),
    (8, {"points": [0, 3]}, "points is [0, 3] — the rules say [0, 2]"),
    (8, {"winners": [0, 1]}, "winners is [0, 1] — the rules say [1]"),
])  # fmt: skip
def test_a_wrong_line_is_named_with_what_was_seen_and_what_is_right(
    line: int, change: dict[str, Any], text: str
) -> None:
    lines = pair_robs_two().lines
    lines[line - 1] = {**lines[line - 1], **change}
    assert refused(lines, text) == line


@pytest.mark.parametrize(("name", "value"), [
    ("target", 0), ("target", 14), ("target", "1"), ("target", True), ("max_turns", 9), ("rob_max_single", 3),
    ("rounds", 21), ("end_timing", "later"), ("open_cards", 51), ("stacks", 1), ("wild", 1),
])  # fmt: skip
def test_parameters_out_of_range_are_refused(name: str, value: object) -> None:
    assert refused(pair_robs_two(**{name: value}).lines, name) == 1


def test_a_card_that_is_not_in_the_stack() -> None:
    stacks = [PACK[n : n + 4] for n in range(0, 52, 4)]
    script = Script(stacks=13, stack_size=4, open_cards=0).deal(stacks, []).turn("A@0", "2@1", order="2A")
    script.lines[3]["card"] = "2"
    assert refused(script.lines, "card is '2' — stack 0 has A A A A") == 4


def test_an_order_of_other_cards() -> None:
    assert refused(Script().deal().turn("A", "2", order="A3").lines, "first and second are ['A', '3']") == 5
    assert refused(Script().deal().turn("A", "A", order="AA").lines, "kind is 'order'") == 5


def test_the_same_deal_has_the_same_cards_in_every_match() -> None:
    first, second = pair_robs_two(), pair_robs_two(gift_coin=2)
    assert check([*first.lines, *second.lines]) == 8
    second.lines[1] = {**second.lines[1], "open": [*PACK[:4], *PACK[:3:-1]]}
    assert refused([*first.lines, *second.lines], "same seed and number") == 10


# Facts of the rules, on matches of random moves that the referee's own table writes


class Writer(Referee):
    """Instead of reading a line, writes one the rules allow, by chance; keeps the facts of each round."""

    def __init__(self, header: dict[str, Any], seed: int) -> None:
        super().__init__([header])
        self.written = [header]
        self.chance = random.Random(seed)

    def read(self, t: str, *free: str, **due: Any) -> dict[str, Any]:
        line = {"t": t, **due}
        if t == "deal":
            cards = self.chance.sample(PACK, 52)
            size, count = self.rules["stack_size"], self.rules["stacks"]
            stacks = [cards[size * n : size * (n + 1)] for n in range(count)]
            line |= {"stacks": stacks, "open": cards[size * count :]}
        elif line.get("kind") == "pick":
            places = [("open", index) for index, card in enumerate(self.open) if card]
            places += [("stack", index) for index, stack in enumerate(self.stacks) if stack]
            assert len(places) == due["legal"]
            source, index = self.chance.choice(places)
            line |= {"from": source, "index": index} | (
                {"card": self.open[index]} if source == "open" else {}
            )
        elif line.get("kind") == "take":
            line["card"] = self.chance.choice(self.stacks[due["stack"]])
        elif line.get("kind") == "order":
            taken = [move["card"] for move in self.written if "card" in move][-2:]
            line["first"], line["second"] = self.chance.sample(taken, 2)
        self.written.append(deepcopy(line))
        return line

    def turn(self) -> None:
        super().turn()
        shown = sum(sum(cards.values()) for cards in self.shown)
        aside = self.counts["second card set aside"] - self.aside
        assert self.cards_left() + shown + aside == 52
        assert self.supply + sum(self.coins) == self.rules["coin_supply"]

    def round(self, number: int) -> None:
        self.aside = self.counts["second card set aside"]
        super().round(number)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_facts_of_the_original_rules(seats: int) -> None:
    target, rounds, least = {2: (7, 4, 14), 3: (5, 3, 10), 4: (4, 4, 8)}[seats]
    variant = {"target": target, "rounds": rounds, "stacks": 8, "stack_size": 6, "open_cards": 4}
    both = 0
    for seed in range(60):
        writer = Writer(Script(seats, **variant).lines[0], seed)
        writer.run()
        turns = [
            line["turn"] + 1 for line, after in itertools.pairwise(writer.written) if after["t"] == "round"
        ]
        assert {line["end_reason"] for line in writer.written if line.get("t") == "round"} == {"target"}
        assert least <= min(turns) and max(turns) <= 26
        both += writer.counts["two seats reached the target in one turn"]
    assert (both > 0) == (seats > 2)


@pytest.mark.parametrize("seed", range(100))
def test_random_matches_of_random_variants_are_accepted(seed: int) -> None:
    chance = random.Random(seed)
    variant = {name: chance.choice(legal) for name, legal in konflikt.LEGAL.items()}
    stacks, size = chance.choice(
        [(0, 9), (9, 0), (1, 52), (52, 1), (13, 4), (17, 3), (8, 6), (5, 7), (10, 5)]
    )
    variant |= {"stacks": stacks, "stack_size": size, "open_cards": 52 - stacks * size}
    variant |= {"rounds": chance.randint(1, 6), "max_turns": chance.choice([10, 20, 26, 27, 200])}
    writer = Writer(Script(chance.randint(2, 4), **variant).lines[0], seed)
    decisions = writer.run()
    again = Referee(json.loads(json.dumps(line)) for line in writer.written)
    assert again.run() == decisions == sum(line.get("t") == "move" for line in writer.written)
    assert again.counts == writer.counts


# As a program


def run(*files: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, konflikt.__file__, *map(str, files)]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


def test_the_program_reads_files_or_standard_input(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.jsonl", tmp_path / "wrong.jsonl"
    texts = [json.dumps(line) + "\n" for line in pair_robs_two().lines]
    right.write_text("".join(texts * 2))
    wrong.write_text("".join([*texts, *texts[:5], "{,\n"]))
    good = run(right)
    assert (good.returncode, good.stderr) == (0, "")
    assert "         8  decisions\n" in good.stdout
    assert "         2  pair robs 2\n" in good.stdout
    assert run(text="".join(texts)).returncode == 0
    bad = run(right, wrong)
    assert bad.returncode == 1
    assert bad.stderr.startswith(f"{wrong}: line 14: not JSON: ")
    assert run(text="").returncode == 1
    assert run(tmp_path / "none.jsonl").returncode == 2
