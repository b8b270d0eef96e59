"""Conquian, clause by clause: positions set up by hand. `test_conquian_variants` runs it in plain Python too."""

import pytest

from tests.sims.games.conquian_table import Table

# ---- the deal


def test_ten_cards_each_and_twenty_in_the_stock_whose_first_card_is_turned_up_at_once():
    table = Table("Ac")
    table._deal()
    assert table.tracked(0, "hand", "stock", "waste") == [10, 19, 1]
    assert (table.seat, int(table.state.turned), int(table.state.starter)) == (0, 1, 0)


def test_the_first_turn_goes_straight_to_the_flip_and_the_card_may_be_left():
    assert Table("Ac", turned=True).legal() == ["leave"]


# ---- a turn


def test_the_offered_card_may_be_used_or_rejected_if_it_makes_a_meld_else_only_rejected():
    assert Table("6c", hands=("6dh", "")).legal() == ["use", "reject"]
    assert Table("6c", hands=("6d 5h", "")).legal() == ["reject"]


def test_a_rejected_card_is_wasted_and_the_top_card_turned_up():
    table = Table("6c", stock="Kd Ah").choose("reject")
    assert (table.seat, table.middle, table.stock, table.legal()) == (0, "Kd", "Ah", ["leave"])
    assert int(table.state.waste[int(table.state.wasted) - 1]) == table.card("6c")


def test_a_card_turned_up_and_left_is_offered_to_the_other_seat():
    table = Table("6c", hands=("", "6dh")).choose("reject")
    card = table.middle
    table.choose("leave")
    assert (table.seat, table.mover, table.middle, int(table.state.turn)) == (1, 1, card, 1)
    assert table.legal()[-1] == "reject"


def test_who_uses_the_card_melds_it_and_discards_a_card_which_is_offered_to_the_other_seat():
    table = Table("6c", hands=("6dh Ks 2s", "")).choose("use")
    assert table.legal() == ["6c6d6h"]
    table.choose("6c6d6h")
    assert (table.tables, table.middle, table.seat) == (["6c6d6h", ""], None, 0)
    assert table.legal() == ["discard 2s", "discard Ks"]
    table.choose("discard Ks")
    assert (table.middle, table.seat, table.hands[0]) == ("Ks", 1, "2s")


def test_the_card_is_never_taken_into_the_hand():
    """Who can make no meld with it cannot use it, however good it were later."""
    assert Table("6c", hands=("6d 5c Kh", "")).legal() == ["reject"]


# ---- melds


def test_seven_and_jack_are_neighbours():
    assert Table("7c", hands=("JQc", "")).choose("use").legal() == ["7cJcQc"]


def test_the_ace_is_low_only_and_a_run_does_not_go_round():
    assert Table("Ac", hands=("23c", "")).legal() == ["use", "reject"]
    assert Table("Ac", hands=("QKc", "")).legal() == ["reject"]
    assert Table("Ac", hands=("2Kc", "")).legal() == ["reject"]


def test_a_run_has_at_most_eight_cards():
    table = Table("3c", hands=("A24567JQc", "")).choose("use")
    assert "2c3c4c5c6c7cJcQc" in table.legal()
    assert "Ac2c3c4c5c6c7cJcQc" not in table.legal()
    assert "4c5c6c7cJcQc Ac2c3c" in table.legal()  # nine lie as two


def test_a_choice_is_the_hand_cards_and_the_layout():
    """Three sevens, with or without the fourth, or the run; and three kings beside any of them."""
    table = Table("7c", hands=("7dhs 56c Kcdh", "")).choose("use")
    alone = ["5c6c7c", "7c7d7h", "7c7d7h7s", "7c7d7s", "7c7h7s"]
    beside = ["5c6c7c 7d7h7s"]
    kings = [f"{meld} KcKdKh" for meld in [*alone, *beside]]
    assert sorted(table.legal()) == sorted([*alone, *beside, *kings])


def test_the_card_joins_a_meld_on_the_table_with_hand_cards_or_without():
    table = Table("6d", hands=("5d 2h", ""), tables=("7JQd", "")).choose("use")
    assert sorted(table.legal()) == ["5d6d7dJdQd", "6d7dJdQd"]


def test_own_melds_may_be_rearranged_all_must_be_legal_at_the_end():
    table = Table("6h", hands=("6s 2h", ""), tables=("67JQd", "")).choose("use")
    assert table.legal() == ["6d6h6s 7dJdQd"]
    short = Table("6h", hands=("6s 2h", ""), tables=("67Jd", ""))
    assert short.legal() == ["reject"]  # 7 and J alone are no meld


