"""Lonja's parameters and tracked quantities on positions set up by hand; in plain Python too, as `test_lonja`."""

from itertools import pairwise

import pytest

from sims import registry, variants
from sims.errors import InputError
from tests.sims.games.lonja_table import Table
from tests.sims.games.test_lonja import GRID, SCORED, dealt, finished
from tests.sims.playing import job, transcript

# ---- matching


def test_by_type_alone_or_by_value_alone():
    by_type = Table(GRID, ["s3", "g1"], match_rule="type_only").legal()
    assert by_type == ["place s3 r0c1", "place s3 r1c0", "place s3 r2c2"]
    assert Table(GRID, ["s3", "g1"], match_rule="value_only").legal() == ["place s3 r0c2", "place s3 r1c2"]


def test_a_cell_may_be_covered_so_often():
    table = Table(GRID, ["g1 g1", "g1 g1"], cover_limit=2).do("place g1 r0c0", "place g1 r0c0")
    assert table.legal() == ["place g1 r1c0", "place g1 r1c2", "place g1 r2c0", "place g1 r2c1"]


@pytest.mark.parametrize("stuck", ["pass", "discard", "free"])
def test_no_cell_left_to_cover_ends_the_round_whatever_else_is_possible(stuck):
    table = Table(("g1 g1 g1",) * 3, ["g1 " * 5, "g1 " * 5], cover_limit=1, stuck=stuck, may_pass=True)
    for row in range(3):
        table.do(*(f"place g1 r{row}c{column}" for column in range(3)))
    assert (table.ended, table.hands, table.points) == ("stuck", ["", "g1"], [18, 0])


def test_a_last_card_on_the_last_cell_ends_the_round_as_all_placed():
    table = Table(("g1 g1 g1",) * 3, ["g1 " * 5, "g1 " * 4], cover_limit=1)
    for row in range(3):
        table.do(*(f"place g1 r{row}c{column}" for column in range(3)))
    assert table.ended == "all_placed"


# ---- a seat without a legal placement

ALL_GOLD = ("g1 g2 g3", "g4 g5 g6", "g1 g2 g3")


def test_it_may_have_to_put_a_card_out_of_play_and_draw():
    table = Table(ALL_GOLD, ["s9 b8 s9", "g1"], ["g7"], stuck="discard")
    assert table.legal() == ["discard s9", "discard b8"]
    table.do("discard s9")
    assert (sorted(table.hands[0].split()), table.seat, table.turn) == (["b8", "g7", "s9"], 1, 1)
    table.do("place g1 r0c0")
    assert table.legal()[0].startswith("place g7")
    table.do("place g7 r0c0", "discard s9", "discard b8")
    assert (table.ended, table.ender) == ("all_placed", 0)


def test_or_may_cover_any_cell():
    table = Table(ALL_GOLD, ["s9 b8 s9", "g1"], stuck="free", cover_limit=1)
    assert len(table.legal()) == 18
    assert table.legal()[0] == "place s9 r0c0" and table.legal()[9] == "place b8 r0c0"
    table.do("place b8 r0c0", "place g1 r2c0")
    assert "place s9 r0c0" not in table.legal() and len(table.legal()) == 7
    assert table.tracked(0, "by_free", "first_stuck_turn") == [1, 0]


def test_only_who_has_no_placement_may():
    assert Table(ALL_GOLD, ["s9 g9", "g1"], stuck="free").legal() == [
        f"place g9 r{i // 3}c{i % 3}" for i in range(9)
    ]


def test_a_pass_goes_with_each_of_them():
    assert Table(ALL_GOLD, ["s9", "g1"], stuck="discard", may_pass=True).legal() == ["discard s9", "pass"]
    assert Table(ALL_GOLD, ["s9", "g1"], may_pass=True).legal() == ["pass"]


# ---- scoring


def test_an_absolute_majority_is_more_than_half():
    grid = ("g4 s3 b1", "g4 s3 b2", "b6 g1 s1")
    assert finished(grid).lines["r0"] == [8, 0]
    assert "r0" not in finished(grid, majority="absolute").lines  # 4 of 8
    assert "r0" not in finished(grid, majority="absolute", line_tie="split").lines
    assert finished(("g5 s3 b1", *grid[1:]), majority="absolute").lines["r0"] == [9, 0]


