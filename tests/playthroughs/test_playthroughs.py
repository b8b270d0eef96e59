"""Golden playthroughs: told rounds, committed as text, the same in both modes."""

from pathlib import Path

import pytest

from tests.playthroughs.__main__ import FOLDER
from tests.playthroughs.konflikt_rounds import ROUNDS, told
from tests.sims.playing import run_python


def golden(name):
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_every_file_is_a_round_that_is_told():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(ROUNDS)


@pytest.mark.parametrize("name", ROUNDS)
def test_a_playthrough_is_short_and_shows_what_it_is_there_for(name):
    lines = golden(name)
    assert len(lines) <= 80
    assert any(ROUNDS[name].shows in line for line in lines)
    assert max(map(len, lines)) <= 130


@pytest.mark.parametrize("name", ROUNDS)
def test_compiled_play_is_told_as_committed(name):
    assert told(name) == golden(name)


@pytest.fixture(scope="module")
def plain(tmp_path_factory) -> Path:
    """All rounds told by plain Python."""
    folder = tmp_path_factory.mktemp("plain")
    run_python("-m", "tests.playthroughs", str(folder), plain=True)
    return folder


@pytest.mark.parametrize("name", ROUNDS)
def test_plain_python_tells_the_same(name, plain):
    assert (plain / f"{name}.txt").read_text(encoding="utf-8").splitlines() == golden(name)
