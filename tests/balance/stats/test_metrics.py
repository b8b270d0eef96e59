"""The metrics of a run against `metrics.md`, computed row by row in plain Python."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from balance.store.query import connect
from balance.workflows.reading.measure import measure


def rows_of(run, table):
    with connect(run) as con:
        answer = con.execute(f"select * from {table} where variant = 0")
        names = [column[0] for column in answer.description]
        return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]


def interval(*parts):
    """Of a mean of ratios: each part is {deal: (y, n)}, all with the same deals."""
    deals = sorted(parts[0])
    e, value = dict.fromkeys(deals, 0.0), 0.0
    for part in parts:
        ys, ns = sum(part[d][0] for d in deals), sum(part[d][1] for d in deals)
        value += ys / ns / len(parts)
        for d in deals:
            y, n = part[d]
            e[d] += (y - ys / ns * n) / (ns / len(deals)) / len(parts)
    half = stats.t.ppf(0.975, len(deals) - 1) * np.std(list(e.values()), ddof=1) / sqrt(len(deals))
    return value, half


def by_deal(rows, y, n):
    """deal → (Σ y, Σ n)."""
    deals = {row["deal"]: (0, 0) for row in rows}
    for row in rows:
        a, b = deals[row["deal"]]
        deals[row["deal"]] = (a + y(row), b + n(row))
    return deals


@pytest.fixture(scope="module")
def run(tmp_path_factory, write_run, told):
    """60 deals of two players over three seats, three mirrors, matches of 4 or of 6 rounds, some capped, many tied."""
    round_, variant = told
    rng = np.random.default_rng(5)

    def a_round():
        if rng.random() < 0.05:
            return round_([0, 0, 0], turns=200, end="cap", track={"supply_empty": 1})
        track = {"paid_gift": rng.integers(0, 4, 3).tolist(), "coin_points": [1, 0, 2]}
        track["supply_empty"] = int(rng.integers(0, 2))
        points = rng.integers(-1, 4, 3).tolist()
        return round_(
            points, turns=int(rng.integers(20, 27)), track=track, decisions=int(rng.integers(60, 90))
        )

    def a_match():
        return [a_round() for _ in range(rng.choice([4, 6]))]

    deals = [[a_match() for _ in range(3)] for _ in range(60)]
    path = tmp_path_factory.mktemp("measured") / "run"
    return write_run(path, [variant(deals, lineup=("greedy", "greedy", "random"))], chunk_clusters=7)


@pytest.fixture(scope="module")
def found(run):
    return measure(run)[0]


@pytest.fixture(scope="module")
def rounds(run):
    return rows_of(run, "rounds")


def check(estimate, expected, shift=0.0):
    value, half = expected
    assert estimate.value == pytest.approx(value + shift)
    assert (estimate.low, estimate.high) == pytest.approx((value + shift - half, value + shift + half))
    assert estimate.clusters == 60


def ended(row):
    return row["end_reason"] != "cap"


def test_first_player_advantage_is_a_mean_over_players_who_started(found, rounds):
    starts = [row for row in rounds if row["position"] == 0]
    players = [
        by_deal(
            starts,
            lambda r, p=p: r["share"] * (r["player"] == p),
            lambda r, p=p: ended(r) and r["player"] == p,
        )
        for p in ("greedy", "random")
    ]
    check(found["first_player_advantage"], interval(*players), -1 / 3)
    assert found["first_player_advantage"].n == sum(map(ended, starts))
    low = high = 0.0
    for p in ("greedy", "random"):
        own = [row for row in starts if row["player"] == p]
        won, capped = sum(r["share"] for r in own), sum(not ended(r) for r in own)
        low, high = low + won / len(own) / 2, high + (won + capped) / len(own) / 2
    assert found["first_player_advantage"].bounds == pytest.approx((low - 1 / 3, high - 1 / 3))


def test_the_decisive_one_looks_at_rounds_with_one_winner(found, rounds):
    starts = [row for row in rounds if row["position"] == 0]
    shares = {}
    for row in rounds:
        key = row["match"], row["round"]
        shares[key] = max(shares.get(key, 0), row["share"])
    alone = {key for key, share in shares.items() if share == 1}

    def one(row):
        return (row["match"], row["round"]) in alone

    players = [
        by_deal(
            starts,
            lambda r, p=p: r["share"] * one(r) * (r["player"] == p),
            lambda r, p=p: one(r) * (r["player"] == p),
        )
        for p in ("greedy", "random")
    ]
    check(found["first_player_advantage_decisive"], interval(*players), -1 / 3)
    ties = by_deal(starts, lambda r: ended(r) and not one(r), ended)
    check(found["tied_rounds"], interval(ties))


def test_matches_with_a_capped_round_are_undecided(run, found):
    matches = rows_of(run, "matches")

    def decided(row):
        return row["capped_rounds"] == 0

    players = [
        by_deal(
            [row for row in matches if row["seat"] == 0],
            lambda r, p=p: r["share"] * decided(r) * (r["player"] == p),
            lambda r, p=p: decided(r) * (r["player"] == p),
        )
        for p in ("greedy", "random")
    ]
    check(found["first_player_advantage_match"], interval(*players), -1 / 3)
    for seat in range(3):
        own = [row for row in matches if row["seat"] == seat]
        check(
            found[f"win_share_seat_{seat}"],
            interval(by_deal(own, lambda r: r["share"] * decided(r), decided)),
        )
        check(
            found[f"points_seat_{seat}"], interval(by_deal(own, lambda r: r["points"] * decided(r), decided))
        )
        won, capped = sum(r["share"] * decided(r) for r in own), sum(not decided(r) for r in own)
        assert found[f"win_share_seat_{seat}"].bounds == pytest.approx((won / 180, (won + capped) / 180))
    check(found["capped_matches"], interval(by_deal(own, lambda r: not decided(r), lambda r: 1)))


def test_round_metrics_are_sums_over_sums(found, rounds):
    starts = [row for row in rounds if row["position"] == 0]
    for position in range(3):
        own = [row for row in rounds if row["position"] == position]
        check(found[f"win_share_position_{position}"], interval(by_deal(own, lambda r: r["share"], ended)))
    for name, column in (
        ("turns_mean", "turns"),
        ("decisions_mean", "decisions"),
        ("choices_mean", "choices"),
    ):
        if name != "choices_mean":  # no spread: 20 in every round
            check(found[name], interval(by_deal(starts, lambda r, c=column: r[c] * ended(r), ended)))
    assert found["choices_mean"].method == "clopper_pearson"
    check(found["capped"], interval(by_deal(starts, lambda r: not ended(r), lambda r: 1)))
    check(found["end_target"], interval(by_deal(starts, ended, lambda r: 1)))
    assert found["end_cards_out"].value == 0
    everything = [r["turns"] if ended(r) else np.inf for r in starts]
    assert found["turns_median"].value == np.quantile(everything, 0.5, method="inverted_cdf")


def test_the_game_s_own_metrics_are_ratios_too(found, rounds):
    starts = [row for row in rounds if row["position"] == 0]
    turns = by_deal(starts, lambda r: r["turns"] * ended(r), ended)
    paid = by_deal(rounds, lambda r: r["paid_gift"] * ended(r), ended)
    check(found["coins_per_turn_gift"], interval({deal: (paid[deal][0], turns[deal][0]) for deal in paid}))
    check(found["supply_empty"], interval(by_deal(starts, lambda r: r["supply_empty"] * ended(r), ended)))
    check(
        found["coin_points_share"],
        interval(by_deal(rounds, lambda r: r["coin_points"] * ended(r), lambda r: r["points"] * ended(r))),
    )


def test_end_reasons_and_capped_add_up_to_all_rounds(found):
    ends = [found[name].value for name in found if name.startswith("end_")]
    assert sum(ends) + found["capped"].value == pytest.approx(1)
    positions = [found[name].value for name in found if name.startswith("win_share_position")]
    assert sum(positions) == pytest.approx(1)


def test_a_round_without_players_who_differ_has_one_share(make_run, told):
    round_, variant = told
    run = make_run([variant([[[round_([1, 0])]], [[round_([0, 1])]], [[round_([1, 0])]]])])
    found = measure(run)[0]["first_player_advantage"]
    assert found.value == pytest.approx(float(Fraction(2, 3) - Fraction(1, 2)))
    assert found.method == "wilson"
    low, high = stats.binomtest(2, 3).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((low - 0.5, high - 0.5))


def test_all_rounds_capped_is_told_not_hidden(make_run, told):
    round_, variant = told
    run = make_run([variant([[[round_([0, 0], end="cap")]], [[round_([0, 0], end="cap")]]])])
    found = measure(run)[0]
    assert found["first_player_advantage"].value is None
    assert found["first_player_advantage"].bounds == (-0.5, 0.5)
    assert found["first_player_advantage"].reason == "there are no rounds that ended by the rules"
    assert found["capped"].value == 1
    assert found["turns_median"].reason == "more than 50% of the rounds were capped"
    assert found["turns_mean"].value is None


def test_variants_are_measured_apart(make_run, told):
    round_, variant = told
    run = make_run(
        [
            variant([[[round_([1, 0], turns=10)]], [[round_([1, 0], turns=12)]]]),
            variant([[[round_([1, 0], turns=20)]], [[round_([1, 0], turns=21)]]], label="coin_supply=13"),
        ]
    )
    found = measure(run)
    assert {v: metrics["turns_mean"].value for v, metrics in found.items()} == {0: 11, 1: 20.5}