def test_an_absolute_majority_of_cards():
    grid = ("g1 g1 b9", "g4 s3 b2", "b6 g1 s1")
    assert finished(grid, majority="absolute", majority_by="cards").lines["r0"] == [11, 0]
    assert "r1" not in finished(grid, majority="absolute", majority_by="cards").lines


def test_a_line_may_be_worth_the_values_of_the_type_that_takes_it():
    assert finished(line_value="own").lines == {"r0": [4, 0], "r1": [5, 0], "c1": [0, 5], "c2": [5, 0]}


TIES = ("g3 s3 b1", "b5 g5 s2", "s4 g4 b4")


def test_tied_types_may_share_what_one_alone_would_score():
    """r0: 7 for gold and silver, 3 each, rounded down. r1: 12 for gold and neutral bronze, whose 6 are lost.
    r2: 12 for three types, 4 each."""
    lines = finished(TIES, line_tie="split").lines
    assert (lines["r0"], lines["r1"], lines["r2"]) == ([3, 3], [6, 0], [4, 4])


def test_shared_by_the_values_of_the_own_type():
    lines = finished(TIES, line_tie="split", line_value="own").lines
    assert (lines["r0"], lines["r1"], lines["r2"]) == ([1, 1], [2, 0], [1, 1])


def test_a_tie_of_cards_is_split_too():
    lines = finished(("g3 s9 b1", "b5 g5 s2", "s4 g4 b4"), line_tie="split", majority_by="cards").lines
    assert lines["r0"] == [4, 4]


def test_where_the_neutral_type_takes_a_line_the_second_may():
    grid = ("g2 s3 b9", "b5 g1 b5", "b9 g1 s1")
    lines = finished(grid, neutral_scores="second").lines
    assert (lines["r0"], lines["r1"]) == ([0, 14], [11, 0])
    assert "r2" not in lines  # gold and silver have 1 each
    assert "r0" not in finished(grid).lines
    assert finished(grid, neutral_scores="second", majority="absolute").lines["r0"] == [0, 14]
    assert finished(grid, neutral_scores="second", line_value="own").lines["r0"] == [0, 3]


def test_a_tie_with_the_neutral_type_is_no_win_of_it():
    assert "r0" not in finished(("g3 s1 b3", "b5 g1 b5", "b9 g1 s1"), neutral_scores="second").lines


def test_the_diagonals_may_count():
    table = finished(("g4 s3 b1", "s2 g2 g5", "b6 g1 s1"), diagonals=True, rounds=1)
    assert (table.lines["d0"], "d1" in table.lines) == ([7, 0], False)  # 4 2 1; 1 2 6 is neutral's
    assert table.tracked(0, "points_diagonals") == [7]
    assert "d0" not in finished().lines


def test_the_starter_may_get_points_or_pay_some():
    assert finished(starter_bonus=5).points == [29, 6]
    assert finished(starter_bonus=-20, round=1).points == [24, -14]


# ---- the match


@pytest.mark.parametrize("rounds", [1, 2, 12])
def test_a_match_has_so_many_rounds(rounds):
    for number in (0, rounds - 1):
        table = Table(round=number, rounds=rounds).cap()
        assert bool(table.state.match_end) == (number == rounds - 1)


def test_the_second_round_may_be_dealt_from_what_the_first_left():
    first, second = (dealt(2, n, copies=4, second_set="remainder") for n in (0, 1))
    assert len(second["rest"]) == 0  # 72 cards, 36 in each round
    flat = [card for cards in second["grid"] + second["hands"] + second["piles"] for card in cards]
    assert sorted(flat) == sorted(first["rest"])


def test_a_type_with_too_few_cards_left_lies_as_often_as_it_can():
    table = Table(types=None, hands=["g1", "g1"], values=2, copies=8, second_set="remainder", min_per_type=3)
    table.state.gone[1 << 2], table.state.gone[2 << 2] = 7, 8  # one gold card is left
    table.deal()
    lying = " ".join(table.grid)
    assert lying.count("g") == 1
    assert min(lying.count("s"), lying.count("b")) >= 3


@pytest.mark.parametrize(("when", "always"), [("after_hand", True), ("before_hand", False)])
def test_types_may_be_chosen_before_the_hands_are_seen(when, always):
    """A player that goes by its hand alone takes the type it holds most of, unless it has not looked at it yet."""
    by_hand = "greedy[led=0,shown=0,held=1]"
    lines = transcript(job(registry.load("lonja"), 2, by_hand, clusters=10, choose_when=when))
    right = []
    for dealt_line, chosen in pairwise(lines):
        if dealt_line.get("t") == "deal":
            hand = dealt_line["hands"][chosen["seat"]]
            held = {coin: sum(int(card[1:]) for card in hand if card[0] == coin) for coin in "gsb"}
            right.append(held[chosen["coin"]] == max(held.values()))
    assert len(right) == 20
    assert all(right) == always


