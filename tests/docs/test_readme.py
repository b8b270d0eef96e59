"""The README's tour, walked: its commands run in order in an empty folder, and print what is shown.

Sweeps play few matches here, so of what depends on their number only the shape must agree; all else to the letter.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"[-+]?\d[\d,.:]*(e[-+]?\d+)?")
FEW = "--matches 60"
SAMPLED = (
    "sweep",
    "query",
    "runs",
    "check",
)  # what they print depends on the number of matches, or on the time
SLOW = ("balance check konflikt",)  # as typed


class Command(NamedTuple):
    """A command as typed after the `$`, and the lines shown below it."""

    typed: str
    shown: list[str]

    @property
    def name(self) -> str:
        return self.typed.split()[1]


def blocks(language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(TEXT) if found == language]


def commands() -> list[Command]:
    """All commands shown; one goes on over lines while a quote is open."""
    found: list[Command] = []
    quoted = False
    for line in "".join(blocks("console")).splitlines():
        if quoted:
            found[-1] = Command(f"{found[-1].typed}\n{line}", [])
        elif line.startswith("$ "):
            found.append(Command(line[2:], []))
        else:
            found[-1].shown.append(line)
        quoted = found[-1].typed.count('"') % 2 == 1
    return found


def shape(line: str) -> str:
    """The line with every number, and every run of blanks or of ─, made alike; no value counts as a number."""
    numbers = NUMBER.sub("#", line.replace(" –", " 0"))
    return re.sub(r"\s+", " ", re.sub("─+", "─", numbers)).strip()


def missing(shown: list[str], printed: str, *, exact: bool) -> str | None:
    """The first shown line that was not printed after those before it; … stands for anything."""
    same = str.rstrip if exact else shape
    lines = iter([same(line) for line in printed.splitlines()])
    for line in shown:
        pattern = re.compile(".*".join(re.escape(part) for part in same(line).split("…")))
        if line.strip("… ") and not any(pattern.fullmatch(other) for other in lines):
            return line
    return None


def run(command: Command, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command in a shell, `balance` being this environment's; of a pipe the last command's exit code counts."""
    typed = f"{command.typed} {FEW}" if command.name == "sweep" else command.typed
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shell = ["bash", "-c", typed]
    return subprocess.run(shell, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True)


TOUR = [command for command in commands() if command.typed not in SLOW]


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tour")
    return [(command, run(command, folder)) for command in TOUR]


@pytest.mark.parametrize("step", range(len(TOUR)), ids=[command.typed.partition("\n")[0] for command in TOUR])
def test_the_tour_prints_what_it_shows(walked, step):
    command, done = walked[step]
    assert done.returncode == 0, done.stderr
    assert missing(command.shown, done.stdout, exact=command.name not in SAMPLED) is None


def test_the_tour_shows_what_the_designer_asks_for():
    assert {command.name for command in commands()} >= {
        "games", "rules", "sweep", "query", "replay", "runs", "resume", "check",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("command", [c for c in commands() if c.typed in SLOW], ids=lambda c: c.typed)
def test_what_takes_long_prints_what_it_shows(command, tmp_path):
    done = run(command, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert missing(command.shown, done.stdout, exact=True) is None


def test_the_report_says_the_quoted_sentence(walked, tmp_path_factory):
    """In shape: the numbers are those of more matches."""
    quoted = " ".join(line[2:] for line in TEXT.splitlines() if line.startswith("> "))
    told = quoted.split(",")[0].removeprefix("With ").partition("=")[0]
    sweep = next(done for command, done in walked if command.name == "sweep" and told in command.typed)
    report = tmp_path_factory.getbasetemp() / "tour0" / sweep.stdout.split()[-1]
    said = re.sub(r"<[^>]+>", "", report.read_text(encoding="utf-8"))
    assert shape(quoted) in {shape(line) for line in said.splitlines()}


def test_the_python_block_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    [block] = blocks("python")
    held: dict[str, object] = {}
    exec(block.replace("matches=1_000", "matches=100"), held)
    assert "coin_supply=12" in capsys.readouterr().out
    assert len(held["rounds"]) == 3 * 100 * 4 * 4
    assert set(held["supply"]["variant"]) == {0, 1, 2}


@pytest.mark.parametrize("file", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_to_files_that_are_there(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_option_that_the_tour_names_is_one(walked, tmp_path):
    """`--vary` and the like in running text."""
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", TEXT)) - {"--help"}
    known = set()
    for name in ("sweep", "query", "replay", "resume", "rules", "check"):
        done = run(Command(f"balance {name} --help", []), tmp_path)
        known |= set(re.findall(r"--[a-z][a-z-]+", done.stdout))
    assert named <= known
