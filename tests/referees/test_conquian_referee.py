"""The referee accepts what the rules of Conquian allow and refuses what they do not; `legal` is counted by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.referees.conquian import Conquian
from tests.referees.conquian_scripts import (
    DEFAULTS,
    EIGHT,
    NOBODY,
    NOBODY_DEAL,
    NOBODY_STOCK,
    accepted,
    passing,
    script,
    wrong,
)
from tests.referees.writing import changed, every_field_counts

OUT_AT_ONCE = f"""{EIGHT} 4h
    0 0 use 4h /2
    0 0 meld 2c 3c 4c 2d 3d 4d 2h 3h: 2c 2d 2h, 3h 3d 3c, 4c 4d 4h /8
    end out 1 0
    match 1 0, 0"""

FORCED = f"""{EIGHT} 5c 6c Ac Jh Ad
    0 0 use 5c /2
    0 0 meld 3c 4c: 3c 4c 5c /5
    0 0 discard 3h /6
    1 1 reject 3h /1
    1 1 leave 6c /1
    2 0 reject 6c /2
    2 1 force 6c /2
    2 0 meld : 3c 4c 5c 6c /1
    2 0 discard 2h /5
    3 1 reject 2h /1
    3 1 leave Ac /1
    4 0 reject Ac /2
    4 0 leave Jh /1
    5 1 reject Jh /1
    5 1 leave Ad /1
    6 0 use Ad /2
    6 0 meld 2d 3d 4d: 3c 4c 5c 6c, Ad 2d 3d 4d /4
    6 0 discard 2c /1"""


def played(text: str, number: int, **variant: Any) -> None:
    """All lines are right and the transcript breaks off before line `number`."""
    assert wrong(script(text, **variant), "the end") == number


def choices(kind: str, card: str, table: Iterable[str], hand: str, **variant: Any) -> list[str]:
    """Seat 0's ways to meld (or to be forced), as `hand: meld, meld`, sorted."""
    referee = Conquian(script("", **variant))
    referee.header(referee.next_line())
    referee.begin_match()
    referee.seat = 0
    referee.hands = [frozenset(hand.split()), frozenset()]
    referee.tables = [[frozenset(meld.split()) for meld in table], []]
    found = referee.meldings(card) if kind == "meld" else referee.forced_meldings(card)
    return sorted(
        f"{' '.join(way['hand'])}: {', '.join(sorted(' '.join(meld) for meld in way['melds']))}"
        for way in found
    )


# Going out, forcing, passing


def test_nine_cards_on_the_table_end_the_round_without_a_discard() -> None:
    """4h lies in 2h 3h 4h, with either other run or none (4), or in the fours, with twos, threes or none (4)."""
    assert accepted(script(OUT_AT_ONCE, hand_size=8)) == 2
    discarding = OUT_AT_ONCE.replace("end out", "0 0 discard 2c /1\nend out")
    assert wrong(script(discarding, hand_size=8), "t is 'move' — the rules say 'round'") == 5


def test_every_field_of_every_line_counts() -> None:
    every_field_counts(Conquian, script(OUT_AT_ONCE, hand_size=8))


def test_forcing_adds_the_card_and_nothing_else() -> None:
    """5c lies in 3c 4c 5c with 2d 3d 4d, twos or neither (3), in 2c 3c 4c 5c with the diamonds or not (2).

    On turn 6 the diamonds lie with or without 4d, the clubs with or without 2c.
    """
    lines = script(FORCED, hand_size=8)
    played(FORCED, 21, hand_size=8)
    assert wrong(changed(lines, 9, kind="spare"), "kind is 'meld' — the rules allow 'use', 'leave'") == 10
    for melds in [["2c", "3c", "4c", "5c", "6c"]], [["3c", "4c", "5c"]], [["3c", "4c", "5c", "6c"], []]:
        assert wrong(changed(lines, 10, melds=melds), "melds is") == 10
    assert wrong(changed(lines, 10, hand=["2c"]), "hand is ['2c'] — the rules allow []") == 10


def test_a_card_that_fits_only_with_a_hand_card_cannot_be_forced() -> None:
    """Ac needs the two of clubs, which seat 0 still holds."""
    forced = FORCED.replace("4 0 leave Jh /1", "4 1 force Ac /2")
    assert wrong(script(forced, hand_size=8), "seat is 1 — the rules say 0") == 15


