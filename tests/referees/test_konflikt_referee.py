"""The referee accepts transcripts written by hand; points, buildings and coins are worked out from the rules."""

from __future__ import annotations

from copy import deepcopy

import pytest

from tests.referees.konflikt import Referee
from tests.referees.konflikt_scripts import (
    Script,
    gift_to_the_target,
    pair_robs_two,
    refused,
    stacked,
)

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


def test_what_buildings_coins_and_the_end_are_worth() -> None:
    script = Script(building_points=3, end_bonus=5, coins_per_point=3, rob_pair_coin=4).deal()
    script.turn("A", "A").turn("A", "A").end("target", [1, 8], [0, 1], [4, 0], 1).match([1, 8], [1])
    assert script.decisions() == 4


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
