"""Values that are mistyped: each means exactly what it says, or is refused with field, value and what is legal."""

import pytest

from balance.cli import options
from balance.workflows.asking import study, targets
from balance.workflows.planning import budget
from balance.workflows.replay import match_range
from sims import digits, visible
from sims.errors import InputError
from sims.lineup import parse_player
from sims.variants import make, spread
from tests.sims.playing import war

MISTYPED = ["-1", "0.5", "1e3", "on", "no", "0x10", "1_000", " 3 ", "٣", "³", "True", "", "nan", "inf", "1e999", "+5",
            "3.", "--3", "3 4", "9" * 5_000, "1,5", "\x003", "−3"]  # fmt: skip
WHOLE = {"-1": -1, " 3 ": 3, "+5": 5}
DECIMAL = {**WHOLE, "0.5": 0.5, "1e3": 1000.0, "3.": 3.0}


@pytest.mark.parametrize("text", MISTYPED)
def test_a_number_is_what_it_says_or_none(text):
    assert digits.whole(text) == WHOLE.get(text)
    assert digits.decimal(text) == DECIMAL.get(text)


def meant(read, *told):
    """What was read, or None where it was refused in a line that tells these."""
    try:
        return read()
    except InputError as error:
        line = str(error)
        assert visible.name(line) == line
        for word in told:
            assert word in line
        return None


@pytest.mark.parametrize("text", MISTYPED)
def test_options(text):
    shown = visible.told(text)
    assert meant(lambda: options.whole("matches", text), "matches: ", shown, "a whole number") == WHOLE.get(
        text
    )
    found = meant(lambda: options.decimals("margin", [f"turns_mean={text}"]), "margin: ")
    assert found == ({"turns_mean": DECIMAL[text]} if text in DECIMAL else None)
    assert meant(lambda: match_range(None, f"{text}:9"), "matches: ", "a range A:B") is None


@pytest.mark.parametrize("text", MISTYPED)
def test_values_of_parameters(text):
    game = war()
    rounds = {" 3 ": 3, "+5": 5}.get(text)
    said = meant(lambda: make(game, 2, None, {"rounds": text}), "rounds: ", "a whole number from 1 to 10")
    assert (said and said.values["rounds"]) == rounds
    varied = meant(lambda: spread(game, "rounds", text), "rounds: ")
    assert varied == ([1, 5] if text == "1,5" else None if rounds is None else [rounds])
    assert meant(lambda: spread(game, "rounds", f"{text}:4:1"), "rounds: ") == (
        [3, 4] if text == " 3 " else None
    )
    for name, legal in (("low_wins", "true or false"), ("tie", "one of first, last")):
        assert (
            meant(lambda name=name: make(game, 2, None, {name: text}), f"{name}: ", visible.told(text), legal)
            is None
        )


@pytest.mark.parametrize("text", MISTYPED)
def test_weights_noise_and_budgets_of_players(text):
    game = war()
    weight = {"-1": -1.0, "0.5": 0.5, " 3 ": 3.0}.get(text)
    found = meant(lambda: parse_player(game, f"high[weight={text}]"), "players: ")
    assert (found and found.weights.get("weight")) == weight
    noise = meant(lambda: parse_player(game, f"high+{text}"), "players: ")
    assert (noise and noise.noise) == ({"0.5": 0.5}.get(text))
    search = meant(lambda: parse_player(game, f"search:{text}"), "players")
    assert (search and search.budget) == ({" 3 ": 3}.get(text))
    assert meant(lambda: budget.size(text), "log_budget: ", "a size such as") == ({" 3 ": 3}.get(text))


@pytest.mark.parametrize("text", MISTYPED)
def test_targets_of_options(text):
    found = meant(lambda: targets.typed("turns_mean", f"{text}..") if text else None, "target: turns_mean: ")
    right = text in DECIMAL and text != "3."  # whose dots are three
    assert found == ({"at_least": DECIMAL[text]} if right else None)


@pytest.mark.parametrize("text", MISTYPED)
@pytest.mark.parametrize("key", ["matches", "seed", "repeats", "seats", "max_matches", "one_by_one", "skill"])
def test_fields_of_studies(tmp_path, key, text):
    """A text is no number in a study, whatever it says."""
    path = tmp_path / "s.toml"
    path.write_text('game = "pig"\n' + f'{key} = "{text.replace(chr(0), chr(92) + "u0000")}"\n')
    assert meant(lambda: study.read(path), f"s.toml:2: {key}: ", visible.told(text)[:100]) is None


@pytest.mark.parametrize("weight", [0.1234567, 1e-7, 123456789.0, 1 / 3, -2.0, 1e6])
def test_a_weight_is_recorded_as_it_is_applied(weight):
    text = f"{weight:.18f}".rstrip("0").rstrip(".")
    player = parse_player(war(), f"high[weight={text}]+0.1234567")
    again = parse_player(war(), str(player))
    assert again == player and again.weights.get("weight", 1.0) == float(text) and again.noise == 0.1234567
