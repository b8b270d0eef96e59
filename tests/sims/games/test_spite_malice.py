"""Spite & Malice, clause by clause, on positions set up by hand; in plain Python too (`test_spite_malice_variants`)."""

import pytest

from tests.sims.games.spite_malice_table import Table

TO_JACK = "A23456789TJ"
"""A centre stack that lacks the queen."""


# ---- the deal


def test_each_seat_has_a_pile_of_20_five_cards_four_empty_side_stacks_and_54_cards_are_the_stock():
    table = Table(dealt=True)
    assert [len(table.payoff(seat)) for seat in (0, 1)] == [20, 20]
    assert [len(table.hand(seat)) for seat in (0, 1)] == [5, 5]
    assert [table.side(seat) for seat in (0, 1)] == [["", "", "", ""]] * 2
    assert (table.centre, len(table.stock)) == (["", "", ""], 54)


def test_two_packs_are_dealt():
    table = Table(dealt=True)
    every = "".join(table.payoff(seat) + table.hand(seat) for seat in (0, 1)) + table.stock
    assert sorted(every) == sorted("A23456789TJQK" * 8)


def test_seat_0_starts_the_first_round_then_the_starter_alternates():
    table = Table(dealt=True)
    starters = [table.starter, *(table.cap().next_round().starter for _ in range(3))]
    assert starters == [0, 1, 0, 1]
    assert table.seat == 1


# ---- playing to the centre


def test_a_stack_begins_with_an_ace_and_goes_on_with_the_next_rank():
    table = Table(hands=("A2348", "9"), centre=("", "A", "A23"))
    assert table.centre_choices() == ["hand A 0", "hand 2 1", "hand 4 2"]


def test_a_king_goes_on_every_stack_and_becomes_the_card_that_is_needed():
    table = Table(hands=("K5", "9"), centre=("", "A", "A23"))
    assert table.centre_choices() == ["hand K 0", "hand K 1", "hand K 2"]
    table.do("hand K 2")
    assert table.centre == ["", "A", "A23K"]
    assert table.centre_choices() == ["hand 5 2"]


def test_after_the_jack_a_king_stands_for_the_queen_and_completes_the_stack():
    table = Table(hands=("K5", "9"), centre=(TO_JACK,), stock="88").do("hand K 0")
    assert table.centre == ["", "", ""]
    assert sorted(table.stock) == sorted("88" + TO_JACK + "K")


def test_a_queen_completes_a_stack_whose_kings_return_as_kings():
    table = Table(hands=("Q5", "9"), centre=("AK3456789TK",), stock="88").do("hand Q 0")
    assert sorted(table.stock) == sorted("88" + "AK3456789TK" + "Q")


def test_pay_off_side_and_hand_cards_are_played_in_any_order_and_number():
    table = Table(hands=("A4", "9"), piles=("37", "99"), sides=(("2",), ()))
    assert table.centre_choices() == ["hand A 0", "hand A 1", "hand A 2"]
    table.do("hand A 1", "side 0 1", "pay 1", "hand 4 1")
    assert (table.centre, table.payoff(0), table.seat) == (["", "A234", ""], "7", 0)


def test_only_the_top_card_of_an_own_side_stack_can_be_played():
    table = Table(hands=("9", "9"), sides=(("35", "A"), ("2",)), centre=("A2", "A"))
    assert table.centre_choices() == ["side 0 0", "side 1 2"]
    assert table.do("side 0 0").side(0)[:2] == ["5", "A"]


def test_the_next_pay_off_card_is_turned_up_and_may_be_played_at_once():
    table = Table(piles=("459", "99"), centre=("A23",)).do("pay 0")
    assert table.centre_choices() == ["pay 0"]


def test_a_pay_off_king_is_wild_too():
    table = Table(piles=("K9", "99"), centre=("A23",))
    assert table.centre_choices() == ["pay 0", "pay 1", "pay 2"]


def test_nothing_is_compulsory_but_to_end_with_a_card_put_aside():
    table = Table(hands=("4", "9"), piles=("4", "9"), centre=("A23",))
    assert table.legal() == ["pay 0", "hand 4 0", "end 4 0", "end 4 1", "end 4 2", "end 4 3"]


def test_equal_cards_of_the_hand_are_one_choice_equal_places_are_not():
    table = Table(hands=("AA7", "9"), piles=("8", "9"), sides=(("A", "A"), ()))
    assert table.centre_choices() == [
        *(f"side {origin} {place}" for origin in (0, 1) for place in (0, 1, 2)),
        *(f"hand A {place}" for place in (0, 1, 2)),
    ]
    assert table.legal()[9:] == [f"end {card} {place}" for card in "A7" for place in range(4)]


