"""Playing a job: how many rows, the same rows however it is cut up, mirrors, samples, faults and stops."""

import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from sims import batch, log, loop, registry, rng_plain
from sims.errors import PlayError, Stopped
from tests.sims.playing import job, play, same, war


@pytest.fixture(scope="module")
def konflikt():
    return registry.load("konflikt")


def test_every_table_has_its_rows(konflikt):
    tables = play(job(konflikt, 3, "greedy,random,random", clusters=10))
    matches = 10 * 3
    assert {table: list(columns) for table, columns in tables.items()} == {
        table: [name for name, _ in columns] for table, columns in log.schema(konflikt).items()
    }
    for table, columns in log.schema(konflikt).items():
        assert [tables[table][name].dtype for name, _ in columns] == [np.dtype(kind) for _, kind in columns]
    rounds, turns, moves = tables["rounds"], tables["turns"], tables["moves"]
    assert len(tables["matches"]["match"]) == matches * 3
    assert len(rounds["match"]) == matches * 3 * 3
    assert len(turns["match"]) == rounds["turns"].sum()  # a row per seat in both
    assert len(moves["match"]) == rounds["decisions"].sum() / 3
    assert (moves["legal"] > 1).sum() == rounds["choices"].sum() / 3


def test_rows_stand_in_order_of_match_round_turn_step_and_seat(konflikt):
    tables = play(job(konflikt, 2, clusters=5))
    orders = {
        "matches": ["match", "seat"],
        "rounds": ["match", "round", "seat"],
        "turns": ["match", "round", "turn", "seat"],
        "moves": ["match", "round", "turn", "step"],
    }
    for table, keys in orders.items():
        rows = list(zip(*(tables[table][key].tolist() for key in keys), strict=True))
        assert rows == sorted(set(rows))


def test_points_and_shares_add_up():
    tables = play(job(war(), 3, "high,high,random", clusters=50))
    matches, rounds = tables["matches"], tables["rounds"]
    shares = matches["share"].reshape(-1, 3)
    points = matches["points"].reshape(-1, 3)
    best = points == points.max(axis=1, keepdims=True)
    assert np.array_equal(shares, best / best.sum(axis=1, keepdims=True))
    assert np.array_equal(rounds["points"].reshape(-1, 2, 3).sum(axis=1), points)
    assert (rounds["points"].reshape(-1, 3).sum(axis=1) == 4).all()  # tricks of a hand of four


