"""What the simulator plays passes the referees: every preset, number of seats and player, and any variant."""

from __future__ import annotations

from typing import Any

import pytest

from sims import registry, variants
from sims.errors import InputError
from tests.referees import conquian_scripts, lonja_scripts, spite_scripts
from tests.referees.conquian import Conquian
from tests.referees.lonja import Lonja
from tests.referees.simulated import asked, declared, every_preset, first_match, random_job, referee_agrees
from tests.referees.spite_malice import SpiteMalice
from tests.referees.transcript import Referee

REFEREES: dict[str, type[Referee]] = {"conquian": Conquian, "lonja": Lonja, "spite_malice": SpiteMalice}
DEFAULTS = {
    "conquian": conquian_scripts.DEFAULTS,
    "lonja": lonja_scripts.DEFAULTS,
    "spite_malice": spite_scripts.DEFAULTS,
}
MOST = {"conquian": {"deals": 4}, "lonja": {"rounds": 3}, "spite_malice": {"max_rounds": 2}}
MATCHES = {"conquian": 100, "lonja": 100, "spite_malice": 10}  # the last of about 13 rounds each
PRESETS = [(name, *pair) for name in REFEREES for pair in every_preset(name)]

game = pytest.mark.parametrize("name", REFEREES)
preset_of_game = pytest.mark.parametrize(("name", "seats", "preset"), PRESETS)


@game
def test_parameters_are_those_of_the_rules(name: str) -> None:
    """Names, legal values and defaults: the referee and its scripts have them from the rules' tables."""
    legal = {**REFEREES[name].parameters}
    if name == "conquian":  # declared as a range with a hole
        with pytest.raises(InputError):
            variants.make(registry.load(name), 2, None, {"ranks": 11})
        legal["ranks"] = range(10, 14)
    assert declared(name) == legal
    for seats in registry.load(name).seats:
        assert variants.make(registry.load(name), seats).values == DEFAULTS[name]


@preset_of_game
def test_every_player_plays_by_the_rules(name: str, seats: int, preset: str) -> None:
    """Each player beside the next ones, with all mirrors of a deal or two."""
    found = registry.load(name)
    players = [*found.players]
    short: dict[str, Any] = {"max_rounds": 2} if name == "spite_malice" else {}
    for first in range(len(players)):
        line_up = ",".join(players[(first + seat) % len(players)] for seat in range(seats))
        referee_agrees(REFEREES[name], asked(found, seats, line_up, 1, first, preset, short))


@game
def test_any_variant_is_played_by_the_rules(name: str) -> None:
    checked = variants_agree(name, 0, 40)
    assert checked > 1000


@pytest.mark.slow
@game
def test_many_variants_are_played_by_the_rules(name: str) -> None:
    assert variants_agree(name, 10_000, 100) > 3_000


@pytest.mark.slow
@preset_of_game
def test_many_matches_are_played_by_the_rules(name: str, seats: int, preset: str) -> None:
    """The default player and random in all seats."""
    found = registry.load(name)
    line_up = ",".join([*[found.default_player] * (seats - 1), "random"])
    referee = referee_agrees(
        REFEREES[name], asked(found, seats, line_up, -(-MATCHES[name] // seats), 1, preset)
    )
    assert referee.counts["matches"] >= MATCHES[name]
    assert referee.counts["decision free"] > MATCHES[name]


def variants_agree(name: str, first: int, count: int) -> int:
    """Decisions checked in a match of each of these variants."""
    found, decisions = registry.load(name), 0
    for number in range(first, first + count):
        job = random_job(found, number, MOST[name])
        decisions += REFEREES[name](first_match(job)).run()
    return decisions
