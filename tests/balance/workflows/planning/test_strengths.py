"""Who plays with --skill, how many deals, and what cannot be asked with it."""

import pytest

from balance.workflows.asking.request import Request
from balance.workflows.planning import plan, strengths
from sims import lineup, registry
from sims.errors import InputError

PIG = registry.load("pig")


@pytest.mark.parametrize(
    ("player", "most", "own"),
    [
        ("hold20", 10_000, 10_000), ("search:50", 10_000, 500), ("search:50", 4_999, 500), ("search:50", 25, 3),
        ("search:50", 1, 1), ("search[rollout=hold20]:5", 1_000_000, 500),
    ],
)  # fmt: skip
def test_a_search_plays_a_tenth_of_the_deals_and_five_hundred_at_most(player, most, own):
    assert strengths.deals(lineup.parse_player(PIG, player), most) == own


def test_each_variant_is_played_by_all_strengths_the_default_players_first():
    arms = plan._arms(PIG, Request("pig", seats=(2, 3), skill=True, vary=[("target", "50,100")]))
    assert [(str(arm.lineup[0]), arm.label) for arm in arms] == [
        (name, label if name == "hold20" else f"players={name},{label}")
        for name in ("hold20", *(name for name in PIG.strength if name != "hold20"))
        for label in ("seats=2,target=50", "seats=2,target=100", "seats=3,target=50", "seats=3,target=100")
    ]
    assert all(len(set(map(str, arm.lineup))) == 1 and len(arm.lineup) == arm.variant.seats for arm in arms)
    assert len({arm.label for arm in arms}) == len(arms)


def test_every_line_up_has_its_own_baseline():
    request = Request("pig", skill=True, vary=[("target", "50,100")])
    assert plan._baselines(request, plan._arms(PIG, request)) == [1, 1, 3, 3, 5, 5]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (
            {"players": "random"},
            r"players: 'random' is not possible with --skill: the game's ladder of strength plays",
        ),
        (
            {"until": {"turns_mean": 0.1}},
            "until: 'turns_mean' is not possible with --skill: line-ups play different",
        ),
        ({"best": "turns_mean"}, "best: 'turns_mean' is not possible with --skill"),
        ({"baseline": "kept"}, "baseline: 'kept' is not possible with --skill"),
    ],
)
def test_what_cannot_be_asked_of_several_line_ups(asked, told):
    with pytest.raises(InputError, match=told):
        strengths.check(Request("pig", skill=True, **asked))


def test_the_command_asks_for_the_same():
    words = Request("pig", seats=(2,), skill=True, players="random,hold20", matches=100).command()
    assert words == "balance sweep pig --seats 2 --skill --matches 100 --seed 1 --log moves --log-budget 1GiB"
