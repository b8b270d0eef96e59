"""The studies that come with the toolkit ask for what can be played."""

from pathlib import Path

import pytest

from balance.workflows import study
from sims import registry, variants

STUDIES = sorted((Path(__file__).parents[2] / "data" / "studies").glob("*.toml"))


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_a_study_names_a_game_and_legal_values_and_the_command_that_plays_it(path):
    request = study.read(path)
    game = registry.load(request.game)
    played = variants.sweep(
        game, request.seats, request.preset, request.set, request.vary, request.one_by_one
    )
    assert len(played) > 1
    assert f"balance sweep data/studies/{path.name}" in path.read_text(encoding="utf-8")


def test_there_are_studies():
    assert STUDIES
