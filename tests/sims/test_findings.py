# ruff: noqa: E501  # an edit is read best in one line
"""A stranger's broken game gets a finding that says what is wrong: small mistakes in the game of docs/own-game.md.

In plain Python, all in one process, and with few matches: what the kit says of compiled code alone is slow.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sims.conformance import elsewhere
from sims.errors import PlayError
from tests.docs.shown import ROOT, files, run

GAME = {
    name.removeprefix("seventeen/"): text
    for name, text in files((ROOT / "docs/own-game.md").read_text(encoding="utf-8")).items()
    if name.startswith("seventeen/")
}
KIT = """
import itertools, json, sys
from sims import registry
from sims.errors import InputError, PlayError
from sims.conformance import plays, probes, tells
plays.FEW, plays.MATCHES = 5, 20
probes.DEALS, probes.HIDINGS, probes.DECISIONS = 8, 2, 25
tells.LINES = 12
played = plays.played
plays.played = lambda game, variant, players, deals, level="turns": played(game, variant, players, min(deals, 10), level)

def parts(game):
    yield probes.findings(game)
    yield (line for line in tells.transcripts(game) if isinstance(line, tuple))
    yield tells.people(game)
    yield plays.findings(game)

for folder in sys.argv[1:]:
    try:
        found = list(itertools.islice(itertools.chain.from_iterable(parts(registry.load(folder))), 1))
    except PlayError as error:
        found = [("play", str(error))]
    except InputError as error:
        found = [("refused", str(error))]
    print(json.dumps(found), flush=True)
