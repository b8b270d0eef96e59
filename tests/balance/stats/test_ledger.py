"""Shared metrics and Konflikt's ledger of coins, recomputed from the tables of small runs as `metrics.md` says it."""

from collections import defaultdict
from math import sqrt

import numpy as np
import pytest
from scipy import stats

import balance
from balance.store.query import connect
from balance.workflows.reading.measure import by_round_number

RUNS = {
    "2 seats, few coins": {"seats": 2, "set": {"coin_supply": 4}},
    "3 seats, coins score at the end": {
        "seats": 3,
        "set": {"coins_between_rounds": "keep_all", "coin_supply": 8, "match_tie": "rounds_ended"},
    },
    "4 seats, odd coins kept": {
        "seats": 4,
        "set": {"coins_between_rounds": "keep_odd", "late_seat_coins": 1, "match_tie": "buildings"},
    },
    "4 seats, second card set aside": {
        "seats": 4,
        "players": "greedy,greedy,random,random",
        "set": {"end_timing": "immediate", "rob_single_coin": 1},
    },
    "some capped": {"seats": 3, "set": {"max_turns": 25, "coin_supply": 6}},
    "all capped": {"seats": 2, "set": {"max_turns": 10}},
    "cards may run out": {"seats": 2, "players": "random", "set": {"target": 8, "coin_supply": 0}},
}
SOURCES = ("gift", "rob_pair", "rob_single")
CLAUSES = ("new", "own", "rob", "gift_two", "gift_four", "pair_one", "pair_two")


class Twin:
    """The rows of a run of one variant, and what metrics are by their definition."""

    def __init__(self, swept):
        spec = swept.run.spec["variants"][0]
        self.swept, self.rules, self.seats = swept, spec["parameters"], spec["seats"]
        self.found = swept.measured[0]
        self.matches, self.rounds = self.read("matches"), self.read("rounds")
        self.deals = sorted({row["deal"] for row in self.matches})
        self.by_round = defaultdict(list)
        for row in self.rounds:
            self.by_round[row["match"], row["round"]].append(row)
        self.by_match = defaultdict(list)
        for row in self.matches:
            self.by_match[row["match"]].append(row)
        self.ended = [rows for rows in self.by_round.values() if rows[0]["end_reason"] != "cap"]
        self.decided = [rows for rows in self.by_match.values() if rows[0]["capped_rounds"] == 0]

    def read(self, table):
        with connect(self.swept.run) as con:
            answer = con.execute(f"select * from {table}")
            names = [column[0] for column in answer.description]
            return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]

    def interval(self, units, share):
        """units: (deal, y, n) each; the value and the limits, clusters one by one."""
        y, n = (dict.fromkeys(self.deals, 0.0) for _ in range(2))
        for deal, top, bottom in units:
            y[deal] += top
            n[deal] += bottom
        y, n = (np.array(list(part.values())) for part in (y, n))
        clusters, p = len(self.deals), y.sum() / n.sum()
        e = (y - p * n) / n.mean()
        if np.abs(e).max() < 1e-12:
            u = 1 - 0.025 ** (1 / clusters)
            half = u if share else u * (abs(p) or 1)
            limits = (max(0, p - half), min(1, p + half)) if share else (p - half, p + half)
        elif share and (n == 1).all() and np.isin(y, (0, 1)).all():
            limits = stats.binomtest(int(y.sum()), clusters).proportion_ci(method="wilson")
        else:
            half = stats.t.ppf(0.975, clusters - 1) * e.std(ddof=1) / sqrt(clusters)
            limits = (p - half, p + half)
        return p, *limits

    def check(self, name, units, *, share=False, shift=0.0):
        """The metric is Σ y / Σ n over these units with the cluster interval."""
        found, units = self.found[name], list(units)
        if not sum(n for _, _, n in units):
            assert (found.value, found.low, found.high) == (None, None, None)
            assert found.reason
            return
        value, low, high = self.interval(units, share)
        assert found.value == pytest.approx(value + shift, abs=1e-12), name
        assert (found.low, found.high) == pytest.approx((low + shift, high + shift), abs=1e-9), name
        assert found.n == sum(n for _, _, n in units)
        assert found.clusters == len(self.deals)
        assert (found.unit == "share") == share

    def bounds(self, name, won, capped, everything, shift=0.0):
        """What a share would lie between whatever capped ones had given; nothing where none was."""
        expected = (won / everything + shift, (won + capped) / everything + shift) if capped else None
        assert self.found[name].bounds == (pytest.approx(expected) if expected else None)

    def check_round_share(self, name, hit, shift=0.0):
        """The metric is the share of the rounds, not capped, of which hit(rows) is told."""
        self.check(name, [(rows[0]["deal"], hit(rows), 1) for rows in self.ended], share=True, shift=shift)
        won, everything = sum(map(hit, self.ended)), len(self.by_round)
        self.bounds(name, won, everything - len(self.ended), everything, shift)


