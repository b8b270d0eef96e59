"""Konflikt's parameters and tracked quantities on positions set up by hand; in plain Python too, as `test_konflikt`."""

import pytest

from tests.sims.games.konflikt_table import SIX, Table


def test_gifts_and_robberies_may_pay_more_or_nothing():
    assert Table(["", "AA"], gift_coin=3).take("A", "K").coins == [3, 0]
    assert Table(["", "AA"], gift_coin=0).take("A", "K").coins == [0, 0]
    assert Table(["", "AA"], rob_pair_coin=4).take("A", "A").coins == [0, 4]
    assert Table(["", "AA"], rob_pair_coin=0).take("A", "A").coins == [0, 0]


def test_when_two_coins_are_due_and_one_is_left_one_is_paid():
    table = Table(["", "AA"], gift_coin=2, coin_supply=1).take("A", "K")
    assert (table.coins, table.supply, table.due("gift")) == ([1, 0], 0, [2, 0])


def test_a_seat_robbed_of_one_card_may_get_coins_by_a_single_or_by_a_pair():
    assert Table(["", "A"], rob_single_coin=2).take("A", "K").coins == [0, 2]
    table = Table(["", "A"], rob_single_coin=2, rob_pair_coin=1).take("A", "A")
    assert (table.coins, table.due("single"), table.due("pair")) == ([0, 2], [0, 2], [0, 0])


def test_a_pair_as_two_singles():
    separate = {"pair_rule": "separate"}
    assert Table(**separate).take("A", "A").shows == ["AA", ""]
    assert Table(["AA"], **separate).take("A", "A").shows == ["AAAA", ""]
    assert Table(["", "A"], **separate).take("A", "A").shows == ["AAA", ""]  # robbed, then one's own
    given = Table(["", "AA"], **separate).take("A", "A")  # both are given
    assert (given.shows, given.coins, given.buildings) == (["", "AAAA"], [2, 0], [0, 1])


def test_singles_that_rob_nothing_are_given_to_one_too():
    table = Table(["", "A"], rob_max_single=0).take("A", "K")
    assert (table.shows, table.coins) == (["K", "AA"], [1, 0])
    assert Table(["", "A"], rob_max_single=0).take("A", "A").shows == ["AAA", ""]  # a pair robs as ever


def test_a_single_that_robs_two_pays_as_a_pair_does():
    table = Table(["", "AA"], rob_max_single=2, rob_pair_coin=3).take("A", "K")
    assert (table.shows, table.coins, table.due("pair")) == (["AAA K", ""], [0, 3], [0, 3])
    assert Table(["", "AAA"], rob_max_single=2).take("A", "K").shows == ["K", "AAAA"]


def test_an_open_place_is_filled_at_the_end_of_the_turn_from_the_fullest_stack():
    table = Table(open="7 8 9 T", stacks=["23", "456", "JQK"], open_refill="from_stack").choose("open 1")
    assert table.open == "7.9T"
    table.take("T")
    assert (table.open, table.stacks) == ("749J", ["23", "56", "QK"])  # of two equally full the lowest


def test_a_refill_takes_the_then_fullest_stack_for_each_place():
    table = Table(open="7 8 9 T", stacks=["234", "5678"], open_refill="from_stack").take("7", "8")
    assert (table.open, table.stacks) == ("529T", ["34", "678"])  # first stack 1, then of two threes stack 0


def test_the_top_card_after_a_taken_equal_is_the_one_behind_it():
    table = Table(open="7 8 9 T", stacks=["3432"], open_refill="from_stack").take("3@0", "7")
    assert (table.open, table.stacks) == ("489T", ["32"])


def test_nothing_is_filled_without_stacks_or_without_the_rule():
    assert Table(open="7 8 9 T", stacks=["2"], open_refill="from_stack").take("2@0", "7").open == ".89T"
    assert Table(open="7 8 9 T", stacks=["234"]).take("7", "8").open == "..9T"


def test_the_starter_may_take_one_card_in_the_first_turn():
    table = Table(first_turn_picks=1).take("A")
    assert (table.seat, table.shows) == (1, ["A", ""])
    assert table.take("A", "K").shows == ["", "AA K"]