@pytest.mark.parametrize(("variant", "number", "text"), [
    ({"force": "auto"}, 9, "legal is 2 — the rules say 1"),
    ({"force": "off"}, 9, "seat is 1 — the rules say 0"),
    ({"forced_freedom": "free"}, 10, "legal is 1 — the rules say"),
])  # fmt: skip
def test_other_ways_to_force(variant: dict[str, str], number: int, text: str) -> None:
    assert wrong(script(FORCED, hand_size=8, **variant), text) == number


def test_a_spared_card_goes_to_the_waste_or_stays_in_the_middle() -> None:
    text = f"""{EIGHT} 5c 6c Ac
        0 0 use 5c /2
        0 0 meld 3c 4c: 3c 4c 5c /5
        0 0 discard 3h /6
        1 1 reject 3h /1
        1 1 leave 6c /1
        2 0 reject 6c /2
        2 1 spare 6c /2
        2 0 leave Ac /2
        3 1 reject Ac /1"""
    played(text, 12, hand_size=8)
    left = text.replace("1 1 leave 6c", "1 1 leave Jh").replace("5c 6c Ac", "5c Jh 6c")
    left = left.replace("2 0 reject 6c /2", "2 0 reject Jh /1").replace("2 1 spare 6c /2", "2 0 leave 6c /2")
    left = left.replace("2 0 leave Ac /2", "2 1 spare 6c /2").replace("3 1 reject Ac", "3 1 reject 6c")
    played(left, 12, hand_size=8)


def test_a_card_without_a_meld_cannot_be_used() -> None:
    assert (
        wrong(script(f"{EIGHT} Ks\n0 0 use Ks /2", hand_size=8), "kind is 'use' — the rules allow 'leave'")
        == 3
    )
    assert wrong(script(f"{EIGHT} Ks\n0 0 leave Ks /2", hand_size=8), "legal is 2 — the rules say 1") == 3
    assert (
        wrong(script(f"{EIGHT} Ks\n0 0 leave Kh /1", hand_size=8), "card is 'Kh' — the rules allow 'Ks'") == 3
    )
    discard = f"{EIGHT} 5c\n0 0 use 5c /2\n0 0 meld 3c 4c: 3c 4c 5c /5\n0 0 discard 3c /6"
    assert wrong(script(discard, hand_size=8), "card is '3c' — the rules allow '2c', '2d', '2h'") == 5


# The deal


@pytest.mark.parametrize(("fields", "text"), [
    ({"starter": 1}, "starter is 1 — the rules say 0"),
    ({"hands": [["2c"], ["3c"]]}, "numbers of cards, hands, is [1, 1] — the rules say [8, 8]"),
    ({"stock": ["5c"] * 24}, "the pack: too many [\"'5c'\", "),
    ({"stock": ["5c"] * 23}, "numbers of cards, stock, is [23] — the rules say [24]"),
    ({"hands": [["2c"] * 8, ["3c"] * 8]}, "missing"),
    ({"hands": [[["2c"]] * 8, ["3c"] * 8]}, "['2c'] is no card"),
])  # fmt: skip
def test_wrong_deals(fields: dict[str, Any], text: str) -> None:
    assert wrong(changed(script(OUT_AT_ONCE, hand_size=8), 2, **fields), text) == 2


@pytest.mark.parametrize(("variant", "text"), [
    ({"min_run": 4, "max_run": 3}, "min_run 4 is above max_run 3"), ({"hand_size": 7}, "hand_size is 7"),
    ({"ranks": 11}, "ranks is 11"), ({"force": "no"}, "force is 'no'"), ({"ace_high": 0}, "ace_high is 0"),
    ({"wild": 1}, "variant is"),
])  # fmt: skip
def test_variants_that_cannot_be(variant: dict[str, Any], text: str) -> None:
    assert wrong(changed(script(OUT_AT_ONCE), 1, variant={**DEFAULTS, **variant}), text) == 1


# The end of the stock: 18 cards, none of which anybody can use


def nobody(rows: str, ending: str, **variant: Any) -> int:
    return accepted(script(f"{NOBODY_DEAL} {' '.join(NOBODY_STOCK)}\n{rows}\n{ending}", **NOBODY, **variant))


def test_a_card_that_must_be_turned_and_is_not_there_makes_a_draw() -> None:
    assert nobody(passing(0, NOBODY_STOCK), "end stock_empty 0 0\nmatch 0 0, 0 1") == 36


def test_the_turn_of_the_last_card_may_end_the_round() -> None:
    rows = passing(0, NOBODY_STOCK, last=17)
    assert nobody(rows, "end stock_empty 0 0\nmatch 0 0, 0 1", stock_end="last_card") == 35


