"""Line-ups: players over seats as text, and the distinct rotations of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sims import registry
from sims.errors import InputError
from sims.lineup import PlayerSpec, distinct, mirrors, parse_lineup
from tests.sims.playing import job, play, war

A, B, C, D = (PlayerSpec(name) for name in "ABCD")


@pytest.fixture(scope="module")
def konflikt():
    return registry.load("konflikt")


def test_one_name_fills_all_seats(konflikt):
    assert parse_lineup(konflikt, "greedy", 4) == (PlayerSpec("greedy"),) * 4
    assert [str(p) for p in parse_lineup(konflikt, "greedy,random,greedy", 3)] == [
        "greedy",
        "random",
        "greedy",
    ]
    with pytest.raises(InputError, match="one player, or 4 for 4 seats"):
        parse_lineup(konflikt, "greedy,random", 4)


def test_commas_inside_brackets_do_not_split(konflikt):
    first, second = parse_lineup(konflikt, "greedy[gift=0.3,rob=1]+0.1, random", 2)
    assert str(first) == "greedy[gift=0.3,rob=1]+0.1"
    assert (first.weights, first.noise, second) == ({"gift": 0.3, "rob": 1.0}, 0.1, PlayerSpec("random"))


def test_a_player_has_one_canonical_text():
    spell = ["high[weight=2]+0.5", " high[ weight = 2.0 ]+0.50 "]
    assert {str(player) for text in spell for player in parse_lineup(war(), text, 2)} == {
        "high[weight=2]+0.5"
    }
    assert (
        parse_lineup(war(), "high[weight=1]", 2)
        == parse_lineup(war(), "high+0", 2)
        == (PlayerSpec("high"),) * 2
    )


def test_weights_not_named_keep_their_own_value():
    player = parse_lineup(war(), "high[weight=-2.5]", 2)[0]
    assert player.values(war()) == {"weight": -2.5}
    assert PlayerSpec("high").values(war()) == {"weight": 1.0}


def test_a_switch_is_on_or_off():
    first, second = parse_lineup(war(), "low[idle=on,weight=-2], low[idle=off]", 2)
    assert (str(first), str(second)) == ("low[idle=on,weight=-2]", "low")
    assert first.values(war()) == {"weight": -2.0, "idle": True}
    with pytest.raises(InputError, match=r"players: low\[idle\]: '1' is not on or off"):
        parse_lineup(war(), "low[idle=1]", 2)
    with pytest.raises(InputError, match="a number such as"):
        parse_lineup(war(), "low[weight=off]", 2)


def test_players_that_share_a_function_differ_in_their_weights():
    """The idle one lays its first card, whatever it is worth; low turns what high wants around."""

    def digests(players):
        return list(play(job(war(), 2, players, 5))["matches"]["digest"])

    assert digests("low[weight=1]") == digests("high")
    assert len({tuple(digests(players)) for players in ("high", "low", "low[idle=on]")}) == 3


def test_a_search_player_has_a_budget_and_whoever_plays_its_rollouts():
    plain, other = parse_lineup(war(), "search:200+0.1, search[rollout=low]:50", 2)
    assert (plain.name, plain.budget, plain.rollout, plain.noise) == ("search", 200, "random", 0.1)
    assert (str(plain), str(other)) == ("search:200+0.1", "search[rollout=low]:50")
    assert parse_lineup(war(), "search[rollout=random]:0200", 2)[0] == PlayerSpec(
        "search", {}, 0, 200, "random"
    )
    assert other.values(war()) == {"weight": -1.0, "idle": False}
    assert mirrors(parse_lineup(war(), "search:200,search:50", 2)) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("search", "search:N, N a whole number from 1 to 10000"),
        ("search:", "such as search:200"),
        ("search:0", "from 1 to 10000"),
        ("search:1e3", "from 1 to 10000"),
        ("search:10001", "from 1 to 10000"),
        ("search:20+2", r"from \+0 to \+1"),
        ("search[rollout=gready]:20", "did you mean 'greedy'"),
        ("search[gift=1]:20", "rollout: a search weighs nothing"),
        ("greedy:20", "greedy does not search"),
        ("serch:20", "random, greedy, .*search:N"),
        ("gready", "did you mean 'greedy'"),
        ("", "a player of konflikt"),
        ("greedy,", "a player of konflikt"),
        ("greedy[gifts=1]", "did you mean 'gift'"),
        ("greedy[gift]", "a number such as 0.3"),
        ("greedy[gift=nan]", "a number such as 0.3"),
        ("greedy[gift=1e9]", "a number such as 0.3"),
        ("greedy[gift=1,gift=2]", "given once"),
        ("random[gift=1]", "random has none"),
        ("greedy+2", r"from \+0 to \+1"),
        ("greedy+-0.1", r"from \+0 to \+1"),
        ("greedy+x", r"from \+0 to \+1"),
        ("greedy]gift=1[", "a player such as greedy"),
    ],
)
def test_wrong_players_are_refused_in_one_line(konflikt, text, message):
    with pytest.raises(InputError, match=message) as caught:
        parse_lineup(konflikt, text, 2)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("lineup", "rotations"),
    [
        ((A, A), [(0, 0)]),
        ((A, A, A, A), [(0, 0, 0, 0)]),
        ((A, B), [(0, 1), (1, 0)]),
        ((A, A, B), [(0, 0, 1), (0, 1, 0), (1, 0, 0)]),
        ((A, B, A, B), [(0, 1, 0, 1), (1, 0, 1, 0)]),
        ((A, B, B, A), [(0, 1, 1, 0), (1, 1, 0, 0), (1, 0, 0, 1), (0, 0, 1, 1)]),
        ((A, B, C, D), [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]),
    ],
)
def test_mirrors_are_the_distinct_rotations(lineup, rotations):
    assert mirrors(lineup) == rotations


@given(st.lists(st.sampled_from([A, B, C, PlayerSpec("A", noise=0.1)]), min_size=1, max_size=4).map(tuple))
def test_over_its_mirrors_each_player_sits_in_each_seat_equally_often(lineup):
    rotations, players = mirrors(lineup), distinct(lineup)
    assert len(lineup) % len(rotations) == 0
    assert len(set(rotations)) == len(rotations)
    for slot, player in enumerate(players):
        sat = [sum(rotation[seat] == slot for rotation in rotations) for seat in range(len(lineup))]
        assert sat == [lineup.count(player) * len(rotations) // len(lineup)] * len(lineup)