@pytest.fixture(scope="module", params=RUNS, ids=lambda name: name)
def twin(request, tmp_path_factory):
    asked = {"matches": 24, "log": "turns", "report": False, **RUNS[request.param]}
    return Twin(balance.sweep("konflikt", out=tmp_path_factory.mktemp("ledger") / "run", **asked))


def starter(rows):
    return next(row for row in rows if row["position"] == 0)


def margin(rows):
    best, second, *_ = sorted((row["points"] for row in rows), reverse=True)
    return best - second


def test_who_ends_the_round(twin):
    if not any(rows[0]["ender"] is not None for rows in twin.ended):
        found = twin.found["starter_ends"]
        assert (found.value, found.low, found.high) == (None, None, None)
        assert found.reason == (
            "nobody ended a round" if twin.ended else "there are no rounds that ended by the rules"
        )
        return
    twin.check_round_share(
        "starter_ends", lambda rows: starter(rows)["ender"] == starter(rows)["seat"], -1 / twin.seats
    )


def test_the_margin_of_a_round(twin):
    twin.check("margin_mean", [(rows[0]["deal"], margin(rows), 1) for rows in twin.ended])
    twin.check_round_share("close", lambda rows: margin(rows) <= 1)


def test_coins_due_and_paid_per_turn(twin):
    for name, column in (("coins_per_turn", "paid"), ("coins_due_per_turn", "due")):
        for source in SOURCES:
            amount = f"{column}_{source}"
            per = [(rows[0]["deal"], sum(r[amount] for r in rows), rows[0]["turns"]) for rows in twin.ended]
            twin.check(f"{name}_{source}", per)
            for p in range(twin.seats):
                own = [
                    (rows[0]["deal"], sum(r[amount] for r in rows if r["position"] == p), rows[0]["turns"])
                    for rows in twin.ended
                ]
                twin.check(f"{name}_{source}_position_{p}", own)


def test_how_often_each_clause_applies(twin):
    for clause in CLAUSES:
        column = f"clause_{clause}"
        twin.check(column, [(rows[0]["deal"], sum(r[column] for r in rows), 1) for rows in twin.ended])
        for p in range(twin.seats):
            own = [
                (rows[0]["deal"], sum(r[column] for r in rows if r["position"] == p), 1)
                for rows in twin.ended
            ]
            twin.check(f"{column}_position_{p}", own)


def test_coins_short(twin):
    twin.check_round_share("coins_short", lambda rows: rows[0]["first_short_turn"] >= 0)
    for turns in (10, 15, 20, 25):
        twin.check_round_share(
            f"short_turn_by_{turns}", lambda rows, t=turns: 0 <= rows[0]["first_short_turn"] < t
        )


def test_coins_unpaid_are_those_due_less_those_paid(twin):
    for rows in twin.by_round.values():
        due, paid = (
            sum(r[f"{kind}_{source}"] for r in rows for source in SOURCES) for kind in ("due", "paid")
        )
        assert {r["coins_unpaid"] for r in rows} == {due - paid}
        assert {r["coins_wanted"] for r in rows} == {due}
        assert (rows[0]["first_short_turn"] >= 0) == (due > paid)


