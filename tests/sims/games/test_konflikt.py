"""Konflikt, clause by clause: positions set up by hand. `test_konflikt_variants` runs this file in plain Python too."""

import pytest

from tests.sims.games.konflikt_table import Table

# ---- taking cards


def test_every_open_card_and_every_stack_is_a_source():
    table = Table(open="7 7 K", stacks=["A2", "", "3"])
    assert table.legal() == ["open 0", "open 1", "open 2", "stack 0", "stack 2"]


def test_an_open_card_that_was_taken_leaves_its_place_empty():
    table = Table(open="7 7 K", stacks=["A2"]).choose("open 1")
    assert (table.open, table.legal()) == ("7.K.", ["open 0", "open 2", "stack 0"])


def test_who_looks_into_a_stack_must_take_one_of_its_cards_equal_ones_are_one_choice():
    table = Table(stacks=["7K7A"]).choose("stack 0")
    assert table.legal() == ["take 7", "take K", "take A"]


def test_the_rest_of_a_stack_goes_back_in_the_same_order_of_equal_cards_the_first_is_taken():
    table = Table(stacks=["K7A7", "2"]).choose("stack 0").choose("take 7")
    assert table.stacks == ["KA7", "2"]


def test_the_second_card_may_come_from_the_same_stack_another_or_lie_open():
    table = Table(open="5", stacks=["K7", "2"]).choose("stack 0").choose("take 7")
    assert table.legal() == ["open 0", "stack 0", "stack 1"]
    table.choose("stack 0").choose("take K")
    assert table.legal() == ["order 7K", "order K7"]


def test_an_emptied_stack_is_no_source():
    table = Table(open="5", stacks=["K", "2"]).choose("stack 0").choose("take K")
    assert table.legal() == ["open 0", "stack 1"]


def test_exactly_two_cards_are_taken_then_the_next_seat_clockwise_takes():
    table = Table(seats=3)
    for seat in (0, 1, 2, 0):
        assert table.seat == seat
        table.take("A" if seat else "K", "2")


# ---- one card


def test_a_single_that_nobody_shows_begins_a_rank():
    assert Table().take("A", "K").shows == ["A K", ""]


@pytest.mark.parametrize(("own", "then"), [("A", "AA"), ("AA", "AAA"), ("AAA", "AAAA")])
def test_a_single_joins_ones_own(own, then):
    table = Table([own]).take("A", "K")
    assert (table.shows, table.coins) == ([f"{then} K", ""], [0, 0])


def test_a_single_robs_a_single():
    table = Table(["", "A"]).take("A", "K")
    assert (table.shows, table.coins, table.supply) == (["AA K", ""], [0, 0], 12)


@pytest.mark.parametrize(("theirs", "then"), [("AA", "AAA"), ("AAA", "AAAA")])
def test_a_single_against_two_or_three_is_given_for_a_coin(theirs, then):
    table = Table(["", theirs]).take("A", "K")
    assert (table.shows, table.coins, table.supply) == (["K", then], [1, 0], 11)


def test_a_gift_of_the_fourth_card_is_the_receivers_building():
    assert Table(["", "AAA"]).take("A", "K").buildings == [0, 1]


def test_no_coin_is_paid_from_an_empty_supply():
    table = Table(["", "AA"], coin_supply=0).take("A", "K")
    assert (table.shows, table.coins, table.due("gift")) == (["K", "AAA"], [0, 0], [1, 0])


# ---- two equal cards


def test_a_pair_that_nobody_shows_begins_a_rank():
    assert Table().take("A", "A").shows == ["AA", ""]


@pytest.mark.parametrize(("own", "then"), [("A", "AAA"), ("AA", "AAAA")])
def test_a_pair_joins_ones_own(own, then):
    assert Table([own]).take("A", "A").shows == [then, ""]


def test_a_pair_robs_one_and_nobody_gets_a_coin():
    table = Table(["", "A"]).take("A", "A")
    assert (table.shows, table.coins) == (["AAA", ""], [0, 0])


def test_a_pair_robs_two_which_is_a_building_and_the_robbed_gets_a_coin():
    table = Table(["", "AA"]).take("A", "A")
    assert (table.shows, table.buildings, table.coins, table.supply) == (["AAAA", ""], [1, 0], [0, 1], 11)


def test_two_equal_cards_leave_no_order_to_choose():
    table = Table().choose("open 0").choose("open 1")
    assert table.seat == 1


# ---- the examples of the original rules: Hans is seat 0, Susanne seat 1


def test_example_the_ace_of_hearts_robs_the_ace_of_spades():
    assert Table(["", "A"]).take("A", "2").shows[0] == "AA 2"


def test_example_hans_gives_susanne_the_four_of_clubs():
    table = Table(["", "44"]).take("4", "8")
    assert (table.shows, table.coins) == (["8", "444"], [1, 0])


def test_example_the_third_ace_and_the_robbed_jack():
    assert Table(["AA", "J"]).take("A", "J").shows == ["AAA JJ", ""]


def test_example_two_kings_against_two_kings():
    table = Table(["", "KK"], stacks=["K234", "5K"]).take("K@0", "K@1")
    assert (table.shows, table.buildings, table.coins) == (["KKKK", ""], [1, 0], [0, 1])


# ---- the order of two different cards


