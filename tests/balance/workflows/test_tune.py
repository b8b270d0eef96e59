"""Tuned weights: Pig's timid player learns to wait, and what cannot be tuned is refused."""

import tomllib
from dataclasses import replace

import numpy as np
import pytest

from balance.workflows import tune
from balance.workflows.listener import Listener
from balance.workflows.tuning import evolution as tuning
from balance.workflows.tuning.contest import Contest
from sims import registry, variants
from sims.errors import InputError
from sims.game import Player
from sims.lineup import PlayerSpec


@pytest.fixture(scope="module")
def timid():
    """Pig with a player that holds at 10."""
    game = registry.load("pig")
    return replace(game, players={**game.players, "timid": Player("timid", "", "hold", {"at": 10.0})})


@pytest.fixture(scope="module")
def learnt(timid):
    said = []
    found = tuning.tune(timid, "timid", [variants.make(timid, 2)], 16_000, 1, 2, said.append)
    return found, said


def test_it_holds_where_holding_is_known_to_be_good(learnt):
    """Holding at 20 to 25 is near the best (Neller and Presser 2004)."""
    found, said = learnt
    assert 14 < found.weights["at"] < 30
    assert found.better
    assert found.figures[2].low > 0.55
    assert found.figures[2].clusters == 2_000
    assert said[0] == "leg 1 of 4: against timid, hold20, hold25"


def test_the_same_seed_finds_the_same(timid, learnt):
    again = tuning.tune(timid, "timid", [variants.make(timid, 2)], 16_000, 1, 1, lambda _: None)
    assert again == learnt[0]


def test_what_is_written_is_a_file_that_a_game_can_have(learnt):
    told = tomllib.loads(tuning.told(learnt[0], "balance tune-players pig", "cmaes"))["tuned"]
    assert told["style"] == "timid"
    assert told["weights"] == {"at": learnt[0].weights["at"]}
    assert told["measured"][0].startswith("2 seats: one among untuned ones wins ")


def test_scores_of_a_contest_are_those_of_its_matches(timid):
    """0 is an even share, 1 all of them; a player against itself is even."""
    contest = Contest(timid, [variants.make(timid, 3)], [PlayerSpec("random"), PlayerSpec("hold20")], 1, 2)
    assert contest.matches == 6
    both = contest.scores([PlayerSpec("hold20"), PlayerSpec("random")], range(10, 40))
    assert both.shape == (2, 1, 30)
    alone = contest.shares(PlayerSpec("hold20"), PlayerSpec("random"), variants.make(timid, 3), range(10, 40))
    assert both[0, 0] == pytest.approx((alone - 1 / 3) / (2 / 3) / 2)
    assert np.allclose(alone * 3, np.rint(alone * 3))


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ({"style": "hold52"}, "style: 'hold52' is not a player of pig .*; did you mean 'hold25'"),
        ({"style": "random"}, "style: 'random' is not a player with weights"),
        ({"seats": (2, 2)}, "seats: 2 is not given once"),
        ({"seats": (5,)}, "seats: 5 is not one of 2, 3, 4"),
        ({"budget": 10}, "budget: 10 is not a whole number of at least 1000"),
        ({"threads": 0}, "threads: 0 is not a whole number of at least 1"),
    ],
)
def test_what_is_refused(asked, line):
    with pytest.raises(InputError, match=line):
        tune.tune(tune.Asked("pig", **asked), Listener())


def test_of_a_game_that_has_a_tuned_player_the_style_that_it_is_made_of_is_tuned_again(monkeypatch):
    """Who is to be compiled is looked at, and nothing is played."""
    seen = []

    def prepare(game, players, listener):
        seen.extend(players)
        raise InterruptedError

    monkeypatch.setattr(tune.planning, "prepare", prepare)
    for game in ("lonja", "pig"):
        with pytest.raises(InterruptedError):
            tune.tune(tune.Asked(game), Listener())
    assert seen == [PlayerSpec("lastword"), PlayerSpec("hold20")]
    with pytest.raises(InputError, match="style: 'tuned' is not a style of game"):
        tune.tune(tune.Asked("lonja", "tuned"), Listener())


def test_nothing_is_written_where_nothing_is_surely_better(tmp_path, monkeypatch):
    """One leg of few generations, from a style that is as good as any."""
    monkeypatch.setattr(tuning, "STEPS", (0.01,))
    monkeypatch.setattr(tuning, "FINAL", 40)
    out = tmp_path / "weights.toml"
    ran = tune.tune(tune.Asked("pig", "hold25", (2,), 1_000, fresh=40, out=out), Listener())
    assert not ran.found.better
    assert not out.exists()
    assert f"--budget 1000 --fresh 40 --seed 1 --out {out}" in ran.text
