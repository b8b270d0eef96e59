"""Variants: defaults, overrides and presets checked one by one and together; sweeps over them."""

import pytest

from sims import registry, variants
from sims.errors import InputError
from tests.sims.playing import war


@pytest.fixture(scope="module")
def konflikt():
    return registry.load("konflikt")


@pytest.mark.parametrize(("seats", "target", "rounds"), [(2, 7, 4), (3, 5, 3), (4, 4, 4)])
def test_defaults_by_seats(konflikt, seats, target, rounds):
    variant = variants.make(konflikt, seats)
    assert (variant.values["target"], variant.values["rounds"]) == (target, rounds)
    assert list(variant.values) == list(konflikt.parameters)
    assert variant.label == "defaults"
    assert variant.overrides == {}


def test_seats_are_the_fewest_unless_said(konflikt):
    assert variants.make(konflikt, None).seats == 2
    with pytest.raises(InputError, match="seats: 5 is not one of 2, 3, 4"):
        variants.make(konflikt, 5)


def test_overrides_come_as_text_or_as_values(konflikt):
    typed = variants.make(konflikt, 4, None, {"coin_supply": "8", "pair_rule": "separate"})
    given = variants.make(konflikt, 4, None, {"coin_supply": 8, "pair_rule": "separate"})
    assert typed == given
    assert typed.label == "coin_supply=8,pair_rule=separate"


def test_a_preset_then_overrides():
    variant = variants.make(war(), 2, "misere", {"hand": 3})
    assert (variant.values["low_wins"], variant.values["hand"], variant.label) == (True, 3, "hand=3")
    assert variants.make(war(), 2, "misere").label == "misere"
    assert variants.make(war(), 2, "misere", {"low_wins": "false"}).label == "low_wins=false"
    with pytest.raises(InputError, match="did you mean 'misere'"):
        variants.make(war(), 2, "misery")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("coin_suply", "8", "did you mean 'coin_supply'"),
        ("coin_supply", "53", "a whole number from 0 to 52"),
        ("coin_supply", "-1", "a whole number from 0 to 52"),
        ("coin_supply", "eight", "a whole number from 0 to 52"),
        ("coin_supply", "8.0", "a whole number from 0 to 52"),
        ("coin_supply", "٨", "a whole number from 0 to 52"),
        ("coin_supply", "", "a whole number from 0 to 52"),
        ("coin_supply", True, "a whole number from 0 to 52"),
        ("coin_supply", 8.0, "a whole number from 0 to 52"),
        ("pair_rule", "merge", "did you mean 'merged'"),
        ("pair_rule", 0, "one of merged, separate"),
        ("max_turns", 9, "a whole number from 10 to 100000"),
    ],
)
def test_wrong_values_are_refused_with_what_is_legal(konflikt, name, value, message):
    with pytest.raises(InputError, match=message) as caught:
        variants.make(konflikt, 2, None, {name: value})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", ["yes", "1", "True", 1, None])
def test_a_truth_is_true_or_false(value):
    with pytest.raises(InputError, match=r"low_wins: .* is not true or false"):
        variants.make(war(), 2, None, {"low_wins": value})


def test_every_end_of_every_range_is_legal_and_beyond_is_not(konflikt):
    for parameter in konflikt.parameters.values():
        if parameter.kind == "int":
            for value in (parameter.low, parameter.high):
                assert parameter.parse(str(value)) == value
            for value in (parameter.low - 1, parameter.high + 1):
                with pytest.raises(InputError):
                    parameter.check(value)
        else:
            assert [parameter.parse(choice) for choice in parameter.choices] == list(parameter.choices)


def test_the_impossible_is_refused_with_the_sum_that_fails(konflikt):
    with pytest.raises(InputError, match="9 stacks × 6 cards \\+ 4 open cards = 58"):
        variants.make(konflikt, 2, None, {"stacks": 9})
    variants.make(konflikt, 2, None, {"stacks": 12, "stack_size": 4})
    with pytest.raises(InputError, match="hand × seats: '6 × 4 = 24' is not at most 20, the whole pack"):
        variants.make(war(), 4, None, {"hand": 6})


def test_numbers_reach_the_rules_and_choices_by_their_place(konflikt):
    record = variants.make(
        konflikt, 3, None, {"coin_supply": 9, "coins_between_rounds": "keep_all"}
    ).record()[0]
    assert (record.coin_supply, record.target, record.coins_between_rounds) == (9, 5, 2)
    assert variants.make(war(), 2, None, {"low_wins": True}).record()[0].low_wins == 1


