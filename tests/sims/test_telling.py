"""Matches told for people, by a game without words of its own for it: the toy game War."""

import sys

import pytest

from sims import replay, telling
from sims.errors import InputError
from tests.sims.playing import job, play, war


def lines(asked):
    return list(telling.tell(asked, replay.steps(asked)))


def test_a_game_without_a_telling_is_told_from_its_words():
    assert lines(job(war(), 2, "high,random", clusters=1, hand=2))[:21] == [
        "War, hand=2, 2 seats, match 0, seed 1, deal 0",
        "seat 0 high, seat 1 random",
        "Numbers are those of the logs, from 0. 2·1·0·1 is a number for each seat, seat 0 first.",
        "round 0: seat 0 begins",
        "   hands 8 3 / 16 0",
        " 0 seat 0: lay, card 8 | in hand 1·2",
        " 1 seat 1: lay, card 0 | in hand 1·1",
        " 2 seat 0: lay, card 3 | in hand 0·1",
        " 3 seat 1: lay, card 16 | in hand 0·0",
        "   the round ends, cards out: points 1·1",
        "   won 1 1",
        "   match so far 1·1",
        "round 1: seat 1 begins",
        "   hands 1 13 / 7 19",
        " 0 seat 1: lay, card 19 | in hand 2·1",
        " 1 seat 0: lay, card 13 | in hand 1·1",
        " 2 seat 1: lay, card 7 | in hand 1·0",
        " 3 seat 0: lay, card 1 | in hand 0·0",
        "   the round ends, cards out: points 0·2",
        "   won 0 2",
        "seat 1 wins the match: 1·3",
    ]


def test_every_turn_of_the_logs_has_a_line_and_every_match_a_winner():
    asked = job(war(), 3, "high,random,random", clusters=2)
    tables, told = play(asked), lines(asked)
    turns = tables["turns"]["turn"][::3].tolist()
    assert [int(line.split()[0]) for line in told if line[:2].strip().isdigit()] == turns
    shares = tables["matches"]["share"].reshape(-1, 3)
    won = [line for line in told if " the match" in line]
    assert [[f"seat {s}" in line for s in range(3)] for line in won] == (shares > 0).tolist()
    assert told.count("") == 5  # between six matches


def test_a_capped_match_names_no_winner_of_its_rounds():
    told = lines(job(war(), 2, clusters=1, max_turns=1))
    assert sum("the round ends, cap: points 0·0" in line for line in told) == 2
    assert told[-1] == "seat 0 and seat 1 share the match: 0·0"


@pytest.fixture
def own_words(tmp_path, monkeypatch):
    """War with a telling.py of the given text."""
    game = war()

    def write(text):
        (tmp_path / "telling.py").write_text(text)
        monkeypatch.setattr(
            sys.modules[game.package], "__path__", [*sys.modules[game.package].__path__, str(tmp_path)]
        )
        return game

    yield write
    sys.modules.pop(f"{game.package}.telling", None)


def test_a_games_own_words_get_the_turns_decisions_and_may_have_a_legend(own_words):
    game = own_words(
        "LEGEND = 'how to read it'\n"
        "def dealt(step): yield 'cards'\n"
        "def turn(steps): return f'{len(steps)} decision of seat {steps[0].move[\"seat\"]} | -'\n"
        "def ended(step): yield 'over'\n"
    )
    told = lines(job(game, 2, clusters=1, hand=1, rounds=1))
    assert told[3:] == [
        "how to read it", "round 0: seat 0 begins", "   cards", " 0 1 decision of seat 0 | -",
        " 1 1 decision of seat 1 | -",
        "   over", told[-1],
    ]  # fmt: skip


def test_a_telling_that_lacks_a_function_is_refused(own_words):
    game = own_words("def dealt(step): yield 'cards'\n")
    with pytest.raises(InputError, match=r"telling\.py: 'turn' is not there"):
        lines(job(game, 2, clusters=1))
