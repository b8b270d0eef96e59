"""What holds in every variant of Konflikt: conservation, an independent referee's yes, one outcome in both modes."""

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sims import registry, replay
from tests.referees.konflikt import Referee
from tests.sims.games.konflikt_variants import random_job
from tests.sims.playing import first_match, job, play, run_python

SEATS = (2, 3, 4)
PLAYERS = {2: "greedy,random", 3: "greedy,greedy,random", 4: "greedy,random,greedy,random"}
# one change each, every parameter that moves cards or coins
TWEAKS = [
    {"coin_supply": 3}, {"coin_supply": 52}, {"gift_coin": 4}, {"rob_pair_coin": 4}, {"rob_single_coin": 2},
    {"end_timing": "immediate"}, {"resolve_order": "pick_order"}, {"pair_rule": "separate"}, {"target": 13},
    {"open_refill": "from_stack"}, {"coins_between_rounds": "keep_odd"}, {"coins_between_rounds": "keep_all"},
    {"rob_max_single": 0}, {"rob_max_single": 2}, {"first_turn_picks": 1}, {"late_seat_coins": 4}, {"max_turns": 20},
]  # fmt: skip


@pytest.fixture(scope="module", params=SEATS, ids=lambda seats: f"{seats} seats")
def tweaked(request, tmp_path_factory):
    """Columns of matches under each tweak, and of the original."""
    game, seats = registry.load("konflikt"), request.param
    return seats, [
        (tweak, play(job(game, seats, PLAYERS[seats], clusters=10, **tweak))) for tweak in [{}, *TWEAKS]
    ]


def test_coins_are_conserved_whatever_the_rules(tweaked):
    seats, played = tweaked
    for tweak, tables in played:
        turns = tables["turns"]
        coins = turns["coins"].reshape(-1, seats).sum(axis=1) + turns["supply"][::seats]
        assert set(coins.tolist()) == {tweak.get("coin_supply", 12)}, tweak
        assert turns["supply"].min() >= 0


def test_coins_change_by_what_is_paid_whatever_the_rules(tweaked):
    seats, played = tweaked
    for tweak, tables in played:
        turns = {name: column.reshape(-1, seats) for name, column in tables["turns"].items()}
        later = turns["turn"][1:, 0] > 0
        change = (turns["coins"][1:] - turns["coins"][:-1])[later]
        paid = sum(turns[name][1:][later] for name in ("paid_gift", "paid_rob_pair", "paid_rob_single"))
        assert (change == paid).all(), tweak


def test_rounds_end_as_the_rules_say(tweaked):
    _, played = tweaked
    words = registry.load("konflikt").end_reasons
    for tweak, tables in played:
        reasons = {words[reason] for reason in tables["rounds"]["end_reason"].tolist()}
        if tweak == {"target": 13}:
            assert reasons == {"cards_out"}
        elif tweak == {"max_turns": 20}:
            assert "cap" in reasons and tables["rounds"]["turns"].max() == 20
        else:
            assert reasons == {"target"}, tweak


def whole_pack(state, rules):
    """Every card there is, by rank: on the table, in hand, displayed."""
    found = [int(owned) for owned in state.owned]
    size = int(rules.stack_size)
    lying = [int(c) for c in state.face_up[: int(rules.open_cards)]]
    for i in range(int(rules.stacks)):
        lying += [int(c) for c in state.stack_card[i * size : i * size + int(state.stack_len[i])]]
    lying += [int(c) for c in state.picks[: int(state.picked)]] if state.end_reason == 0 else []
    for card in lying:
        if card != 13:
            found[card] += 1
    return found


@settings(max_examples=25)
@given(number=st.integers(0, 10**6))
def test_52_cards_are_conserved_at_every_moment(number):
    """Four of each rank, until a second card is set aside at the very end."""
    for step in itertools.takewhile(lambda step: step.match == 0, replay.steps(random_job(number))):
        pack = whole_pack(step.after, step.rules)
        if step.kind == "move" and step.after.end_reason == 0:
            assert pack == [4] * 13
        elif step.kind == "deal":
            assert pack == [4] * 13
            assert not step.after.owned.any()
        else:
            assert sum(pack) == 52 - (
                int(step.rules.end_timing == 1 and step.after.ender >= 0 and sum(pack) == 51)
            )


@settings(max_examples=25)
@given(number=st.integers(0, 10**6))
def test_transcripts_of_any_variant_pass_the_independent_referee(number):
    """It keeps the displays seat by seat, and asserts that all cards of a rank belong to one of them."""
    lines = list(first_match(random_job(number)))
    decisions = Referee(json.loads(json.dumps(line)) for line in lines).run()
    assert decisions == sum(line.get("t") == "move" for line in lines)


def both_modes(first, count):
    """Transcripts of these variants: of this process and of one in plain Python."""
    plain = run_python(
        "-m", "tests.sims.games.konflikt_variants", str(first), str(count), plain=True
    ).splitlines()
    here = [
        json.dumps(line) for number in range(first, first + count) for line in first_match(random_job(number))
    ]
    return here, plain


def test_compiled_and_plain_python_tell_the_same_line_for_line():
    here, plain = both_modes(0, 14)
    assert len(here) > 1000
    assert here == plain


@pytest.mark.slow
def test_many_variants_in_both_modes_pass_the_referee_and_tell_the_same():
    here, plain = both_modes(1000, 200)
    assert all(a == b for a, b in itertools.zip_longest(here, plain))
    referee = Referee(json.loads(line) for line in plain)
    referee.run()
    assert referee.counts["matches"] == 200


def test_every_clause_holds_in_plain_python_too():
    files = [f"tests/sims/games/{name}.py" for name in ("test_konflikt", "test_konflikt_parameters")]
    assert "passed" in run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", *files, plain=True)