def test_how_many_coins_a_round_wants(twin):
    wanted = [(rows[0]["deal"], rows[0]["coins_wanted"]) for rows in twin.ended]
    for percent in (50, 95, 99):
        found = twin.found[f"coins_wanted_p{percent}"]
        if not wanted:
            assert (found.value, found.reason) == (None, "there are no rounds")
            continue
        values = [value for _, value in wanted]
        assert found.value == np.quantile(values, percent / 100, method="inverted_cdf")
        assert (found.n, found.unit, found.method) == (len(wanted), "coins", "woodruff")
        low = high = None
        for level in sorted(
            set(values)
        ):  # Woodruff: where the intervals of P(X ≤ level) cross the share asked for
            _, at_least, at_most = twin.interval(
                [(deal, value <= level, 1) for deal, value in wanted], share=True
            )
            low = level if low is None and at_most >= percent / 100 else low
            high = level if high is None and at_least >= percent / 100 else high
        assert (found.low, found.high) == (low, high)


def scores(twin, rows):
    """Do coins score at the end of this round?"""
    last = rows[0]["round"] + 1 == twin.rules["rounds"]
    return rows[0]["end_reason"] != "cap" and (last or twin.rules["coins_between_rounds"] != "keep_all")


def test_coins_that_give_no_point(twin):
    each = twin.rules["coins_per_point"]
    units = []
    for rows in twin.by_round.values():
        unscored = {
            r["seat"]: r["coins"] - each * r["points_coins"] if scores(twin, rows) else 0 for r in rows
        }
        assert {r["seat"]: r["coins_unscored"] for r in rows} == unscored
        assert all(0 <= coins < each for coins in unscored.values())
        assert {r["scorings"] for r in rows} == {int(scores(twin, rows))}
        if rows in twin.ended:
            units.append((rows[0]["deal"], sum(unscored.values()), int(scores(twin, rows))))
    twin.check("coins_unscored", units)


def test_coin_points(twin):
    units = [(r["deal"], r["points_coins"], r["points"]) for rows in twin.ended for r in rows]
    twin.check("coin_points_share", units, share=True)


def shares(merits):
    return [(merit == max(merits)) / merits.count(max(merits)) for merit in merits]


def test_coins_decide_what_goes_to_others_when_they_are_not_counted(twin):
    units = []
    for rows in twin.ended:
        without = shares([r["points"] - r["points_coins"] for r in rows])
        units.append(
            (rows[0]["deal"], sum(abs(r["share"] - w) for r, w in zip(rows, without, strict=True)) / 2, 1)
        )
    if twin.rules["coins_between_rounds"] == "keep_all":
        found = twin.found["coins_decide"]
        assert (found.value, found.bounds) == (None, None)
        assert found.reason == "coins score once a match: see coins_decide_match"
    else:
        twin.check("coins_decide", units, share=True)
        capped = len(twin.by_round) - len(twin.ended)
        twin.bounds("coins_decide", sum(y for _, y, _ in units), capped, len(twin.by_round))

    coins = defaultdict(int)
    for row in twin.rounds:
        coins[row["match"], row["seat"]] += row["points_coins"]
    units = []
    for rows in twin.decided:
        without = shares([(r["points"] - coins[r["match"], r["seat"]], r["tie_break"]) for r in rows])
        units.append(
            (rows[0]["deal"], sum(abs(r["share"] - w) for r, w in zip(rows, without, strict=True)) / 2, 1)
        )
    twin.check("coins_decide_match", units, share=True)


