"""The studies that come with the toolkit ask for what can be played."""

from pathlib import Path

import pytest

from balance.workflows.asking import study
from sims import registry, variants

STUDIES_OF = Path(__file__).parents[2] / "data" / "studies"
STUDIES = sorted(STUDIES_OF.glob("*.toml"))


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_a_study_names_a_game_and_legal_values_and_the_command_that_plays_it(path):
    request = study.read(path)
    game = registry.load(request.game)
    played = variants.sweep(
        game, request.seats, request.preset, request.set, request.vary, request.one_by_one
    )
    assert len(played) > 1
    assert f"balance sweep data/studies/{path.name}" in path.read_text(encoding="utf-8")


OPEN = [name for name in registry.names() if any(p.assumed for p in registry.load(name).parameters.values())]


def test_games_whose_rules_leave_something_open_have_a_study_of_their_readings():
    assert {path.stem.removesuffix("-readings") for path in STUDIES if path.stem.endswith("-readings")} == {
        *OPEN
    }


@pytest.mark.parametrize("name", OPEN)
def test_the_readings_of_a_game_are_each_tried_alone(name):
    """Every parameter that the rule text leaves open, with every other choice it has (of numbers, at least one)."""
    request = study.read(STUDIES_OF / f"{name}-readings.toml")
    game = registry.load(name)
    assert request.one_by_one
    assert {parameter for parameter, _ in request.vary} == {
        p.name for p in game.parameters.values() if p.assumed
    }
    for parameter, spec in request.vary:
        values = set(variants.spread(game, parameter, spec))
        assert values >= set(game.parameters[parameter].choices), parameter
        assert values > {game.parameters[parameter].default(seats) for seats in game.seats}, parameter


def test_the_demo_has_a_study_of_every_game():
    makefile = (STUDIES_OF.parents[1] / "Makefile").read_text()
    named = makefile.partition("\nDEMO := ")[2].partition("\n")[0].split()
    games = [study.read(STUDIES_OF / f"{name}.toml").game for name in named]
    assert sorted(games) == sorted(
        name for name in registry.names() if (STUDIES_OF / f"{name}-readings.toml").exists()
    )
