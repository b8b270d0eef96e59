"""balance.restrict: Kuhn poker, where the cost of each restriction is exact; what comes back; what is refused."""

import json
from fractions import Fraction

import pytest

import balance
from balance.calibration.exact import kuhn
from balance.stats.restrictions import Effect
from balance.workflows import ladder as workflow
from balance.workflows import report
from sims.errors import InputError
from tests.sims.playing import WAR


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Kuhn poker at random, never and always betting: 4,000 matches of one hand for each restriction."""
    out = tmp_path_factory.mktemp("restricted") / "kuhn"
    return balance.restrict("kuhn", set={"rounds": 1}, matches=4_000, seed=3, out=out, report=False)


def exact(bets: int) -> float:
    """The cost of always betting, or never, against a player that does either at random: over all six deals."""
    own = kuhn.Strategy([Fraction(bets)] * 3, [Fraction(bets)] * 3)
    won = (kuhn.played(own, kuhn.RANDOM).won + 1 - kuhn.played(kuhn.RANDOM, own).won) / 2
    return float(Fraction(1, 2) - won)


def test_what_kuhn_s_restrictions_cost_is_exact(played):
    found = played.restrictions
    assert (found.player, found.seats, found.deals) == ("random", 2, 2_000)
    costs = {(one.of.mode, one.of.value): one for one in found.costs}
    for value, bets in (("pass", 0), ("bet", 1)):
        one = costs["always", value]
        assert one.cost.low < exact(bets) < one.cost.high
        assert one.effect is (Effect.PAYS if bets else Effect.COSTS)
        assert one.of.bound.value == 1  # every decision of Kuhn's is between the two
    assert costs["never", "pass"].cost == costs["always", "bet"].cost  # the same matches
    assert [(best.of.value, len(others)) for best, others in found.dominant()] == [("bet", 1)]


def test_the_run_says_how_to_repeat_it_and_is_read_again_to_the_same(played):
    spec = played.run.spec
    assert spec["command"] == (
        "balance ladder kuhn --seats 2 --set rounds=1 --players random --restrict all --matches 4000 --seed 3 "
        "--log rounds"
    )
    assert [variant["label"] for variant in spec["variants"]] == [
        f"random[{mode}=act:{value}] v random" for value in ("pass", "bet") for mode in ("never", "always")
    ]
    assert workflow.of_run(played.path).restrictions == played.restrictions


def test_what_comes_back_as_frame_and_json(played):
    costs = played.costs()
    assert costs["player"].to_list() == [one.of.player for one in played.restrictions.costs]
    assert costs["effect"].to_list() == ["pays", "costs", "costs", "pays"]
    told = json.loads(played.as_json())
    assert list(told) == [
        "schema", "command", "run", "reports", "game", "seats", "deals", "matches", "player", "restrictions",
        "dominant", "seconds",
    ]  # fmt: skip
    assert told["matches"] == 16_000
    assert told["dominant"] == [{"class": "act", "value": "bet", "over": ["pass"]}]
    assert told["restrictions"][0]["cost"]["value"] == pytest.approx(played.restrictions.costs[0].cost.value)


def test_the_report_tells_which_choices_matter(played):
    page = report.report(played.path).paths[0].read_text()
    assert "Which choices matter, and does one dominate?" in page
    assert "act:bet dominates its class: always to choose it pays" in page
    assert "it costs, of the wins: always=act:pass +" in page
    assert "bets, or calls a bet" in page
    assert "Can these players be trusted?" not in page


def test_what_is_never_legal_or_forced_is_told_as_such(tmp_path):
    """War's joker is never legal, and a card cannot be avoided; with three seats one is restricted among two."""
    ran = balance.restrict(
        str(WAR), ["lay"], seats=3, player="low[weight=-2]", matches=30, out=tmp_path / "run"
    )
    told = {(one.of.mode, one.of.value): one for one in ran.restrictions.costs}
    for mode in ("never", "always"):
        assert (told[mode, "joker"].of.absent, told[mode, "joker"].of.idle) == (True, True)
        assert (told[mode, "card"].of.met.value, told[mode, "card"].of.bound.value) == (1, 0)
        assert told[mode, "card"].cost.value == 0
    assert ran.run.spec["variants"][0]["label"] == "low[weight=-2,never=lay:card] among low[weight=-2]"
    page = (tmp_path / "run" / "report.html").read_text()
    assert "Never one of several legal choices, in 10" in page
    assert "Never to be avoided where it was legal, in 10" in page


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ({"classes": ["bet"]}, r"restrict: 'bet' is not a class of choices of kuhn \(act\)"),
        ({"classes": ["act=bett"]}, "restrict: act: 'bett' is not one of pass, bet; did you mean 'bet'"),
        ({"classes": []}, "classes: .* is not one class at least"),
        ({"player": "random,equilibrium"}, "players: 'random,equilibrium' is not one player"),
        ({"player": "search:20"}, "players: 'search:20' is not a player that does not search"),
        ({"player": "random[never=act:bet]"}, "is not unrestricted: --restrict says"),
        ({"seats": 3}, "seats: 3 is not one of 2"),
    ],
)
def test_what_is_refused(asked, line):
    with pytest.raises(InputError, match=line):
        balance.restrict("kuhn", **asked)


def test_a_game_without_classes_says_so():
    with pytest.raises(
        InputError, match="restrict: 'all' is not of use: tictactoe declares no classes of choices"
    ):
        balance.restrict("tictactoe")