@pytest.mark.parametrize(
    ("seats", "players", "count"),
    [(2, "high", 1), (2, "high,random", 2), (3, "high,high,random", 3), (4, "high,random,high,random", 2)],
)
def test_a_deal_is_played_in_every_mirror(seats, players, count):
    tables = play(job(war(), seats, players, clusters=6, repeats=2, first_deal=100))["matches"]
    matches = {name: column[::seats] for name, column in tables.items()}
    assert matches["match"].tolist() == list(range(6 * 2 * count))
    assert matches["deal"].tolist() == [100 + i // (2 * count) for i in range(6 * 2 * count)]
    assert matches["mirror"].tolist() == list(range(count)) * 12
    assert matches["repeat"].tolist() == ([0] * count + [1] * count) * 6
    seated = tables["player"].reshape(-1, seats)
    assert len(np.unique(seated[:count], axis=0)) == count


def hands(asked):
    """The cards each decision was made with, by match: what a dealer of the moves alone would see."""
    moves = play(asked)["moves"]
    return {m: sorted(set(moves["card"][moves["match"] == m].tolist())) for m in set(moves["match"].tolist())}


def test_mirrors_and_repeats_share_the_cards():
    """War lays every card, so the cards laid in a match's first round are the cards dealt."""
    asked = job(war(), 2, "high,random", clusters=5, repeats=2, rounds=1)
    dealt = hands(asked)
    for deal in range(5):
        assert len({tuple(dealt[match]) for match in range(4 * deal, 4 * deal + 4)}) == 1
    assert len({tuple(cards) for cards in dealt.values()}) == 5


def test_what_players_draw_moves_no_card():
    """Players that draw never, always or now and then: the same hands in both rounds of every deal."""
    dealt = []
    for players in ("high", "random", "high+0.3", "random,high,low+0.9"):
        asked = job(war(), 3, players, clusters=10, rounds=2, hand=4)
        per_deal = len(asked.seating)
        moves = play(asked)["moves"]
        first = moves["match"] % per_deal == 0
        deal, number, seat = (moves[name][first] for name in ("match", "round", "seat"))
        hands: dict[tuple[int, int, int], set[int]] = {}
        for key, card in zip(
            zip((deal // per_deal).tolist(), number.tolist(), seat.tolist(), strict=True),
            moves["card"][first].tolist(),
            strict=True,
        ):
            hands.setdefault(key, set()).add(card)
        assert len(hands) == 10 * 2 * 3 and all(len(hand) == 4 for hand in hands.values())
        dealt.append(hands)
    assert all(hands == dealt[0] for hands in dealt)


@pytest.mark.parametrize(("seats", "hand"), [(2, 1), (2, 6), (3, 4), (4, 5)])
def test_dealing_and_scoring_are_no_play(seats, hand):
    """War is its cards laid: so many turns, decisions and moves, the first of them in turn 0."""
    tables = play(job(war(), seats, clusters=5, hand=hand, rounds=3))
    rounds, moves = tables["rounds"], tables["moves"]
    cards = seats * hand
    assert set(rounds["turns"].tolist()) == set(rounds["decisions"].tolist()) == {cards}
    assert set(rounds["choices"].tolist()) == {cards - seats}  # the last card of a hand is no choice
    assert moves["turn"].reshape(-1, cards).tolist() == [list(range(cards))] * 15
    assert not moves["step"].any()  # one decision a turn
    assert len(tables["turns"]["turn"]) == 15 * cards * seats


def test_repeats_differ_in_the_players_draws_only(konflikt):
    matches = play(job(konflikt, 2, "random", clusters=10, repeats=2))["matches"]
    digests = matches["digest"].reshape(10, 2, 2)[:, :, 0]
    assert (digests[:, 0] != digests[:, 1]).all()


def test_rotating_a_line_up_of_one_player_changes_nothing_but_the_player_column(konflikt):
    """So it has one mirror. Played as two that are told apart by name alone, both mirrors are the same match."""
    once = play(job(konflikt, 2, "greedy+0.2", clusters=20))
    asked = job(konflikt, 2, "greedy+0.2,greedy[gift=9]+0.2", clusters=20)
    alike = (
        asked.lineup[0],
        replace(asked.lineup[1], weights={"gift": asked.game.players["greedy"].weights["gift"]}),
    )
    assert alike[0] != alike[1]
    twice = play(replace(asked, lineup=alike))
    for mirror in (0, 1):
        for table, columns in twice.items():
            rows = columns["match"] % 2 == mirror
            for name, column in columns.items():
                if name not in ("match", "mirror", "player"):
                    assert np.array_equal(column[rows], once[table][name])
    players = twice["matches"]["player"].reshape(-1, 2)
    assert players.tolist() == [[0, 1], [1, 0]] * 20


def test_a_longer_job_begins_as_the_shorter_and_jobs_joined_are_the_whole(konflikt):
    """However clusters are split over jobs, and however many rows a buffer holds: the same rows."""
    whole = job(konflikt, 4, "greedy,random,greedy,random", clusters=24, repeats=2)
    rows = play(whole)
    for size in (64, 1000, 4096):
        assert same(rows, play(replace(whole, rows=size)))
    for parts in ([24], [1] * 24, [5, 7, 12]):
        played, first = [], 0
        for clusters in parts:
            played.append(play(replace(whole, first_cluster=first, clusters=clusters, rows=512)))
            first += clusters
        joined = {
            table: {name: np.concatenate([part[table][name] for part in played]) for name in columns}
            for table, columns in rows.items()
        }
        assert same(rows, joined)


def test_two_threads_play_what_one_plays(konflikt):
    jobs = [job(konflikt, 2, "greedy,random", clusters=300, first_cluster=300 * i) for i in range(6)]
    alone = [play(asked) for asked in jobs]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(play, jobs))
    assert all(same(a, b) for a, b in zip(alone, together, strict=True))


def thirty(first):
    """Thirty deals of a game, from this one on."""
    return play(job(war(), 2, "random", clusters=30, first_cluster=first, log="rounds"))


@pytest.mark.filterwarnings("ignore:.*use of fork")
def test_processes_forked_from_one_share_no_draws():
    """They inherit all there is in memory; what they play is what one process plays, and no match is played twice."""
    firsts = range(0, 120, 30)
    alone = [thirty(first) for first in firsts]
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("fork")) as pool:
        forked = list(pool.map(thirty, firsts, timeout=60))
    assert all(same(a, b) for a, b in zip(alone, forked, strict=True))
    digests = np.concatenate([part["matches"]["digest"][::2] for part in forked])
    assert len(np.unique(digests)) == 4 * 30


def test_global_generators_are_neither_asked_nor_moved():
    asked = job(war(), 3, "random,high+0.5,random", clusters=20)
    found = []
    for seed in (1, 2):
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002  # the generator that must not be used
        before = random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002
        found.append(play(asked))
        assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # noqa: NPY002
    assert same(*found)


def test_every_bit_of_the_seed_counts(konflikt):
    seeds = (1, 2, 2**32 + 1, 2**40 + 1)
    digests = [
        play(job(konflikt, 2, seed=seed, log="rounds"))["matches"]["digest"].tolist() for seed in seeds
    ]
    assert len({tuple(d) for d in digests}) == len(seeds)
    assert len({digest for d in digests for digest in d}) == 4 * 20  # no match of one is a match of another


def test_the_same_seed_plays_the_same(konflikt):
    asked = job(konflikt, 3, "greedy+0.5", seed=2**40 + 1)
    assert same(play(asked), play(asked))


def test_what_is_logged_changes_nothing_that_is_played(konflikt):
    moves, turns, rounds = (play(job(konflikt, 2, log=level)) for level in ("moves", "turns", "rounds"))
    assert [set(tables) for tables in (moves, turns, rounds)] == [
        {"matches", "rounds", "turns", "moves"}, {"matches", "rounds", "turns"}, {"matches", "rounds"},
    ]  # fmt: skip
    assert same({t: moves[t] for t in turns}, turns)
    leads = ("lead_changes", "comeback", "settled", "standing_before", "out_turn")  # of logged turns alone
    assert same({t: turns[t] for t in rounds}, rounds, *leads)


def test_a_share_of_deals_is_logged_the_same_ones_in_every_variant(konflikt):
    full = play(job(konflikt, 2, "greedy,random", clusters=400))
    limit = min(int(0.25 * 2.0**63), 2**63 - 1)
    chosen = [deal for deal in range(400) if rng_plain.sampled(deal, limit)]
    assert 60 < len(chosen) < 140
    for change in ({}, {"coin_supply": 0}, {"pair_rule": "separate"}):
        sampled = play(job(konflikt, 2, "greedy,random", clusters=400, share=0.25, **change))
        assert sorted(set((sampled["moves"]["match"] // 2).tolist())) == chosen
        assert sorted(set((sampled["turns"]["match"] // 2).tolist())) == chosen
        assert len(sampled["matches"]["match"]) == 400 * 2 * 2
    kept = np.isin(full["moves"]["match"] // 2, chosen)
    again = play(job(konflikt, 2, "greedy,random", clusters=400, share=0.25))
    assert all(np.array_equal(column[kept], again["moves"][name]) for name, column in full["moves"].items())
    assert "moves" not in play(job(konflikt, 2, clusters=5, share=0.0))


def test_the_same_deal_has_the_same_cards_in_every_variant(konflikt):
    """Two variants that differ in coins alone, greedy players who do not count coins: the same moves."""
    many, none = (play(job(konflikt, 4, "random", coin_supply=coins)) for coins in (12, 0))
    assert same({"moves": many["moves"]}, {"moves": none["moves"]})
    assert not same({"rounds": many["rounds"]}, {"rounds": none["rounds"]})


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (
            "high,lost",
            "seed 7, match 24, deal 112, round 1, move 2 of the round: the player's index is not one of",
        ),
        (
            "high,thrower",
            "seed 7, match 24, deal 112, round 1, move 0 of the round: ValueError: the thrower throws",
        ),
    ],
)
def test_a_crash_in_a_player_names_match_seed_and_move(players, message):
    """Match 24 is the job's first: cluster 12 of two mirrors. Seat 1 has the moves 0 and 2 of round 1: `thrower`
    throws at once, `lost` with three of its four cards."""
    with pytest.raises(PlayError) as caught:
        play(job(war(), 2, players, clusters=9, seed=7, first_deal=100, first_cluster=12, hand=4))
    assert str(caught.value).startswith(f"war (hand=4), {message}")
    assert "\n" not in str(caught.value)


def test_a_match_named_by_a_crash_crashes_again_alone():
    asked = job(war(), 2, "random,lost", clusters=50, seed=3, hand=4)
    with pytest.raises(PlayError) as first:
        play(asked)
    match = int(str(first.value).split("match ")[1].split(",")[0])
    with pytest.raises(PlayError) as alone:
        play(replace(asked, first_cluster=match // 2, clusters=1))
    assert str(alone.value) == str(first.value)


def test_play_stops_when_asked(konflikt):
    calls, finished = [], []

    def stop():
        calls.append(1)
        return len(calls) == 2

    with pytest.raises(Stopped):
        batch.play(
            job(konflikt, 2, "greedy", clusters=10**9, log="rounds"),
            lambda table, columns: None,
            stop,
            finished.append,
        )
    assert sum(finished) > 0


def test_progress_counts_every_match_once(konflikt):
    finished = []
    counts = batch.play(
        job(konflikt, 2, clusters=500, rows=200), lambda table, columns: None, lambda: False, finished.append
    )
    assert sum(finished) == counts.matches == 500
    assert min(finished) >= 0 and len(finished) > 10


def test_a_capped_round_scores_nothing_and_is_kept():
    tables = play(job(war(), 2, clusters=10, max_turns=5))
    rounds, matches = tables["rounds"], tables["matches"]
    assert set(rounds["end_reason"].tolist()) == {1}
    assert set(rounds["turns"].tolist()) == {5}
    assert not rounds["points"].any() and not rounds["share"].any()
    assert set(matches["capped_rounds"].tolist()) == {2}
    assert set(matches["share"].tolist()) == {0.5}  # nobody has more: the match is tied
    ended = play(job(war(), 2, clusters=10, max_turns=12))["rounds"]  # a round that ends in its last turn
    assert set(ended["end_reason"].tolist()) == {2}


def test_flows_of_the_turns_add_up_to_the_rounds():
    tables = play(job(war(), 4, "high,random,high,random", clusters=20))
    turns, rounds = tables["turns"], tables["rounds"]
    keys = (turns["match"] * 100 + turns["round"]) * 4 + turns["seat"]
    sums = np.bincount(keys, weights=turns["won"])
    assert np.array_equal(sums[(rounds["match"] * 100 + rounds["round"]) * 4 + rounds["seat"]], rounds["won"])
    assert (turns["in_hand"][-4:] == 0).all()


@pytest.mark.parametrize("record", [loop.TASK, loop.CURSOR, loop.CHAIR, loop.STAND])
def test_no_field_of_the_loop_is_hidden_by_an_attribute_of_numpy_records(record):
    """Plain Python would read the attribute: `repeat`, `round`, `take` …"""
    assert not set(record.names) & set(dir(np.record))
