"""A ladder from counted shares: planted orders, a circle, and players that always win."""

from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np
import pytest

from balance.stats.ladder import joined, ladder
from balance.stats.tallies import Pairing, Tallies


@dataclass
class Part:
    deals: int
    columns: dict


def counted(players, chance, deals=400, seats=2, seed=0, capped=()):
    """Tallies of drawn matches; chance(one, other): that one wins against the other, wherever they sit.

    capped: deals whose matches a cap ended, all of them.
    """
    rng = np.random.default_rng(seed)
    both = list(combinations(players, 2)) + (
        [(b, a) for a, b in combinations(players, 2)] if seats > 2 else []
    )
    pairings, parts = [], []
    for one, rest in [*((p, p) for p in players), *both]:
        mirrors = 1 if one == rest else seats
        seatings = [[one if s == m else rest for s in range(seats)] for m in range(mirrors)]
        pairings.append(Pairing(one, rest, seatings))
        columns = {"matches": np.full(deals, mirrors), "capped_matches": np.zeros(deals, np.int64)}
        for m in range(len(seatings)):
            of_one = 1 / seats if one == rest else chance(one, rest)
            weights = [of_one if s == m else (1 - of_one) / (seats - 1) for s in range(seats)]
            winner = rng.choice(seats, deals, p=weights)
            for s in range(seats):
                columns[f"seating_share:{m}:{s}"] = (winner == s).astype(np.int64)
        for deal in capped:
            columns["capped_matches"][deal] = mirrors
            for name, values in columns.items():
                values[deal] = mirrors if name == "capped_matches" else 0
        parts.append(Part(deals, columns))
    tallies = Tallies(pairings, 1)
    for first in range(0, deals, 150):  # in batches
        rows = slice(first, first + 150)
        tallies.add(
            [Part(len(p.columns["matches"][rows]), {n: v[rows] for n, v in p.columns.items()}) for p in parts]
        )
    return tallies


def planted(strengths, seats=2):
    """A chance by Bradley and Terry's model."""

    def chance(one, other):
        worth = np.exp(strengths[one] - strengths[other])
        return float(worth / (worth + seats - 1))

    return chance


@pytest.mark.parametrize("seats", [2, 4])
def test_a_planted_ladder_is_found(seats):
    strengths = {"random": 0.0, "simple": 1.0, "clever": 1.8}
    found = ladder(
        counted(list(strengths), planted(strengths, seats), seats=seats), list(strengths), "simple"
    )
    assert found.players == ["clever", "simple", "random"]
    assert found.reference == "simple"
    for name, strength in (("clever", 0.8), ("random", -1.0)):
        assert found.strengths[name].low < strength < found.strengths[name].high
    assert found.strengths["simple"].value == 0
    assert found.cycles == []
    assert all(term.low < 0 < term.high for term in found.seats)
    assert len(found.seats) == seats - 1
    w = planted(strengths, seats)("clever", "random")
    assert found.skill.player == "clever"
    assert found.skill.order.low < (w - 1 / seats) / (1 - 1 / seats) < found.skill.order.high


def test_two_seats_give_both_sides_of_one_table():
    found = ladder(counted(["a", "b"], lambda *_: 0.7), ["a", "b"], "a")
    one, other = found.wins["a", "b"], found.wins["b", "a"]
    assert one.value + other.value == pytest.approx(1)
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))
    assert found.duels["a", "b"].edge.value == pytest.approx(one.value - 0.5)
    assert (found.duels["a", "b"].sign, found.duels["b", "a"].sign) == (1, -1)
    assert found.skill is None


def test_with_four_seats_the_edge_is_half_of_what_each_wins_more_among_the_other():
    found = ladder(counted(["a", "b"], lambda one, _: {"a": 0.4, "b": 0.2}[one], seats=4), ["a", "b"], "a")
    a, b = found.wins["a", "b"].value, found.wins["b", "a"].value
    assert found.duels["a", "b"].edge.value == pytest.approx((a - b) / 2)
    assert found.duels["b", "a"].edge.value == pytest.approx((b - a) / 2)