def test_the_log_alone_explains_who_wins_a_match(twin):
    for rows in twin.by_match.values():
        assert [r["share"] for r in rows] == pytest.approx(
            shares([(r["points"], r["tie_break"]) for r in rows])
        )
        kind = twin.rules["match_tie"]
        if kind == "shared":
            assert {r["tie_break"] for r in rows} == {0}
        for r in rows:
            own = [x for x in twin.rounds if (x["match"], x["seat"]) == (r["match"], r["seat"])]
            if kind == "buildings":
                assert r["tie_break"] == sum(x["buildings"] for x in own)
            elif kind == "rounds_ended":
                assert r["tie_break"] == sum(x["ender"] == x["seat"] for x in own)


def test_coins_at_the_end_are_those_kept_those_of_late_seats_and_those_paid(twin):
    rules, each = twin.rules, twin.rules["coins_per_point"]
    kept = defaultdict(int)
    for (match, _), rows in sorted(twin.by_round.items()):
        supply = rules["coin_supply"] - sum(kept[match, r["seat"]] for r in rows)
        for r in sorted(rows, key=lambda r: r["position"]):
            late = min(supply, rules["late_seat_coins"] * r["position"])
            supply -= late
            assert r["coins"] == kept[match, r["seat"]] + late + sum(
                r[f"paid_{source}"] for source in SOURCES
            )
        for r in rows:
            if rules["coins_between_rounds"] == "keep_all":
                kept[match, r["seat"]] = r["coins"]
            elif rules["coins_between_rounds"] == "keep_odd":
                kept[match, r["seat"]] = r["coins"] - each * r["points_coins"]


def test_52_cards_are_shown_left_or_set_aside_after_every_turn(twin):
    turns = defaultdict(list)
    for row in twin.read("turns"):
        turns[row["match"], row["round"], row["turn"]].append(row)
    for rows in turns.values():
        assert len({(r["cards_left"], r["cards_aside"]) for r in rows}) == 1
        assert sum(r["cards"] for r in rows) + rows[0]["cards_left"] + rows[0]["cards_aside"] == 52
    aside = [rows[0]["cards_aside"] for rows in turns.values()]
    assert (sum(aside) > 0) == (twin.rules["end_timing"] == "immediate")
    assert set(aside) <= {0, 1}


def test_rounds_are_told_by_number_where_points_are_carried(twin):
    told = by_round_number(twin.swept.run)
    if twin.rules["coins_between_rounds"] == "reset":
        assert told == {}
        return
    assert list(told) == [0]
    assert list(told[0]) == list(range(twin.rules["rounds"]))
    for number, found in told[0].items():
        one = Twin(twin.swept)
        one.ended = [rows for rows in twin.ended if rows[0]["round"] == number]
        one.by_round = {key: rows for key, rows in twin.by_round.items() if key[1] == number}
        one.found = found
        first = [(rows[0]["deal"], starter(rows)["share"], 1) for rows in one.ended]
        one.check("first_player_advantage", first, share=True, shift=-1 / twin.seats)
        one.check("turns_mean", [(rows[0]["deal"], rows[0]["turns"], 1) for rows in one.ended])
        one.check_round_share("tied_rounds", lambda rows: sum(r["share"] > 0 for r in rows) > 1)
        test_the_margin_of_a_round(one)
        test_who_ends_the_round(one)
        for p in range(twin.seats):
            won = [(r["deal"], r["share"], 1) for rows in one.ended for r in rows if r["position"] == p]
            one.check(f"win_share_position_{p}", won, share=True)


@pytest.mark.parametrize(
    "rules", [{}, {"coin_supply": 0, "coins_between_rounds": "keep_all"}, {"max_turns": 10}]
)
def test_one_deal_has_values_or_reasons_and_no_interval(rules, tmp_path):
    swept = balance.sweep("konflikt", set=rules, matches=1, out=tmp_path / "run", report=False)
    for name, found in swept.measured[0].items():
        assert found.reason, name
        assert found.value is None or found.clusters == 1
        assert found.low is None or found.high is None
    assert all(
        found.reason
        for rounds in by_round_number(swept.run).values()
        for m in rounds.values()
        for found in m.values()
    )
