"""Conquian's parameters and tracked quantities on positions set up by hand; in plain Python too, as `test_conquian`."""

import pytest

from sims import registry, variants
from sims.errors import InputError
from tests.sims.games.conquian_table import Table, hide

# ---- what a meld is


def test_the_winning_count_is_one_more_than_the_hand():
    table = Table("6h", tables=("Qcdhs 2345h", ""), hand_size=8)
    assert table.legal() == ["use", "reject"]
    table.choose("use").choose(table.legal()[0])
    assert table.ended == "out"
    nine = Table("6h", hands=("2s", ""), tables=("Qcds 345h Kcds", ""), hand_size=11).choose("use")
    nine.choose(nine.legal()[0])
    assert nine.ended is None  # ten down, twelve are needed


@pytest.mark.parametrize(
    ("ranks", "middle", "hand", "runs"),
    [
        (10, "7c", "6Jc", "6c7cJc"), (12, "9c", "8Jc", "8c9cJc"), (13, "Tc", "9Jc", "9cTcJc"),
    ],
)  # fmt: skip
def test_what_lies_below_the_jack_depends_on_the_pack(ranks, middle, hand, runs):
    assert Table(middle, hands=(hand, ""), ranks=ranks).choose("use").legal() == [runs]


def test_sets_and_runs_may_need_four_cards():
    assert Table("6c", hands=("6dh", ""), min_set=4).legal() == ["reject"]
    assert Table("6c", hands=("6dhs", ""), min_set=4).choose("use").legal() == ["6c6d6h6s"]
    assert Table("6c", hands=("57c", ""), min_run=4).legal() == ["reject"]
    assert Table("6c", hands=("457c", ""), min_run=4).choose("use").legal() == ["4c5c6c7c"]


def test_the_longest_run_may_be_shorter():
    table = Table("6c", hands=("457c", ""), max_run=3).choose("use")
    assert sorted(table.legal()) == ["4c5c6c", "5c6c7c"]


def test_the_ace_may_be_high_too_but_not_both_at_once():
    high = {"ace_high": True}
    assert Table("Ac", hands=("QKc", ""), **high).choose("use").legal() == ["QcKcAc"]
    assert Table("Ac", hands=("2Kc", ""), **high).legal() == ["reject"]
    assert sorted(Table("Ac", hands=("23QKc", ""), **high).choose("use").legal()) == ["Ac2c3c", "QcKcAc"]


def test_a_whole_suit_is_one_run_whether_the_ace_is_high_or_low():
    table = Table("Ac", hands=("234567JQKc", ""), ace_high=True, max_run=10).choose("use")
    whole = [layout for layout in table.legal() if " " not in layout and len(layout) == 20]
    assert whole == ["Ac2c3c4c5c6c7cJcQcKc"]


# ---- how melds may be laid


def test_old_melds_may_have_to_stay_whole():
    taken = {"hands": ("6s 2h", ""), "tables": ("67JQd", "")}
    assert Table("6h", rearrange=False, **taken).legal() == ["reject"]
    assert Table("5d", rearrange=False, **taken).choose("use").legal() == ["5d6d7dJdQd"]


def test_two_old_melds_may_become_one_and_both_stay_whole():
    table = Table("5d", tables=("234d 67Jd", ""), hands=("2h", ""), rearrange=False).choose("use")
    assert sorted(table.legal()) == ["2d3d4d 5d6d7dJd", "2d3d4d5d 6d7dJd", "2d3d4d5d6d7dJd"]


def test_melds_of_hand_cards_alone_may_have_to_wait():
    hand = {"hands": ("6dh Kcdh 2s", ""), "tables": ("JQKs", "")}
    kings = "JsQsKs KcKdKh"
    assert f"6c6d6h {kings}" in Table("6c", **hand).choose("use").legal()
    only = Table("6c", extra_melds="middle_only", **hand).choose("use").legal()
    assert only == ["6c6d6h JsQsKs"]


def test_hand_cards_still_join_the_table_where_melds_of_their_own_must_wait():
    table = Table("6c", hands=("6dh 7s", ""), tables=("JQKs", ""), extra_melds="middle_only").choose("use")
    assert sorted(table.legal()) == ["6c6d6h 7sJsQsKs", "6c6d6h JsQsKs"]


# ---- forcing

FORCIBLE = {"hands": ("2s 3h", ""), "tables": ("7JQd", "")}
SHIFTED = {"hands": ("2s 3h", ""), "tables": ("67JQd 6cs", "")}


def test_forcing_may_be_a_duty_or_unknown():
    assert Table("6d", force="auto", **FORCIBLE).choose("reject").legal() == ["force"]
    off = Table("6d", force="off", **FORCIBLE).choose("reject")
    assert (off.seat, off.mover) == (0, 0)


