"""Matches that show it: found as `--pick` finds them, told as `balance replay` tells them, and led to."""

import json

import pytest

from balance.workflows.pick import pick
from balance.workflows.replay import tell
from balance.workflows.shown import LINES, shown
from reports.html import render
from reports.json import render as as_json
from reports.model import Report, Section, plain
from reports.sections import matches
from reports.shown import Shown

SEEN = [
    Shown(
        "median", 3, "86 turns, the median of 9 matches", None, "round 3: seat 3 begins\n 0 seat 3 takes <2>"
    ),
    Shown("coins_short", 7, "most coins missing", 1, ""),
]


def test_what_is_told_is_a_round_of_the_picked_match(coins):
    found = list(shown(coins.run, 1))
    assert [one.pick for one in found] == ["median", "closest", "comeback", "coins_short"]
    for one in found:
        assert (one.match, one.why, one.round) == pick(coins.run, one.pick, 1)
        whole = list(tell(coins.run.path, range(one.match, one.match + 1), 1))
        lines = one.told.split("\n")
        assert len(lines) <= LINES + 1
        begins = [line for line in lines if line.startswith("round ")]
        last = max(int(line.split()[1].rstrip(":")) for line in whole if line.startswith("round "))
        assert len(begins) == 1
        assert begins[0].startswith(f"round {last if one.round is None else one.round}:")
        assert {line for line in lines if "lines more" not in line} <= set(whole)


def test_where_the_game_is_not_at_hand_there_are_commands_alone(make_run, told, look):
    round_, variant = told
    run = make_run([variant([[[round_([2, 1])]], [[round_([3, 1])]]])])
    found = list(shown(run, 0))
    assert [one.pick for one in found] == ["median", "closest"]
    assert not any(one.told for one in found)
    [section] = matches.build(look(run), found)
    assert plain(section.notes[0]).startswith("No round is told here")
    assert all("--match" in one.command for one in section.told)


def test_sections_lead_to_the_matches_that_show_them(coins):
    sections = [Section(name, name) for name in ("winners", "endings", "economy", "metrics")]
    pointed = {section.name: section for section in matches.pointed(coins, SEEN, sections)}
    assert "a match as long as most (match 3): 86 turns" in plain(pointed["endings"].notes[0])
    assert "that of coins short (match 7): most coins missing." in plain(pointed["economy"].notes[0])
    assert not pointed["winners"].notes
    assert not pointed["metrics"].notes


@pytest.mark.parametrize("form", [render, as_json])
def test_a_told_round_comes_out_literally(coins, form):
    [section] = matches.build(coins, SEEN)
    text = form(Report("t", "k", "w", [], [section]))
    if form is as_json:
        [first, second] = json.loads(text)["sections"][0]["told"]
        assert first["text"] == SEEN[0].told
        assert second["text"] == ""
    else:
        assert "0 seat 3 takes &lt;2&gt;</pre>" in text
        assert text.count("<details") == 1
    assert "--match 3" in text
    assert "--match 7" in text


def test_nothing_is_shown_where_players_are_what_is_asked_of(coins):
    assert matches.find(coins, None) == []
    assert list(matches.build(coins, [])) == []
