"""Transcripts: any match again, one decision a line, as the logs have it."""

import itertools
import json

import pytest

from sims import registry, replay
from tests.sims.playing import job, play, transcript, war


@pytest.fixture(scope="module")
def konflikt():
    return registry.load("konflikt")


def test_a_transcript_is_the_log_of_moves(konflikt):
    asked = job(konflikt, 3, "greedy,random,random", clusters=4, repeats=2, first_deal=50)
    moves, lines = play(asked)["moves"], [line for line in transcript(asked) if line.get("t") == "move"]
    for name in ("round", "turn", "seat", "legal"):
        assert [line[name] for line in lines] == moves[name].tolist()
    kinds = [konflikt.kinds[kind] for kind in moves["kind"]]
    told = [f"pick_{line['from']}" if line["kind"] == "pick" else line["kind"] for line in lines]
    assert told == kinds
    named = [line.get("index", place) for line, place in zip(lines, moves["place"].tolist(), strict=True)]
    assert named == moves["place"].tolist()
    cards = ["A23456789TJQK"[card] for card in moves["card"].tolist()]
    assert [
        line.get("card", line.get("first", card)) for line, card in zip(lines, cards, strict=True)
    ] == cards


def test_results_are_those_of_the_logs():
    asked = job(war(), 4, "high,random,high,random", clusters=10)
    tables, lines = play(asked), transcript(asked)
    rounds = [line["points"] for line in lines if line.get("t") == "round"]
    assert rounds == tables["rounds"]["points"].reshape(-1, 4).tolist()
    matches = [line for line in lines if line.get("t") == "match"]
    assert [line["points"] for line in matches] == tables["matches"]["points"].reshape(-1, 4).tolist()
    shares = tables["matches"]["share"].reshape(-1, 4)
    assert [line["winners"] for line in matches] == [[s for s in range(4) if row[s]] for row in shares]


def test_the_first_line_has_every_parameter_and_who_sits_where(konflikt):
    lines = transcript(
        job(konflikt, 3, "random,greedy+0.1,random", clusters=2, seed=2**40 + 1, first_deal=7, coin_supply=3)
    )
    headers = [line for line in lines if "game" in line]
    assert list(headers[0]) == ["game", "variant", "seats", "players", "seed", "deal"]
    assert headers[0]["variant"].keys() == konflikt.parameters.keys()
    assert (headers[0]["variant"]["coin_supply"], headers[0]["variant"]["target"]) == (3, 5)
    assert [header["players"] for header in headers[:3]] == [
        ["random", "greedy+0.1", "random"], ["greedy+0.1", "random", "random"], ["random", "random", "greedy+0.1"],
    ]  # fmt: skip
    assert [(header["seed"], header["deal"]) for header in headers] == [(2**40 + 1, 7)] * 3 + [
        (2**40 + 1, 8)
    ] * 3


def test_lines_are_json_in_the_order_of_play(konflikt):
    lines = transcript(job(konflikt, 2, clusters=1))
    assert json.loads(json.dumps(lines)) == lines
    kinds = ["header" if "game" in line else line["t"] for line in lines]
    assert [kind for i, kind in enumerate(kinds) if i == 0 or kind != kinds[i - 1]] == [
        "header", *["deal", "move", "round"] * 4, "match",
    ]  # fmt: skip


def test_some_matches_of_many_are_those_matches():
    asked = job(war(), 2, "high,random", clusters=30, repeats=2)
    narrow, skipped = replay.job_for(asked, range(50, 53))  # of four to a deal: deals 12 and 13
    assert (narrow.first_cluster, narrow.clusters, skipped) == (12, 2, 2)
    steps = [step for step in replay.steps(narrow) if step.kind == "match"]
    assert [step.match for step in steps] == list(range(48, 56))
    lines = transcript(asked)
    starts = [i for i, line in enumerate(lines) if "game" in line]
    assert transcript(narrow) == lines[starts[48] : starts[56]]


def test_steps_hold_the_state_before_and_after_each_decision(konflikt):
    steps = list(replay.steps(job(konflikt, 2, clusters=1)))
    moves = [step for step in steps if step.kind == "move"]
    assert all(int(step.before.seat) == step.move["seat"] for step in moves)
    for step, following in itertools.pairwise(moves):
        if step.move["round"] == following.move["round"]:
            assert step.after == following.before
