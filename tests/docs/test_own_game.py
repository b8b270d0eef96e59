"""docs/own-game.md, followed: its games are made as shown, by path and by an entry point, and its commands print that.

In plain Python, which need not be compiled, and with few matches: of what depends on their number the shape must agree.
The kit, which compiles them, is slow.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.docs.shown import ROOT, Command, commands, files, missing, run

TEXT = (ROOT / "docs/own-game.md").read_text(encoding="utf-8")
INSTALL = "pip install ./card-games"
SAMPLED = ("sweep", "query", "check")
TOUR = commands(TEXT)
BY_PATH = [c for c in TOUR[: [c.typed for c in TOUR].index(INSTALL)] if c.typed.startswith("balance")]
BY_NAME = TOUR[[c.typed for c in TOUR].index(INSTALL) + 1 :]
KIT = [c for c in BY_PATH if re.fullmatch(r"balance check \./\w+", c.typed)]
WALK = """
import contextlib, io, json, sys
from balance.cli.main import run
for typed in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(typed)
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""


def words(typed: str) -> list[str]:
    """What is typed after `balance`, with few matches and no report."""
    arguments = shlex.split(typed)[1:]
    if arguments[0] == "sweep":
        at = arguments.index("--matches") if "--matches" in arguments else len(arguments)
        arguments[at : at + 2] = ["--matches", "20", "--no-report"]
    return arguments


def walk(told: list[Command], folder: Path, **environment: str) -> list[tuple[Command, list]]:
    """Run the commands in one process of plain Python: for each its exit code, output and errors."""
    given = json.dumps([words(command.typed) for command in told])
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "200", **environment}
    done = subprocess.run(
        [sys.executable, "-c", WALK], cwd=folder, env=env, input=given, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return list(zip(told, map(json.loads, done.stdout.splitlines()), strict=True))


def agree(walked: list[tuple[Command, list]]) -> None:
    """Every command has done what is shown."""
    for command, (code, out, err) in walked:
        assert code == 0, f"{command.typed}: {out}{err}"
        assert missing(command.shown, out, exact=command.name not in SAMPLED) is None, command.typed


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder with all files that are shown."""
    folder = tmp_path_factory.mktemp("own")
    for name, text in files(TEXT).items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_the_first_game_has_two_files_and_the_whole_one_all(made):
    assert sorted(path.name for path in (made / "six").iterdir()) == ["game.toml", "rules.py"]
    assert {path.name for path in (made / "seventeen").iterdir()} == {
        "__init__.py", "game.toml", "rules.py", "players.py", "classes.py", "words.py", "telling.py",
    }  # fmt: skip


def test_played_by_path(made):
    walked = walk([command for command in BY_PATH if command not in KIT], made)
    agree(walked)
    told = {command.typed: out for command, (_, out, _) in walked}
    assert (
        '"kind":"draw","cards":['
        in told["balance replay seventeen-001 --match 0 --transcript --engine python"]
    )
    assert re.search(r"rounds\.bust .*seats above the limit", told["balance query seventeen-001 --schema"])


def test_played_by_name_once_installed(made):
    """Installed: a folder on the path with the package, and beside it the metadata that an installer writes."""
    for command in TOUR:
        if command.typed.startswith(("mkdir", "touch")):
            assert run(command.typed, made).returncode == 0
    project = tomllib.loads((made / "card-games/pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = made / "card-games" / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = project["entry-points"]["balance.games"]
    (info / "entry_points.txt").write_text(
        "[balance.games]\n" + "".join(f"{name} = {package}\n" for name, package in points.items())
    )
    walked = walk([command for command in BY_NAME if command.typed.startswith("balance")], made,
                  PYTHONPATH=str(made / "card-games"))  # fmt: skip
    agree(walked)
    spec = json.loads((made / "by-name/run.json").read_text(encoding="utf-8"))
    assert (spec["game_source"], spec["game"]) == ("seventeen", "seventeen")


def test_a_value_that_cannot_stand_is_refused_in_its_own_words(made):
    refused = Command("balance sweep ./seventeen --set rounds=5", [])
    [(_, (code, _, err))] = walk([refused], made)
    assert (code, err) == (2, "balance: rounds: 5 is not a multiple of the 2 seats\n")


@pytest.mark.slow
@pytest.mark.parametrize("command", KIT, ids=lambda command: command.typed)
def test_it_passes_the_kit(made, tmp_path, command):
    done = run(command.typed, made, BALANCE_CACHE_DIR=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines() == command.shown