def test_a_circle_is_a_cycle_whatever_the_order_says():
    beats = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    names = ["rock", "paper", "scissors"]
    found = ladder(counted(names, lambda *pair: 0.8 if pair in beats else 0.2), names, "rock")
    assert found.cycles == [["paper", "rock", "scissors"]]
    for name in ("paper", "scissors"):
        assert found.strengths[name].low < 0 < found.strengths[name].high


def test_who_wins_every_match_has_limits_and_no_infinite_strength():
    def chance(one, other):
        return 1.0 if one == "best" else 0.0 if other == "best" else planted({"b": 0.5, "c": 0.0})(one, other)

    found = ladder(counted(["b", "c", "best"], chance), ["b", "c", "best"], "c")
    assert found.players == ["best", "b", "c"]
    best = found.strengths["best"]
    unseen = 1 - 0.025 ** (1 / 400)  # Clopper and Pearson's limit of 0 in 400 deals
    assert (best.value, best.high) == (None, None)
    assert best.low == pytest.approx(log((1 - unseen) / unseen))
    assert "won every match against c" in best.reason
    assert found.strengths["b"].low < 0.5 < found.strengths["b"].high
    assert (found.wins["best", "b"].value, found.wins["best", "b"].high) == (1, 1)


def test_the_reference_moves_to_where_players_can_be_compared():
    found = ladder(
        counted(["a", "b", "worst"], lambda *pair: 0.6 if "worst" not in pair else float(pair[1] == "worst")),
        ["a", "b", "worst"],
        "worst",
    )
    assert found.reference == "a"
    assert found.strengths["worst"].value is None
    assert found.strengths["worst"].high < 0


def test_one_deal_gives_values_without_intervals():
    found = ladder(counted(["a", "b"], lambda *_: 0.5, deals=1, seed=3), ["a", "b"], "a")
    assert found.duels["a", "b"].sign == 0
    assert found.duels["a", "b"].edge.low is None
    assert all(e.low is None for e in found.strengths.values())


def test_capped_matches_widen_what_is_sure():
    """6 wins of 10, but half of all matches capped: whatever these had given may turn it round."""
    found = ladder(counted(["a", "b"], lambda *_: 0.7, capped=range(200)), ["a", "b"], "a")
    duel = found.duels["a", "b"]
    assert duel.edge.low > 0
    assert duel.sure[0] < 0 < duel.sure[1]
    assert duel.sign == 0


def test_nobody_wins_where_everything_is_capped():
    found = ladder(counted(["a", "b"], lambda *_: 0.5, capped=range(400)), ["a", "b"], "a")
    assert found.wins["a", "b"].value is None
    assert found.strengths["b"].value is None
    assert found.seats[0].value is None
    assert found.cycles == []


@pytest.mark.parametrize("seed", range(5))
def test_who_played_few_deals_alone_stands_where_the_strengths_that_are_told_place_it(seed):
    strengths = {"random": 0.0, "plain": 0.8, "simple": 0.9, "clever": 1.0, "deep": 1.0}
    names = list(strengths)
    many = ladder(counted(names[:-1], planted(strengths), deals=900), names[:-1], "clever")
    few = ladder(counted(names, planted(strengths), deals=30, seed=seed), names, "clever")
    found = joined(many, few, 2)
    told = [found.strengths[name].value for name in found.players]
    assert told == sorted(told, reverse=True)
    assert [name for name in found.players if name != "deep"] == many.players


def test_who_wins_every_match_of_few_deals_stands_on_top_and_who_wins_none_at_the_end():
    strengths = {"random": 0.0, "simple": 0.5}
    many = ladder(counted(list(strengths), planted(strengths)), list(strengths), "simple")
    for name, wins, place in (("deep", 1.0, 0), ("blind", 0.0, 2)):
        names = [*strengths, name]
        chance = planted(strengths)

        def drawn(one, other, name=name, wins=wins, chance=chance):
            return {one: wins, other: 1 - wins}[name] if name in (one, other) else chance(one, other)

        found = joined(many, ladder(counted(names, drawn, deals=30), names, "simple"), 2)
        assert found.players.index(name) == place
