"""What sections say, held against independent queries of the same run."""

import re

import numpy as np
import pytest
from scipy.stats import t as student

from reports.html import render
from reports.page import build
from reports.ratios import at_most, ratio
from reports.sections import (
    clauses,
    endings,
    identical,
    points,
    winners,
)
from reports.words import SPACE


def plain(texts):
    return " ".join(texts).replace(SPACE, " ")


def asked(context, query):
    return context.con.execute(query).fetchall()


def test_a_ratio_and_its_interval_are_those_of_the_clusters():
    y, n = np.array([3, 0, 5, 2, 2]), np.array([4, 4, 4, 3, 4])
    found = ratio(
        5, ((y).sum(), n.sum(), (y * y).sum(), (y * n).sum(), (n * n).sum()), "coins", "rounds", None
    )
    p = y.sum() / n.sum()
    e = (y - p * n) / n.mean()
    half = student.ppf(0.975, 4) * e.std(ddof=1) / np.sqrt(5)
    assert (found.value, found.low, found.high) == pytest.approx((p, p - half, p + half))
    assert (found.n, found.clusters, found.method) == (19, 5, "cluster_t")


def test_points_by_source_are_means_over_rounds(coins):
    sources = points.sources(coins)
    assert sources == ["points_buildings", "points_coins", "points_bonus"]
    text = plain(points.build(coins).sentences)
    for variant, *sums, rounds in asked(
        coins,
        "select variant, sum(points), sum(points_buildings), sum(points_coins), sum(points_bonus), "
        "count(*) filter (where seat = 0) from rounds group by variant order by variant",
    ):
        label = coins.variants[variant]["label"]
        told = re.search(rf"With {label},[^.]*a round gave .*?\(150 deals\)\.", text).group()
        shown = [float(x) for x in re.findall(r"(\d+\.\d+) \(", told)]
        assert shown == pytest.approx([total / rounds for total in sums], abs=0.006)


def test_the_parts_of_the_points_have_intervals_from_the_deals(coins):
    table = points.build(coins).tables[0]
    by_deal = np.array(
        [y for (y,) in asked(coins, "select sum(points_coins) from rounds where variant = 0 group by deal")],
        float,
    )
    half = student.ppf(0.975, 149) * by_deal.std(ddof=1) / 4 / np.sqrt(150)
    low, high = by_deal.mean() / 4 - half, by_deal.mean() / 4 + half
    shown = table.rows[0][table.columns.index("coins")].split("\n")[1]
    assert shown == f"{low:.2f}–{high:.2f}"


def test_lengths_are_the_quantiles_of_the_rounds(coins):
    curve = at_most(coins, "turns")[1]
    (wanted,) = asked(
        coins,
        "select quantile_disc(turns, [0.05, 0.25, 0.5, 0.75, 0.95]) from rounds where variant = 1 and seat = 0",
    )[0]
    assert endings.quantiles(curve) == wanted


def test_identical_deals_are_those_whose_digests_are_equal(coins):
    digests = {
        (variant, deal): digest
        for variant, deal, digest in asked(coins, "select variant, deal, digest from matches where seat = 0")
    }
    found = {(p.one["variant"], p.other["variant"], p.baseline): p.identical for p in identical.pairs(coins)}
    assert set(found) == {(1, 0, True), (1, 2, True), (0, 1, False), (1, 2, False)}
    for (one, other, _), estimate in found.items():
        same = sum(digests[one, deal] == digests[other, deal] for deal in range(150))
        assert (estimate.value, estimate.n) == (pytest.approx(same / 150), 150)
    assert found[1, 2, True].value > 0.9
    assert found[1, 2, True].method == "wilson"


def test_12_and_24_coins_are_told_to_play_out_identically_in_most_matches(coins):
    section = identical.build(coins)
    pair = identical.pairs(coins)[0]
    assert section.tables[0].rows[0][2].numbers == pair.identical.to_json()
    text = plain(section.sentences)
    assert re.search(
        r"Between equal greedy players, in 9\d\.\d % of matches coin_supply=12 and coin_supply=24 play out "
        r"identically \(9\d\.\d–\d+\.\d %, 150 deals\)\.",
        text,
    )
    match = int(re.search(r"--variant 2 --match (\d+)$", section.looks[0].command).group(1))
    (first,) = asked(
        coins,
        "select min(a.match) from matches a join matches b using (match, seat) "
        "where a.variant = 1 and b.variant = 2 and a.digest <> b.digest",
    )[0]
    assert match == first


def test_a_clause_that_never_applied_is_named_with_its_limit(seats):
    section = clauses.build(seats)
    told = [text.replace(SPACE, " ") for text in section.sentences]
    assert len(told) == 1
    assert told[0].startswith(
        "With 2 seats and rob_max_single=0; with 3 seats and rob_max_single=0; with 4 seats and rob_max_single=0, "
        "between equal greedy players, the clause rob never applied: in 0 of 100 rounds, so in at most 13.7 % of rounds"
    )
    assert "a single card of the seat robbed another" in told[0]
    assert not asked(
        seats,
        "select 1 from rounds join variants using (variant) where rob_max_single = 0 and clause_rob > 0",
    )


def test_clauses_are_counted_per_round(seats):
    section = clauses.build(seats)
    in_all = section.tables[0]
    assert in_all.columns[:2] == ["variant", "seats"]
    rows = {(row[0], row[1]): dict(zip(in_all.columns, row, strict=True)) for row in in_all.rows}
    for label, n, mean in asked(
        seats,
        "select 'rob_max_single=' || rob_max_single, seats, sum(clause_gift_two) / count(*) filter (where seat = 0) "
        "from rounds join variants using (variant) group by all",
    ):
        assert float(rows[label, str(n)]["gift two"].split("\n")[0]) == pytest.approx(mean, abs=0.06)


def test_numbers_of_seats_stand_apart(seats):
    text = render(build(seats.run, seats.measured))
    for n in (2, 3, 4):
        assert f"At a glance with {n}{SPACE}seats, between equal greedy players" in text
        assert (
            f"With {n}{SPACE}seats and rob_max_single=1, between equal greedy players, the starter wins"
            in text
        )
    assert "instead of 33.3" in text and "instead of 25" in text
    assert "seats=2," not in text


def test_who_wins_is_told_for_every_position_and_seat(seats):
    section = winners.build(seats)
    table = section.tables[0]
    assert table.columns == [
        "variant", "seats", "1st in turn", "2nd in turn", "3rd in turn", "4th in turn", "seat 0", "seat 1", "seat 2",
        "seat 3", "n", "deals", "method",
    ]  # fmt: skip
    assert table.rows[0][4] == table.rows[0][5] == "–"  # two seats have no third
    variant, match = re.search(r"--variant (\d+) --match (\d+)", section.looks[0].command).groups()
    won = asked(
        seats,
        f"select count(*) filter (where share = 1) from rounds where variant = {variant} and position = 0 "
        "group by match order by match",
    )
    assert won[int(match)][0] == max(n for (n,) in won)


def test_marks_are_those_of_the_estimates(coins):
    found = coins.estimate(coins.variants[0], "win_share_position_0")
    total, rounds = asked(
        coins,
        "select sum(share) filter (where position = 0), count(distinct (match, round)) from rounds where variant = 0",
    )[0]
    assert found.value == pytest.approx(total / rounds)