# ---- ending a turn


def test_a_card_put_aside_ends_the_turn_on_any_own_stack_empty_or_not():
    table = Table(hands=("78", "9"), sides=(("2",), ())).do("end 7 0")
    assert (table.side(0), table.seat, table.turn) == (["72", "", "", ""], 1, 1)
    table = Table(hands=("78", "9"), sides=(("2",), ())).do("end 8 3")
    assert (table.side(0), table.hand(0)) == (["2", "", "", "8"], "7")


def test_at_the_start_of_a_turn_the_hand_is_filled_up_to_five():
    table = Table(hands=("7", "66"), stock="2345AAAA").do("end 7 0")
    assert (table.hand(1), table.stock) == ("23466", "5AAAA")


def test_nothing_is_drawn_in_a_seats_first_turn():
    table = Table(dealt=True)
    for seat in (0, 1):
        assert (table.seat, len(table.hand(seat)), len(table.stock)) == (seat, 5, 54)
        table.do(next(words for words in table.legal() if words.startswith("end")))
    assert (len(table.hand(0)), len(table.stock)) == (5, 53)


def test_an_empty_hand_goes_on_with_pay_off_and_side_stacks_and_may_stop():
    table = Table(hands=("A", "9"), piles=("9", "9"), sides=(("2",), ()), stock="88888888").do("hand A 0")
    assert table.legal() == ["side 0 0", "stop"]
    assert table.do("side 0 0").legal() == ["stop"]
    table.do("stop")
    assert (table.seat, table.turn, table.hand(1)) == (1, 1, "88889")


# ---- completed stacks, and an empty stock


def test_a_completed_stack_is_shuffled_back_at_once():
    table = Table(hands=("Q9", "9"), centre=(TO_JACK,), stock="2" * 40).do("hand Q 0")
    assert sorted(table.stock) == sorted("2" * 40 + TO_JACK + "Q")
    assert table.stock[-12:] != TO_JACK + "Q"  # they lie anywhere
    assert table.seat == 0


def test_the_round_is_a_tie_when_the_last_card_is_drawn():
    table = Table(hands=("79", "6666"), stock="2").do("end 7 0")
    assert (table.ended, table.points, table.ender) == ("stock_empty", [0, 0], -1)


def test_that_ends_the_turn_that_has_just_begun():
    table = Table(hands=("79", "6666"), stock="2").do("end 7 0")
    assert (table.turn, table.seat) == (1, 1)


# ---- the end of a round, points, match


def test_who_plays_the_last_pay_off_card_wins_at_once_the_cards_left_in_the_other_pile():
    table = Table(piles=("4", "23456"), centre=("A23",)).do("pay 0")
    assert (table.ended, table.ender, table.points, table.turn) == ("payoff_empty", 0, [5, 0], 0)


def test_a_winning_card_that_completes_a_stack_is_not_shuffled_back():
    table = Table(piles=("Q", "99"), centre=(TO_JACK,), stock="22").do("pay 0")
    assert (table.ended, table.stock, table.centre[0]) == ("payoff_empty", "22", TO_JACK + "Q")


def test_first_to_50_points_wins_the_match():
    table = Table(piles=("4", "9" * 20), centre=("A23",))
    table.state.match_points[:2] = [29, 45]
    assert table.do("pay 0").match_points == [49, 45]
    assert table.match_end is None
    table = Table(piles=("4", "9" * 20), centre=("A23",))
    table.state.match_points[:2] = [30, 45]
    assert table.do("pay 0").match_end == "done"


def test_after_60_rounds_the_match_is_capped():
    assert Table(round=58).cap().match_end is None
    assert Table(round=59).cap().match_end == "cap"


def test_a_match_that_is_won_in_its_last_round_is_not_capped():
    table = Table(piles=("4", "9" * 20), centre=("A23",), match_points=20, round=59).do("pay 0")
    assert table.match_end == "done"


def test_a_capped_round_scores_nothing():
    table = Table().cap()
    assert (table.points, table.match_points) == ([0, 0], [0, 0])


# ---- what a seat knows


def test_a_seat_does_not_know_the_other_hand_the_piles_below_their_tops_and_the_stock():
    table = Table(
        hands=("23", "45"), piles=("678", "9TJ"), sides=(("Q",), ("K",)), centre=("A",), stock="23456789TJ"
    )
    hidden = sorted("45" + "78" + "TJ" + "23456789TJ")
    seen = set()
    for key in range(200):
        table.hide(0, key)
        assert (table.hand(0), table.payoff(0)[0], table.payoff(1)[0]) == ("23", "6", "9")
        assert (table.side(0)[0], table.side(1)[0], table.centre[0]) == ("Q", "K", "A")
        found = table.hand(1) + table.payoff(0)[1:] + table.payoff(1)[1:] + table.stock
        assert sorted(found) == hidden
        assert len(table.stock) == 10
        seen |= {("hand", card) for card in table.hand(1)} | {("pile", card) for card in table.payoff(0)[1:]}
    assert seen == {(where, card) for where in ("hand", "pile") for card in "23456789TJ"}


