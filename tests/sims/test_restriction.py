"""Restricted players: how they are written, what is taken away from them, how often, and that both modes agree."""

import shutil
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from balance.calibration.exact import kuhn
from sims import batch, registry
from sims.conformance import tells
from sims.errors import InputError
from sims.game import Game
from sims.lineup import PlayerSpec, mirrors, parse_lineup, parse_player
from sims.restriction import Restriction, both, numbers
from tests.sims.playing import WAR, job, play, run_python, same, transcript, war

LOW, MIDDLE, HIGH = (0, 1), (2,), (3, 4)


def test_it_is_part_of_the_player_s_name():
    player = parse_player(war(), " low[ never = rank:high , weight=-2]+0.1")
    assert player == PlayerSpec(
        "low", {"weight": -2.0}, 0.1, restriction=Restriction("never", "rank", "high")
    )
    assert str(player) == "low[weight=-2,never=rank:high]+0.1"
    assert parse_player(war(), str(player)) == player
    first, second = parse_lineup(war(), "random[always=lay:card],random", 2)
    assert first != second
    assert mirrors((first, second)) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("high[never=rnk:high]", r"players: high\[never\]: 'rnk' .* \(rank, lay\); did you mean 'rank'"),
        ("high[never=rank:hihg]", "'hihg' is not one of low, middle, high; did you mean 'high'"),
        ("high[never=rank]", "'rank' is not CLASS:VALUE, such as rank:low, rank:middle, rank:high"),
        ("high[never]", r"'' is not a class of choices of war \(rank, lay\)"),
        ("high[never=rank:low,always=rank:low]", "a restriction that is given once"),
        ("high[nevr=rank:low]", "'nevr' is not a weight of high"),
        ("search[never=rank:low]:20", "its tree plays by all the rules"),
    ],
)
def test_wrong_restrictions_are_refused_in_one_line(text, message):
    with pytest.raises(InputError, match=message) as caught:
        parse_player(war(), text)
    assert "\n" not in str(caught.value)


def test_a_game_without_classes_restricts_nobody():
    with pytest.raises(InputError, match="tictactoe declares no classes of choices"):
        parse_player(registry.load("tictactoe"), "random[never=mark:centre]")


