"""weights.toml: the player `tuned` of a game, and what is wrong with a file that is refused."""

import shutil
from pathlib import Path

import pytest

from sims import registry
from sims.errors import InputError
from sims.game import Player

WAR = Path(__file__).parent / "toys" / "war"
TEXT = """
[tuned]
style = "low"
found = "by hand"
measured = ["2 seats: better"]

[tuned.weights]
weight = 0.25
"""


@pytest.fixture
def war(tmp_path):
    """war(text) -> the declaration of War with this weights.toml."""

    def with_(text):
        folder = tmp_path / "war"
        shutil.copytree(WAR, folder, dirs_exist_ok=True)
        (folder / "weights.toml").write_text(text)
        return registry.declared(str(folder))

    return with_


def test_it_plays_as_its_style_with_other_weights(war):
    from sims import declaration

    found = declaration.players(war(TEXT))["tuned"]
    about = "Low with weights found by self-play: weights.toml says how."
    assert found == Player("tuned", about, "high", {"weight": 0.25, "idle": False})


def test_the_weights_are_part_of_what_outcomes_depend_on(war, tmp_path):
    before = registry.load(str(WAR)).digest
    war(TEXT)
    after = registry.load(str(tmp_path / "war")).digest
    assert after != before


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("[tuned]\n", "[tuned\n", "weights.toml: .* is not readable as TOML"),
        ('style = "low"\n', "", "weights.toml: tuned: 'style' is not as needed"),
        ('found = "by hand"\n', 'fond = "by hand"\n', "weights.toml: tuned: 'fond' .* did you mean 'found'"),
        (
            '"low"',
            '"lwo"',
            "weights.toml: tuned.style: 'lwo' is not a player of game.toml; did you mean 'low'",
        ),
        ("weight = 0.25", "wait = 1", "tuned.weights: 'wait' is not a weight of low; did you mean 'weight'"),
        ("weight = 0.25", "idle = 1", "tuned.weights: 'idle' is not a weight of low"),
        ("[tuned]", "[tined]", "weights.toml: 'tined, tuned' is not one table"),
    ],
)
def test_what_is_refused(war, old, new, line):
    with pytest.raises(InputError, match=line):
        war(TEXT.replace(old, new, 1))
