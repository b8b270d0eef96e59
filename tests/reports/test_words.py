from dataclasses import replace

import pytest

from balance.stats.estimate import Estimate
from reports.words import between, bounds, count, interval, listed, number, sentence, value

NBSP = "\N{NO-BREAK SPACE}"


def share(value_, low, high, **more):
    return Estimate(value_, low, high, 40_000, 10_000, "cluster_t", "share", **more)


def turns(value_, low, high, method="cluster_t"):
    return Estimate(value_, low, high, 40_000, 10_000, method, "turns")


@pytest.mark.parametrize(
    ("metric", "estimate", "shown"),
    [
        ("tied", share(0.324, 0.317, 0.331), (f"32.4{NBSP}%", "31.7–33.1")),
        ("first_player_advantage", share(0.0738, 0.0669, 0.0807), (f"+7.4{NBSP}pp", "+6.7 to +8.1")),
        ("first_player_advantage", share(-0.012, -0.02, 0.001), (f"−1.2{NBSP}pp", "−2.0 to +0.1")),
        ("turns_mean", turns(24.386, 24.36, 24.41), ("24.39", "24.36–24.41")),
        ("turns_mean", replace(turns(24.386, 24.36, 24.41), at_least=True), (f"≥{NBSP}24.39", "24.36–24.41")),
        ("turns_median", turns(24, 24, 25, "woodruff"), ("24", "24–25")),
        ("turns_p95", turns(26, 26, None, "woodruff"), ("26", "26–?")),
        ("points_seat_0", turns(-1.5, -2.25, -0.75), ("−1.50", "−2.25 to −0.75")),
    ],
)
def test_values_and_intervals(metric, estimate, shown):
    assert (value(metric, estimate), interval(metric, estimate)) == shown


def test_an_interval_is_never_shown_without_width():
    close = share(0.5, 0.49996, 0.50004)
    assert (value("tied", close), interval("tied", close)) == (f"50.000{NBSP}%", "49.996–50.004")


def test_a_share_is_shown_within_0_and_100():
    rare = share(0.001, -0.002, 0.004)
    assert interval("tied", rare) == "0.0–0.4"
    assert interval("first_player_advantage", rare) == "−0.2 to +0.4"


def test_what_is_not_known_is_a_dash():
    none = share(None, None, None, reason="there are no rounds")
    assert (value("tied", none), interval("tied", none), bounds("tied", none)) == ("–", "–", "")
    assert bounds("capped", share(0.5, 0.4, 0.6, bounds=(0.498, 0.503))) == "49.8 and 50.3"


def test_numbers():
    assert number(1234.5, 1) == "1,234.5"
    assert number(-0.04, 1) == "0.0"
    assert number(0.04, 1, sign=True) == "0.0"


def test_players_are_named():
    assert between(["greedy"] * 4) == "between equal greedy players"
    assert between(["greedy", "random"]) == "between greedy and random players"
    assert between(["a", "a", "b"]) == "between a, a and b players"


def test_small_words():
    assert (count(1, "deal"), count(10_000, "deal")) == (f"1{NBSP}deal", f"10,000{NBSP}deals")
    assert count(2, "match", "matches") == f"2{NBSP}matches"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert sentence("between us") == "Between us."
