"""Konflikt's styles: what each does where they differ, that each is good, and that no two are alike."""

import numpy as np
import pytest

from sims import registry
from tests.sims.asking import Adviser, disagreement
from tests.sims.games.konflikt_table import KINDS, RANKS, SIX, Table
from tests.sims.playing import job, play

GAME = registry.load("konflikt")
STYLES = ["builder", "raider", "collector", "minder"]


def advice(table: Table, player: str) -> str:
    """What the player does: open 7, stack 3, take 7, order 7 (that goes first)."""
    move = Adviser(GAME, table.variant, player).move(table.state)
    kind = KINDS[move["kind"]]
    return f"{kind} {move['place'] if kind == 'stack' else RANKS[move['card']]}"


def one_card(shows=(), open="", stacks=(), looked=(), **more):
    """A turn of one card for seat 0, where reading is simple. looked: the stacks each seat has looked into."""
    table = Table(shows, open=open, stacks=list(stacks), first_turn_picks=1, **more)
    for seat, seen in enumerate(looked):
        table.state.seen[seat] = sum(1 << int(stack) for stack in seen)
    return table


def by_style(table: Table) -> list[str]:
    return [advice(table, style) for style in STYLES]


# ---- where they differ


def test_the_builder_completes_its_own_three_where_all_others_rob():
    assert by_style(one_card(["AAA", "K"], open="AK")) == ["open A", "open K", "open K", "open K"]


def test_raider_and_collector_give_for_a_coin_where_builder_and_minder_make_two_three():
    table = one_card(["55", "KK"], open="5K", coins=(1, 0))
    assert by_style(table) == ["open 5", "open K", "open K", "open 5"]


def test_without_coins_in_the_supply_the_collector_keeps_its_card():
    assert advice(one_card(["55", "KK"], open="5K", coin_supply=0), "collector") == "open 5"


def test_without_coins_for_gifts_the_collector_keeps_its_card():
    assert advice(one_card(["55", "KK"], open="5K", gift_coin=0), "collector") == "open 5"


def test_only_the_collector_takes_a_coin_that_ends_the_round_for_its_rival():
    table = one_card(["", f"{SIX} KKK"], open="QK")
    assert by_style(table) == ["open Q", "open Q", "open K", "open Q"]


def test_the_minder_makes_no_two_that_a_rival_knows_how_to_rob():
    """Both other nines lie in stack 0: a rival that has looked into it could take them together."""
    nines = {"shows": ["9", "KK"], "open": "9K", "stacks": ["992"]}
    assert "open K" not in by_style(one_card(**nines, looked=("0", "")))
    assert advice(one_card(**nines, looked=("0", "0")), "builder") != "open K"
    assert advice(one_card(**nines, looked=("0", "0")), "minder") == "open K"


def test_the_minder_takes_away_what_would_double_a_rivals_single():
    table = one_card(["555", "K"], open="5K")
    assert advice(table, "minder") == "open K"
    assert advice(one_card(["555", "K"], open="5K"), "minder[open_second=0,rob=0.5]") == "open 5"


# ---- what all of them see


@pytest.mark.parametrize("style", STYLES)
def test_a_pair_that_robs_two_is_planned_with_the_first_card(style):
    table = Table(["", "77"], open="7A", stacks=["2734", "QQ"])
    table.state.seen[0] = 1
    first = advice(table, style)
    assert first in {"open 7", "stack 0"}
    table.choose("open 0" if first == "open 7" else "stack 0")
    if first == "stack 0":
        assert advice(table, style) == "take 7"
        table.choose("take 7")
        assert advice(table, style) == "open 7"
    else:
        assert advice(table, style) == "stack 0"


@pytest.mark.parametrize("style", STYLES)
def test_two_equal_cards_one_by_one_give_a_rival_the_building_nobody_plans_that(style):
    """Under pair_rule separate the pair of sevens would be two gifts."""
    table = Table(["A", "77"], open="77A", stacks=[], pair_rule="separate", coin_supply=0)
    first = advice(table, style)
    table.choose(f"open {table.open.index(first[-1])}")
    assert "open A" in (first, advice(table, style))


@pytest.mark.parametrize("style", STYLES)
def test_with_memory_off_only_the_stack_in_hand_is_known(style):
    """Its fourth ace lies in a stack it has looked into; the other stack is larger."""
    table = one_card(["AAA", ""], stacks=["A2", "QJT987"], looked=("0", ""))
    assert advice(table, style) == "stack 0"
    assert advice(table, f"{style}[memory=off]") == "stack 1"
    table.choose("stack 0")
    assert advice(table, f"{style}[memory=off]") == "take A"


# ---- order


def order(table: Table, cards: str, player: str) -> str:
    """What goes first once these two open cards are taken."""
    for card in cards:
        table.choose(f"open {table.open.index(card)}")
    return advice(table, player)