@pytest.mark.parametrize("stock_end", ["failed_flip", "last_card"])
def test_the_waste_is_turned_over_with_its_oldest_card_on_top(stock_end: str) -> None:
    """The card rejected last is at the bottom; it ends when the last card comes for the last time."""
    again, waste = NOBODY_STOCK * 2, " ".join(NOBODY_STOCK)
    rows = passing(0, again).replace("18 0 leave", f"shuffle {waste}\n18 0 leave")
    if stock_end == "last_card":
        rows = rows.removesuffix("\n36 0 reject Ks /1")
    end = "end stock_empty 0 0\nmatch 0 0, 0 1"
    due = {"failed_flip": 72, "last_card": 71}[stock_end]
    assert nobody(rows, end, stock_recycle=1, stock_end=stock_end) == due
    lines = script(f"{NOBODY_DEAL} {waste}\n{rows}", **NOBODY, stock_recycle=1)
    assert wrong(changed(lines, 39, t="round"), "t is 'round' — the rules say 'shuffle'") == 39
    assert wrong(changed(lines, 39, stock=NOBODY_STOCK[::-1]), "stock is ['Ks'") == 39


@pytest.mark.parametrize(("last", "reason"), [(9, "cap"), (10, "cap")])
def test_a_capped_round_scores_nothing_whatever_the_draw_rule(last: int, reason: str) -> None:
    rows = passing(0, NOBODY_STOCK, last=last)
    for rule in "tie", "double", "pool":
        end = f"end {reason} 0 0\nmatch 0 0, 0 1"
        assert nobody(rows, end, max_turns=last + 1, draw_rule=rule) == 2 * last + 1


def test_a_draw_in_the_last_allowed_turn_is_no_cap() -> None:
    assert nobody(passing(0, NOBODY_STOCK), "end stock_empty 0 0\nmatch 0 0, 0 1", max_turns=19) == 36
    assert nobody(passing(0, NOBODY_STOCK, last=17), "end cap 0 0\nmatch 0 0, 0 1", max_turns=18) == 35


# What a win is worth

WON_AT_ONCE = """deal 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h / Ac Ad 5c 5d 6h 6s 7h 7s Jc Jd Jh / 4s
    0 {seat} use 4s /2
    0 {seat} meld 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h: 2c 2d 2h 2s, 3c 3d 3h 3s, 4c 4d 4h 4s /4"""


def won(seat: int) -> str:
    first, second, rest = WON_AT_ONCE.replace("deal ", "").split("\n")[0].split("/")
    hands = f"{second}/{first}" if seat else f"{first}/{second}"
    return f"deal {hands}/{rest}\n" + "\n".join(WON_AT_ONCE.format(seat=seat).split("\n")[1:])


@pytest.mark.parametrize(("rule", "draw", "points"), [
    ("tie", "0 0", (1, 1)), ("double", "0 0", (4, 1)), ("pool", "-1 -1", (5, 1)),
])  # fmt: skip
def test_what_two_draws_make_the_next_deal_worth(rule: str, draw: str, points: tuple[int, int]) -> None:
    """Starters 0, 1, 0, 1: two draws, then seat 0 wins, then seat 1 for the plain stake again."""
    drawn = f"{NOBODY_DEAL} {' '.join(NOBODY_STOCK)}\n"
    text = drawn + passing(0, NOBODY_STOCK) + f"\nend stock_empty {draw}\n"
    text += drawn + passing(1, NOBODY_STOCK) + f"\nend stock_empty {draw}\n"
    text += won(0) + f"\nend out {points[0]} 0\n" + won(1) + f"\nend out 0 {points[1]}\n"
    lost = 2 * int(draw.split()[0])
    text += f"match {points[0] + lost} {points[1] + lost}, {'0' if points[0] > points[1] else '0 1'}"
    assert accepted(script(text, **NOBODY, deals=4, draw_rule=rule)) == 76


def test_a_capped_deal_leaves_the_stake() -> None:
    drawn = f"{NOBODY_DEAL} {' '.join(NOBODY_STOCK)}\n"
    text = drawn + passing(0, NOBODY_STOCK, last=9) + "\nend cap 0 0\n"
    text += won(1) + "\nend out 0 1\nmatch 0 1, 1"
    assert accepted(script(text, **NOBODY, deals=2, draw_rule="double", max_turns=10)) == 21


# Ways to meld