def decisions(player: str, deals: int = 40):
    """Of each decision of the player the ranks in its hand, and the rank that it laid."""
    hands: list[list[int]] = []
    seat = 0
    for line in transcript(job(war(), 2, f"{player},random", deals)):
        if "game" in line:
            seat = line["players"].index(player)
        elif line["t"] == "deal":
            hands = [list(hand) for hand in line["hands"]]
        elif line["t"] == "move":
            before = [card // 4 for card in hands[line["seat"]]]
            hands[line["seat"]].remove(line["card"])
            if line["seat"] == seat:
                assert line["legal"] == len(before)  # of the rules, not of the restriction
                yield before, line["card"] // 4


@pytest.mark.parametrize(("value", "ranks"), [("low", LOW), ("middle", MIDDLE), ("high", HIGH)])
def test_never_and_always_as_the_hands_have_it(value, ranks):
    """The naive way: what the seat's hand held at each decision, by the transcript."""
    for hand, rank in decisions(f"random[never=rank:{value}]"):
        assert rank not in ranks or all(other in ranks for other in hand)
    for hand, rank in decisions(f"high[always=rank:{value}]"):
        assert rank in ranks or not any(other in ranks for other in hand)
        left = [other for other in hand if other in ranks] or hand
        assert rank == max(left)  # it still plays as high does, among what is left to it


@pytest.mark.parametrize("mode", ["never", "always"])
def test_how_often_it_has_a_say_is_counted(mode):
    player = f"random[{mode}=rank:high]"
    counts = batch.play(job(war(), 2, f"{player},random", 40), lambda *_: None)
    hands = [hand for hand, _ in decisions(player) if len(hand) > 1]
    met = [any(rank in HIGH for rank in hand) for hand in hands]
    mixed = [m and not all(rank in HIGH for rank in hand) for m, hand in zip(met, hands, strict=True)]
    assert (counts.restricted, counts.met, counts.bound) == (len(hands), sum(met), sum(mixed))
    assert counts.bound > 0


def test_what_is_always_legal_or_never_takes_nothing_away():
    free = play(job(war(), 2, "high,random", 20))
    for mode, (value, met) in product(("never", "always"), (("card", 1), ("joker", 0))):
        asked = job(war(), 2, f"high[{mode}=lay:{value}],random", 20)
        counts = batch.play(asked, lambda *_: None)
        assert (counts.met, counts.bound) == (met * counts.restricted, 0)
        assert same(play(asked), free)


def test_noise_chooses_among_what_is_left():
    for hand, rank in decisions("high[never=rank:high]+1"):
        assert rank not in HIGH or all(other in HIGH for other in hand)


def test_the_bits_count_through_all_classes():
    places = numbers(war().classes)
    assert list(places) == [
        ("rank", "low"),
        ("rank", "middle"),
        ("rank", "high"),
        ("lay", "card"),
        ("lay", "joker"),
    ]
    codes = [one.code(war().classes) for one in both(list(places))]
    assert codes == list(range(2, 12))


def test_kuhn_s_bluffs_and_folds_cost_what_is_exact():
    """Who always passes, or always bets, against a player that does either at random: Kuhn's six deals in full."""
    game, zero, one = registry.load("kuhn"), [Fraction(0)] * 3, [Fraction(1)] * 3
    for value, chances in (("pass", zero), ("bet", one)):
        own = kuhn.Strategy(chances, chances)
        exact = (kuhn.played(own, kuhn.RANDOM).won + 1 - kuhn.played(kuhn.RANDOM, own).won) / 2
        deals = 10_000
        tables = play(job(game, 2, f"random[always=act:{value}],random", deals, rounds=1, log="rounds"))[
            "matches"
        ]
        own_rows = tables["player"] == 0
        won = np.bincount(tables["deal"][own_rows], tables["share"][own_rows]) / 2
        assert abs(won.mean() - float(exact)) < 4 * won.std() / deals**0.5


TOLD = """
import json
from tests.sims.playing import job, transcript, war
for player in ("random[never=rank:high]+0.2", "low[always=rank:middle]"):
    for line in transcript(job(war(), 3, player + ",high,random", 6)):
        print(json.dumps(line))
"""


def test_compiled_code_and_plain_python_tell_the_same():
    assert run_python("-c", TOLD, plain=True) == run_python("-c", TOLD)


def test_a_game_s_classes_are_checked(tmp_path):
    """Values that are no words, more than there are bits, and a function that is missing."""

    def with_(text: str, keep: bool = True) -> Game:
        folder = tmp_path / f"war{len(list(tmp_path.iterdir()))}"
        shutil.copytree(WAR, folder)
        declared = (folder / "game.toml").read_text()
        (folder / "game.toml").write_text(declared + text)
        if not keep:
            (folder / "classes.py").unlink()
        return registry.load(str(folder))

    with pytest.raises(InputError, match=r"classes.suit.values: .* is not a table of names"):
        with_("\n[classes.suit.values]\nRed = 1\n")
    with pytest.raises(InputError, match="'values' is not there"):
        with_("\n[classes.suit]\n")
    many = "\n".join(f'v{i} = "a value"' for i in range(58))
    with pytest.raises(InputError, match="'63 values' is not at most 62 in all"):
        with_(f"\n[classes.suit.values]\n{many}\n")
    with pytest.raises(InputError, match="weights: 'never' is not free"):
        with_('\n[players.odd]\nplays = "high"\nweights = { never = 1 }\n')
    with pytest.raises(InputError, match=r"classes\.py: 'classify' is not there"):
        with_("", keep=False)


def test_the_kit_knows_each_restriction_of_a_game():
    players = {str(asked.lineup[0]) for asked in tells.jobs(war())}
    assert {f"high[{one}]+0.2" for one in both(list(numbers(war().classes)))} <= players
