"""Spite & Malice's parameters on positions set up by hand; in plain Python too, as `test_spite_malice`."""

import pytest

from sims import registry, variants
from sims.errors import InputError
from tests.sims.games.spite_malice_table import Table, deal

TO_JACK = "A23456789TJ"


def ended_by_drawing(stock="2", **parameters):
    """Seat 1 holds four cards and begins its turn; so many are left."""
    return Table(hands=("79", "6666"), stock=stock, **parameters).do("end 7 0")


# ---- what is dealt


@pytest.mark.parametrize(("decks", "stock"), [(1, 2), (2, 54), (4, 158)])
def test_packs(decks, stock):
    assert len(Table(dealt=True, decks=decks).stock) == stock


def test_sizes_of_piles_and_hands_and_numbers_of_stacks():
    table = Table(dealt=True, payoff=7, hand_size=3, side_stacks=2, centres=5)
    assert [len(table.payoff(seat)) for seat in (0, 1)] == [7, 7]
    assert [len(table.hand(seat)) for seat in (0, 1)] == [3, 3]
    assert (table.side(0), len(table.centre), len(table.stock)) == (["", ""], 5, 104 - 14 - 6)


def test_a_hand_is_filled_up_to_its_size():
    assert ended_by_drawing("2345", hand_size=7).hand(1) == "2346666"
    assert ended_by_drawing("2345", hand_size=3).hand(1) == "6666"


def test_the_seat_that_does_not_start_may_begin_with_more_cards_and_draws_when_it_has_fewer_than_five():
    table = Table(dealt=True, second_hand_bonus=3)
    assert [len(table.hand(seat)) for seat in (0, 1)] == [5, 8]
    table = table.cap().next_round()
    assert [len(table.hand(seat)) for seat in (0, 1)] == [8, 5]
    sizes = []
    for _ in range(5):  # seat 1 puts a card aside, then seat 0, which begins its turns with all it has
        for _ in range(2):
            if table.seat == 0:
                sizes.append(len(table.hand(0)))
            table.do(next(words for words in table.legal() if words.startswith("end")))
    assert sizes == [8, 7, 6, 5, 5]


def test_tops_hands_and_the_next_cards_of_the_stock_do_not_depend_on_the_size_of_the_pile():
    few, many = (Table(dealt=True, payoff=payoff) for payoff in (10, 26))
    for seat in (0, 1):
        assert few.hand(seat) == many.hand(seat)
        assert few.payoff(seat) == many.payoff(seat)[:10]
    assert many.stock == few.stock[: len(many.stock)]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"decks": 1, "payoff": 21, "hand_size": 6}, "2 × (21 pay-off cards + 6 in hand) + 0 more = 54"),
        ({"decks": 1, "payoff": 20, "hand_size": 6, "second_hand_bonus": 1}, "= 53"),
        ({"decks": 1, "payoff": 40}, "= 90"),
    ],
)
def test_more_cards_than_the_packs_hold_are_refused_with_the_sum(parameters, said):
    with pytest.raises(InputError, match="at most 52") as refused:
        variants.make(registry.load("spite_malice"), 2, None, parameters)
    assert said in str(refused.value)


# ---- kings


def test_kings_that_are_not_wild_can_only_be_put_aside():
    table = Table(hands=("K", "9"), piles=("K9", "9"), centre=("A",), kings_wild=False)
    assert table.legal() == [f"end K {place}" for place in range(4)]


def test_a_king_may_be_barred_from_opening_a_stack():
    table = Table(hands=("K5", "9"), centre=("A", "A2"), king_as_ace=False)
    assert table.centre_choices() == ["hand K 0", "hand K 1"]
    table = Table(hands=("KK", "9"), centre=(TO_JACK,), centres=1, king_as_ace=False).do("hand K 0")
    assert (table.centre, table.centre_choices()) == ([""], [])


def test_kings_on_top_of_each_other_may_be_limited():
    table = Table(hands=("KKK4", "9"), centre=("AK",), centres=1, wilds_in_a_row=2).do("hand K 0")
    assert table.centre_choices() == ["hand 4 0"]
    assert table.do("hand 4 0").centre_choices() == ["hand K 0"]
    one = {"centres": 1, "wilds_in_a_row": 1}
    assert Table(hands=("K5", "9"), piles=("K", "9"), centre=("AK",), **one).centre_choices() == []
    assert Table(hands=("K5", "9"), centre=("KKKKK",), centres=1).centre_choices() == ["hand K 0"]


