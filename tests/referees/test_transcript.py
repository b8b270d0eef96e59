"""What all referees share: the first broken rule of each match is told, and a referee is a program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.referees.conquian import Conquian
from tests.referees.conquian_scripts import script
from tests.referees.test_conquian_referee import OUT_AT_ONCE
from tests.referees.writing import changed, refused

MATCH = script(OUT_AT_ONCE, hand_size=8)  # six lines
ROOT = Path(__file__).parents[2]


def faults(*matches: list[dict[str, object]]) -> list[int]:
    return [fault.line_number for fault in Conquian(line for match in matches for line in match).faults()]


def test_the_first_wrong_line_of_each_match_is_told() -> None:
    assert len(MATCH) == 6
    early, late = changed(MATCH, 3, legal=1), changed(MATCH, 6, winners=[1])
    assert faults(MATCH, MATCH) == []
    assert faults(early, MATCH, late, MATCH) == [3, 18]
    twice = changed(changed(MATCH, 3, legal=1), 4, legal=1)
    assert faults(twice, twice, early) == [3, 9, 15]


def test_a_match_that_breaks_off_is_told_where_the_next_begins() -> None:
    assert faults(MATCH[:4], MATCH, changed(MATCH, 2, starter=1)) == [5, 12]
    assert faults(MATCH, MATCH[:4]) == [11]
    assert faults(MATCH, changed(MATCH, 1, seats=3), MATCH) == [7]
    assert faults() == [1]


def test_the_same_deal_has_the_same_cards_in_every_match() -> None:
    other = changed(MATCH, 2, stock=[MATCH[1]["stock"][0], *MATCH[1]["stock"][:0:-1]])
    assert Conquian([*other, *changed(MATCH, 1, deal=8)]).run() == 4
    assert refused(Conquian, [*other, *MATCH], "same seed and number") == 8


def run(*files: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.referees.conquian", *map(str, files)]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT
    )


def test_a_referee_reads_files_or_standard_input(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.jsonl", tmp_path / "wrong.jsonl"
    texts = [json.dumps(line) + "\n" for line in MATCH]
    right.write_text("".join(texts * 2))
    bad = [json.dumps(line) + "\n" for line in changed(MATCH, 5, points=[2, 0])]
    wrong.write_text("".join([*bad, *texts, "{,\n"]))
    good = run(right)
    assert (good.returncode, good.stderr) == (0, "")
    assert "         4  decisions\n" in good.stdout
    assert run(text="".join(texts)).returncode == 0
    both = run(right, wrong)
    assert both.returncode == 1
    assert both.stderr.splitlines()[0] == f"{wrong}: line 5: points is [2, 0] — the rules say [1, 0]"
    assert both.stderr.splitlines()[1].startswith(f"{wrong}: line 13: not JSON: ")
    assert run(text="").returncode == 1
    assert run(tmp_path / "none.jsonl").returncode == 2
