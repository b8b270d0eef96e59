"""Study files: read like flags, refused with file, line and key."""

from pathlib import Path

import pytest

from balance.workflows.asking import study
from balance.workflows.asking.request import Request
from sims.errors import InputError

STUDIES = Path(__file__).parents[4] / "data" / "studies"


@pytest.fixture
def wrong(tmp_path):
    """The complaint about a study of these lines, without the folder."""

    def complaint(*lines):
        path = tmp_path / "s.toml"
        path.write_text("\n".join(lines))
        with pytest.raises(InputError) as caught:
            study.read(path)
        return str(caught.value).replace(f"{tmp_path}/", "")

    return complaint


def test_a_study_is_a_request(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(
        'game = "konflikt"\nseats = 3\npreset = "original"\nplayers = ["greedy", "random", "greedy+0.1"]\n'
        'matches = 500\nseed = 7\nrepeats = 2\nlog = "turns"\nlog_budget = "1MB"\none_by_one = true\nskill = true\n'
        '[set]\ngift_coin = 2\n[vary]\ncoin_supply = "0:24:4"\nend_timing = ["finish_turn", "immediate"]\n'
    )
    assert study.read(path) == Request(
        "konflikt", (3,), "original", {"gift_coin": 2},
        (("coin_supply", "0:24:4"), ("end_timing", "finish_turn,immediate")), True,
        "greedy,random,greedy+0.1", 500, 7, "turns", "1MB", repeats=2, skill=True,
    )  # fmt: skip


def test_a_study_of_several_numbers_of_seats(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text('game = "konflikt"\nseats = [2, 3, 4]\n')
    assert study.read(path) == Request("konflikt", (2, 3, 4))


def test_a_study_of_several_presets(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text('game = "lonja"\npreset = ["original", "1-9x2"]\n')
    assert study.read(path) == Request("lonja", preset="original,1-9x2")


def test_what_a_study_does_not_say_has_the_defaults_of_the_flags(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text('game = "konflikt"\n')
    assert study.read(path) == Request("konflikt")


@pytest.mark.parametrize("path", sorted(STUDIES.glob("*.toml")), ids=lambda path: path.name)
def test_the_studies_that_ship_can_be_read(path):
    assert study.read(path).game


def test_an_unknown_key_is_told_with_its_line_and_the_nearest_name(wrong):
    assert wrong('game = "konflikt"', "", "seatz = 4") == (
        "s.toml:3: seatz: 'seatz' is not a key of a study; did you mean 'seats'?"
    )


def test_an_unknown_table(wrong):
    assert wrong('game = "konflikt"', "[varry]", "a = 1").startswith(
        "s.toml:2: varry: 'varry' is not a key of a study; did you mean 'vary'?"
    )


def test_a_wrong_type_is_told_with_its_line(wrong):
    assert wrong('game = "konflikt"', 'matches = "many"') == "s.toml:2: matches: 'many' is not an integer"
    assert wrong('game = "konflikt"', "[vary]", "coin_supply = 1.5").startswith(
        "s.toml:3: vary.coin_supply: 1.5 is not"
    )


def test_a_study_names_its_game(wrong):
    assert wrong("seats = 4") == "s.toml: 'game' is not there: a study names its game"


def test_broken_toml_is_told_with_its_line(wrong):
    assert wrong('game = "konflikt"', "seats = = 4") == (
        "s.toml:2: 'seats = = 4' is not readable as TOML: invalid value, column 9"
    )
    assert wrong('game = "konflikt', "") == (
        "s.toml:1: 'game = \"konflikt' is not readable as TOML: illegal character '\\n', column 17"
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ['game = "konflikt"', "matches = 10", "matches = 20"],
            "s.toml:3: 'matches' is not a new key: line 2 has it",
        ),
        (
            ['game = "konflikt"', "[vary]", 'target = "1,2"', 'target = "3"'],
            "s.toml:4: 'vary.target' is not a new key: line 3 has it",
        ),
        (
            ['game = "konflikt"', "[set]", "target = 1", "", "[set]", "rounds = 1"],
            "s.toml:5: 'set' is not a new key: line 2 has it",
        ),
    ],
)
def test_a_key_or_table_given_twice_is_told_with_its_line(wrong, lines, message):
    assert wrong(*lines) == message


def test_a_study_that_is_not_there():
    with pytest.raises(InputError, match=r"study: 'nowhere.toml' is not a file that is there"):
        study.read(Path("nowhere.toml"))


def test_targets_of_a_study(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(
        'game = "pig"\n[targets]\nfirst_player_advantage = { within = 0.02 }\nturns_median = { between = [15, 30] }\n'
    )
    found = {"first_player_advantage": {"within": 0.02}, "turns_median": {"between": [15, 30]}}
    assert study.read(path).targets == found
    assert study.read_targets(path, list(found)) == found


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ["turn_median = { at_most = 3 }"],
            ("s.toml:3: targets.turn_median: 'turn_median' is not a metric (balance sweep GAME --json has them all); "
            "did you mean 'turns_median'?"),
        ),
        (
            ["turns_mean = { at_most = 3 }", "turns_median = { betwen = [1, 2] }"],
            ("s.toml:4: targets.turns_median: 'betwen' is not one of within, between, at_most, at_least; did you mean "
            "'between'?"),
        ),
        (
            ["turns_mean = 3"],
            ("s.toml:3: targets.turns_mean: 3 is not a target: {within = 0.02}, {between = [15, 30]}, {at_most = 0.05} "
            "or {at_least = 12}"),
        ),
        (["[targets.turns_mean]", 'at_most = "3"'], "s.toml:3: targets.turns_mean: at_most: '3' is not a number"),
        (["", "turns_mean.at_most = true"], "s.toml:4: targets.turns_mean: at_most: True is not a number"),
    ],
)  # fmt: skip
def test_a_wrong_target_is_told_with_its_line(wrong, lines, message):
    assert wrong('game = "pig"', "[targets]", *lines) == message


def test_a_file_of_targets_has_the_same_table(tmp_path):
    path = tmp_path / "t.toml"
    path.write_text("[target]\nturns_mean = { at_most = 3 }\n")
    with pytest.raises(InputError, match="'targets' is not there: targets stand in a table"):
        study.read_targets(path, ["turns_mean"])
    path.write_text("[targets]\n\nturn_mean = { at_most = 3 }\n")
    with pytest.raises(InputError, match=r"t\.toml:3: targets\.turn_mean: .* did you mean 'turns_mean'"):
        study.read_targets(path, ["turns_mean"])
    with pytest.raises(InputError, match=r"targets: 'nowhere.toml' is not a file that is there"):
        study.read_targets(Path("nowhere.toml"), [])


def test_a_study_may_say_when_to_stop(tmp_path, wrong):
    path = tmp_path / "s.toml"
    path.write_text('game = "pig"\nmax_matches = 9000\n[until]\nturns_mean = 0.5\n')
    request = study.read(path)
    assert (request.until, request.max_matches, request.matches) == ({"turns_mean": 0.5}, 9000, None)
    complaint = wrong('game = "pig"', "[until]", 'turns_mean = "half"')
    assert complaint.startswith("s.toml:3: until.turns_mean: 'half' is not ")
    assert wrong('game = "pig"', 'until = { turns_mean = "half" }').startswith("s.toml:2: until.turns_mean: ")
