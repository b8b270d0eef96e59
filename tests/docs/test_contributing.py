"""The game that CONTRIBUTING shows is whole: a stranger who copies it can play it, and it passes the kit."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^```\w+ (seventeen/\S+)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))
CHECK, SWEEP, REPLAY = re.findall(r"^\$ balance (.*)$", TEXT, re.MULTILINE)


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def balance(words: str, folder: Path, **env: str) -> str:
    command = [sys.executable, "-m", "balance", *words.split()]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **env}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_all_its_files_are_shown():
    assert set(FILES) == {
        f"seventeen/{name}" for name in ("__init__.py", "game.toml", "rules.py", "players.py", "words.py")
    }


def test_it_is_played_and_told(folder):
    """As plain Python, which need not be compiled."""
    assert "at=13" in balance("rules ./seventeen --players", folder)
    swept = balance(f"{SWEEP} --matches 40 --no-report", folder, NUMBA_DISABLE_JIT="1")
    assert [line.split()[0] for line in swept.splitlines() if line.startswith("limit=")] == [
        "limit=15", "limit=20", "limit=25",
    ]  # fmt: skip
    told = balance(REPLAY, folder, NUMBA_DISABLE_JIT="1")
    assert '"kind":"draw","cards":[' in told
    columns = balance("query seventeen-001 --schema", folder)
    assert re.search(r"rounds\.bust .*seats above the limit", columns)


@pytest.mark.slow
def test_it_passes_the_kit(folder):
    printed = balance(CHECK, folder, BALANCE_CACHE_DIR=str(folder / "cache"))
    assert printed == "./seventeen: all checks passed\n"
    assert printed in TEXT


@pytest.mark.slow
def test_a_mistake_in_it_is_found(folder):
    """Without bringing the unseen cards into an order, hiding twice is not hiding once."""
    rules = folder / "seventeen" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(
        text.replace("            state.stock[i] = value\n", "            pass\n"), encoding="utf-8"
    )
    command = [sys.executable, "-m", "balance", "check", "./seventeen", "--quiet"]
    env = {**os.environ, "BALANCE_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 3
    assert "hide" in done.stdout