def test_own_melds_may_be_laid_anew() -> None:
    """The six of clubs is free for the sixes where four clubs lie, but only by taking the run apart."""
    table, hand = ["3c 4c 5c 6c"], "6d Kd"
    assert choices("meld", "6h", table, hand) == ["6d: 3c 4c 5c, 6c 6d 6h"]
    assert choices("meld", "6h", table, hand, rearrange=False) == []
    joined = ["2c 3c 4c", "6c 7c Jc"]
    assert choices("meld", "5c", joined, "") == [
        ": 2c 3c 4c 5c 6c 7c Jc", ": 2c 3c 4c 5c, 6c 7c Jc", ": 2c 3c 4c, 5c 6c 7c Jc",
    ]  # fmt: skip
    assert choices("meld", "5c", joined, "", max_run=4) == choices("meld", "5c", joined, "")[1:]
    assert choices("meld", "5c", joined, "", rearrange=False) == choices("meld", "5c", joined, "")
    assert choices("force", "5c", joined, "") == choices("meld", "5c", joined, "")[1:]


def test_further_melds_of_hand_cards_only() -> None:
    hand = "4c 6c Kd Kh Ks"
    assert choices("meld", "5c", [], hand) == ["4c 6c Kd Kh Ks: 4c 5c 6c, Kd Kh Ks", "4c 6c: 4c 5c 6c"]
    assert choices("meld", "5c", [], hand, extra_melds="middle_only") == ["4c 6c: 4c 5c 6c"]


def test_a_hand_card_may_go_to_another_meld_than_the_middle_card() -> None:
    """It makes no further meld, so this is no matter of `extra_melds`; nor does it move an old one."""
    ways = choices("meld", "5c", ["2c 3c 4c", "Kd Kh Ks"], "Kc")
    assert ways == [": 2c 3c 4c 5c, Kd Kh Ks", "Kc: 2c 3c 4c 5c, Kc Kd Kh Ks"]
    assert choices("meld", "5c", ["2c 3c 4c", "Kd Kh Ks"], "Kc", extra_melds="middle_only") == ways
    assert choices("meld", "5c", ["2c 3c 4c", "Kd Kh Ks"], "Kc", rearrange=False) == ways


def test_neighbours() -> None:
    """7 and J are neighbours, the king and the ace only under `ace_high`, and never K A 2."""
    assert choices("meld", "Jc", [], "7c Qc") == ["7c Qc: 7c Jc Qc"]
    assert choices("meld", "Jc", [], "9c Qc", ranks=12) == ["9c Qc: 9c Jc Qc"]
    assert choices("meld", "Jc", [], "9c Qc", ranks=13) == []
    assert choices("meld", "Jc", [], "9c Tc", ranks=13) == ["9c Tc: 9c Jc Tc"]
    assert choices("meld", "Ac", [], "Qc Kc") == []
    assert choices("meld", "Ac", [], "Qc Kc", ace_high=True) == ["Kc Qc: Ac Kc Qc"]
    assert choices("meld", "Ac", [], "Kc 2c", ace_high=True) == []
    assert choices("meld", "Ac", [], "2c 3c", ace_high=True) == ["2c 3c: 2c 3c Ac"]


def test_whether_a_card_fits_as_it_lies_or_in_any_layout() -> None:
    """The six of hearts fits 3c 4c 5c 6c / 6d 7d Jd Qd only when both sixes leave their runs."""
    table = ["3c 4c 5c 6c", "6d 7d Jd Qd"]
    assert choices("force", "6h", table, "6s") == []
    apart = [": 3c 4c 5c, 6c 6d 6h, 7d Jd Qd"]
    assert choices("force", "6h", table, "6s", force_test="rearranged") == apart
    assert choices("force", "6h", table, "6s", force_test="rearranged", rearrange=False) == []
    with_hand = ["6s: 3c 4c 5c 6c, 6d 6h 6s, 7d Jd Qd", "6s: 3c 4c 5c, 6c 6d 6h 6s, 7d Jd Qd",
                 "6s: 3c 4c 5c, 6c 6h 6s, 6d 7d Jd Qd"]  # fmt: skip
    free = choices("force", "6h", table, "6s", force_test="rearranged", forced_freedom="free")
    assert free == sorted(apart + with_hand)
    assert choices("force", "6h", [], "6c 6d", force_test="rearranged", forced_freedom="free") == []


def test_a_full_run_takes_no_more() -> None:
    assert choices("force", "7c", ["4c 5c 6c"], "", max_run=3) == []
    assert choices("force", "7c", ["4c 5c 6c"], "", max_run=4) == [": 4c 5c 6c 7c"]
    assert choices("force", "7c", ["Ac 2c 3c", "4c 5c 6c"], "", max_run=3, force_test="rearranged") == []


def test_defaults_are_all_parameters() -> None:
    assert sorted(DEFAULTS) == sorted(Conquian.parameters)
