"""A study from a stranger: refused in one line, in time, whatever it holds; it cannot say where a run is written."""

import os
import time
from dataclasses import replace

import pytest

from balance.workflows.asking import study
from sims import lineup, variants, visible
from sims.errors import InputError
from tests.sims.playing import war

LONG = "9" * 5_000


def refusal(path, data):
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    began = time.process_time()
    with pytest.raises(InputError) as caught:
        study.read(path)
    assert time.process_time() - began < 10
    line = str(caught.value)
    assert visible.name(line) == line and len(line) < 1_000
    return line.replace(f"{path.parent}/", "")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("x = " + "[" * 100_000, "s.toml: 'a list in a list in a list …' is not readable: nested too deeply"),
        ("x = " + "{a=" * 50_000, "s.toml: 'a list in a list in a list …' is not readable: nested too deeply"),
        ("a." * 200_000 + "a = 1", "s.toml:1: 'a key' is not of 100 parts at most"),
        ("[" + "a." * 200_000 + "a]", "s.toml:1: 'a key' is not of 100 parts at most"),
        ("#" * (2**20 + 1), "s.toml: '1,048,577 bytes' is not a study: at most 1,048,576"),
        (b'game = "pig\xff"', "s.toml: \"'utf-8' codec can't decode byte 0xff"),
        (f"matches = {LONG}", "s.toml: 'Exceeds the limit (4300 digits)"),
        ('game = "pig"\nmatches = 0x' + "f" * 5_000, "s.toml:2: matches: <int, too large to be told> is not less than"),
        ('game = "pig"\n[vary]\nrounds = [0x' + "f" * 5_000 + "]", "s.toml:3: vary.rounds: "),
        ('game = "pig"\nseed = 1e400', "s.toml:2: seed: inf is not an integer"),
        ('game = "pig"\nseats = nan', "s.toml:2: seats: nan is not "),
        ('game = "pig"\nseats = [2, "3"]', "s.toml:2: seats: "),
        ('game = "pig"\nseats = true', "s.toml:2: seats: True is not "),
        ('game = "pig"\n__class__ = 1', "s.toml:2: __class__: '__class__' is not a key of a study"),
        ('game = "pig"\nmodel_config = 1', "s.toml:2: model_config: 'model_config' is not a key of a study"),
        ('game = "pig"\nout = "../../x"', "s.toml:2: out: 'out' is not a key of a study"),
        ('game = "pig"\ntargets = 2020-01-01', "s.toml:2: targets: "),
        ('game = "pig"\n[targets]\nturns_mean = {at_most = nan}', "s.toml:3: targets.turns_mean: at_most: nan is"),
        ('game = "pig"\n[targets]\nturns_mean = {between = [1, 0x' + "f" * 400 + "]}", "s.toml:3: targets.turns_mean"),
        ('game = "pig"\n[set]\n"a\\u001b[2Jb" = 1\n[set]', "s.toml:4: "),
        ('game = "\\u0000"', "s.toml:1: game: "),
        ('game = "' + "x" * 10_000 + '"', "s.toml:1: game: "),
        ('game = "' + "x/" * 400 + '"', "s.toml:1: game: "),
        ('game = "pig"\ngame = "pig"', "s.toml:2: 'game' is not a new key: line 1 has it"),
        ('game = ["pig"]', "s.toml:1: game: ['pig'] is not a string"),
        ("\u2028game = 1", "s.toml:"),
    ],
)  # fmt: skip
def test_what_is_no_study_is_refused_in_a_line(tmp_path, data, said):
    line = refusal(tmp_path / "s.toml", data)
    assert line.startswith((said.partition(":")[0], "game: "))
    assert said.replace("s.toml:1: game: ", "") in line.replace("\\'", "'")


def test_a_pipe_is_no_study(tmp_path):
    os.mkfifo(tmp_path / "s.toml")
    with pytest.raises(InputError, match="is not a file that is there"):
        study.read(tmp_path / "s.toml")


def test_studies_of_other_systems_are_read(tmp_path):
    path = tmp_path / "s.toml"
    path.write_bytes('\ufeffgame = "pig"\r\nmatches = 5\r\n'.encode())
    assert (study.read(path).game, study.read(path).matches) == ("pig", 5)


def test_a_grid_of_absurd_size_is_refused_before_it_is_laid_out():
    began = time.process_time()
    vary = [("hand", "1:6:1"), ("rounds", "1:10:1"), ("max_turns", "1:1000:1")]
    with pytest.raises(InputError, match=r"'hand, rounds, max_turns' is not of 20,000 .* these are 60,000"):
        variants.sweep(war(), [2], None, {}, vary, False)
    endless = replace(war().parameters["rounds"], high=2**62)
    game = replace(war(), parameters={**war().parameters, "rounds": endless})
    with pytest.raises(InputError, match="of 20,000 variants at most"):
        variants.spread(game, "rounds", f"1:{10**18}:1")
    for seats, preset in (([2] * 100_000, None), ([2], ",".join(["misere"] * 100_000))):
        with pytest.raises(InputError, match="given once"):
            variants.sweep(war(), seats, preset, {}, [], False)
    with pytest.raises(InputError, match=r"players: .* is not shorter"):
        lineup.parse_players(war(), "high," * 100_000)
    assert time.process_time() - began < 2