@pytest.mark.parametrize(("style", "first"), [("builder", "A"), ("raider", "K"), ("collector", "K")])
def test_of_orders_that_do_the_same_each_begins_with_what_it_likes_best(style, first):
    for cards in ("AK", "KA"):
        assert order(Table(["AAA", "K"], open="AK", stacks=["2345"]), cards, style) == f"order {first}"


@pytest.mark.parametrize("style", STYLES)
def test_who_completes_its_target_and_a_rivals_completes_its_own_first(style):
    table = Table(["2222 AAA", "3333 KKK", ""], seats=3, target=2, open="KA", stacks=["4567"])
    assert order(table, "KA", style) == "order A"


@pytest.mark.parametrize("style", STYLES)
def test_a_gift_that_pays_goes_before_the_end_that_would_set_it_aside(style):
    paying = {"end_timing": "immediate", "target": 7, "open": "AK", "stacks": ["JJ"]}
    assert order(Table([f"{SIX} AAA", "KK"], **paying), "AK", style) == "order K"


def test_a_gift_that_pays_nothing_is_set_aside_by_the_end():
    unpaid = {"end_timing": "immediate", "open": "AK", "stacks": ["JJ"], "coin_supply": 0}
    assert order(Table([f"{SIX} AAA", "KK"], **unpaid), "KA", "builder") == "order A"


def test_the_last_coin_is_taken_before_a_robbed_seat_gets_it():
    last = {"open": "AK", "stacks": ["JJ"], "coin_supply": 1, "rob_single_coin": 1}
    for style in STYLES:
        assert order(Table(["", "A KK"], **last), "AK", style) == "order K"


# ---- weights


def test_weights_say_what_it_does():
    table = one_card(["55", "KK"], open="5K")
    assert advice(table, "builder") == "open 5"
    assert advice(table, "builder[third=0,gift=1]") == "open K"


@pytest.mark.parametrize("weight", [name for name in GAME.players["minder"].weights if name != "memory"])
def test_every_weight_changes_some_decision(weight):
    """Turned to the other side, it changes what the minder does in some match of three."""
    value = GAME.players["minder"].weights[weight]
    turned = f"minder[{weight}={-3 if value > 0 else 3}]"
    assert disagreement(GAME, 3, "minder", [turned], deals=2)[turned] > 0


# ---- strength


def win_shares(players: str, seats: int, clusters: int, seed: int) -> np.ndarray:
    """Share of the win of the first player of the line-up, a deal with all its mirrors at a time."""
    table = play(job(GAME, seats, players, clusters, seed, log="rounds"))["matches"]
    own = table["player"] == 0
    return table["share"][own].reshape(clusters, -1).mean(axis=1)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("style", STYLES)
def test_a_style_wins_most_matches_against_random_players(style, seats):
    """At least 80 % of them: the lower end of the interval."""
    shares = win_shares(",".join([style] + ["random"] * (seats - 1)), seats, 100, seed=11)
    assert shares.mean() - 1.96 * shares.std() / 10 >= 0.8


@pytest.mark.parametrize("style", STYLES)
def test_memory_is_worth_matches(style):
    """On against off, two seats: the interval of the win share lies above one half."""
    shares = win_shares(f"{style},{style}[memory=off]", 2, 100, seed=12)
    assert shares.mean() - 1.96 * shares.std() / 10 > 0.5


@pytest.mark.parametrize("player", ["greedy", *STYLES])
def test_no_two_players_decide_alike(player):
    """In at least 5 % of the decisions of one's matches the other decides otherwise; one never differs from itself."""
    shares = dict(disagreement(GAME, 2, player, ["greedy", *STYLES], deals=1, seed=13))
    assert shares.pop(player) == 0
    assert min(shares.values()) >= 0.05, shares


# ---- character, in the logs


def test_each_does_most_of_what_it_is_named_for():
    """Among its like: who completes its own, robs, is paid for gifts, and who has its pairs robbed least."""
    own, robs, gifts, lost = {}, {}, {}, {}
    for style in STYLES:
        rounds = play(job(GAME, 2, style, 100, seed=14, log="rounds"))["rounds"]
        own[style] = rounds["clause_own"].sum()
        robs[style] = sum(rounds[f"clause_{kind}"].sum() for kind in ("rob", "pair_one", "pair_two"))
        gifts[style] = rounds["paid_gift"].sum()
        lost[style] = rounds["clause_pair_two"].sum()
    assert max(own, key=own.get) == "builder", own
    assert max(robs, key=robs.get) == "raider", robs
    assert max(gifts, key=gifts.get) == "collector", gifts
    assert min(lost, key=lost.get) == "minder", lost
