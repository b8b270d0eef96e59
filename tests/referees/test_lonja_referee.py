"""The referee accepts what the rules of Lonja allow and refuses the rest; `legal` and points are counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referees.lonja import Lonja
from tests.referees.lonja_scripts import DEFAULTS, accepted, script, wrong
from tests.referees.writing import changed, every_field_counts

# A grid of 3, one card in hand, two in the pile. Seat 1 chooses gold, seat 0, the starter, silver.
SMALL = {"grid": 3, "min_per_type": 3, "cards_each": 3, "hand_size": 1, "rounds": 1}
DEAL = "deal g1 g2 g3, s1 s2 s3, b1 b2 b3 / s6 / g6 / b4 s4 / b5 s2\n"
CHOSEN = DEAL + "-1 1 choose g /3\n-1 0 choose s /2\n"
# Six placements: each card has the three of its type, g6 also the s6, s4 the b4, the last s2 the g2 and the b2.
PLACED = (
    CHOSEN
    + """0 0 place s6 1 0 /3
    1 1 place g6 0 2 /4
    2 0 place b4 2 0 /3
    3 1 place b5 2 2 /3
    4 0 place s4 1 2 /4
    5 1 place s2 2 1 /5
    """
)
# g1 g2 g6 = 9 gold
# s6 s2 s4 = 12 silver     columns g1 s6 b4: silver, 11; g2 s2 s2: silver, 6; g6 s4 b5: gold, 15
# b4 s2 b5 = 11 bronze
WHOLE = (
    PLACED
    + """end all_placed 29 24
    r0: 1: 0 9
    r1: 0: 12 0
    r2: : 0 0
    c0: 0: 11 0
    c1: 0: 6 0
    c2: 1: 0 15
    match 29 24, 0"""
)


def played(text: str, number: int, seats: int = 2, **variant: Any) -> None:
    """All lines are right and the transcript breaks off before line `number`."""
    assert wrong(script(text, seats, **{**SMALL, **variant}), "the end") == number


def line(cards: str, owner: dict[str, int], seats: int = 2, **variant: Any) -> tuple[list[int], list[int]]:
    """Winners and points of one line of the grid."""
    referee = Lonja([])
    referee.seats, referee.rules, referee.owner = seats, {**DEFAULTS, **variant}, owner
    result = referee.line_result("r0", cards.split())
    return result["winners"], result["points"]


def test_a_whole_match() -> None:
    assert accepted(script(WHOLE, **SMALL)) == 8
    bonus = WHOLE.replace("placed 29 24", "placed 9 24").replace("match 29 24, 0", "match 9 24, 1")
    assert accepted(script(bonus, **SMALL, starter_bonus=-20)) == 8
    assert wrong(script(bonus, **SMALL), "points is [9, 24] — the rules say [29, 24]") == 11


def test_every_field_of_every_line_counts() -> None:
    every_field_counts(Lonja, script(WHOLE, **SMALL))


def test_diagonals_are_lines_too() -> None:
    """g1 s2 b5: bronze. g6 s2 b4: gold, 12."""
    with_lines = WHOLE.replace("29 24", "29 36").replace(
        "match 29 36, 0", "d0: : 0 0\nd1: 1: 0 12\nmatch 29 36, 1"
    )
    assert accepted(script(with_lines, **SMALL, diagonals=True)) == 8


# Who chooses, who plays


def test_types_are_chosen_in_reverse_turn_order_and_none_twice() -> None:
    assert wrong(script(DEAL + "-1 0 choose g /3", **SMALL), "seat is 0 — the rules say 1") == 3
    assert wrong(script(DEAL + "0 1 choose g /3", **SMALL), "turn is 0 — the rules say -1") == 3
    twice = DEAL + "-1 1 choose g /3\n-1 0 choose g /2"
    assert wrong(script(twice, **SMALL), "coin is 'g' — the rules allow 's', 'b'") == 4
    played(DEAL + "-1 0 choose g /3\n-1 1 choose b /2", 5, choose_order="forward")
    three = "deal g1 g2 g3, s1 s2 s3, b1 b2 b3 / s6 / g6 / b6 / b4 s4 / b5 s2 / g4 g5\n"
    played(
        three
        + "-1 2 choose g /3\n-1 1 choose b /2\n-1 0 choose s /1\n0 0 place s6 1 1 /3\n1 1 place g6 0 0 /4",
        8,
        3,
    )
    played(three + "-1 0 choose g /3\n-1 1 choose b /2\n-1 2 choose s /1", 6, 3, choose_order="forward")


def test_the_starter_changes_and_who_chooses_first() -> None:
    two = WHOLE.split("match")[0] + DEAL.replace("s6", "s5") + "-1 0 choose g /3\n-1 1 choose b /2\n1 0 place"
    lines = script(two.rsplit("\n", 1)[0], **{**SMALL, "rounds": 2})
    assert lines[11]["starter"] == 1
    assert wrong(lines, "the end") == 15
    assert wrong(changed(lines, 12, starter=0), "starter is 0 — the rules say 1") == 12


@pytest.mark.parametrize(("rule", "legal", "row", "column"), [
    ("type_or_value", 5, 0, 0), ("type_only", 3, 0, 1), ("value_only", 3, 1, 0),
])  # fmt: skip
def test_what_a_card_may_cover(rule: str, legal: int, row: int, column: int) -> None:
    """s2 on silver 1, 2, 3, or on the 2 of gold, silver and bronze; the cell named last is none of these."""
    text = CHOSEN.replace("/ s6 /", "/ s2 /").replace("b5 s2", "b5 b6") + "0 0 place s2 {} {} /" + str(legal)
    played(text.format(1, 1), 6, match_rule=rule)
    lines = script(text.format(row, column), **SMALL, match_rule=rule)
    assert wrong(lines, "— the rules allow") == 5


def test_equal_hand_cards_count_once_and_the_pile_is_drawn_from_the_top() -> None:
    deal = "deal g1 g2 g3, s1 s2 s3, b1 b2 b3 / s6 s6 / g6 b6 / b4 / b5\n-1 1 choose g /3\n-1 0 choose s /2\n"
    played(deal + "0 0 place s6 1 0 /3\n1 1 place g6 0 0 /8\n2 0 place b4 2 2 /7", 8, hand_size=2)
    not_held = script(deal + "0 0 place b4 2 2 /3", **{**SMALL, "hand_size": 2})
    assert wrong(not_held, "card is 'b4' — the rules allow 's6'") == 5


# Limits, passes and ends


def test_a_cell_may_be_covered_once() -> None:
    """The covered s6 and b4 are no more for g6, b5 and s4; the last s2 has three twos that lie free."""
    text = (
        CHOSEN
        + """0 0 place s6 1 0 /3
        1 1 place g6 0 2 /3
        2 0 place b4 2 0 /3
        3 1 place b5 2 2 /2
        4 0 place s4 1 2 /2
        5 1 place s2 1 1 /3"""
    )
    played(text, 11, cover_limit=1)
    again = script(text.replace("b5 2 2", "b5 2 0"), **SMALL, cover_limit=1)
    assert wrong(again, "col is 0 — the rules allow 1, 2") == 8


STUCK = "deal s1 g1 b2, s2 g2 b3, s2 g3 b1 / s6 / g4 / b4 s4 / b5 s2\n-1 1 choose g /3\n-1 0 choose s /2\n"


def test_all_stuck_seats_end_the_round_without_a_pass() -> None:
    """Only values match, and no card has one that lies. The rows go to bronze, bronze and gold."""
    end = """end stuck 5 12
        r0: : 0 0
        r1: : 0 0
        r2: 1: 0 6
        c0: 0: 5 0
        c1: 1: 0 6
        c2: : 0 0
        match 5 12, 1"""
    stuck = {**SMALL, "match_rule": "value_only"}
    assert accepted(script(STUCK + end, **stuck)) == 2
    assert wrong(script(STUCK + "0 0 pass /1", **stuck), "t is 'move' — the rules say 'round'") == 5
    one = STUCK.replace("/ g4 /", "/ g3 /").replace("g2 b3, s2 g3", "g2 b3, s2 g4")
    played(one + "0 0 pass /1\n1 1 place g3 1 2 /1", 7, match_rule="value_only")
    assert (
        wrong(script(one + "0 0 place s6 0 0 /3", **stuck), "kind is 'place' — the rules allow 'pass'") == 5
    )


def test_a_stuck_seat_discards_or_covers_any_cell() -> None:
    text = (
        STUCK
        + "0 0 discard s6 /1\n1 1 discard g4 /1\n2 0 discard b4 /1\n3 1 discard b5 /1\n4 0 discard s4 /1\n"
    )
    played(text + "5 1 place s2 0 2 /4", 11, match_rule="value_only", stuck="discard")
    played(STUCK + "0 0 place s6 0 2 /9\n1 1 place g4 0 2 /9", 7, match_rule="value_only", stuck="free")
    played(
        STUCK + "0 0 place s6 0 2 /9\n1 1 place g4 0 1 /8",
        7,
        match_rule="value_only",
        stuck="free",
        cover_limit=1,
    )


def test_a_pass_may_always_be_legal_and_all_passes_in_turn_end_the_round() -> None:
    """Three places and the pass; s6 has one more once g6 lies."""
    played(CHOSEN + "0 0 pass /4\n1 1 place g6 0 2 /4\n2 0 pass /5\n3 1 place b5 2 2 /4", 9, may_pass=True)
    text = CHOSEN + "0 0 pass /4\n1 1 pass /4\n"
    end = """end stuck 6 6
        r0: 1: 0 6
        r1: 0: 6 0
        r2: : 0 0
        c0: : 0 0
        c1: : 0 0
        c2: : 0 0
        match 6 6, 0 1"""
    assert accepted(script(text + end, **SMALL, may_pass=True)) == 4
    assert (
        wrong(script(text + "2 0 pass /4", **SMALL, may_pass=True), "t is 'move' — the rules say 'round'")
        == 7
    )
    stuck = STUCK + "0 0 discard s6 /2\n1 1 pass /2\n2 0 pass /2\n"
    again = {"match_rule": "value_only", "stuck": "discard", "may_pass": True}
    assert wrong(script(stuck + "3 1 pass /2", **SMALL, **again), "t is 'move' — the rules say 'round'") == 8


def test_a_seat_without_cards_is_skipped() -> None:
    """Seat 0 has placed its three cards; seat 1 passed once and has one left."""
    text = (
        CHOSEN
        + """0 0 place s6 1 0 /4
        1 1 pass /5
        2 0 place b4 2 0 /4
        3 1 place g6 0 2 /5
        4 0 place s4 1 2 /5
        5 1 place b5 2 2 /4
        6 1 place s2 2 1 /6"""
    )
    played(text, 12, may_pass=True)


def test_a_capped_round_lists_its_lines_and_scores_nothing() -> None:
    deal = "deal g1 g2 g3, s1 s2 s3, b1 b2 b3 / s6 / g6 / s5 s5 s5 s4 s4 s4 / g5 g5 g5 g4 g4 g4\n"
    text = deal + "-1 1 choose g /3\n-1 0 choose s /2\n"
    for turn, row in enumerate(["s6 3 g6 4", "s5 3 g5 4", "s5 4 g5 4", "s5 4 g5 4", "s4 3 g4 4"]):
        own, choices, other, answers = row.split()
        text += f"{2 * turn} 0 place {own} 1 0 /{choices}\n{2 * turn + 1} 1 place {other} 0 0 /{answers}\n"
    text += """end cap 0 0
        r0: 1: 0 9
        r1: 0: 9 0
        r2: : 0 0
        c0: : 0 0
        c1: : 0 0
        c2: : 0 0
        match 0 0, 0 1"""
    variant = {**SMALL, "cards_each": 7, "max_turns": 10, "starter_bonus": 5}
    assert accepted(script(text, **variant)) == 12
    scored = text.replace("cap 0 0", "cap 9 9").replace("match 0 0", "match 9 9")
    assert wrong(script(scored, **variant), "points is [9, 9] — the rules say [0, 0]") == 15


# Lines: seat 0 has silver, seat 1 gold, bronze is neutral

TWO, THREE = {"s": 0, "g": 1}, {"s": 0, "g": 1, "b": 2}


@pytest.mark.parametrize(("cards", "owner", "variant", "winners", "points"), [
    ("s5 g1 g3 b2", TWO, {}, [0], [11, 0]),  # 5 against 4 and 2: all that is visible
    ("s5 g1 g3 b2", TWO, {"line_value": "own"}, [0], [5, 0]),
    ("s5 g1 g3 b2", TWO, {"majority_by": "cards"}, [1], [0, 11]),
    ("s5 g1 g3 b2", TWO, {"majority_by": "cards", "line_value": "own"}, [1], [0, 4]),
    ("s5 g1 g3 b2", TWO, {"majority": "absolute"}, [], [0, 0]),  # 5 of 11
    ("s6 g1 g3 b1", TWO, {"majority": "absolute"}, [0], [11, 0]),  # 6 of 11
    ("s6 g3 g2 b1", TWO, {"majority": "absolute"}, [], [0, 0]),  # 6 of 12 is not more than half
    ("s6 s1 g2 b1", TWO, {"majority": "absolute", "majority_by": "cards"}, [], [0, 0]),  # 2 of 4
    ("s5 g2 g3 b1", TWO, {}, [], [0, 0]),
    ("s5 g2 g3 b1", TWO, {"line_tie": "split"}, [0, 1], [5, 5]),  # 11 in two parts
    ("s5 g2 g3 b1", TWO, {"line_tie": "split", "line_value": "own"}, [0, 1], [2, 2]),
    ("s5 g2 g3 b1", TWO, {"line_tie": "split", "majority": "absolute"}, [], [0, 0]),
    ("s5 b5 g3 g1", TWO, {"line_tie": "split"}, [0], [7, 0]),  # 14, and the neutral half is lost
    ("s3 b3 g3 g1", TWO, {"line_tie": "split", "majority_by": "cards"}, [1], [0, 10]),
    ("s5 b2 b3 g5", TWO, {"line_tie": "split"}, [0, 1], [5, 5]),  # three parts of 15
    ("s5 g5 b2 b3", TWO, {"line_tie": "split", "neutral_scores": "second"}, [0, 1], [5, 5]),
    ("b6 s2 s1 g2", TWO, {}, [], [0, 0]),
    ("b6 s2 s1 g2", TWO, {"neutral_scores": "second"}, [0], [11, 0]),
    ("b6 s2 s1 g2", TWO, {"neutral_scores": "second", "line_value": "own"}, [0], [3, 0]),
    ("b6 s2 s1 g3", TWO, {"neutral_scores": "second"}, [], [0, 0]),
    ("b6 s2 s1 g3", TWO, {"neutral_scores": "second", "line_tie": "split"}, [], [0, 0]),
    ("b6 b5 b4 b3", TWO, {"neutral_scores": "second"}, [], [0, 0]),  # none against none is a tie, too
    ("b6 s2 s1 g2", THREE, {}, [2], [0, 0, 11]),
    ("b3 s2 s1 g3", THREE, {"line_tie": "split"}, [0, 1, 2], [3, 3, 3]),
])  # fmt: skip
def test_lines(
    cards: str, owner: dict[str, int], variant: dict[str, Any], winners: list[int], points: list[int]
) -> None:
    assert line(cards, owner, len(points), **variant) == (winners, points)


# Deals and variants


def test_a_type_must_lie_often_enough() -> None:
    few = DEAL.replace("b3 /", "s4 /").replace("b4 s4", "b4 s5")
    assert wrong(script(few, **SMALL), "b lies 2 times in the grid — the rules say at least 3") == 2
    played(few + "-1 1 choose g /3", 4, min_per_type=2)


def test_the_second_set_may_be_the_remainder() -> None:
    """30 cards. Round 0 lays the ones and deals the twos, so all are stuck; round 1 has one gold card left."""
    text = """deal g1 g1 g1, g1 g1 s1, s1 b1 b1 / g2 / g2 / g2 g2 / s2 b2
        -1 1 choose g /3
        -1 0 choose s /2
        end stuck 0 12
        r0: 1: 0 3
        r1: 1: 0 3
        r2: : 0 0
        c0: 1: 0 3
        c1: 1: 0 3
        c2: : 0 0
        deal g2 s1 s1, s1 b1 b1, b1 s2 s2 / s2 / s2 / b2 b2 / b2 b2
        -1 0 choose g /3
        -1 1 choose s /2
        0 1 place s2 2 2 /3"""
    variant = {**SMALL, "values": 2, "copies": 5, "min_per_type": 2, "rounds": 2, "match_rule": "value_only"}
    lines = script(text, **variant, second_set="remainder")
    assert wrong(lines, "the end") == 10
    dealt = lines[5]
    hidden = changed(lines, 6, grid=[["s2", "s1", "s1"], *dealt["grid"][1:]], hands=[["g2"], ["s2"]])
    assert wrong(hidden, "g lies 0 times in the grid — the rules say at least 1") == 6
    assert wrong(changed(lines, 6, hands=[["g1"], ["s2"]]), "the pack: too many") == 6
    assert wrong(script(text, **variant), "g lies 1 times in the grid — the rules say at least 2") == 6


@pytest.mark.parametrize(("fields", "text"), [
    ({"grid": [["g1", "g2", "g3"]] * 3}, "the pack: too many"), ({"grid": [["g1"]]}, "numbers of cards, grid, is [1]"),
    ({"hands": [["s6"], ["s6", "g6"]]}, "numbers of cards, hands,"), ({"rest": []}, "numbers of cards, rest, is [0]"),
    ({"piles": [["b4", 4], ["b5", "s2"]]}, "piles: 4 is no card"), ({"starter": 1}, "starter is 1"),
])  # fmt: skip
def test_wrong_deals(fields: dict[str, Any], text: str) -> None:
    assert wrong(changed(script(WHOLE, **SMALL), 2, **fields), text) == 2


@pytest.mark.parametrize(("variant", "text"), [
    ({"values": 2, "copies": 6, "cards_each": 11}, "38 cards of 36"),
    ({"min_per_type": 6}, "min_per_type 6 in 16 cells"),
    ({"values": 1}, "values is 1"),
    ({"hand_size": 11}, "hand_size above cards_each 10"), ({"second_set": "remainder"}, "72 cards of 54"),
    ({"second_set": "remainder", "rounds": 3, "copies": 8}, "remainder with other than 2 rounds"),
    ({"stuck": "end"}, "stuck is 'end'"), ({"stuck": None}, "stuck is None"), ({"suits": 3}, "variant is"),
])  # fmt: skip
def test_variants_that_cannot_be(variant: dict[str, Any], text: str) -> None:
    lines = changed(script(WHOLE, **SMALL), 1, variant={**DEFAULTS, **variant})
    assert wrong(lines, text) == 1


def test_parameters_are_all_there() -> None:
    assert sorted(DEFAULTS) == sorted(Lonja.parameters)