def test_what_a_seat_cannot_know_is_dealt_anew_its_own_hand_too_before_it_looked():
    hands, piles = ["g1 g2 g3", "s1 s2 s3"], ["b7 b8 b9", "g7 g8 g9"]
    for types, when, own_hand_stays in (
        ("gs", "after_hand", True),
        (None, "after_hand", True),
        ("gs", "before_hand", True),
        (None, "before_hand", False),
    ):
        table = Table(None, hands, piles, types=types, choose_when=when)
        before = sorted(table.state.pack.tolist() + table.state.hand.tolist())
        grid = table.grid
        table.hide(0)
        assert (
            sorted(table.state.pack.tolist() + table.state.hand.tolist()) == before
        )  # no card more, none less
        assert (table.hands[0] == hands[0]) == own_hand_stays
        assert (table.hands[1] == hands[1], table.grid == grid) == (False, True)
        assert [len(hand.split()) for hand in table.hands] == [3, 3]


# ---- what together is impossible


@pytest.mark.parametrize(
    ("seats", "values", "told"),
    [
        (2, {"hand_size": 11}, "hand_size: 11 is not at most cards_each, 10"),
        (2, {"grid": 3}, "min_per_type: 5 is not at most 3: three types on 3 × 3 = 9 cells"),
        (2, {"min_per_type": 6}, "at most 5: three types on 4 × 4 = 16 cells"),
        (2, {"values": 2, "copies": 2}, "2 values × 2 copies = 4 cards of a type"),
        (2, {"cards_each": 20}, "4² cells + 20 cards × 2 seats = 56"),
        (3, {"cards_each": 13}, "4² cells + 13 cards × 3 seats = 55"),
        (2, {"copies": 1, "values": 11}, "at most 3 × 11 values × 1 copies = 33 cards"),
        (2, {"second_set": "remainder"}, "2 × (4² cells + 10 cards × 2 seats = 36)"),
        (2, {"second_set": "remainder", "copies": 4, "rounds": 3}, "rounds: 3 is not 2"),
    ],
)
def test_what_the_deck_or_the_grid_does_not_hold_is_refused_with_the_sum_that_fails(seats, values, told):
    with pytest.raises(InputError) as refused:
        variants.make(registry.load("lonja"), seats, None, values)
    assert told in str(refused.value)


def test_just_enough_is_not():
    game = registry.load("lonja")
    assert variants.make(game, 2, None, {"copies": 2})  # 36 cards, 16 + 20
    assert variants.make(game, 3, None, {"cards_each": 12})  # 52 of 54
    assert variants.make(game, 2, None, {"second_set": "remainder", "copies": 4})  # 72, twice 36
    assert variants.make(game, 2, None, {"grid": 5, "min_per_type": 8})


@pytest.mark.parametrize("preset", registry.load("lonja").presets)
@pytest.mark.parametrize("seats", [2, 3])
def test_every_deck_is_large_enough_for_every_number_of_seats(preset, seats):
    values = variants.make(registry.load("lonja"), seats, preset).values
    cards = 3 * values["values"] * values["copies"]
    assert cards > 36 if seats == 2 else cards >= 46  # what the original text fixes


# ---- tracked quantities


def test_cards_of_a_seat_by_where_they_are():
    table = Table(ALL_GOLD, ["g9 s9", "s9 g1"], ["g7 g8"], stuck="discard")
    names = ("hand", "pile", "placed", "discarded")
    assert table.tracked(0, *names) == [2, 2, 0, 0]
    table.do("place g9 r0c0", "place g1 r0c1", "place g7 r0c0")
    assert table.tracked(0, *names) == [2, 0, 2, 0]


def test_cells_and_values_of_each_type_and_what_the_lines_are_worth():
    table = Table(SCORED, ["g4", "g4"])
    names = ("cells", "neutral_cells", "worth", "neutral_worth", "lines_led", "standing")
    assert table.tracked(0, *names) == [3, 2, 10, 7, 3, 24]
    assert table.tracked(1, *names) == [4, 2, 8, 7, 1, 6]
    assert Table(SCORED, ["g4", "g4"], types=None).tracked(0, *names) == [0, 9, 0, 25, 0, 0]


