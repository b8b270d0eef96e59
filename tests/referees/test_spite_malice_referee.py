"""The referee accepts what the rules of Spite & Malice allow and refuses the rest; `legal` is counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referees.spite_malice import SpiteMalice
from tests.referees.spite_scripts import DEFAULTS, accepted, script, wrong
from tests.referees.writing import changed, every_field_counts

SMALL = {"payoff": 3, "match_points": 1}  # 104 - 6 - 10 = 88 cards in the stock

# Three centres: an ace from the pile has 3 places, each of 9, 8, 7, 6 and 5 four side stacks: 3 + 5 * 4 = 23.
WON = """deal 0: A23 / QQQ / 98765 / JJJJJ / T
    0 0 pay A>1 /23
    0 0 pay 2>1 /21
    0 0 pay 3>1 /21
    end payoff_empty 3 0 0 3
    match done 3 0, 0"""


def played(text: str, number: int, **variant: Any) -> None:
    """All lines are right and the transcript breaks off before line `number`."""
    assert wrong(script(text, **{**SMALL, **variant}), "the end") == number


def test_the_last_card_of_the_pile_wins_what_is_left_in_the_other() -> None:
    assert accepted(script(WON, **SMALL)) == 3
    bonus = WON.replace("3 0 0 3", "7 0 0 3").replace("done 3 0", "done 7 0")
    assert accepted(script(bonus, **SMALL, win_bonus=4)) == 3
    assert wrong(script(WON, **SMALL, win_bonus=4), "points is [3, 0] — the rules say [7, 0]") == 6
    on = WON.replace("end payoff", "0 0 end 9>0 /20\nend payoff")
    assert wrong(script(on, **SMALL), "t is 'move' — the rules say 'round'") == 6


def test_every_field_of_every_line_counts() -> None:
    every_field_counts(SpiteMalice, script(WON, **SMALL))


def test_equal_hand_cards_count_once_and_places_by_their_number() -> None:
    """Two aces in three empty centres: 3; ace, ace, 7, 7, 8 on four side stacks: 3 kinds * 4."""
    text = "deal 0: 999 / QQQ / AA778 / JJJJJ /\n0 0 hand A>2 /15\n0 0 hand A>0 /14\n0 0 end 7>1 /8\n1 1 end J>0 /4"
    played(text, 7)


def test_a_side_stack_gives_its_top_card_only() -> None:
    """The 2 can be played when it lies alone, not under the 9. An ace has three places, four kinds go aside."""
    text = """deal 0: 888 / QQQ / 29457 / JJJJJ / ATA
        0 0 end 2>0 /20
        1 1 end J>0 /4
        2 0 end 9>{} /23
        3 1 end J>0 /8
        4 0 hand A>2 /19
        4 0 side 0:2>2 /19
        4 0 end A>0 /18"""
    played(text.format(1), 10)
    under = script(text.format(0), **SMALL)
    assert wrong(under, "kind is 'side' — the rules allow 'hand', 'end'") == 8


def test_the_next_rank_or_a_king_in_its_place() -> None:
    """After the king as an ace comes a 2 (hand), a king as a 3, a 4."""
    text = """deal 0: 999 / QQQ / K2K4T / JJJJJ /
        0 0 hand K>0 /19
        0 0 hand 2>0 /20
        0 0 hand K>0 /15
        0 0 hand 4>0 /9
        0 0 end T>0 /4"""
    played(text, 8)
    lines = script(text, **SMALL)
    assert wrong(changed(lines, 4, card="4"), "card is '4' — the rules allow '2', 'K'") == 4
    assert wrong(changed(lines, 4, to=1), "to is 1 — the rules allow 0") == 4
    assert wrong(script(text, **SMALL, kings_wild=False), "kind is 'hand' — the rules allow 'end'") == 3
    assert wrong(script(text, **SMALL, king_as_ace=False), "kind is 'hand' — the rules allow 'end'") == 3


def test_kings_in_a_row() -> None:
    text = """deal 0: 999 / QQQ / KK3KT / JJJJJ /
        0 0 hand K>0 /15
        0 0 hand K>0 /15
        0 0 hand 3>0 /{}
        0 0 hand K>0 /11
        0 0 end T>0 /4"""
    played(text.format(16), 8)
    played(text.format(15), 8, wilds_in_a_row=2)
    one = script(text.format(16), **SMALL, wilds_in_a_row=1)
    assert wrong(one, "to is 0 — the rules allow 1, 2") == 4
    assert wrong(changed(one, 4, to=1), "legal is 15 — the rules say 14") == 4


def test_the_starter_alternates_and_the_leader_wins_after_the_last_round() -> None:
    won_by_1 = """deal 1: QQQ / A23 / JJJJJ / 98765 / T
        0 1 pay A>1 /23
        0 1 pay 2>1 /21
        0 1 pay 3>1 /21
        end payoff_empty 0 3 3 0"""
    two = WON.split("match")[0] + won_by_1
    assert accepted(script(two + "\nmatch cap 3 3, 0 1", payoff=3, max_rounds=2)) == 6
    assert accepted(script(WON, payoff=3, max_rounds=2, match_points=3)) == 3
    assert wrong(script(two, payoff=3, starter="winner"), "starter is 1 — the rules say 0") == 7
    assert wrong(script(two, payoff=3, match_points=3), "t is 'deal' — the rules say 'match'") == 7
    assert accepted(script(two + "\nmatch cap 3 3, 0 1", payoff=3, max_rounds=2, starter="loser")) == 6
    tied = script(two + "\nmatch cap 3 3, 0 1", payoff=3, max_rounds=2)
    assert wrong(changed(tied, 12, end_reason="done"), "end_reason is 'done' — the rules say 'cap'") == 12
    assert wrong(changed(tied, 12, winners=[0]), "winners is [0] — the rules say [0, 1]") == 12


def test_the_higher_pay_off_top_starts() -> None:
    deal = "deal {}: {}AA / {}AA / 98765 / JJJJJ /\n0 {} end {}>0 /{}"
    for first, second, starter in ("Q", "J", 0), ("9", "K", 1), ("2", "A", 0), ("5", "5", 0):
        row = deal.format(starter, first, second, starter, "J" if starter else "9", 1)
        assert wrong(script(row, **SMALL, starter="payoff_high"), "legal is 1") == 3
        other = row.replace(f"deal {starter}", f"deal {1 - starter}")
        assert wrong(script(other, **SMALL, starter="payoff_high"), "starter is") == 2


def test_the_bonus_goes_to_the_hand_that_does_not_start() -> None:
    """Its holder draws nothing before it has less than five."""
    text = """deal 0: 999 / QQQ / 45678 / JJJJJT /
        0 0 end 4>0 /20
        1 1 end J>0 /8
        2 0 hand A>0 /23"""
    assert wrong(script(text, **SMALL, second_hand_bonus=1), "the end") == 6
    assert wrong(script(text, **SMALL), "numbers of cards, hands, is [5, 6] — the rules say [5, 5]") == 2


# Drawing and the end of the stock. One pack, 21 in each pile, hands of 5: nothing is left for the stock.


def test_no_stock_at_all() -> None:
    end = "\nend stock_empty 0 0 21 21\nmatch cap 0 0, 0 1"
    empty = script("deal 0: / / 99998 / TTTTJ /" + end, decks=1, payoff=21, max_rounds=1)
    assert accepted(empty) == 0
    assert wrong(changed(empty, 3, end_reason="cap"), "end_reason is 'cap'") == 3
    more = {"decks": 1, "payoff": 21, "max_rounds": 1}
    text = "deal 0: QQ / JJ / 99998 / TTTTJ /\n0 0 end 9>0 /8\n1 1 end T>0 /8" + end
    assert accepted(script(text, **more, stock_out="failed_draw")) == 2
    on = text.replace("\nend", "\n2 0 end 9>0 /8\nend")
    assert wrong(script(on, **more, stock_out="failed_draw"), "t is 'move' — the rules say 'round'") == 5
    assert wrong(script(on, **more, stock_out="play_on"), "t is 'round' — the rules say 'move'") == 6


def test_one_pack_ties_when_the_second_of_two_cards_is_drawn() -> None:
    text = """deal 0: QQ / JJ / 99998 / TTTTJ / KK
        0 0 end 9>0 /8
        1 1 end T>0 /8
        2 0 end 9>0 /15
        end stock_empty 0 0 20 20
        match cap 0 0, 0 1"""
    one = {"decks": 1, "max_rounds": 1}
    assert accepted(script(text, **one)) == 3
    failed = text.replace("end stock_empty", "3 1 end T>0 /15\nend stock_empty")
    assert accepted(script(failed, **one, stock_out="failed_draw")) == 4
    assert wrong(script(failed, **one), "t is 'move' — the rules say 'round'") == 6


def test_on_without_a_stock_until_the_cap() -> None:
    """Nine cards go aside, turn by turn; then the hands are empty, and each turn is a stop."""
    text = "deal 0: QQ / JJ / 99 / TT /\n"
    for turn in range(4):
        text += f"{turn} {turn % 2} end {'9T'[turn % 2]}>0 /4\n"
    for turn in range(4, 10):
        text += f"{turn} {turn % 2} stop /1\n"
    text += "end cap 0 0 24 24\nmatch cap 0 0, 0 1"
    variant = {
        "decks": 1,
        "payoff": 24,
        "hand_size": 2,
        "max_rounds": 1,
        "stock_out": "play_on",
        "max_turns": 10,
    }
    for rule in "continue", "end_turn", "refill":
        assert accepted(script(text, **variant, empty_hand=rule)) == 10


# An empty hand

EMPTIED = """deal 0: 3QQ / QQQ / A2 / JJ / 567
    0 0 hand A>0 /11
    0 0 hand 2>0 /5"""
TWO_CARDS = {"hand_size": 2}


def test_an_empty_hand_goes_on_with_what_lies_and_may_stop() -> None:
    played(EMPTIED + "\n0 0 pay 3>0 /2\n0 0 stop /1\n1 1 end J>0 /4", 8, **TWO_CARDS)
    played(EMPTIED + "\n0 0 stop /2\n1 1 end J>0 /4\n2 0 end 5>0 /9", 8, **TWO_CARDS)


def test_an_empty_hand_ends_the_turn_without_a_line() -> None:
    played(EMPTIED + "\n1 1 end J>0 /4", 6, **TWO_CARDS, empty_hand="end_turn")
    lines = script(EMPTIED + "\n0 0 stop /2", **{**SMALL, **TWO_CARDS}, empty_hand="end_turn")
    assert wrong(lines, "turn is 0 — the rules say 1") == 5


def test_an_empty_hand_is_refilled() -> None:
    """Five and six come at once: the 3 from the pile, 2 cards on 4 stacks."""
    played(EMPTIED + "\n0 0 end 6>0 /9\n1 1 end J>0 /4\n2 0 end 7>0 /9", 8, **TWO_CARDS, empty_hand="refill")
    with_one = EMPTIED.replace("/ A2", "/ A7").replace("0 0 hand 2>0 /5", "0 0 end 7>0 /4\n1 1 end J>0 /4")
    played(with_one + "\n2 0 end 5>0 /8", 7, **TWO_CARDS, empty_hand="refill")


def test_forced_to_pay() -> None:
    text = "deal 0: A9Q / QQQ / AK / JJ /\n0 0 pay A>2 /3"
    played(text, 4, **TWO_CARDS, force_payoff=True)
    assert wrong(script(text, **SMALL, **TWO_CARDS), "legal is 3 — the rules say 17") == 3
    hand = text.replace("pay A", "hand A")
    assert (
        wrong(script(hand, **SMALL, **TWO_CARDS, force_payoff=True), "kind is 'hand' — the rules allow 'pay'")
        == 3
    )


# Completed stacks. Twelve cards from one hand of eight, by way of refills.

TWELVE = """deal 0: QQQ / QQQ / A2345678 / JJJJJJJT / 9TJKAAAA
    0 0 hand A>0 /35
    0 0 hand 2>0 /29
    0 0 hand 3>0 /25
    0 0 hand 4>0 /21
    0 0 hand 5>0 /17
    0 0 hand 6>0 /13
    0 0 hand 7>0 /9
    0 0 hand 8>0 /5
    0 0 hand 9>0 /{}
    0 0 hand T>0 /{}
    0 0 hand J>0 /{}
    """
EIGHT_CARDS = {"hand_size": 8, "empty_hand": "refill"}


def twelve(*more: str) -> str:
    """Refilled with 9 T J K A A A A: 9 on one and K, A on all three or two; 4 * 5 to put aside, and so on."""
    return TWELVE.format(1 + 3 + 2 + 20, 1 + 3 + 2 + 16, 1 + 3 + 2 + 12) + "\n".join(more)


def test_a_completed_stack_is_shuffled_into_the_stock_at_once() -> None:
    lines = script(twelve("0 0 pay Q>0 /14"), **{**SMALL, **EIGHT_CARDS})
    stock = lines[1]["stock"][8:]
    returned = sorted([*stock, *"A23456789TJQ"])
    good = [*lines, {"t": "shuffle", "round": 0, "stock": returned}]
    assert wrong(lines, "the end — the rules say a line 'shuffle'") == 15
    assert wrong(good, "the end — the rules say a line 'move'") == 16
    assert (
        wrong(
            [*lines, {"t": "shuffle", "round": 0, "stock": sorted([*stock, *"A23456789TJK"])}],
            "the stock: too",
        )
        == 15
    )
    king = script(twelve("0 0 hand K>0 /14"), **{**SMALL, **EIGHT_CARDS})
    with_king = sorted([*stock, *"A23456789TJK"])
    assert (
        wrong(
            [*king, {"t": "shuffle", "round": 0, "stock": with_king}], "the end — the rules say a line 'move'"
        )
        == 16
    )
    later = script(
        twelve("0 0 pay Q>0 /14", "0 0 end A>0 /11"), **{**SMALL, **EIGHT_CARDS}, recycle="when_empty"
    )
    assert wrong(later, "legal is 11 — the rules say 14") == 15


def test_parameters_are_all_there() -> None:
    assert sorted(DEFAULTS) == sorted(SpiteMalice.parameters)


@pytest.mark.parametrize(("variant", "text"), [
    ({"decks": 1, "payoff": 24}, "58 cards dealt of 52"), ({"payoff": 2}, "payoff is 2"),
    ({"decks": 1, "payoff": 21, "second_hand_bonus": 1}, "53 cards dealt of 52"),
    ({"kings_wild": 1}, "kings_wild is 1"), ({"starter": "first"}, "starter is 'first'"), ({"jokers": 2}, "variant is"),
])  # fmt: skip
def test_variants_that_cannot_be(variant: dict[str, Any], text: str) -> None:
    assert wrong(changed(script(WON, **SMALL), 1, variant={**DEFAULTS, **variant}), text) == 1


@pytest.mark.parametrize(("fields", "text"), [
    ({"payoff": [["A"] * 3, ["Q"] * 3]}, "the pack: too many"),
    ({"payoff": [["A"], ["Q"]]}, "numbers of cards, payoff,"),
    ({"stock": ["K"] * 87}, "numbers of cards, stock, is [87] — the rules say [88]"), ({"starter": 1}, "starter is 1"),
    ({"stock": ["K"] * 88}, "the pack: too many"), ({"hands": [["A"] * 5, [1] * 5]}, "hands: 1 is no card"),
])  # fmt: skip
def test_wrong_deals(fields: dict[str, Any], text: str) -> None:
    assert wrong(changed(script(WON, **SMALL), 2, **fields), text) == 2