def test_when_the_cards_are_odd_the_last_turn_takes_what_is_left():
    table = Table(["AAA"], open="2 A 2", first_turn_picks=2).take("2", "2")
    assert (table.ended, table.seat) == (None, 1)
    table.take("A")
    assert (table.ended, table.buildings, table.coins) == ("cards_out", [1, 0], [0, 1])


@pytest.mark.parametrize(
    ("seats", "round_no", "supply", "coins"),
    [
        (2, 0, 12, [0, 2]),
        (2, 1, 12, [2, 0]),
        (4, 0, 12, [0, 2, 4, 6]),
        (4, 2, 12, [4, 6, 0, 2]),
        (4, 0, 7, [0, 2, 4, 1]),
        (4, 3, 1, [1, 0, 0, 0]),
        (3, 0, 0, [0, 0, 0]),
    ],
)
def test_later_seats_get_coins_by_their_place_in_turn_order_as_far_as_they_last(
    seats, round_no, supply, coins
):
    table = Table(seats=seats, round=round_no, coin_supply=supply, late_seat_coins=2)
    assert (table.coins, table.supply) == (coins, supply - sum(coins))


def test_the_starter_moves_one_seat_clockwise_each_round():
    assert [Table(seats=3, round=n).seat for n in range(6)] == [0, 1, 2, 0, 1, 2]


# ---- coins between rounds


def two_rounds(then=(), **parameters):
    """Seat 0 ends round 0 with 3 coins, seat 1 has 4 of the 12; then round 1 is set up with these displays."""
    table = Table(["AAA"], target=1, coins=[3, 4], **parameters).take("A", "K")
    return table.points, table.next_round(then)


def test_coins_return_to_the_supply():
    points, table = two_rounds()
    assert (points, table.coins, table.supply) == ([3, 2], [0, 0], 12)


def test_a_coin_that_scored_nothing_may_be_kept():
    points, table = two_rounds(coins_between_rounds="keep_odd")
    assert (points, table.coins, table.supply) == ([3, 2], [1, 0], 11)
    points, table = two_rounds(coins_between_rounds="keep_odd", coins_per_point=4)
    assert (points, table.coins, table.supply) == ([2, 1], [3, 0], 9)
    points, table = two_rounds(coins_between_rounds="keep_odd", coins_per_point=3)
    assert (points, table.coins, table.supply) == ([3, 1], [0, 1], 11)


def test_after_a_capped_round_every_coin_scored_nothing():
    table = Table(coins=[3, 4], coins_between_rounds="keep_odd").cap().next_round()
    assert (table.coins, table.supply) == ([3, 4], 5)


def test_all_coins_may_be_kept_and_score_once_in_the_last_round():
    """Seat 1 begins round 1, gives seat 0 the fourth ace and has five coins then, seat 0 still its three."""
    points, table = two_rounds(["AAA"], coins_between_rounds="keep_all", rounds=2)
    assert (points, table.coins, table.supply) == ([2, 0], [3, 4], 5)
    table.take("A", "K")
    assert (table.coins, table.points, table.match_points) == ([3, 5], [2 + 1, 2], [5, 2])
    assert table.state.match_end == 1


def test_late_coins_come_from_what_the_kept_coins_leave():
    table = Table(coins=[0, 9], coins_between_rounds="keep_all", late_seat_coins=4).cap().next_round()
    assert (table.coins, table.supply) == ([3, 9], 0)


# ---- match ties, and what is remembered


def test_equal_matches_are_shared_or_decided_by_buildings_of_all_rounds_capped_ones_too():
    assert Table(["AAAA"]).cap().tie_break == [0, 0]
    table = Table(["AAAA"], match_tie="buildings").cap()
    assert table.tie_break == [1, 0]
    assert table.next_round(["2222", "3333 4444"]).cap().tie_break == [2, 2]


def test_or_by_the_rounds_a_seat_ended_whoever_got_the_bonus():
    table = Table(["", SIX + "AAA"], match_tie="rounds_ended", end_bonus_to="active").take("A", "K")
    assert (table.tie_break, table.points) == ([0, 1], [1, 7])
    assert table.next_round().cap().tie_break == [0, 1]


def test_a_stack_once_looked_into_is_known_for_the_rest_of_the_round():
    table = Table(open="789", stacks=["23", "45", "67"]).choose("stack 1").choose("take 4")
    assert table.state.seen.tolist() == [0b10, 0, 0, 0]
    table.take("2@0", order="42")
    table.take("6@2", "7")
    assert table.state.seen.tolist() == [0b11, 0b100, 0, 0]