def labels(game, vary, one_by_one=False, fixed=None):
    return [v.label for v in variants.sweep(game, [4], None, fixed or {}, vary, one_by_one)]


def test_a_range_has_its_upper_end_when_a_step_reaches_it(konflikt):
    assert labels(konflikt, [("coin_supply", "0:24:12")]) == [
        "coin_supply=0",
        "coin_supply=12",
        "coin_supply=24",
    ]
    assert labels(konflikt, [("coin_supply", "0:10:4")]) == [
        "coin_supply=0",
        "coin_supply=4",
        "coin_supply=8",
    ]
    assert labels(konflikt, [("coin_supply", "5:5:1")]) == ["coin_supply=5"]
    assert labels(konflikt, [("pair_rule", "separate, merged")]) == ["pair_rule=separate", "pair_rule=merged"]


def test_several_make_the_full_grid_the_last_fastest(konflikt):
    found = labels(konflikt, [("end_bonus", "0,1"), ("gift_coin", "0:2:1")], fixed={"coin_supply": "8"})
    assert found == [f"coin_supply=8,end_bonus={a},gift_coin={b}" for a in (0, 1) for b in (0, 1, 2)]


def test_one_by_one_the_baseline_comes_first_and_is_not_played_twice(konflikt):
    found = labels(konflikt, [("end_bonus", "0:2:1"), ("coin_supply", "8,12")], one_by_one=True)
    assert found == ["defaults", "end_bonus=0", "end_bonus=2", "coin_supply=8"]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("0:24", "a range lo:hi:step"),
        ("0:24:0", "a range lo:hi:step"),
        ("0:24:-4", "a range lo:hi:step"),
        ("0:x:4", "a range lo:hi:step"),
        ("24:0:4", "a range with at least one value"),
        ("0:1000000000000:1", "a whole number from 0 to 52"),
        ("-3:5:1", "a whole number from 0 to 52"),
        ("", "a range with at least one value"),
        ("8,8", "8 stands twice"),
        ("8,nine", "a whole number from 0 to 52"),
    ],
)
def test_wrong_ranges_are_refused(konflikt, spec, message):
    with pytest.raises(InputError, match=message):
        variants.sweep(konflikt, [4], None, {}, [("coin_supply", spec)], False)


def test_a_parameter_is_set_or_varied_once(konflikt):
    with pytest.raises(InputError, match="given once: it is set or varied already"):
        variants.sweep(konflikt, [4], None, {"coin_supply": 8}, [("coin_supply", "0,4")], False)
    with pytest.raises(InputError, match="given once: it is set or varied already"):
        variants.sweep(konflikt, [4], None, {}, [("coin_supply", "0"), ("coin_supply", "4")], False)
    with pytest.raises(InputError, match="a range lo:hi:step"):
        variants.sweep(konflikt, [4], None, {}, [("pair_rule", "0:1:1")], False)


def test_a_sweep_may_start_from_several_presets_each_with_all_seats_and_values():
    lonja = registry.load("lonja")
    found = variants.sweep(lonja, [2, 3], "original, 1-9x2", {}, [("starter_bonus", "0,4")], False)
    assert [(v.seats, v.preset, v.values["values"], v.values["starter_bonus"]) for v in found] == [
        (seats, preset, values, bonus)
        for seats in (2, 3)
        for preset, values in (("original", 6), ("1-9x2", 9))
        for bonus in (0, 4)
    ]


def test_one_by_one_every_preset_has_its_baseline():
    lonja = registry.load("lonja")
    found = variants.sweep(lonja, [2], "original,1-9x2", {}, [("values", "6,9,10")], True)
    assert [(v.preset, v.label) for v in found] == [
        ("original", "original"), ("original", "values=9"), ("original", "values=10"),
        ("1-9x2", "1-9x2"), ("1-9x2", "values=6"), ("1-9x2", "values=10"),
    ]  # fmt: skip


def test_a_preset_given_twice_is_refused():
    with pytest.raises(InputError, match="preset: 'original' is not given once"):
        variants.sweep(registry.load("lonja"), [2], "original,1-9x2,original", {}, [], False)


def test_what_a_game_starts_from_is_its_defaults_with_each_number_of_seats_then_presets_with_other_values():
    starts = [(variant.seats, variant.label) for variant in variants.starts(registry.load("lonja"))]
    decks = ["1-9x2", "1-8x2", "1-4x4", "1-5x4", "1-10x2", "three_rounds"]
    assert starts == [
        (2, "defaults"),
        (3, "defaults"),
        *((seats, deck) for deck in decks for seats in (2, 3)),
    ]
