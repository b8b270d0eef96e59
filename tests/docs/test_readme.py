"""The README's tour, walked: its commands run in order in an empty folder, and print what is shown.

Sweeps play few matches here, so of what depends on their number only the shape must agree; all else to the letter.
A comparison, whose words depend on the number of matches, plays them all and logs no more than it needs.
"""

import re
import subprocess
from pathlib import Path

import pytest

from tests.docs import shown
from tests.docs.shown import ROOT, Command, blocks, commands, missing, shape

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
FEW = "--matches 60"
SAMPLED = (
    "sweep",
    "query",
    "runs",
    "check",
    "plan",
)  # what they print depends on the number of matches, or on the time


def run(command: Command, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command, a sweep with few matches."""
    more = {"sweep": FEW, "compare": "--log rounds --no-report --quiet"}.get(command.name, "")
    return shown.run(f"{command.typed} {more}", folder)


def slow(command: Command) -> bool:
    """The kit plays long, and a search takes long to compile."""
    return command.typed == "balance check konflikt" or "--skill" in command.typed


TOUR = [command for command in commands(TEXT) if not slow(command)]


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
    assert {command.name for command in commands(TEXT)} >= {
        "games", "rules", "sweep", "query", "compare", "plan", "replay", "runs", "resume", "check",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("command", [c for c in commands(TEXT) if slow(c)], ids=lambda c: c.typed)
def test_what_takes_long_prints_what_it_shows(command, tmp_path):
    done = run(command, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert missing(command.shown, done.stdout, exact=command.name == "check") is None


def test_the_report_says_the_quoted_sentence(walked, tmp_path_factory):
    """In shape, and the first one: the numbers, and which changes are settled, are those of more matches."""
    quoted = " ".join(line[2:] for line in TEXT.splitlines() if line.startswith("> "))
    told, named = quoted.partition(". ")[0], re.findall(r"\w+(?==)", quoted)
    sweep = next(
        done for command, done in walked if all(f"--vary {name}=" in command.typed for name in named)
    )
    report = tmp_path_factory.getbasetemp() / "tour0" / sweep.stdout.split()[-1]
    said = re.sub(r"<[^>]+>", "", report.read_text(encoding="utf-8"))
    assert any(shape(line).startswith(shape(told)) for line in said.splitlines())


def test_the_python_block_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    [block] = blocks(TEXT, "python")
    held: dict[str, object] = {}
    exec(block.replace("matches=1_000", "matches=100"), held)
    assert "coin_supply=12" in capsys.readouterr().out
    assert len(held["rounds"]) == 3 * 100 * 4 * 4
    assert set(held["supply"]["variant"]) == {0, 1, 2}


@pytest.mark.parametrize(
    "file", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/own-game.md"]
)
def test_links_lead_to_files_that_are_there(file):
    """And to headings that are there: the anchor is the heading in small letters, with hyphens for blanks."""
    text = (ROOT / file).read_text(encoding="utf-8")
    for link, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", text):
        if "://" not in link:
            target = (ROOT / file).parent / link if link else ROOT / file
            assert target.exists(), link
            if anchor:
                headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
                assert anchor in {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}


def test_every_option_that_the_tour_names_is_one(walked, tmp_path):
    """`--vary` and the like in running text."""
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", TEXT)) - {"--help"}
    known = set()
    for name in (
        "sweep", "compare", "plan", "ladder", "query", "replay", "report", "resume", "rules", "check", "calibrate",
    ):  # fmt: skip
        done = run(Command(f"balance {name} --help", []), tmp_path)
        known |= set(re.findall(r"--[a-z][a-z-]+", done.stdout))
    assert named <= known
