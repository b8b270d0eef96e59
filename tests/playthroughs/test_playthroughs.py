"""Golden playthroughs: told rounds, committed as text, the same in both modes."""

from pathlib import Path

import pytest

from tests.playthroughs.__main__ import FOLDER
from tests.playthroughs.rounds import all_rounds, told
from tests.sims.playing import run_python

ROUNDS = all_rounds()
each = pytest.mark.parametrize(("game", "name"), ROUNDS, ids=["/".join(key) for key in ROUNDS])


def golden(game, name):
    return (FOLDER / game / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_every_file_is_a_round_that_is_told():
    assert sorted((path.parent.name, path.stem) for path in FOLDER.glob("*/*.txt")) == sorted(ROUNDS)


@each
def test_a_playthrough_is_short_and_shows_what_it_is_there_for(game, name):
    lines = golden(game, name)
    assert len(lines) <= 80
    assert any(ROUNDS[game, name].shows in line for line in lines)
    assert max(map(len, lines)) <= 130


@each
def test_compiled_play_is_told_as_committed(game, name):
    assert told(game, ROUNDS[game, name]) == golden(game, name)


@pytest.fixture(scope="module")
def plain(tmp_path_factory) -> Path:
    """All rounds told by plain Python."""
    folder = tmp_path_factory.mktemp("plain")
    run_python("-m", "tests.playthroughs", str(folder), plain=True)
    return folder


@each
def test_plain_python_tells_the_same(game, name, plain):
    assert (plain / game / f"{name}.txt").read_text(encoding="utf-8").splitlines() == golden(game, name)