def test_a_card_may_fit_in_any_layout():
    """The six of clubs fits no run; with the sixes of two runs it is a set, if both can spare theirs."""
    taken = {"tables": ("3456h 456s", ""), "hands": ("Kc Qd", "")}
    assert Table("6c", **taken).choose("reject").seat == 0
    rearranged = Table("6c", force_test="rearranged", **taken).choose("reject")
    assert rearranged.seat == 0  # the sixes can leave one run, not both
    both = {"tables": ("3456h 3456s", ""), "hands": ("Kc Qd", "")}
    assert Table("6c", **both).choose("reject").seat == 0
    moved = Table("6c", force_test="rearranged", **both).choose("reject")
    assert (moved.seat, moved.legal()) == (1, ["force", "spare"])
    assert moved.choose("force").legal() == ["3h4h5h 3s4s5s 6c6h6s"]


def test_a_card_that_fits_as_it_lies_moves_nothing_else_under_any_test():
    table = Table("6c", tables=("6dhs 345s", ""), force_test="rearranged")
    assert table.choose("reject", "force").legal() == ["3s4s5s 6c6d6h6s"]


def test_a_forced_seat_may_meld_as_it_likes():
    free = Table("6d", forced_freedom="free", hands=("5d 3h Acdh", ""), tables=("7JQd", ""))
    free.choose("reject", "force")
    assert sorted(free.legal()) == [
        "5d6d7dJdQd", "5d6d7dJdQd AcAdAh", "6d7dJdQd", "6d7dJdQd AcAdAh",
    ]  # fmt: skip
    assert free.choose("6d7dJdQd").tracked(0, "forced", "used") == [1, 0]


# ---- the stock


def test_the_round_may_end_after_the_turn_that_turned_the_last_card():
    last = {"stock": "Kd", "stock_end": "last_card"}
    assert Table("6c", **last).choose("reject", "leave").ended == "stock_empty"
    used = Table("6c", hands=("Kch 2s", ""), **last).choose("reject", "use", "KcKdKh")
    assert used.ended is None
    assert used.choose("discard 2s").ended == "stock_empty"
    out = Table("6c", tables=("Kchs Qcds 3456h", ""), **last).choose("reject", "use")
    assert out.choose(out.legal()[0]).ended == "out"


def test_the_waste_may_become_the_stock_the_oldest_card_on_top():
    table = Table("6c", stock="Kd", stock_recycle=1)
    oldest = table.state.waste[:3].tolist()
    table.choose("reject")
    assert (table.middle, table.stock) == ("Kd", "")
    table.choose("leave", "reject")
    assert table.card(table.middle) == oldest[0]
    assert table.state.stock[int(table.state.top) :][:2].tolist() == oldest[1:]
    assert table.stock.endswith("6c Kd")
    assert table.tracked(1, "turnings", "recycled", "waste") == [1, 1, 1]


def test_only_as_often_as_is_said():
    table = Table("6c", hands=("A234c", ""), stock="", stock_recycle=2)
    for _ in range(200):
        if table.ended:
            break
        table.choose(table.legal()[-1])
    assert (table.ended, int(table.state.recycled)) == ("stock_empty", 2)


def test_the_last_card_ends_nothing_while_the_waste_can_be_turned_over():
    table = Table("6c", stock="Kd", stock_end="last_card", stock_recycle=1).choose("reject", "leave")
    assert table.ended is None


# ---- points

DRAW = {"stock": ""}


def goes_out(table):
    table.choose("use")
    return table.choose(table.legal()[0])


def won(table):
    """The next round, in which the seat that decides goes out at once."""
    table.next_round("6h", tables=("Qcds Kcdhs 345h", ""))
    return goes_out(table)


def test_a_draw_may_double_the_stake_of_the_next_deal_again_and_again_until_one_is_won():
    table = Table("6c", draw_rule="double", deals=6, **DRAW).choose("reject")
    table.next_round("6c", stock="").choose("reject")
    assert table.points == [0, 0]
    assert won(table).points == [4, 0]
    assert won(table).points == [1, 0]
    assert table.match_points == [5, 0]


def test_a_capped_deal_leaves_the_stake_as_it_is():
    table = Table("6c", draw_rule="double", deals=6, **DRAW).choose("reject")
    table.next_round("6c").cap()
    assert won(table).points == [2, 0]


def test_a_draw_may_cost_a_point_each_which_the_next_winner_takes():
    table = Table("6c", draw_rule="pool", deals=6, **DRAW).choose("reject")
    assert (table.points, table.match_points) == ([-1, -1], [-1, -1])
    table.next_round("6c").cap()
    table.next_round("6c", stock="").choose("reject")
    assert won(table).points == [5, 0]
    assert won(table).points == [1, 0]
    assert table.match_points == [4, -2]


def test_a_match_has_as_many_rounds_as_deals():
    table = Table("6c", deals=2, **DRAW).choose("reject")
    assert int(table.state.match_end) == 0
    assert int(won(table).state.match_end) == 1


