"""The conformance kit on Konflikt's decisions: its controls must fail where honest players pass."""

import pytest

from sims import registry, variants
from sims.conformance import declared, plays
from sims.conformance.probes import probe_matches
from sims.probe import PEEK, REMEMBER

KONFLIKT = registry.load("konflikt")


def found(player, deals):
    return {check for check, _ in probe_matches(KONFLIKT, variants.make(KONFLIKT, 3), player, deals)}


def test_a_player_that_reads_a_face_down_card_fails():
    assert found(PEEK, 2) == {"peek"}


def test_a_player_that_remembers_a_face_down_card_for_later_fails():
    told = [text for _, text in probe_matches(KONFLIKT, variants.make(KONFLIKT, 3), REMEMBER, 1)]
    assert told
    assert all(text.endswith("the player remembers what its seat cannot know") for text in told)


@pytest.mark.parametrize("player", ["random", "greedy", "minder", "minder[memory=off]"])
def test_the_game_s_own_players_decide_by_what_they_may_know(player):
    assert found(player, 5) == set()


@pytest.mark.parametrize("check", [declared.values, plays.repeats, plays.results, plays.flows, plays.caps])
def test_konflikt_keeps(check):
    assert list(check(KONFLIKT)) == []
