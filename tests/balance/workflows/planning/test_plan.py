"""A plan: everything asked is checked before anything is written, and the command repeats it."""

import shlex

import pytest

from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import plan
from sims.errors import InputError


class Notes(Listener):
    def __init__(self):
        self.texts = []

    def note(self, text):
        self.texts.append(text)


def made(**asked):
    notes = Notes()
    return plan.make(Request("konflikt", **{"matches": 10, "log": "rounds", **asked}), notes), notes.texts


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"seats": (5,)}, "seats: 5 is not one of 2, 3, 4"),
        ({"seats": (2, 3, 2)}, "seats: 2 is not given once"),
        ({"seats": (2, 3), "players": "greedy,random"}, "one player, or 3 for 3 seats"),
        ({"preset": "orginal"}, "preset: 'orginal' is not a preset of konflikt; did you mean 'original'"),
        (
            {"set": {"coin_suply": "3"}},
            "'coin_suply' is not a parameter of konflikt; did you mean 'coin_supply'",
        ),
        ({"set": {"coin_supply": "many"}}, "coin_supply: 'many' is not a whole number from 0 to 52"),
        ({"set": {"coin_supply": "53"}}, "coin_supply: 53 is not a whole number from 0 to 52"),
        ({"set": {"end_timing": "imediate"}}, "end_timing: 'imediate' is not one of finish_turn, immediate"),
        ({"set": {"stacks": "9"}}, "58"),  # 9 × 6 + 4 cards: the sum that fails
        (
            {"vary": [("coin_supply", "24:0:4")]},
            "coin_supply: '24:0:4' is not a range with at least one value",
        ),
        ({"vary": [("coin_supply", "0:24")]}, "coin_supply: '0:24' is not a range lo:hi:step"),
        ({"vary": [("coin_supply", "0:24:0")]}, "with step at least 1"),
        ({"vary": [("coin_supply", "")]}, "a range with at least one value"),
        ({"vary": [("coin_supply", "1,2,1")]}, "without repeats"),
        ({"vary": [("coin_supply", "1"), ("coin_supply", "2")]}, "given once: it is set or varied already"),
        (
            {"vary": [("coin_supply", "1")], "set": {"coin_supply": "2"}},
            "given once: it is set or varied already",
        ),
        (
            {"players": "gredy"},
            "is not a player of konflikt (random, greedy, builder, raider, collector, minder, tuned, search:N); did",
        ),
        ({"players": "greedy,random,greedy"}, "one player, or 2 for 2 seats"),
        ({"players": "greedy+2"}, "a noise from"),
        ({"matches": 0}, "matches: 0 is not a whole number of at least 1"),
        ({"matches": -3}, "matches: -3 is not a whole number of at least 1"),
        ({"seed": -1}, "seed: -1 is not a whole number of at least 0"),
        ({"seed": 2**63}, "seed: 9223372036854775808 is not"),
        ({"threads": 0}, "threads: 0 is not a whole number of at least 1"),
        ({"log": "move"}, "log: 'move' is not one of rounds, turns, moves; did you mean 'moves'"),
        ({"log_budget": "lots"}, "log_budget: 'lots' is not a size such as 500MB or 1GiB"),
    ],
)
def test_what_is_refused(asked, complaint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        made(**asked)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_defaults_are_written_out():
    found, notes = made()
    spec = found.spec
    assert (spec["variants"][0]["seats"], spec["seed"], spec["variants"][0]["lineup"]) == (
        2,
        1,
        ["tuned", "tuned"],
    )
    assert spec["variants"][0]["parameters"]["coin_supply"] == 12
    assert spec["variants"][0]["parameters"]["target"] == 7
    assert spec["command"] == (
        "balance sweep konflikt --seats 2 --players tuned --matches 10 --seed 1 --log rounds"
    )
    assert notes == []


def test_matches_are_rounded_up_to_whole_deals_and_it_is_said():
    found, notes = made(players="greedy,random", matches=11)
    variant = found.spec["variants"][0]
    assert (variant["mirrors"], variant["clusters"], variant["matches"]) == (2, 6, 12)
    assert notes == ["11 matches make no whole deals of 2 mirrors: 12 a variant"]
    assert "--matches 12" in found.spec["command"]


def test_repeats_are_of_whole_deals_too():
    found, notes = made(players="greedy,random", matches=11, repeats=3)
    variant = found.spec["variants"][0]
    assert [variant[part] for part in ("mirrors", "repeats", "clusters", "matches")] == [2, 3, 2, 12]
    assert notes == ["11 matches make no whole deals of 2 mirrors and 3 repeats: 12 a variant"]
    assert "--matches 12 --repeats 3" in found.spec["command"]
    with pytest.raises(InputError, match="repeats: 0 is not a whole number of at least 1"):
        made(repeats=0)


def test_the_command_repeats_what_was_asked():
    found, _ = made(
        seats=(3,),
        preset="original",
        set={"gift_coin": 2, "end_timing": "immediate"},
        vary=[("coin_supply", "0:8:4"), ("late_seat_coins", "0,1")],
        one_by_one=True,
        players="greedy[gift=-1],random,greedy+0.1",
        seed=5,
        log="turns",
    )
    assert shlex.split(found.spec["command"]) == [
        "balance", "sweep", "konflikt", "--seats", "3", "--preset", "original", "--set", "gift_coin=2", "--set",
        "end_timing=immediate", "--vary", "coin_supply=0:8:4", "--vary", "late_seat_coins=0,1", "--one-by-one",
        "--players", "greedy[gift=-1],random,greedy+0.1", "--matches", "12", "--seed", "5",
        "--log", "turns", "--log-budget", "1GiB",
    ]  # fmt: skip
    assert [variant["label"] for variant in found.spec["variants"]] == [
        "gift_coin=2,end_timing=immediate",
        "gift_coin=2,end_timing=immediate,coin_supply=0",
        "gift_coin=2,end_timing=immediate,coin_supply=4",
        "gift_coin=2,end_timing=immediate,coin_supply=8",
        "gift_coin=2,end_timing=immediate,late_seat_coins=1",
    ]


def test_the_share_is_stated_and_the_same_however_often_it_is_asked():
    found, notes = made(log="moves", matches=2000, log_budget="1MB")
    again, _ = made(log="moves", matches=2000, log_budget="1MB", threads=1)
    log = found.spec["log"]
    assert 0 < log["share"] < 1
    assert log["pilot"]["deals"] == 256
    assert (
        log["share"] * sum(log["pilot"]["rows"][t] * b for t, b in log["pilot"]["bytes_a_row"].items())
        <= 1_000_000
    )
    assert log == again.spec["log"]
    assert notes == [f"turns and moves are logged for {log['share']:.2%} of the deals: 1MB holds no more"]


def test_players_are_listed_with_all_their_weights():
    found, _ = made(players="greedy[gift=-1],greedy+0.1")
    first, second = found.spec["players"]
    assert (first["player"], first["name"], first["base"], first["noise"]) == (
        0,
        "greedy[gift=-1]",
        "greedy",
        0.0,
    )
    assert first["weights"]["gift"] == -1
    assert second["name"] == "greedy+0.1"
    assert second["weights"] == dict(found.game.players["greedy"].weights)


def test_several_numbers_of_seats_are_played_each_with_its_own_defaults():
    found, _ = made(seats=(2, 4), vary=[("coin_supply", "8,12")])
    rows = found.spec["variants"]
    assert [(row["label"], row["seats"], row["parameters"]["target"]) for row in rows] == [
        ("seats=2,coin_supply=8", 2, 7),
        ("seats=2,coin_supply=12", 2, 7),
        ("seats=4,coin_supply=8", 4, 4),
        ("seats=4,coin_supply=12", 4, 4),
    ]
    assert [row["lineup"] for row in rows] == [["tuned"] * 2] * 2 + [["tuned"] * 4] * 2
    assert found.spec["command"].startswith("balance sweep konflikt --seats 2,4 --vary coin_supply=8,12")
    alone, _ = made(seats=(3, 2), vary=[("coin_supply", "8,12")], one_by_one=True)
    assert [row["label"] for row in alone.spec["variants"]] == [
        "seats=3", "seats=3,coin_supply=8", "seats=2", "seats=2,coin_supply=8",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "vary", "labels"),
    [
        ((2,), [], ["original", "1-9x2"]),
        ((2,), [("rounds", "1,3")],
         ["original,rounds=1", "original,rounds=3", "1-9x2,rounds=1", "1-9x2,rounds=3"]),
        ((2, 3), [], ["seats=2,original", "seats=2,1-9x2", "seats=3,original", "seats=3,1-9x2"]),
    ],
)  # fmt: skip
def test_several_presets_are_variants_told_apart_by_their_names(seats, vary, labels):
    request = Request("lonja", seats, "original,1-9x2", vary=vary, matches=2, log="rounds")
    spec = plan.make(request, Listener()).spec
    assert [variant["label"] for variant in spec["variants"]] == labels
    assert "--preset original,1-9x2" in spec["command"]
    assert spec["declared"]["caution"].endswith("other decks.")


def test_one_preset_goes_without_saying():
    request = Request("lonja", (2,), "1-9x2", vary=[("rounds", "1,3")], matches=2, log="rounds")
    assert [v["label"] for v in plan.make(request, Listener()).spec["variants"]] == ["rounds=1", "rounds=3"]