TURNED = [f"turned_{a}_{b}" for a, b in (
    ("own", "rival"), ("own", "neutral"), ("rival", "own"), ("rival", "rival"), ("rival", "neutral"),
    ("neutral", "own"), ("neutral", "rival"),
)]  # fmt: skip


@pytest.mark.parametrize(
    ("types", "card", "cell", "turned", "gained", "lost"),
    [
        ("gsb", "s1", "r0c0", "own_rival", [0, 1, 0], [-1, 0, 0]),
        ("gs", "b1", "r0c0", "own_neutral", [0, 0], [-1, 0]),
        ("gs", "g2", "r0c1", "rival_own", [1, 0], [0, -1]),
        ("gsb", "b2", "r0c1", "rival_rival", [0, 0, 1], [0, -1, 0]),
        ("gs", "b2", "r0c1", "rival_neutral", [0, 0], [0, -1]),
        ("gs", "g3", "r0c2", "neutral_own", [1, 0], [0, 0]),
        ("gs", "s3", "r0c2", "neutral_rival", [0, 1], [0, 0]),
        ("gs", "g9", "r0c0", None, [0, 0], [0, 0]),
    ],
)
def test_a_conversion_is_booked_for_who_made_it_and_for_both_whose_cell_it_is(
    types, card, cell, turned, gained, lost
):
    table = Table(("g1 s2 b3", "g4 s5 b6", "g4 s5 b6"), [card] + ["g1"] * (len(types) - 1), types=types)
    table.do(f"place {card} {cell}")
    due = [int(name == f"turned_{turned}") for name in TURNED]
    assert table.tracked(0, *TURNED) == due
    assert table.tracked(1, *TURNED) == [0] * 7
    assert [table.tracked(seat, "cells_gained")[0] for seat in range(len(types))] == gained
    assert [table.tracked(seat, "cells_lost")[0] for seat in range(len(types))] == lost


CLAUSES = ("by_type", "by_value", "by_both", "by_free", "stuck_passes", "own_passes", "discards")


@pytest.mark.parametrize(
    ("clause", "hand", "words", "parameters"),
    [
        ("by_type", "g9", "place g9 r0c0", {}),
        ("by_value", "s1", "place s1 r0c0", {}),
        ("by_both", "g1", "place g1 r0c0", {}),
        ("by_free", "s9", "place s9 r0c0", {"stuck": "free"}),
        ("stuck_passes", "s9", "pass", {}),
        ("own_passes", "g1", "pass", {"may_pass": True}),
        ("discards", "s9", "discard s9", {"stuck": "discard"}),
    ],
)
def test_every_clause_is_counted_for_the_seat_that_moves(clause, hand, words, parameters):
    table = Table(ALL_GOLD, [hand, "g1 g1"], **parameters).do(words)
    assert table.tracked(0, *CLAUSES) == [int(name == clause) for name in CLAUSES]
    assert table.tracked(1, *CLAUSES) == [0] * 7
    assert table.tracked(1, "first_stuck_turn") == [0 if hand == "s9" else -1]


def test_points_by_kind_of_line_and_lines_by_what_becomes_of_them():
    table = finished(starter_bonus=3)
    assert table.tracked(0, "points_rows", "points_columns", "points_bonus", "coin") == [17, 7, 3, 0]
    assert table.tracked(1, "points_rows", "points_columns", "points_bonus", "coin") == [0, 6, 0, 1]
    fates = ("lines_won", "lines_neutral", "lines_tied", "lines_short")
    assert table.tracked(0, *fates) == [4, 2, 0, 0]
    assert finished(TIES).tracked(1, *fates)[2] >= 3
    assert finished(SCORED, majority="absolute").tracked(1, *fates)[3] > 0


def test_what_the_types_showed_when_chosen_and_brought_in_the_order_of_choice():
    worth = ("worth_first", "worth_second", "worth_third")
    brought = ("points_first", "points_second", "points_third")
    table = Table(SCORED, ["g4", "g4"], types=None).do("choose b", "choose g")  # seat 1, then seat 0
    assert table.tracked(0, *worth) == [7, 10, 8]
    table.do("place g4 r0c0", "place g4 r0c0")
    assert table.points == [24, 20]
    assert table.tracked(1, *brought) == [20, 24, 0]