def test_cards_that_have_returned_lie_in_no_pay_off_pile_and_not_in_the_hand_before_the_other_seat_draws():
    """All that is hidden but the returned cards are fours: where a four lies for certain tells where they cannot."""
    table = Table(hands=("Q9", "44"), piles=("8444", "8444"), centre=(TO_JACK,), stock="44444444").do(
        "hand Q 0"
    )
    for key in range(50):
        table.hide(0, key)
        assert (table.payoff(0), table.payoff(1), table.hand(1)) == ("8444", "8444", "44")
    table.do("end 9 0")  # seat 1 draws three cards
    returned, drawn = set(TO_JACK + "Q"), set()
    for key in range(300):
        table.hide(0, key)
        assert (table.payoff(0), table.payoff(1)) == ("8444", "8444")
        drawn |= set(table.hand(1))
    assert drawn == returned | {"4"}


def test_a_returned_card_that_shows_up_again_is_no_longer_known_to_be_in_the_stock():
    table = Table(hands=("Q9", "44"), piles=("84", "84"), centre=(TO_JACK,), stock="").do("hand Q 0")
    ace = next(i for i, card in enumerate(table.stock) if card == "A")
    cards = table.stock
    reordered = "A" + cards[:ace] + cards[ace + 1 :]
    table.state.stock[:12] = ["A23456789TJQK".index(card) for card in reordered[::-1]]
    table.do("end 9 0")
    assert table.hand(1)[0] == "A"
    table.do("hand A 0")
    for key in range(50):
        table.hide(0, key)
        assert "A" not in table.hand(1) + table.stock + table.payoff(0) + table.payoff(1)


# ---- what is tracked


def test_cards_by_where_they_lie_and_standing():
    table = Table(hands=("23", "9"), piles=("678", "9T"), sides=(("Q2", "", "3"), ("K",)), centre=("A", "A2"))
    names = ("payoff_left", "hand_cards", "side_cards", "centre_cards", "stock_cards", "standing")
    assert table.tracked(0, *names) == [3, 2, 3, 3, 10, -3]
    assert table.tracked(1, *names) == [2, 1, 1, 3, 10, -2]


def test_every_decision_is_counted_for_the_seat_that_takes_it():
    names = ("paid", "from_side", "from_hand", "put_aside", "stopped")
    table = Table(hands=("A4", "9"), piles=("37", "99"), sides=(("2",), ()))
    table.do("hand A 1", "side 0 1", "pay 1", "end 4 0")
    assert (table.tracked(0, *names), table.tracked(1, *names)) == ([1, 1, 1, 1, 0], [0, 0, 0, 0, 0])
    assert Table(hands=("A", "9")).do("hand A 0", "stop").tracked(0, *names) == [0, 0, 1, 0, 1]


def test_kings_are_counted_by_what_became_of_them():
    names = ("kings", "kings_paid", "kings_as_ace", "kings_aside")
    table = Table(hands=("KKK", "9"), piles=("K9", "99"), centre=("A",))
    table.do("hand K 0", "hand K 1", "pay 2", "end K 0")
    assert table.tracked(0, *names) == [3, 1, 2, 1]


def test_draws_and_completed_stacks_and_emptied_hands():
    names = ("drawn", "completed", "emptied", "refilled")
    table = Table(hands=("Q", "99"), centre=(TO_JACK,)).do("hand Q 0", "stop")
    assert (table.tracked(0, *names), table.tracked(1, *names)) == ([0, 1, 1, 0], [3, 0, 0, 0])


@pytest.mark.parametrize(("stock", "lowest", "turn"), [("22", 1, -1), ("2", 0, 1)])
def test_the_fewest_cards_in_the_stock_and_the_turn_in_which_it_was_empty(stock, lowest, turn):
    table = Table(hands=("79", "6666"), stock=stock)
    table.state.lowest_stock = len(stock)
    assert table.do("end 7 0").tracked(0, "lowest_stock", "stock_empty_turn") == [lowest, turn]


def test_points_by_where_they_come_from():
    table = Table(piles=("4", "23456"), centre=("A23",), win_bonus=7).do("pay 0")
    assert (table.points, table.tracked(0, "points_left", "points_bonus")) == ([12, 0], [5, 7])
    assert table.tracked(1, "points_left", "points_bonus") == [0, 0]
