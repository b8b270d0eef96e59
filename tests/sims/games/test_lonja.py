"""Lonja, clause by clause: positions set up by hand. `test_lonja_variants` runs it in plain Python too."""

import pytest

from sims import registry, replay
from tests.sims.games.lonja_table import Table
from tests.sims.playing import job

# ---- layout and deal


def dealt(seats=2, round=0, **parameters):
    """The deal line of a round of the original rules, dealt by the loop."""
    lines = replay.transcript(job(registry.load("lonja"), seats, "random", clusters=1, **parameters))
    return next(line for line in lines if line.get("t") == "deal" and line["round"] == round)


@pytest.mark.parametrize("seats", [2, 3])
def test_sixteen_cards_lie_every_type_five_times_ten_cards_a_seat_the_rest_is_out_of_play(seats):
    line = dealt(seats)
    lying = [card for row in line["grid"] for card in row]
    assert [len(row) for row in line["grid"]] == [4] * 4
    assert sorted(sum(card[0] == coin for card in lying) for coin in "gsb") == [5, 5, 6]
    assert [len(hand) for hand in line["hands"]] == [3] * seats
    assert [len(pile) for pile in line["piles"]] == [7] * seats
    pack = [*lying, *(card for cards in line["hands"] + line["piles"] for card in cards), *line["rest"]]
    assert sorted(pack) == sorted(
        f"{coin}{value}" for coin in "gsb" for value in range(1, 7) for _ in range(3)
    )


def test_more_seats_are_dealt_the_same_cards_and_more():
    two, three = dealt(2), dealt(3)
    assert two["grid"] == three["grid"]
    assert two["hands"] == three["hands"][:2] and two["piles"] == three["piles"][:2]


def test_the_starter_changes_from_round_to_round():
    assert [Table(types=None, hands=["g1"] * 3, round=n).state.starter for n in range(4)] == [0, 1, 2, 0]


# ---- the choice of types


def test_with_two_seats_the_other_one_chooses_first_the_third_type_is_neutral():
    table = Table(types=None, hands=["g1", "g1"])
    assert (table.seat, table.turn) == (1, -1)
    assert table.legal() == ["choose g", "choose s", "choose b"]
    table.do("choose s")
    assert (table.seat, table.turn, table.legal()) == (0, -1, ["choose g", "choose b"])
    table.do("choose b")
    assert (table.types, table.seat, table.turn) == ("bs", 0, 0)


def test_with_three_the_last_seat_chooses_first_and_the_starter_takes_what_is_left():
    table = Table(types=None, hands=["g1"] * 3, round=1)
    assert table.seat == 0
    table.do("choose b")
    assert table.seat == 2
    table.do("choose g")
    assert (table.seat, table.legal()) == (1, ["choose s"])
    table.do("choose s")
    assert (table.types, table.seat, table.turn) == ("bsg", 1, 0)


def test_forward_the_starter_chooses_first():
    table = Table(types=None, hands=["g1"] * 3, round=1, choose_order="forward")
    seats = []
    for coin in "gsb":
        seats.append(table.seat)
        table.do(f"choose {coin}")
    assert (seats, table.types) == ([1, 2, 0], "bgs")


# ---- a turn

GRID = ("g1 s2 b3", "s1 b2 g3", "b1 g2 s4")


def test_a_card_goes_on_one_of_its_type_or_of_its_value():
    table = Table(GRID, ["s3", "g1"])
    assert table.legal() == [
        "place s3 r0c1",
        "place s3 r0c2",
        "place s3 r1c0",
        "place s3 r1c2",
        "place s3 r2c2",
    ]


def test_equal_cards_of_the_hand_are_one_choice():
    assert len(Table(GRID, ["s3 s3", "g1"]).legal()) == 5


def test_the_card_covers_and_the_next_card_is_drawn():
    table = Table(GRID, ["s3 g1", "g1"], ["b5 b6"]).do("place s3 r0c2")
    assert table.grid == ["g1 s2 s3", "s1 b2 g3", "b1 g2 s4"]
    assert (sorted(table.hands[0].split()), table.seat, table.turn) == (["b5", "g1"], 1, 1)


def test_without_a_pile_the_hand_gets_smaller():
    assert Table(GRID, ["s3 g1", "g1"]).do("place s3 r0c2").hands == ["g1", "g1"]


def test_a_seat_without_cards_is_skipped():
    table = Table(GRID, ["s3", "g1 g1 g1", "b1 b1"], types="gsb").do("place s3 r0c2", "place g1 r0c0")
    assert table.do("place b1 r2c0").seat == 1
    assert table.do("place g1 r0c0", "place b1 r2c0").seat == 1


def test_only_what_is_visible_can_be_matched():
    table = Table(("g7 s2 b3", "s1 b2 g3", "b1 g2 s4"), ["g8 b7", "b7"]).do("place g8 r0c0")
    assert "place b7 r0c0" not in table.legal()


def test_the_round_ends_when_nobody_has_cards_left():
    table = Table(GRID, ["s3", "g1"]).do("place s3 r0c2")
    assert table.ended is None
    assert table.do("place g1 r0c0").ended == "all_placed"
    assert table.ender == 1


# ---- scoring

