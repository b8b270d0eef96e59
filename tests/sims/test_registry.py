"""Games are found by name, by path or in another distribution; a digest covers all their outcomes depend on."""

import json
import shutil

import pytest

from sims import registry
from sims.errors import InputError
from tests.sims.playing import WAR, run_python, war

PLAY = """
import json, sys
from sims import batch, lineup, registry, variants
game = registry.load(sys.argv[1])
points = []
job = batch.Job(game, variants.make(game, 2), lineup.parse_lineup(game, "high,random", 2), seed=1, clusters=20)
batch.play(job, lambda table, columns: points.extend(columns["points"].tolist()) if table == "matches" else None)
print(json.dumps({"digest": game.digest, "points": points}))
"""


def test_built_in_games_are_found_by_name():
    assert "konflikt" in registry.names()
    game = registry.load("konflikt")
    assert (game.name, game.source, game.package) == ("konflikt", "konflikt", "sims.games.konflikt")
    assert registry.declared("konflikt")["game"]["title"] == game.title


def test_a_game_is_found_by_its_path():
    game = war()
    assert (game.name, game.source) == ("war", str(WAR))
    assert registry.load(game.source).digest == game.digest


def test_two_games_of_one_name_live_side_by_side(tmp_path):
    other = registry.load(str(shutil.copytree(WAR, tmp_path / "war")))
    assert other.package != war().package
    assert other.rules is not war().rules


def test_another_distributions_game_has_an_entry_point(tmp_path):
    """A distribution is a folder on the path with metadata beside its package."""
    shutil.copytree(WAR, tmp_path / "strangers_war")
    info = tmp_path / "strangers_war-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers-war\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[balance.games]\nwar = strangers_war\n")
    show = "from sims import registry; g = registry.load('war'); print('war' in registry.names(), g.package, g.source)"
    assert run_python("-c", show, PYTHONPATH=str(tmp_path)) == "True strangers_war war\n"


def test_unknown_games_are_refused_with_the_nearest_name(tmp_path):
    with pytest.raises(InputError, match="did you mean 'konflikt'"):
        registry.load("konflict")
    with pytest.raises(InputError, match=r"a folder with a game\.toml"):
        registry.load(str(tmp_path))
    with pytest.raises(InputError, match=r"a folder with a game\.toml"):
        registry.load("./nowhere")


@pytest.mark.parametrize("file", ["rules.py", "players.py", "pack.py", "game.toml"])
def test_the_digest_changes_with_every_file_outcomes_depend_on(tmp_path, file):
    before = registry.load(str(shutil.copytree(WAR, tmp_path / "before"))).digest
    edited = shutil.copytree(WAR, tmp_path / "after")
    with (edited / file).open("a") as text:
        text.write("\n# edited\n")
    assert before == war().digest != registry.load(str(edited)).digest


def test_the_digest_leaves_aside_what_only_tells(tmp_path):
    edited = shutil.copytree(WAR, tmp_path / "game")
    with (edited / "words.py").open("a") as text:
        text.write("\n# edited\n")
    assert registry.load(str(edited)).digest == war().digest


def edited_helper(tmp_path, plain):
    """What is played before and after an edit in the helper file, each in a process of its own."""
    folder = shutil.copytree(WAR, tmp_path / "game")
    cache = {"BALANCE_CACHE_DIR": str(tmp_path / "cache")}
    before, again = (json.loads(run_python("-c", PLAY, str(folder), plain=plain, **cache)) for _ in range(2))
    assert before == again
    pack = folder / "pack.py"
    pack.write_text(pack.read_text().replace("return card // 4", "return -(card // 4)"))
    return before, json.loads(run_python("-c", PLAY, str(folder), plain=plain, **cache))


def test_an_edit_in_a_helper_of_another_file_changes_results_at_the_next_start(tmp_path):
    before, after = edited_helper(tmp_path, plain=True)
    assert before["digest"] != after["digest"]
    assert before["points"] != after["points"]


@pytest.mark.slow
def test_an_edit_in_a_helper_of_another_file_is_compiled_at_the_next_start(tmp_path):
    before, after = edited_helper(tmp_path, plain=False)
    assert before["digest"] != after["digest"]
    assert before["points"] != after["points"]


@pytest.mark.parametrize("name", ["x" * 300, "games/" + "x" * 300, "é" * 200])
def test_a_name_that_no_folder_can_have_is_refused(name):
    with pytest.raises(InputError, match="the name or folder of a game"):
        registry.declared(name)
