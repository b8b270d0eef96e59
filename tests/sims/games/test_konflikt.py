"""Konflikt, clause by clause: positions set up by hand. `test_konflikt_variants` runs it in plain Python too."""

import pytest

from tests.sims.games.konflikt_table import SIX, Table

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


def fastest(seats, turns):
    """All turns but the last, then the last: the round goes on until it."""
    table = Table(seats=seats)
    for picks in turns:
        assert table.ended is None
        table.take(*picks)
    return table


def test_fourteen_turns_can_be_enough_for_two_players_who_help():
    """Seat 1 gives what it can and shows singles to be robbed: two buildings in four turns, three in six."""
    turns = ["AA", "A2", "22", "A2", "33", "34", "44", "34", "55", "56", "66", "57", "77", "67"]
    table = fastest(2, turns)
    assert (table.ended, table.ender, table.shows[0]) == ("target", 0, "AAAA 2222 3333 4444 5555 6666 7777")


def test_ten_turns_can_be_enough_for_three():
    table = fastest(3, ["AA", "A2", "A2", "22", "33", "45", "45", "45", "45", "33"])
    assert (table.ended, table.ender, table.shows[0]) == ("target", 0, "AAAA 2222 3333 4444 5555")


# ---- how far ahead a seat can still come out


def test_at_first_everybody_can_still_reach_the_target_and_one_more_with_all_coins_and_the_bonus():
    table = Table(seats=3)
    assert [table.reach(seat) for seat in range(3)] == [6 + 12 // 2 + 1] * 3
    assert Table(seats=3, end_timing="immediate").reach(0) == 5 + 12 // 2 + 1
    assert Table(seats=3, coins_between_rounds="keep_all").reach(0) == 6 + 1  # they score in the last round


THREES = "222 333 888 999 TTT JJJ QQQ KKK"


def test_a_rank_of_which_another_shows_three_is_lost_and_a_complete_one_stays():
    """Of all ranks seat 0 can have the ace alone, and seat 1 the four that it has and the ace."""
    shows = ["", "4444 5555 6666 7777", THREES]
    table = Table(shows, seats=3)
    assert [table.reach(seat) for seat in range(3)] == [1 + 6 - 4, 5 + 6 + 1, 6 + 6 + 1 - 4]
    poor = Table(shows, seats=3, coins=[0, 12, 0])
    assert [poor.reach(seat) for seat in range(3)] == [1 - 10, 5 + 6 + 1, 6 + 1 - 10]


def test_of_two_cards_a_single_one_can_rob_none_but_two_equal_ones_can():
    shows = ["", "22 33", ""]
    lost = {"pair_rule": "separate", "target": 13}
    assert (
        Table(shows, seats=3, target=13).reach(0) - Table(shows, seats=3, **lost).reach(0) == 2 + 1
    )  # no bonus
    assert Table(shows, seats=3, rob_max_single=2, **lost).reach(0) == Table(shows, seats=3, target=13).reach(
        0
    )