SCORED = (
    "g4 s3 b1",  # gold 4 of 8: seat 0
    "s2 s2 g5",  # gold 5, silver 4: 9 for seat 0
    "b6 g1 s1",  # bronze, which is neutral
)  # columns: bronze 6; silver 5 of 6; gold 5 of 7


def finished(grid=SCORED, types="gs", **parameters):
    """A round that ends on this grid: each seat covers its first card with an equal one."""
    first = grid[0].split()[0]
    table = Table(grid, [first] * len(types), types=types, **parameters)
    for _ in types:
        table.do(f"place {first} r0c0")
    assert table.grid == list(grid)
    return table


def test_the_type_with_the_largest_sum_takes_the_line_and_all_its_values():
    table = finished()
    assert table.lines == {"r0": [8, 0], "r1": [9, 0], "c1": [0, 6], "c2": [7, 0]}
    assert (table.points, table.match_points) == ([24, 6], [24, 6])


def test_values_count_not_cards():
    """Row 1: two silver cards with 4 against one gold with 5."""
    assert finished().lines["r1"] == [9, 0]
    assert finished(majority_by="cards").lines["r1"] == [0, 9]


def test_a_tie_or_the_neutral_type_scores_nothing_not_even_between_others():
    table = finished(("g3 s3 b1", "b5 g1 s4", "s2 s2 g4"), types="gb")
    assert "r0" not in table.lines  # gold and neutral silver 3 each
    assert "r2" not in table.lines  # silver and gold 4 each
    assert "c1" not in table.lines  # silver 5
    assert table.lines == {"r1": [0, 10], "c0": [0, 10]}


def test_with_three_seats_nobody_is_neutral():
    assert finished(types="gsb").lines["r2"] == [0, 0, 8]


def test_every_cell_counts_in_its_row_and_in_its_column():
    table = finished(("g5 s1 b1", "s1 g1 b1", "b1 s1 g1"))
    assert table.lines["r0"] == table.lines["c0"] == [7, 0]


def test_a_capped_round_lists_its_lines_and_scores_nothing():
    table = Table(SCORED, ["g4", "g4"], starter_bonus=9).cap()
    assert (table.ended, table.points) == ("cap", [0, 0])
    assert table.lines["r0"] == [8, 0]


def test_points_of_both_rounds_are_added():
    table = finished(rounds=2)
    assert table.state.match_end == 0
    table.state.round_no = 1
    table.deal()
    table.do("choose g", seat=0).do("choose s", seat=1).cap()
    assert (table.points, table.match_points, table.state.match_end) == ([0, 0], [24, 6], 1)


# ---- nothing to place


def test_who_cannot_place_a_card_passes():
    table = Table(("g1 g2 g3", "g4 g5 g6", "g1 g2 g3"), ["s9", "g1 g1"])
    assert table.legal() == ["pass"]
    assert table.do("pass").seat == 1
    assert table.do("place g1 r0c0").legal() == ["pass"]
    assert table.hands == ["s9", "g1"]


def test_the_round_ends_as_soon_as_all_seats_with_cards_are_stuck():
    table = Table(("g1 g2 g3", "g4 g5 g6", "g1 g2 g3"), ["s9 s9", "g1", "s8"], types="gsb")
    table.do("pass", "place g1 r0c0")
    assert (table.ended, table.ender, table.turn) == ("stuck", -1, 1)
    assert table.points == [2 * 27, 0, 0]


def test_that_may_be_before_the_first_turn():
    table = Table(("g1 g2 g3", "g4 g5 g6", "g1 g2 g3"), ["s9", "s8"])
    assert (table.ended, table.turn) == ("stuck", -1)


def test_where_one_may_pass_a_pass_beside_placements_and_all_in_turn_end_the_round():
    table = Table(GRID, ["s3", "g1", "b3 b3"], types="gsb", may_pass=True)
    assert table.legal()[-1] == "pass" and len(table.legal()) == 6
    table.do("pass", "pass", "place b3 r0c2", "pass", "pass")
    assert (table.ended, table.seat) == (None, 2)
    assert table.do("pass").ended == "stuck"


# ---- how far ahead a seat can still come out

ROWS = ("g9 g9 s1", "g9 g9 s1", "s1 b1 b1")


def test_without_a_card_left_it_is_as_the_lines_lie():
    """Gold has two rows and two columns, 19 each; silver has the third column, bronze the third row, 3 each."""
    table = Table(ROWS, hands=["", "", ""], types="gsb")
    assert [table.reach(seat) for seat in range(3)] == [76 - 3, 3 - 76, 3 - 76]


def test_each_card_that_is_left_may_turn_a_row_and_a_column_to_27_at_most():
    """Silver against gold: a row and a column of 19 turn, and with two cards two of each. Against bronze, which is then
    the one farther ahead, lines that neither has bring 27, its own 27 + 3, that of silver 27 − 3."""
    held = [Table(ROWS, hands=[hand, "", ""], types="gsb") for hand in ("s1", "s1 s1", "s1 s1 s1")]
    assert [table.reach(1) for table in held] == [3 - 76 + 2 * (19 + 27), 4 * 27, 6 * 27]
    own = Table(ROWS, hands=["", "", ""], types="gsb", starter_bonus=5)
    assert [own.reach(seat) for seat in range(3)] == [78, 3 - 81, 3 - 81]