"""


def broken(folder: Path, file: str, *edits: str) -> Path:
    """The game in a folder of its own, with texts of one file replaced: old, new, old, new …"""
    for name, text in GAME.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace("seats = [2, 3, 4]", "seats = [2]"), encoding="utf-8")
    text = (folder / file).read_text(encoding="utf-8")
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    (folder / file).write_text(text, encoding="utf-8")
    return folder


LEGAL = "    choices[n] = STOP\n    return n + 1\n"
HOLD = "    return 0 if int(state.held[seat]) < weights.at else n - 1\n\n\n@rule\ndef wary"
SCORED = "        state.match_points[seat] += int(state.points[seat])\n"
WAYS = {
    # legal
    "no choice": (("rules.py", LEGAL, "    return 0\n"), "legal", "legal() lists no choice"),
    "too many choices": (
        ("rules.py", LEGAL, "    choices[n] = STOP\n    choices[n + 1] = 3\n    return n + 2\n"),
        "legal", "more than max_choices",
    ),
    "a choice twice": (
        ("rules.py", "DRAW | cards << 8\n", "DRAW | 1 << 8\n"), "legal", "legal() lists a choice twice",
    ),
    "a kind without a word": (("rules.py", "choices[n] = STOP", "choices[n] = 7"), "legal", "has no word in `kinds`"),
    "more bits than declared": (
        ("rules.py", "choices[n] = STOP", "choices[n] = STOP | 1 << 16"), "legal", "more bits than `args` has",
    ),
    "choices by a hidden card": (
        ("rules.py", "int(cards <= int(state.left))", "int(int(state.stock[0]) > 3)"),
        "hide", "the legal choices, or their order, depend on what the seat cannot know",
    ),
    "legal writes": (("rules.py", LEGAL, "    state.left = 19\n" + LEGAL), "legal", "legal() changes the state"),
    "a choice without effect": (
        ("rules.py", "    seat = int(state.seat)\n    if choice", "    if choice >> 8 == 2:\n        return\n    seat = int(state.seat)\n    if choice"),
        "play", "a legal choice changes nothing",
    ),
    # classes
    "a class by a hidden card": (
        ("classes.py", "choice >> 8)", "choice >> 8) if int(state.stock[0]) > 3 else 1"),
        "classes", "the class of a choice depends on what the seat cannot know",
    ),
    "a class without a value": (
        ("classes.py", "1 << (choice >> 8)", "2 << (choice >> 8)"), "classes", "has no value in [classes]",
    ),
    "classes without a function": (
        ("classes.py", "def classify", "def classified"), "refused", "classes.py: 'classify' is not there",
    ),
    # players
    "a player that peeks": (
        ("players.py", HOLD, HOLD.replace("int(state.held[seat])", "int(state.stock[int(state.left) - 1]) + 8")),
        "peek", "the player decides by what its seat cannot know",
    ),
    "a player that remembers too much": (
        ("players.py", HOLD, "    memory.points = int(state.stock[0])\n" + HOLD),
        "peek", "the player remembers what its seat cannot know",
    ),
    "a player that draws by a hidden card": (
        ("players.py", HOLD, "    rng.word = 5 * int(state.stock[0])\n" + HOLD),
        "peek", "how often the player draws depends on what its seat cannot know",
    ),
    "a player that cheats": (
        ("players.py", HOLD, "    state.held[seat] = 17\n" + HOLD), "player", "the player changes the state",
    ),
    "a player that picks nothing legal": (
        ("players.py", HOLD, "    return n\n\n\n@rule\ndef wary"), "play", "the player's index is not one of the legal choices",
    ),
    # hide
    "hide does nothing": (
        ("rules.py", "    counts, left = 0, int(state.left)\n", "    return\n"),
        "controls", "a player that reads stock passes: does hide() deal it anew?",
    ),
    "hiding twice is not once": (
        ("rules.py", "            state.stock[i] = value\n", "            pass\n"),
        "hide", "hiding twice is not hiding once",
    ),
    "hide deals open fields anew": (
        ("rules.py", "    shuffle(state.stock, left, rng)\n\n\n@rare\ndef track", "    state.points[0] = 1 + left\n\n\n@rare\ndef track"),
        "hide", "hide() changes what all seats know",
    ),
    "hide draws from elsewhere": (
        ("rules.py", "from sims.game", "import numpy as np\n\nfrom sims.game",
         "    shuffle(state.stock, left, rng)\n\n\n@rare\ndef track", "    np.random.shuffle(state.stock)\n\n\n@rare\ndef track"),
        "hide", "hiding twice is not hiding once",
    ),
    # ends
    "an end without a word": (
        ("rules.py", "ALL_STOPPED = 2", "ALL_STOPPED = 3"), "end", "play() ends the round for a reason that has no word in `end_reasons`",
    ),
    # quantities
    "a quantity left out": (
        ("rules.py", "    out[7] = int(state.first_bust)\n", ""), "track", "track() does not fill all of the declared quantities",
    ),
    "a quantity too many": (
        ("rules.py", "    out[7] =", "    out[8] = 0\n    out[7] ="), "track", "track() fills more than the declared quantities",
    ),
    "track writes": (("rules.py", "    bust = 0\n", "    bust = 0\n    state.left = 3\n"), "track", "track() changes the state"),
    # rules that fail
    "a rule that raises": (
        ("rules.py", "        if int(state.first_bust) < 0:", '        if int(state.held[seat]) > 17:\n            raise ValueError("bust")\n        if int(state.first_bust) < 0:'),
        "play", "ValueError: bust (rules.py, line 58)",
    ),
    "a division by zero": (
        ("rules.py", "        if int(state.held[seat]) <= rules.limit:\n            return", "        if int(state.held[seat]) // int(state.turn) <= rules.limit:\n            return"),
        "play", "ZeroDivisionError",
    ),
    "a number too large for its field": (
        ("rules.py", "state.cards[seat] = int(state.cards[seat]) + 1", "state.cards[seat] = int(state.cards[seat]) + 200"),
        "play", "OverflowError",
    ),
    "past the end of an array": (
        ("rules.py", "state.stock[int(state.left)])", "state.stock[int(state.left) + 1])"), "play", "IndexError",
    ),
    "a misspelt field": (("rules.py", "state.left = CARDS", "state.lefft = CARDS"), "play", "lefft"),
    # words
    "words that raise": (("words.py", 'return {"stock"', 'return {"stock": 1 // 0, "st"'), "words", "ZeroDivisionError"),
    "words that are no JSON": (
        ("words.py", "[int(card) for card in drawn]", "list(drawn)"), "words", "do all numbers go through int(…)?",
    ),
    "a telling that raises": (("telling.py", "seat = steps[0].move", "seat = steps[9].move"), "telling", "IndexError"),
    "a telling of two lines": (
        ("telling.py", 'yield f"points', 'yield f"points\\n'), "telling", "is not one line of text",
    ),
    "an incomplete telling": (
        ("telling.py", "def ended", "def end"), "telling", "telling.py: 'ended' is not there: a game with",
    ),
    # refused as it is loaded
    "words without an end": (
        ("words.py", "def ended", "def end"), "refused", "seventeen: words.py: 'ended' is not there: a game must define it",
    ),
    "a function of other parameters": (
        ("rules.py", "def score(rules: Record, state: Record)", "def score(rules: Record, state: Record, rng: Record)"),
        "refused", "seventeen: rules.py: 'score(rules, state, rng)' is not score(rules, state)",
    ),
    "a player of other parameters": (
        ("players.py", "    memory: Record,\n", ""), "refused",
        "is not hold(rules, state, seat, choices, n, weights, memory, rng)",
    ),
    "code that cannot be read": (
        ("rules.py", "    bust = 0\n", "    bust = = 0\n"), "refused", "rules.py, line 103: 'SyntaxError: invalid syntax' is not code",
    ),
    "code that cannot be imported": (
        ("rules.py", "CARDS = 20\n", "CARDS = TWENTY\n"), "refused", "NameError: name 'TWENTY' is not defined",
    ),
    "a field of floats": (
        ("rules.py", '("left", "u1")', '("left", "f4")'), "refused", "seventeen: STATE: left: 'float32' is not a field",
    ),
    "a field of unsigned 64 bits": (
        ("rules.py", '("left", "u1")', '("left", "u8")'), "refused", "seventeen: STATE: left: 'uint64' is not a field",
    ),
    "a field twice": (
        ("rules.py", '("left", "u1")', '("seat", "u1")'), "refused", "field 'seat' occurs more than once",
    ),
    "a field of rows and columns": (
        ("rules.py", '("held", "u1", (4,))', '("held", "u1", (4, 2))'), "refused", "or a flat array of one",
    ),
    "a state that is none": (
        ("rules.py", "STATE = state_dtype(", "STATE = list("), "refused", "'seats' is not a field of STATE: build it with",
    ),
    "a memory that is none": (
        ("players.py", "MEMORY = np.dtype(", "MEMORY = list("), "refused", "is not the dtype of a record",
    ),
    "a memory of the kit's name": (
        ("players.py", '("rounds", "i8")', '("control", "i8")'), "refused", "seventeen: MEMORY: 'control' is not free",
    ),
    "a hidden field that is none": (
        ("game.toml", 'hidden = "stock"', 'hidden = "stok"'), "refused", "did you mean 'stock'",
    ),
}  # fmt: skip
IN_MATCHES = {
    "a round that never ends": (
        ("rules.py", "if int(state.turn) + 1 == int(state.seats):", "if int(state.turn) == 500:"),
        "end",
        "no round ends by the rules; all are capped (max_turns=10)",
    ),
    "a turn that never ends": (
        ("rules.py", "    state.turn += 1\n", ""),
        "end",
        "no round ends by the rules; all are capped (max_turns=10)",
    ),
    "turns that jump": (
        (
            "rules.py",
            "    state.turn += 1\n",
            "    state.turn += 2\n",
            "if int(state.turn) + 1 ==",
            "if int(state.turn) >=",
        ),
        "turns",
        "play() adds 1 to turn",
    ),
    "an ender who does not play": (
        ("rules.py", "state.ender = seat", "state.ender = 4"),
        "seats",
        "ender or mover is not one of the seats 0 to 1",
    ),
    "points that are not added": (
        ("rules.py", SCORED, ""),
        "score",
        "match points of seat 0 are not the sum of its rounds' points",
    ),
    "points of a capped round": (
        ("rules.py", " if state.end_reason == ALL_STOPPED else 0", ""),
        "caps",
        "a capped round scored points",
    ),
    "a card lost": (
        (
            "rules.py",
            "            state.left = int(state.left) - 1\n",
            "            state.left = int(state.left) - 1 - int(state.left == 12)\n",
        ),
        "conserved",
        "cards are not 20 in all",
    ),
    "a flow that is not all": (
        ("rules.py", "out[4] = int(state.held[seat])", "out[4] = int(state.held[seat]) // 2"),
        "flows",
        "held changed by other than its flows",
    ),
    "a flow before the first turn": (
        ("rules.py", "out[4] = int(state.held[seat])", "out[4] = int(state.held[seat]) + 2"),
        "flows",
        "its turns add up to",
    ),
    "a mover who is not next": (
        (
            "rules.py",
            "(seat + 1) % int(state.seats)\n    state.mover = int(state.seat)\n",
            "(seat + 1) % int(state.seats)\n",
        ),
        "turns",
        "the mover is seat 0, not 1: turn_order is clockwise",
    ),
    "a parameter without effect": (
        ("rules.py", "seat if rules.last_wins_ties else 0", "0"),
        "effect",
        "no value of last_wins_ties tried changes any",
    ),
}
"""Mistakes that show only where whole matches are played."""


def found_in(home: Path, ways: dict) -> dict[str, list]:
    """What the kit finds first in each broken game."""
    folders = [broken(home / str(number), *edits) for number, (edits, *_) in enumerate(ways.values())]
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", KIT, *map(str, folders)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return dict(zip(ways, map(json.loads, filter(None, done.stdout.splitlines())), strict=True))


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return found_in(tmp_path_factory.mktemp("broken"), WAYS)


@pytest.fixture(scope="module")
def found_in_matches(tmp_path_factory):
    return found_in(tmp_path_factory.mktemp("broken"), IN_MATCHES)


def says(found: list, check: str, text: str) -> bool:
    return any(check == other and text in told for other, told in found) and "\n" not in str(found[0][1])


@pytest.mark.parametrize("way", WAYS)
def test_a_mistake_is_found_and_said(found, way):
    assert says(found[way], *WAYS[way][1:]), found[way]


@pytest.mark.slow
@pytest.mark.parametrize("way", IN_MATCHES)
def test_a_mistake_in_matches_is_found_and_said(found_in_matches, way):
    assert says(found_in_matches[way], *IN_MATCHES[way][1:]), found_in_matches[way]


def test_a_process_that_crashes_is_a_finding(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    crash = "    import os\n\n    os.kill(os.getpid(), 11)\n    return {"
    folder = broken(tmp_path, "words.py", '    return {"stock"', f'{crash}"stock"')
    with pytest.raises(
        PlayError, match="tells: the process was ended by SIGSEGV: does a rule write outside an array"
    ):
        list(elsewhere.tells(str(folder)))


def test_a_process_that_hangs_is_a_finding(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(elsewhere, "SILENCE", 8.0)
    folder = broken(
        tmp_path, "words.py", '    return {"stock"', '    while True:\n        pass\n    return {"stock"'
    )
    with pytest.raises(PlayError, match="tells: nothing happens for 8 seconds: does a rule never return"):
        list(elsewhere.tells(str(folder)))


@pytest.mark.slow
def test_a_quantity_that_differs_between_compiled_and_plain_is_found(tmp_path, monkeypatch):
    """Compiled, minus an unsigned byte is an unsigned number; the moves and the points are the same."""
    monkeypatch.setenv("BALANCE_CACHE_DIR", str(tmp_path / "cache"))
    folder = broken(tmp_path / "seventeen", "rules.py", "out[0] = int(", "out[0] = -int(")
    [(check, text)] = elsewhere.tells(str(folder))
    assert (check, "rounds.held: [" in text) == ("modes", True), text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edits", "text"),
    [
        (
            (
                "rules.py",
                "    n = 0\n    for cards",
                "    n = 0\n    held = [1]\n    held.append([2])\n    for cards",
            ),
            "rules.py, line 41, legal() (rules allocate nothing: no lists, no np.zeros, no array expressions)\n",
        ),
        (
            ("rules.py", "state.left = CARDS", "state.lefft = CARDS"),
            "compile: seventeen does not compile: there is no field 'lefft': rules.py, line 27\n",
        ),
        (
            ("rules.py", "        state.match_end = 1\n", ""),
            "a match of 10,000 rounds: does score() never set match_end?\n",
        ),
    ],
    ids=["a list", "a misspelt field", "a match that never ends"],
)
def test_the_command_says_it_in_one_line_and_exits_with_3(tmp_path, edits, text):
    broken(tmp_path / "seventeen", *edits)
    done = run("balance check ./seventeen --quiet", tmp_path, BALANCE_CACHE_DIR=str(tmp_path / "cache"))
    assert (done.returncode, done.stdout.count("\n")) == (3, 1), done.stdout + done.stderr
    assert done.stdout.endswith(text)
