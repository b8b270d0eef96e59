"""What holds in every variant of Spite & Malice: conservation, choices, knowledge, one outcome in both modes."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sims import replay
from sims.games.spite_malice.table import CARDS, FIST, KING, PILE, RANKS, STACKS
from tests.sims.games.spite_malice_variants import random_job
from tests.sims.playing import first_match, play, run_python


def states(number):
    """The steps of a random variant's first match."""
    return itertools.takewhile(lambda step: step.match == 0, replay.steps(random_job(number)))


def every_card(state):
    """Every card there is, by rank, wherever it lies."""
    found = [int(cards) for cards in state.waits]
    for seat in range(2):
        lying = [
            *state.hand[seat * FIST : seat * FIST + int(state.hand_len[seat])],
            *state.pile[seat * PILE : seat * PILE + int(state.pay_len[seat])],
        ]
        for at in range(seat * STACKS, seat * STACKS + STACKS):
            lying += [*state.side[at * CARDS : at * CARDS + int(state.side_len[at])]]
        for card in lying:
            found[int(card)] += 1
    for card in state.stock[: int(state.left)]:
        found[int(card)] += 1
    for height, kings in zip(state.height, state.kings, strict=True):
        for t in range(int(height)):
            found[KING if int(kings) >> t & 1 else t] += 1
    return found


@settings(max_examples=12)
@given(number=st.integers(0, 10**6))
def test_four_cards_of_each_rank_a_pack_are_conserved_at_every_moment(number):
    for step in states(number):
        assert every_card(step.after) == [4 * int(step.rules.decks)] * RANKS


@settings(max_examples=12)
@given(number=st.integers(0, 10**6))
def test_with_a_card_in_hand_every_card_can_be_put_on_every_side_stack(number):
    """Unless pay-off is forced."""
    for step in states(number):
        if step.kind == "move" and not step.rules.force_payoff:
            seat = step.move["seat"]
            held = step.before.hand[seat * FIST : seat * FIST + int(step.before.hand_len[seat])].tolist()
            assert step.move["legal"] >= max(len(set(held)) * int(step.rules.side_stacks), 1)


@settings(max_examples=12)
@given(number=st.integers(0, 10**6))
def test_what_a_seat_knows_of_returned_cards_is_true(number):
    """So many are in the stock, so many in the stock or in the other hand, at least."""
    for step in states(number):
        state = step.after
        stock = state.stock[: int(state.left)].tolist()
        for seat in range(2):
            other = (1 - seat) * FIST
            hand = state.hand[other : other + int(state.hand_len[1 - seat])].tolist()
            for rank in range(RANKS):
                within, around = (int(known[seat * RANKS + rank]) for known in (state.within, state.around))
                assert within <= stock.count(rank)
                assert within <= around <= stock.count(rank) + hand.count(rank)


@settings(max_examples=12)
@given(number=st.integers(0, 10**6))
@example(number=1436)  # one pack: every round is over as dealt, and no turn is logged
def test_turns_of_the_logs_are_those_of_the_round(number):
    """0 for a round that is over as dealt; one more than were decided in for a round that a new turn ends."""
    tables = play(random_job(number))
    rounds = tables["rounds"]
    turns = tables.get("turns", {name: np.array([], np.int32) for name in ("match", "round", "seat", "turn")})
    for match, round_no, count in zip(*(rounds[name] for name in ("match", "round", "turns")), strict=True):
        own = turns["turn"][(turns["match"] == match) & (turns["round"] == round_no) & (turns["seat"] == 0)]
        assert own.tolist() == list(range(count))


def both_modes(first, count):
    """Transcripts of these variants: of this process and of one in plain Python."""
    plain = run_python(
        "-m", "tests.sims.games.spite_malice_variants", str(first), str(count), plain=True
    ).splitlines()
    here = [
        json.dumps(line) for number in range(first, first + count) for line in first_match(random_job(number))
    ]
    return here, plain


def test_compiled_and_plain_python_tell_the_same_line_for_line():
    here, plain = both_modes(0, 6)
    assert len(here) > 500
    assert here == plain


@pytest.mark.slow
def test_many_variants_in_both_modes_tell_the_same():
    here, plain = both_modes(1000, 80)
    assert all(a == b for a, b in itertools.zip_longest(here, plain))


def test_every_clause_holds_in_plain_python_too():
    files = [f"tests/sims/games/{name}.py" for name in ("test_spite_malice", "test_spite_malice_parameters")]
    assert "passed" in run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", *files, plain=True)
