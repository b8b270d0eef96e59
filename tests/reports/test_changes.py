"""What is said of a tweak: no more than its intervals say."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.stats.comparisons import Comparison
from balance.stats.differences import Difference
from balance.stats.estimate import Estimate
from balance.stats.verdicts import verdict
from reports.changes import Change, figures, told


def row(metric, base, tweaked, half=0.002, unit="share", margin=0.01, primary=True, **more):
    """A comparison with these values; half: of the difference's interval, a third of that of either value."""
    ends = ((v - 3 * half, v + 3 * half) for v in (base, tweaked))
    values = [
        Estimate(v, *e, 1000, 500, "cluster_t", unit) for v, e in zip((base, tweaked), ends, strict=True)
    ]
    change = tweaked - base
    d = Difference(change, change - half, change + half, (1000, 1000), 500, "max_t", unit, base, **more)
    return Comparison(metric, primary, *values, d, margin, verdict(d, margin) if primary else None, None)


def change(edge, tied=(0.1, 0.1), places=(), even=True, identical=10, **more):
    metrics = [row("first_player_advantage", *edge, **more), row("tied_rounds", *tied),
               row("turns_mean", 20.0, 20.0, 0.05, "turns", 0.4)]  # fmt: skip
    metrics += [row(f"win_share_position_{p}", *pair, primary=False) for p, pair in enumerate(places)]
    return Change("coin_supply=8", {m.metric: m for m in metrics}, identical, 500, len(places) or 2, even)


def test_fairer_is_said_where_the_edge_falls_and_nothing_else_is_worse():
    said = told(change((0.08, 0.04)))
    assert said == (
        "With coin_supply=8, the game is fairer: the starter's edge falls from +8.0 to +4.0\N{NO-BREAK SPACE}pp "
        "(−4.0, −4.2 to −3.8); the share of tied rounds and the mean number of turns stay within their margins."
    )


@pytest.mark.parametrize("tied", [(0.1, 0.2), (0.2, 0.1), (0.1, 0.11)])
def test_fairer_is_not_said_where_ties_moved_or_may_have(tied):
    said = told(change((0.08, 0.04), tied))
    assert "fairer" not in said
    assert ("may be tied" in said) == (abs(tied[1] - tied[0]) < 0.02)
    assert ("more rounds" in said) == (tied[1] > tied[0])


def test_where_ties_may_have_gone_either_way_no_way_is_told():
    wide = change((0.08, 0.04))
    metrics = {**wide.metrics, "tied_rounds": row("tied_rounds", 0.0, 0.0, half=0.016)}
    said = told(replace(wide, metrics=metrics))
    assert "but more or fewer rounds may be tied" in said and "fairer" not in said


def test_fairer_is_not_said_where_another_place_in_turn_order_is_favoured_instead():
    places = [(0.36, 0.27), (0.22, 0.19), (0.21, 0.23), (0.21, 0.31)]
    said = told(change((0.11, 0.02), places=places))
    assert "fairer" not in said
    assert "but position 1 now wins 19.0\N{NO-BREAK SPACE}% of rounds instead of 22.0 and position 3" in said


@pytest.mark.parametrize(
    ("edge", "fairer"),
    [
        ((0.04, 0.08), False),  # farther from even
        ((0.08, 0.0), True),
        ((0.08, -0.03), True),  # past even, but surely nearer
        ((0.08, -0.065), False),  # past even, and perhaps no nearer than the margin
        ((-0.08, -0.04), True),
        ((0.08, 0.075), False),  # small
    ],
)
def test_what_counts_as_nearer_to_even(edge, fairer):
    assert ("fairer" in told(change(edge))) == fairer


def test_an_uneven_line_up_has_no_even_share_to_be_near_to():
    assert "fairer" not in told(change((0.08, 0.04), even=False))


@pytest.mark.parametrize(
    ("edge", "half", "words"),
    [
        ((0.08, 0.075), 0.002, "the starter's edge falls by less than its margin (−0.5, −0.7 to −0.3)"),
        ((0.08, 0.092), 0.005, "the starter's edge rises, it is not clear whether by more than its margin"),
        ((0.08, 0.082), 0.02, "whether the starter's edge changes stays open (+0.2, −1.8 to +2.2)"),
    ],
)
def test_each_verdict_has_its_words(edge, half, words):
    assert words in told(change(edge, half=half))


def test_without_a_verdict_the_reason_is_said():
    assert "there is no verdict on the starter's edge: more than 5% were capped" in told(
        change((0.08, 0.04), capped=0.06)
    )


def test_what_has_no_verdict_for_one_reason_is_said_at_once():
    some = [row(name, 0.1, 0.1, capped=0.06) for name in ("first_player_advantage", "tied_rounds")]
    assert told(Change("x=1", {m.metric: m for m in some}, 0, 500, 2, True)) == (
        "With x=1, there is no verdict on the starter's edge and the share of tied rounds: more than 5% were capped."
    )


def test_identical_arms_need_no_more_words():
    assert told(change((0.08, 0.08), identical=500)) == (
        "With coin_supply=8, all 500\N{NO-BREAK SPACE}deals play out identically: it changes nothing."
    )


def test_a_length_with_caps_speaks_of_the_rounds_that_ended():
    moved = row("turns_mean", 20.0, 25.0, 0.05, "turns", 0.4, at_least=True)
    said = told(Change("x=1", {"turns_mean": moved}, 0, 500, 2, True))
    assert "the mean number of turns of the rounds that ended rises from 20.00 to 25.00" in said


def test_figures_have_the_digits_of_their_intervals():
    found = figures(row("points_seat_0", 3.25, 3.5, 0.0004, "points", 0.4))
    assert (found.difference, found.interval, found.margin, found.unit) == (
        "+0.2500",
        "+0.2496 to +0.2504",
        "0.4",
        "",
    )
    share = figures(row("tied_rounds", 0.1, 0.12))
    assert (share.told, share.margin, share.unit.strip()) == ("+2.0 (+1.8 to +2.2)", "1", "%")


SHARE = st.floats(-0.3, 0.3)


@given(SHARE, SHARE, st.floats(0.0, 0.5), st.floats(0.0, 0.5), st.floats(0.0001, 0.05))
def test_no_sentence_says_fairer_while_ties_moved_beyond_their_margin(base, tweaked, before, after, half):
    made = change((base, tweaked), (before, after), half=half)
    if made.metrics["tied_rounds"].moved:
        assert "fairer" not in told(made)
