"""Targets as people give them: four forms, as a table or as options, and for which variants they are."""

import re
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.workflows.asking import targets
from balance.workflows.compare import Asked, compare_runs
from balance.workflows.reading.measure import marked
from sims.errors import InputError

number = st.one_of(st.integers(-(10**6), 10**6), st.floats(-1e6, 1e6, allow_nan=False))
form = st.one_of(
    st.builds(lambda x: {"within": abs(x) + 0.5}, number),
    st.builds(lambda x: {"at_most": x}, number),
    st.builds(lambda x: {"at_least": x}, number),
    st.builds(lambda a, b: {"between": sorted([a, b])}, number, number),
)


@pytest.mark.parametrize(
    ("form", "limits"),
    [
        ({"within": 0.02}, (-0.02, 0.02)),
        ({"between": [15, 30]}, (15, 30)),
        ({"between": [15, 15]}, (15, 15)),
        ({"at_most": 0}, (-inf, 0)),
        ({"at_least": -1.5}, (-1.5, inf)),
    ],
)
def test_the_four_forms(form, limits):
    found = targets.parsed({"turns_median": form})["turns_median"]
    assert ((found.low, found.high), found.form) == (limits, form)


@given(form)
def test_options_ask_for_the_same(form):
    option, text = targets.target_flags({"m": form})
    name, _, typed = text.partition("=")
    assert (option, name) == ("--target", "m")
    assert targets.parsed({"m": targets.typed(name, typed)}) == targets.parsed({"m": form})


def test_options_as_they_are_typed():
    assert targets.typed("m", "15..30") == {"between": [15, 30]}
    assert targets.typed("m", "..5e-2") == {"at_most": 0.05}
    assert targets.typed("m", "-3..") == {"at_least": -3}
    assert targets.typed("m", "±0.02") == targets.typed("m", "+-0.02") == {"within": 0.02}


@pytest.mark.parametrize(
    ("form", "line"),
    [
        (0.02, "targets: m: 0.02 is not a target: {within = 0.02}"),
        ({}, "targets: m: {} is not a target"),
        ({"within": 1, "at_most": 2}, "is not a target"),
        ({"betwen": [1, 2]}, "'betwen' is not one of within, between, at_most, at_least; did you mean 'between'?"),
        ({"between": [2, 1]}, "targets: m: between: [2, 1] is not two numbers such as [15, 30], the smaller one first"),
        ({"between": 3}, "between: 3 is not two numbers"),
        ({"within": 0}, "within: 0 is not a number above 0"),
        ({"at_most": "5"}, "at_most: '5' is not a number"),
        ({"at_most": True}, "at_most: True is not a number"),
        ({"at_least": float("nan")}, "at_least: nan is not a number"),
    ],
)  # fmt: skip
def test_what_is_no_target(form, line):
    with pytest.raises(InputError, match=re.escape(line)):
        targets.parsed({"m": form})


@pytest.mark.parametrize("text", ["15", "..", "a..b", "+-x", "1..2..3", ""])
def test_what_is_no_range(text):
    with pytest.raises(InputError, match=f"target: m: {re.escape(repr(text))} is not a range: 15..30"):
        targets.typed("m", text)


@pytest.fixture
def runs(make_run, told):
    """Three variants of 30 deals with 10, 12 and 14 turns and now and then one more; asked: what the run was asked."""
    round_, variant = told

    def make(**asked):
        arms = [
            variant([[[round_([1, 0], turns=n + (deal % 7 == 0))]] for deal in range(30)], label=f"v{n}")
            for n in (10, 12, 14)
        ]
        return make_run(arms, asked=asked)

    return make


AT_MOST_13 = {"turns_mean": {"at_most": 13}}


def test_a_sweep_holds_all_variants_to_its_targets(runs):
    _, found = marked(runs(targets=AT_MOST_13))
    assert {v: [one.mark.value for one in rows] for v, rows in found.items()} == {
        0: ["✓"],
        1: ["✓"],
        2: ["✗"],
    }
    assert marked(runs())[1] == {v: [] for v in found} or not any(marked(runs())[1].values())


def test_a_comparison_holds_the_tweaked_ones_to_them(runs):
    run = runs(targets=AT_MOST_13, tweaks=[{}, {}])
    assert [v["variant"] for v in targets.held(run)] == [1, 2]
    _, of_the_run = marked(run)
    found = compare_runs([str(run.path)], Asked())
    assert [t.targets for t in found.tweaks] == [of_the_run[1], of_the_run[2]]
    assert not found.met
    assert [row.metric for row in found.tweaks[0].primary] == [
        "turns_mean"
    ]  # what has a target has a verdict
    assert found.command.endswith("--target turns_mean=..13")
    again = compare_runs([str(run.path)], Asked(["turns_median"], targets={"turns_mean": {"at_most": 20}}))
    assert again.met
    assert [row.metric for row in again.tweaks[0].primary] == ["turns_median", "turns_mean"]


def test_with_a_saved_baseline_all_variants_are_tweaks(runs):
    run = runs(targets=AT_MOST_13, tweaks=[{}], baseline="named")
    assert [v["variant"] for v in targets.held(run)] == [0, 1, 2]


def test_points_that_are_carried_on_leave_targets_of_rounds_open(runs):
    run = runs(targets={"first_player_advantage": {"at_most": 1}, **AT_MOST_13})
    run.spec["declared"]["carried"] = {"coin_supply": [13]}
    _, found = marked(run)
    reason = "points are carried across rounds (coin_supply=13): see starter_ends and the match"
    assert [one.reason for one in found[1]] == [reason, None]
    assert [one.reason for one in found[0]] == [None, None]