# ---- an empty hand


def test_an_emptied_hand_may_end_the_turn_without_a_choice():
    table = Table(hands=("A", "9"), sides=(("2",), ()), empty_hand="end_turn").do("hand A 0")
    assert (table.seat, table.turn, table.hand(1)) == (1, 1, "88889")


def test_or_be_drawn_anew_at_once():
    table = Table(hands=("A", "9"), stock="2345678", empty_hand="refill").do("hand A 0")
    assert (table.seat, table.hand(0), table.stock) == (0, "23456", "78")
    assert table.tracked(0, "emptied", "refilled", "drawn") == [1, 1, 5]


def test_a_stack_that_the_last_card_completes_returns_before_the_new_hand_is_drawn():
    table = Table(hands=("Q", "9"), centre=(TO_JACK,), stock="", empty_hand="refill").do("hand Q 0")
    assert len(table.hand(0)) == 5
    assert sorted(table.hand(0) + table.stock) == sorted(TO_JACK + "Q")


def test_a_hand_that_is_put_aside_is_not_emptied_in_mid_turn():
    for empty_hand in ("continue", "end_turn", "refill"):
        table = Table(hands=("A", "9"), empty_hand=empty_hand).do("end A 0")
        assert (table.seat, table.hand(0), table.tracked(0, "emptied")) == (1, "", [0])


def test_a_new_hand_that_takes_the_last_card_ties_the_round_within_the_turn():
    table = Table(hands=("A", "9"), stock="23456", empty_hand="refill").do("hand A 0")
    assert (table.ended, table.turn) == ("stock_empty", 0)


@pytest.mark.parametrize("empty_hand", ["continue", "end_turn", "refill"])
def test_a_hand_that_nothing_can_fill_goes_on_with_pay_off_and_side_stacks(empty_hand):
    table = Table(
        hands=("A", ""),
        piles=("99", "39"),
        sides=((), ("2",)),
        stock="",
        stock_out="play_on",
        empty_hand=empty_hand,
    ).do("end A 0")
    assert (table.seat, table.hand(1), table.legal()) == (1, "", ["stop"])
    table = Table(
        hands=("A7", ""),
        piles=("99", "39"),
        sides=((), ("2",)),
        stock="",
        stock_out="play_on",
        empty_hand=empty_hand,
    ).do("hand A 0", "end 7 0")
    assert table.legal() == ["side 0 0", "stop"]
    assert table.do("side 0 0").legal() == ["pay 0", "stop"]
    assert table.do("pay 0", "stop").seat == 0


def test_and_is_filled_at_the_next_start_that_can():
    table = Table(hands=("7Q", ""), piles=("99", "99"), centre=(TO_JACK,), stock="", stock_out="play_on").do(
        "end 7 0", "stop"
    )
    assert (table.seat, table.hand(0)) == (0, "Q")
    table.do("hand Q 0", "stop")
    assert (table.seat, len(table.hand(1)), len(table.stock)) == (1, 5, 7)


# ---- completed stacks and the stock


def test_completed_stacks_may_wait_until_a_draw_needs_a_card():
    table = Table(hands=("Q9", "666"), centre=(TO_JACK,), stock="2", recycle="when_empty").do("hand Q 0")
    assert (table.stock, table.centre, table.tracked(0, "centre_cards")) == ("2", ["", "", ""], [12])
    table.do("end 9 0")
    assert table.ended is None
    assert len(table.stock) == 11
    assert sorted(table.stock + table.hand(1)) == sorted("2666" + TO_JACK + "Q")


def test_waiting_stacks_count_as_stock():
    """The last card is drawn, but a stack waits: no tie, and no return before a card is needed."""
    table = Table(hands=("Q9", "6666"), centre=(TO_JACK,), stock="2", recycle="when_empty").do(
        "hand Q 0", "end 9 0"
    )
    assert (table.ended, table.stock, table.tracked(0, "lowest_stock")) == (None, "", [12])


