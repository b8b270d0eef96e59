"""The search players: what they find where the best play is known, what they do not look at, what they leave alone."""

import json
from dataclasses import replace

import numpy as np
import pytest

from sims import registry, search
from sims.conformance import searches
from tests.sims.playing import job, play, run_python, same, transcript, war

TICTACTOE = registry.load("tictactoe")
TRIO = "search:8,high,search[rollout=low]:4+0.2"
"""Two that search, and two policies that play on."""


def test_tictactoe_between_searchers_is_a_draw():
    assert not play(job(TICTACTOE, players="search:2000", clusters=20))["matches"]["points"].any()


def test_a_searcher_never_loses_tictactoe_to_chance():
    tables = play(job(TICTACTOE, players="search:2000,random", clusters=50))["matches"]
    points = [tables["points"][tables["player"] == player].sum() for player in (0, 1)]
    assert points[0] > 85
    assert points[1] == 0


def test_a_budget_of_one_is_enough_to_play():
    assert len(play(job(TICTACTOE, players="search:1", clusters=3))["matches"]["match"]) == 6


def test_the_same_seed_finds_the_same_and_neither_chunks_nor_logs_change_it():
    asked = job(war(), 3, TRIO, 4)
    whole = play(asked)
    assert same(whole, play(asked))
    parts = [play(replace(asked, first_cluster=n, clusters=1, log="rounds")) for n in range(4)]
    assert np.array_equal(np.concatenate([p["matches"]["digest"] for p in parts]), whole["matches"]["digest"])


def test_a_transcript_tells_the_match_that_was_played():
    asked = job(war(), 3, TRIO, 2)
    moves = [line for line in transcript(asked) if line.get("t") == "move"]
    logged = play(asked)["moves"]
    assert [line["legal"] for line in moves] == logged["legal"].tolist()
    assert [line["card"] for line in moves] == logged["card"].tolist()


def test_a_forced_choice_costs_no_rollouts():
    """With one card in hand nothing is to be thought about: no stream is touched, the player draws as `random` does."""
    searched, drawn = (play(job(war(), 3, players, 5, hand=1)) for players in (TRIO, "random,high,low"))
    assert same(searched, drawn, "player")


def test_noise_is_the_share_of_decisions_made_at_random():
    noisy = [play(job(TICTACTOE, players=f"search:20{noise}", clusters=3)) for noise in ("", "+0", "+1")]
    assert same(noisy[0], noisy[1])
    assert not same(noisy[0], noisy[2])


def test_both_modes_tell_the_same_searches():
    code = "from tests.sims.test_search import told; told()"
    assert run_python("-c", code, plain=True) == run_python("-c", code)


def told():
    for asked in (
        job(war(), 3, TRIO, 1),
        job(TICTACTOE, players="search:20"),
    ):
        for line in transcript(replace(asked, clusters=1)):
            print(json.dumps(line))


def test_a_searcher_decides_alike_in_all_worlds_it_cannot_tell_apart():
    assert list(searches.peeks(war())) == []


def test_peeking_is_caught_and_so_is_a_rollout_that_errs_and_stopping_early_changes_nothing():
    code = """
from tests.sims.playing import job, play, war
try:
    play(job(war(), 2, "search[rollout=lost]:4", 1))
except Exception as error:
    print(error)
from sims import driver
from sims.conformance import searches
module = driver.load(war().source, "search", "random")
def digests():
    return play(job(war(), 2, "search:12", 4))["matches"]["digest"].tolist()
early, stops, decided = digests(), [], module.decided
module.decided = lambda *of: stops.append(decided(*of))
print(digests() == early, any(stops))
module.decided = decided
hide, module.hide = module.hide, lambda *of: None
module.conceal = lambda rules, states, seat, rng: hide(rules[0], states[0], seat, rng[0])
print(*next(searches.peeks(war())))
from sims.conformance import worlds
high = job(war(), 2, "high", 20, rows=64)
module.conceal = lambda rules, states, seat, rng: hide(rules[0], states[0], 1 - seat, rng[0])
print(worlds.asked(high, 50))
module.conceal = lambda rules, states, seat, rng: hide(rules[0], states[0], seat, rng[0])
print(worlds.asked(high, 50))
"""
    erring, stopping, peeking, seeing, blind = run_python("-c", code, plain=True).splitlines()
    assert (
        stopping == "True True"
    )  # rollouts that could not change what it decides are left out, and only those
    assert "where='match 0, round 0, move " in seeing  # where the hand that is dealt anew is its own
    assert blind == "Asked(decisions=50, where='')"
    assert erring.startswith("war (defaults), seed 1, match 0, deal 0, round 1, move ")
    assert erring.endswith("the player's index is not one of the legal choices")
    assert peeking.startswith("peek search:6, 2 seats, defaults, match 0, round 0, move ")


@pytest.mark.parametrize("record", [search.SETTING, search.NODE, search.VALUES])
def test_its_records_have_no_field_that_numpy_records_have_already(record):
    assert not [name for name in record.names if hasattr(np.record, name)]