def test_the_order_is_the_players_choice():
    """One coin is left and two gifts are due one each: only the first is paid."""
    for order in ("AK", "KA"):
        table = Table(["", "AA", "KK"], seats=3, coin_supply=1).take("A", "K", order=order)
        assert (table.coins, table.due("gift")) == ([1, 0, 0], [2, 0, 0])


def test_as_picked_where_the_order_is_not_chosen():
    shows = ["", "AAA", "KKK"]
    for picks, ender in (("AK", 1), ("KA", 2)):
        table = Table(shows, seats=3, target=1, open="K A 2 2", resolve_order="pick_order").take(*picks)
        assert (table.ended, table.ender) == ("target", ender)


# ---- the end of a round


SIX = "2222 3333 4444 5555 6666 7777"


def test_the_target_ends_the_round_and_its_reacher_gets_the_bonus():
    table = Table([SIX + "AAA"]).take("A", "K")
    assert (table.ended, table.ender, table.buildings, table.points) == ("target", 0, [7, 0], [8, 0])


@pytest.mark.parametrize(("seats", "short"), [(2, SIX), (3, SIX[:20]), (4, SIX[:15])])
def test_the_target_is_seven_five_or_four_buildings(seats, short):
    assert Table([short[:-4]], seats=seats).take("A", "A").ended is None
    assert Table([short + "AA"], seats=seats).take("A", "A").ended == "target"


def test_one_building_short_of_the_target_the_round_goes_on():
    assert Table([SIX + "AA"]).take("A", "K").ended is None


def test_a_gift_ends_the_round_for_the_receiver_who_gets_the_bonus():
    table = Table(["", SIX + "AAA"]).take("A", "K")
    assert (table.ended, table.ender, table.buildings, table.points) == ("target", 1, [0, 7], [0, 8])
    assert table.coins == [1, 0]


def test_the_bonus_may_go_to_the_seat_whose_turn_it_was_the_ender_stays():
    table = Table(["", SIX + "AAA"], end_bonus_to="active").take("A", "K")
    assert (table.ender, table.points) == (1, [1, 7])


def test_the_second_card_is_still_resolved():
    table = Table(["AAA", "KK"], target=1).take("A", "K")
    assert (table.shows, table.coins) == (["AAAA", "KKK"], [1, 0])


def test_immediate_sets_the_second_card_aside_with_its_coin():
    table = Table(["AAA", "KK"], target=1, end_timing="immediate").take("A", "K")
    assert (table.ended, table.shows, table.coins) == ("target", ["AAAA", "KK"], [0, 0])


def test_immediate_in_the_other_order_resolves_both():
    table = Table(["AAA", "KK"], target=1, end_timing="immediate").take("A", "K", order="KA")
    assert (table.ended, table.shows, table.coins) == ("target", ["AAAA", "KKK"], [1, 0])


def test_of_two_who_reach_the_target_in_one_turn_the_first_resolved_ends_the_round():
    for order, ender in (("AK", 1), ("KA", 2)):
        table = Table(["", "AAA", "KKK"], seats=3, target=1).take("A", "K", order=order)
        assert (table.ender, table.buildings) == (ender, [0, 1, 1])
        assert table.points == [1, 1 + (ender == 1), 1 + (ender == 2)]  # two coins are a point for the giver


def test_immediate_leaves_the_second_gift_ungiven():
    table = Table(["", "AAA", "KKK"], seats=3, target=1, end_timing="immediate").take("A", "K")
    assert (table.buildings, table.coins) == ([0, 1, 0], [1, 0, 0])


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (1, 0), (2, 1), (5, 2), (12, 6)])
def test_two_coins_are_a_point(coins, points):
    table = Table(["AAA"], target=1, coins=[0, coins]).take("A", "K")
    assert table.points == [2, points]


def test_what_buildings_coins_and_the_end_are_worth():
    table = Table(["AAA", "2222"], target=2, coins=[5, 4], coins_per_point=3, building_points=4, end_bonus=5)
    table.take("A", "K").take("9", "9").take("8", "8").take("Q", "Q").take("Q", "Q")
    assert (table.buildings, table.coins) == ([2, 1], [5, 5])
    assert table.points == [2 * 4 + 1 + 5, 4 + 1]


def test_cards_that_run_out_end_a_round_without_a_bonus():
    table = Table(["AAA", "KKK"], open="A K").take("A", "K")
    assert (table.ended, table.ender) == ("cards_out", -1)
    assert (table.buildings, table.points) == ([1, 1], [1, 1])


def test_the_last_card_may_reach_the_target():
    table = Table(["AAA", "KKK"], open="A K", target=1).take("A", "K")
    assert (table.ended, table.ender) == ("target", 0)


def test_a_capped_round_scores_nothing():
    table = Table(["AAAA", "KKKK"], coins=[4, 4]).cap()
    assert (table.points, table.match_points, table.ender) == ([0, 0], [0, 0], -1)


# ---- parameters


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
    table = Table(["AAA"], open="A").take("A")
    assert (table.ended, table.buildings) == ("cards_out", [1, 0])


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
    points, table = two_rounds(coins_between_rounds="keep_odd", coins_per_point=5)
    assert (points, table.coins, table.supply) == ([2, 0], [3, 4], 5)


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