def test_the_round_may_be_tied_only_when_a_needed_card_cannot_be_drawn():
    assert ended_by_drawing("2").ended == "stock_empty"
    assert ended_by_drawing("2", stock_out="failed_draw").ended is None
    table = ended_by_drawing("", stock_out="failed_draw")
    assert (table.ended, table.turn, table.points) == ("stock_empty", 1, [0, 0])
    assert ended_by_drawing("", stock_out="failed_draw", hand_size=4).ended is None


def test_or_go_on_with_what_there_is():
    table = ended_by_drawing("", stock_out="play_on")
    assert (table.ended, table.hand(1), table.tracked(0, "stock_empty_turn")) == (None, "6666", [1])


def test_where_everything_is_dealt_the_round_is_tied_before_its_first_turn():
    table = Table(dealt=True, decks=1, hand_size=6)
    assert (table.ended, table.turn, table.stock) == ("stock_empty", -1, "")
    for stock_out in ("failed_draw", "play_on"):
        table = Table(dealt=True, decks=1, hand_size=6, stock_out=stock_out)
        assert (table.ended, table.turn) == (None, 0)


# ---- the rest


def test_pay_off_may_be_forced():
    table = Table(hands=("4A", "9"), piles=("4", "9"), centre=("A23", "A23"), force_payoff=True)
    assert table.legal() == ["pay 0", "pay 1"]
    table = Table(hands=("", "9"), piles=("49", "9"), centre=("A23",), force_payoff=True)
    assert table.legal() == ["pay 0"]
    table = Table(hands=("4A", "9"), piles=("5", "9"), centre=("A23",), force_payoff=True).do("hand 4 0")
    assert table.legal() == ["pay 0"]


def test_a_won_round_may_earn_more():
    assert Table(piles=("4", "99"), centre=("A23",), win_bonus=20).do("pay 0").points == [22, 0]


def test_the_points_that_win_the_match():
    table = Table(piles=("4", "99"), centre=("A23",), match_points=2)
    assert table.do("pay 0").match_end == "done"
    assert Table(piles=("4", "99"), centre=("A23",), match_points=3).do("pay 0").match_end is None


def test_the_rounds_after_which_a_match_is_capped():
    assert Table(max_rounds=1).cap().match_end == "cap"


@pytest.mark.parametrize(
    ("tops", "starter"), [(("4", "9"), 1), (("9", "4"), 0), (("Q", "K"), 1), (("5", "5"), 0)]
)
def test_the_higher_pay_off_top_may_start_in_the_first_round_too(tops, starter):
    table = high(*tops)
    assert table.starter == starter
    if tops == ("5", "5"):  # equal: the seat that did not start the round before
        assert high(*tops, round=1, before=0).starter == 1


def high(*tops, round=0, before=0):
    """A round with these pay-off tops, the round before it started by seat `before`."""
    table = Table(dealt=True, starter="payoff_high")
    for key in range(2000):
        table.state.round_no, table.state.starter = round, before
        table.rngs.word[:] = key
        deal(table.rules, table.states, table.rngs)
        if (table.payoff(0)[0], table.payoff(1)[0]) == tops:
            return table
    raise AssertionError(tops)


@pytest.mark.parametrize(("rule", "starter"), [("loser", 1), ("winner", 0), ("alternate", 1)])
def test_the_loser_or_winner_of_the_round_before_may_start(rule, starter):
    """Seat 0 starts round 0 and wins it."""
    table = Table(piles=("4", "99"), centre=("A23",), starter=rule).do("pay 0").next_round()
    assert (table.starter, table.seat) == (starter, starter)
    again = {"loser": 1 - starter, "winner": 1 - starter, "alternate": 0}[rule]
    assert table.cap().next_round().starter == again  # after a cap the starter alternates


def test_after_a_tie_the_starter_alternates():
    for rule in ("loser", "winner"):
        assert ended_by_drawing(starter=rule).next_round().starter == 1


def test_the_cap_on_turns_comes_before_the_draw_of_the_turn_that_is_not_played():
    """The tenth turn ends; the eleventh would empty the stock, but is not begun: the round is capped, not tied."""
    for turns, ended in ((10, None), (11, "stock_empty")):
        table = Table(hands=("79", "6666"), stock="2", max_turns=turns)
        table.state.turn = 9
        assert table.do("end 7 0").ended == ended
        assert (table.turn, len(table.stock)) == (10, 1 if ended is None else 0)