def test_or_forgotten_at_the_end_of_the_turn():
    table = (
        Table(open="789", stacks=["23", "45"], stack_identity="shuffled").choose("stack 1").choose("take 4")
    )
    assert table.state.seen.tolist() == [0b10, 0, 0, 0]
    table.take("7", order="47")
    assert table.state.seen.tolist() == [0, 0, 0, 0]


# ---- what is tracked


def test_buildings_singles_cards_and_standing_of_a_display():
    table = Table(["A KK 777 2222 3", "4444 5555"], coins=[3, 2], building_points=3)
    names = ("coins", "supply", "buildings", "singles", "cards", "standing")
    assert table.tracked(0, *names) == [3, 7, 1, 2, 11, 3 + 1]
    assert table.tracked(1, *names) == [2, 7, 2, 0, 8, 6 + 1]


def test_standing_has_no_coins_before_the_round_in_which_they_score():
    table = Table(["2222"], coins=[5], coins_between_rounds="keep_all", rounds=2)
    assert table.tracked(0, "standing") == [1]
    assert table.cap().next_round(["2222"]).tracked(0, "standing") == [1 + 2]


CLAUSES = ("new", "own", "rob", "gift_two", "gift_four", "pair_one", "pair_two")


@pytest.mark.parametrize(
    ("clause", "theirs", "picks"),
    [
        ("new", "", "AA"), ("own", "", "KK"), ("rob", "A", "AK"), ("gift_two", "AA", "AK"), ("gift_four", "AAA", "AK"),
        ("pair_one", "A", "AA"), ("pair_two", "AA", "AA"),
    ],
)  # fmt: skip
def test_every_clause_is_counted_for_the_seat_that_moves(clause, theirs, picks):
    """Seat 0 shows a king, so the king of a mixed turn joins its own."""
    table = Table(["K", theirs]).take(*picks)
    counted = table.tracked(0, *(f"clause_{name}" for name in CLAUSES))
    due = {clause: 1} | ({"own": 1} if "K" in picks else {})
    assert counted == [due.get(name, 0) for name in CLAUSES]
    assert table.tracked(1, *(f"clause_{name}" for name in CLAUSES)) == [0] * 7


def test_coins_are_booked_by_source_for_the_seat_they_are_due_to_paid_or_not():
    sources = ("due_gift", "paid_gift", "due_rob_pair", "paid_rob_pair", "due_rob_single", "paid_rob_single")
    gift = Table(["", "AA"], gift_coin=3, coin_supply=2).take("A", "K")
    assert (gift.tracked(0, *sources), gift.tracked(1, *sources)) == ([3, 2, 0, 0, 0, 0], [0] * 6)
    pair = Table(["", "AA"], rob_pair_coin=2).take("A", "A")
    assert (pair.tracked(1, *sources), pair.tracked(0, *sources)) == ([0, 0, 2, 2, 0, 0], [0] * 6)
    single = Table(["", "A"], rob_single_coin=2).take("A", "K")
    assert (single.tracked(1, *sources), single.tracked(0, *sources)) == ([0, 0, 0, 0, 2, 2], [0] * 6)


def test_facts_of_the_supply():
    names = ("lowest_supply", "first_short_turn", "coins_wanted", "supply_ran_out", "ran_short")
    table = Table(["", "AA 66", "KK"], seats=3, coin_supply=3)
    assert table.tracked(0, *names) == [3, -1, 0, 0, 0]
    assert table.take("A", "K").tracked(1, *names) == [1, -1, 2, 0, 0]
    assert table.take("K", "3").tracked(1, *names) == [0, -1, 3, 1, 0]
    assert table.take("A", "5").tracked(1, *names) == [0, 2, 4, 1, 1]
    assert table.take("6", "4").tracked(2, *names) == [0, 2, 5, 1, 1]


def test_points_of_the_round_by_where_they_come_from():
    names = ("points_buildings", "points_coins", "points_bonus")
    table = Table(["AAA 2222"], target=2, coins=[5, 4], building_points=3, end_bonus=4).take("A", "K")
    assert (table.tracked(0, *names), table.tracked(1, *names)) == ([6, 2, 4], [0, 2, 0])
    assert Table(["AAAA"], coins=[5]).cap().tracked(0, *names) == [0, 0, 0]