def test_hand_cards_join_any_meld_in_the_same_turn():
    """The middle card goes to one meld; the run takes the four of hearts too, if the seat likes."""
    table = Table("Kc", hands=("4h Jh", ""), tables=("Kdhs A23h", "")).choose("use")
    assert sorted(table.legal()) == ["Ah2h3h KcKdKhKs", "Ah2h3h4h KcKdKhKs"]


# ---- going out


def test_the_eleventh_card_wins_at_once_without_a_discard():
    table = Table("Qh", hands=("", ""), tables=("Qcds Kcdhs A23h", "")).choose(
        "use", "Ah2h3h KcKdKhKs QcQdQhQs"
    )
    assert (table.ended, table.points, int(table.state.ender)) == ("out", [1, 0], 0)
    assert table.middle is None


def test_ten_melded_and_the_last_card_discarded_does_not_win():
    table = Table("6c", hands=("6dh 2s", ""), tables=("Qcds Kcdhs", ""))
    table.choose("use", "6c6d6h KcKdKhKs QcQdQs", "discard 2s")
    assert (table.ended, table.hands[0], table.seat) == (None, "", 1)
    assert table.tracked(0, "ready", "standing") == [1, 10]


def test_a_ready_seat_goes_out_by_the_card_that_it_turns_up():
    table = Table("Ac", tables=("Qcds Kcdhs 345h", ""), stock="6h").choose("reject", "use")
    table.choose("3h4h5h6h KcKdKhKs QcQdQs")
    assert table.ended == "out"


def test_no_card_to_turn_up_is_a_draw():
    table = Table("Ac", stock="").choose("reject")
    assert (table.ended, table.points, int(table.state.ender)) == ("stock_empty", [0, 0], -1)


def test_the_last_card_turned_up_is_still_offered_to_the_other_seat():
    table = Table("Ac", hands=("", "6dhs"), stock="6c").choose("reject", "leave")
    assert (table.ended, table.seat, table.legal()) == (None, 1, ["use", "reject"])


# ---- forcing


FORCIBLE = {"hands": ("2s 3h", ""), "tables": ("7JQd", "")}


@pytest.mark.parametrize("turned", [False, True])
def test_a_card_that_fits_a_meld_and_is_not_used_may_be_forced_by_the_other_seat(turned):
    table = Table("6d", turned=turned, **FORCIBLE).choose("leave" if turned else "reject")
    assert (table.seat, table.mover, table.legal()) == (1, 0, ["force", "spare"])


def test_a_forced_seat_adds_the_card_and_must_discard():
    table = Table("6d", **FORCIBLE).choose("reject", "force")
    assert (table.seat, table.legal()) == (0, ["6d7dJdQd"])
    table.choose("6d7dJdQd")
    assert table.legal() == ["discard 3h", "discard 2s"]
    table.choose("discard 3h")
    assert (table.seat, table.middle) == (1, "3h")
    assert table.tracked(0, "used", "forced") == [0, 1]


def test_a_spared_seat_goes_on_as_if_nothing_had_been():
    table = Table("6d", stock="Ac 2c", **FORCIBLE).choose("reject", "spare")
    assert (table.seat, table.middle) == (0, "Ac")
    left = Table("6d", turned=True, **FORCIBLE).choose("leave", "spare")
    assert (left.seat, left.middle) == (1, "6d")
    assert left.tracked(0, "spared") == [1]


def test_forced_between_two_melds_the_seat_chooses():
    table = Table("7c", hands=("2s", ""), tables=("7dhs 456c", "")).choose("reject", "force")
    assert sorted(table.legal()) == ["4c5c6c 7c7d7h7s", "4c5c6c7c 7d7h7s"]


def test_a_card_that_needs_a_hand_card_or_another_layout_cannot_be_forced():
    assert Table("6c", hands=("6dh", "")).choose("reject").seat == 0
    assert Table("5d", hands=("6d 2s", ""), tables=("7JQd", "")).choose("reject").seat == 0
    assert Table("6h", hands=("6s", ""), tables=("67JQd", "")).choose("reject").seat == 0


def test_a_forced_seat_may_go_out_by_it():
    table = Table("6h", tables=("Qcds Kcdhs 345h", "")).choose("reject", "force")
    table.choose("3h4h5h6h KcKdKhKs QcQdQs")
    assert (table.ended, table.points) == ("out", [1, 0])


# ---- rounds


def test_the_dealer_alternates_the_non_dealer_starts():
    table = Table("Ac", deals=3, stock="").choose("reject")
    assert table.next_round("Ac").dealt_to_start == (1, 1)
    assert table.next_round("Ac").dealt_to_start == (0, 1)


def test_a_match_is_one_deal():
    assert int(Table("Ac", stock="").choose("reject").state.match_end) == 1


def test_a_capped_round_scores_nothing():
    table = Table("Ac").cap()
    assert (table.points, table.ended) == ([0, 0], "cap")