# ---- what is refused


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"ranks": 11}, "10, 12 or 13"),
        ({"min_run": 4, "max_run": 3}, "at most max_run, 3"),
        ({"draw_rule": "double", "deals": 32}, "at most 31"),
        ({"hand_size": 7}, "8 to 11"), ({"hand_size": 12}, "8 to 11"), ({"ranks": 14}, "10 to 13"),
        ({"min_set": 2}, "3 to 4"), ({"min_run": 5}, "3 to 4"), ({"max_run": 14}, "3 to 13"),
        ({"stock_recycle": 3}, "0 to 2"), ({"deals": 101}, "1 to 100"), ({"max_turns": 9}, "10 to 100000"),
        ({"force": "never"}, "choice, auto, off"), ({"rearrange": 1}, "true or false"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(values, told):
    with pytest.raises(InputError, match=told):
        variants.make(registry.load("conquian"), 2, None, values)


def test_the_edges_of_what_can_be_played():
    for values in (
        {"min_run": 4, "max_run": 4},
        {"draw_rule": "double", "deals": 31},
        {"ranks": 12, "hand_size": 11},
    ):
        assert variants.make(registry.load("conquian"), 2, None, values)


# ---- what is tracked


def test_cards_melds_and_what_is_left_are_tracked():
    table = Table("6c", hands=("Ks 2s", "7cd"), tables=("7JQd 345h", ""), stock="Ac 2c 3c")
    assert table.tracked(0, "standing", "melds", "hand", "stock", "removed") == [6, 2, 2, 3, 12]
    assert table.tracked(1, "standing", "melds", "hand") == [0, 0, 2]


def test_a_card_declined_is_one_that_could_have_been_used():
    table = Table("6c", hands=("6dh 2s", ""), stock="Kd Kc").choose("reject", "leave")
    assert table.tracked(0, "declined") == [1]


def test_rearranging_and_further_melds_are_counted():
    table = Table("6h", hands=("6s Kcdh 2h", ""), tables=("67JQd", "")).choose("use", "6d6h6s 7dJdQd KcKdKh")
    assert table.tracked(0, "rearranged", "extra", "laid", "used") == [1, 1, 4, 1]


def test_ties_are_what_a_forced_discard_breaks():
    """The 3 of hearts is tied to the 3 of spades, the 4 and the 5 of hearts, not to the 6 or the 4 of clubs."""
    table = Table("6d", hands=("3hs 4c 456h", ""), tables=("7JQd", "")).choose("reject", "force")
    table.choose("6d7dJdQd", "discard 3h")
    assert table.tracked(0, "forced_ties", "was_forced", "won_forced") == [3, 1, 0]


def test_outs_of_a_ready_seat_and_a_dead_one():
    ready = {"hands": ("6dh 2s", ""), "tables": ("Qcds Kcdhs", "")}
    table = Table("6c", **ready, stock="Qh 6s Ad").choose("use", "6c6d6h KcKdKhKs QcQdQs", "discard 2s")
    # the queen of hearts, the six of spades; jacks and sevens between them fit nowhere
    assert table.tracked(0, "ready", "outs", "dead") == [1, 2, 0]
    dead = Table("6c", **ready, stock="Ad").choose("use", "6c6d6h KcKdKhKs QcQdQs", "discard 2s")
    assert dead.tracked(0, "ready", "outs", "dead") == [1, 0, 1]
    again = Table("6c", **ready, stock="Ad", stock_recycle=1).choose(
        "use", "6c6d6h KcKdKhKs QcQdQs", "discard 2s"
    )
    assert again.tracked(0, "outs", "dead") == [2, 0]
    kept = Table("6c", hands=("6dh 2s", ""), tables=("Qcds Kcdhs", "67Js"), stock="Qh")
    kept.choose("use", "6c6d6h KcKdKhKs QcQdQs", "discard 2s")
    assert kept.tracked(0, "outs") == [1]  # the six lies on the other table


def test_first_meld_and_first_ready_are_turns():
    table = Table("6c", hands=("6dh 2s", ""), tables=("Qcds Kcdhs", ""))
    assert table.tracked(0, "first_meld", "first_ready") == [-1, -1]
    table.choose("use", "6c6d6h KcKdKhKs QcQdQs")
    assert table.tracked(1, "first_meld", "first_ready") == [0, 0]


# ---- what is hidden


def test_once_the_waste_is_the_stock_again_nothing_is_hidden():
    table = Table("6c", hands=("A23d", "JQKh"), stock="Kd 2h", stock_recycle=1)
    table.choose("reject")
    table.choose("leave", "reject", "leave", "reject")
    assert int(table.state.recycled) == 1
    known = table.state.copy()
    hide(table.rules, table.states, 0, table.rngs)
    assert known == table.state


def test_hidden_are_the_stock_and_the_other_hand_and_nothing_else():
    table = Table("6c", hands=("A23d", "JQKh"), stock="Kd 2h 4c 5c 7s", turned=True)
    mine, theirs, stock = table.hands[0], table.hands[1].split(), table.stock.split()
    seen = set()
    for _ in range(20):
        hide(table.rules, table.states, 0, table.rngs)
        assert table.hands[0] == mine
        assert sorted(table.hands[1].split() + table.stock.split()) == sorted(theirs + stock)
        assert len(table.stock.split()) == 5
        seen.add(table.stock)
    assert len(seen) > 10
