"""The referee refuses a transcript with any one thing wrong and names the line; it runs as a program too."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.referees import konflikt
from tests.referees.konflikt import check
from tests.referees.konflikt_scripts import (
    PACK,
    Script,
    gift_to_the_target,
    pair_robs_two,
    refused,
)


def wrong_values(value: object) -> list[object]:
    if isinstance(value, bool) or value is None:
        return [0, "x"]
    if isinstance(value, int):
        return [value + 90, -1, str(value), float(value), None]
    return ["x", None, 1, [], [value]]


@pytest.mark.parametrize("script", [
    pair_robs_two(), gift_to_the_target().end("target", [2, 1], [1, 0], [0, 3], 0).match([2, 1], [0]),
    Script(stacks=13, stack_size=4, open_cards=0).deal([PACK[n : n + 4] for n in range(0, 52, 4)], [])
    .turn("A@0", "2@1", order="2A").turn("A@0", "A@0").turn("A@0", "3@2", order="A3")
    .end("target", [0, 2], [0, 1], [1, 0], 1).match([0, 2], [1]),
])  # fmt: skip
def test_every_field_of_every_line_counts(script: Script) -> None:
    assert script.decisions()
    for number, line in enumerate(script.lines, 1):
        for name in line:
            for value in wrong_values(line[name]):
                if repr(value) == repr(line[name]) or (name in ("seed", "deal") and type(value) is int):
                    continue  # the same, or a number of which any will do
                changed = [*script.lines[: number - 1], {**line, name: value}, *script.lines[number:]]
                assert refused(changed, "") == number, (line, name, value)
            fewer = {key: line[key] for key in line if key != name}
            assert refused([*script.lines[: number - 1], fewer, *script.lines[number:]], "") == number
        more = {**line, "step": 0}
        assert refused([*script.lines[: number - 1], more, *script.lines[number:]], "") == number
        assert refused([*script.lines[: number - 1], *script.lines[number:]], "") == number
        assert refused([*script.lines[:number], 17, *script.lines[number:]], "") == number + 1  # type: ignore[list-item]


@pytest.mark.parametrize(("line", "change", "text"), [
    (1, {"game": "conquian"}, "game is 'conquian' — the rules say 'konflikt'"),
    (2, {"starter": 1}, "starter is 1 — the rules say 0"),
    (2, {"open": ["A", *PACK[:51]]}, "the pack is"),
    (2, {"open": PACK[:51]}, "number of open cards is 51 — the rules say 52"),
    (2, {"stacks": [["A"]]}, "sizes of stacks is [1] — the rules say []"),
    (3, {"legal": 51}, "legal is 51 — the rules say 52"),
    (4, {"legal": 52}, "legal is 52 — the rules say 51"),
    (3, {"seat": 1}, "seat is 1 — the rules say 0"),
    (4, {"turn": 1}, "turn is 1 — the rules say 0"),
    (4, {"index": 0}, "index is 0 — no card lies at that place (open)"),
    (4, {"card": "2"}, "card is '2' — the rules say 'A'"),
    (7, {"ender": 0}, "ender is 0 — the rules say 1"),
    (7, {"end_reason": "cards_out"}, "end_reason is 'cards_out' — the rules say 'target'"),
    (7, {"coins": [0, 1]}, "coins is [0, 1] — the rules say [1, 0]"),
    (7, {"buildings": [1, 1]}, "buildings is [1, 1] — the rules say [0, 1]"),
    (7, {"points": [0, 1]}, "points is [0, 1] — the rules say [0, 2]"),
    (8, {"points": [0, 3]}, "points is [0, 3] — the rules say [0, 2]"),
    (8, {"winners": [0, 1]}, "winners is [0, 1] — the rules say [1]"),
])  # fmt: skip
def test_a_wrong_line_is_named_with_what_was_seen_and_what_is_right(
    line: int, change: dict[str, Any], text: str
) -> None:
    lines = pair_robs_two().lines
    lines[line - 1] = {**lines[line - 1], **change}
    assert refused(lines, text) == line


@pytest.mark.parametrize(("name", "value"), [
    ("target", 0), ("target", 14), ("target", "1"), ("target", True), ("max_turns", 9), ("rob_max_single", 3),
    ("rounds", 21), ("end_timing", "later"), ("open_cards", 51), ("stacks", 1), ("wild", 1),
])  # fmt: skip
def test_parameters_out_of_range_are_refused(name: str, value: object) -> None:
    assert refused(pair_robs_two(**{name: value}).lines, name) == 1


def test_a_card_that_is_not_in_the_stack() -> None:
    stacks = [PACK[n : n + 4] for n in range(0, 52, 4)]
    script = Script(stacks=13, stack_size=4, open_cards=0).deal(stacks, []).turn("A@0", "2@1", order="2A")
    script.lines[3]["card"] = "2"
    assert refused(script.lines, "card is '2' — stack 0 has A A A A") == 4


def test_an_order_of_other_cards() -> None:
    assert refused(Script().deal().turn("A", "2", order="A3").lines, "first and second are ['A', '3']") == 5
    assert refused(Script().deal().turn("A", "A", order="AA").lines, "kind is 'order'") == 5


def test_the_same_deal_has_the_same_cards_in_every_match() -> None:
    first, second = pair_robs_two(), pair_robs_two(gift_coin=2)
    assert check([*first.lines, *second.lines]) == 8
    second.lines[1] = {**second.lines[1], "open": [*PACK[:4], *PACK[:3:-1]]}
    assert refused([*first.lines, *second.lines], "same seed and number") == 10


# As a program


def run(*files: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, konflikt.__file__, *map(str, files)]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


def test_the_program_reads_files_or_standard_input(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.jsonl", tmp_path / "wrong.jsonl"
    texts = [json.dumps(line) + "\n" for line in pair_robs_two().lines]
    right.write_text("".join(texts * 2))
    wrong.write_text("".join([*texts, *texts[:5], "{,\n"]))
    good = run(right)
    assert (good.returncode, good.stderr) == (0, "")
    assert "         8  decisions\n" in good.stdout
    assert "         2  pair robs 2\n" in good.stdout
    assert run(text="".join(texts)).returncode == 0
    bad = run(right, wrong)
    assert bad.returncode == 1
    assert bad.stderr.startswith(f"{wrong}: line 14: not JSON: ")
    assert run(text="").returncode == 1
    assert run(tmp_path / "none.jsonl").returncode == 2
