"""What holds in every variant of Conquian: conservation, legal tables, one outcome in both modes."""

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sims import registry, replay
from sims.games.conquian.cards import NONE
from tests.sims.games.conquian_slow import Rules
from tests.sims.games.conquian_variants import random_job
from tests.sims.playing import first_match, job, play, run_python


def lying(state, rules):
    """Every card there is, wherever it lies, as numbers."""
    sets = [int(state.hand[0]), int(state.hand[1]), int(state.table[0]), int(state.table[1])]
    found = [card for cards in sets for card in range(64) if cards >> card & 1]
    found += state.stock[int(state.top) : int(state.bottom)].tolist()
    found += state.waste[: int(state.wasted)].tolist()
    return sorted(found + ([int(state.middle)] if state.middle != NONE else []))


@settings(max_examples=25)
@given(number=st.integers(0, 10**6))
def test_all_cards_are_conserved_at_every_moment(number):
    asked = random_job(number)
    ranks = asked.variant.values["ranks"]
    pack = sorted(suit << 4 | place for suit in range(4) for place in range(ranks))
    for step in itertools.takewhile(lambda step: step.match == 0, replay.steps(asked)):
        assert lying(step.after, step.rules) == pack
        assert int(step.after.gone) == sum(
            1 << c for c in step.after.waste[: int(step.after.wasted)].tolist()
        )
        size = [int(step.after.hand[s]).bit_count() + int(step.after.table[s]).bit_count() for s in range(2)]
        boundary = step.kind == "move" and step.after.turn != step.before.turn
        if step.kind == "deal" or boundary:
            assert size == [asked.variant.values["hand_size"]] * 2
        if step.kind == "round" and step.after.end_reason == 2:
            winner = int(step.after.ender)
            assert (size[winner], int(step.after.hand[winner])) == (asked.variant.values["hand_size"] + 1, 0)


@settings(max_examples=25)
@given(number=st.integers(0, 10**6))
def test_every_table_is_made_of_melds(number):
    lines = list(first_match(random_job(number)))
    variant = lines[0]["variant"]
    melds = Rules(*(variant[name] for name in ("ranks", "min_set", "min_run", "max_run", "ace_high"))).melds()
    for line in lines:
        if line.get("kind") == "meld":
            assert {frozenset(meld) for meld in line["melds"]} <= melds
            assert len({card for meld in line["melds"] for card in meld}) == sum(map(len, line["melds"]))


@pytest.mark.parametrize("preset", registry.load("conquian").presets)
def test_every_preset_plays_and_mostly_ends_by_going_out(preset):
    values = registry.load("conquian").presets[preset].values
    rounds = play(job(registry.load("conquian"), 2, "greedy", clusters=100, log="rounds", **values))["rounds"]
    words_of = registry.load("conquian").end_reasons
    reasons = {words_of[reason] for reason in rounds["end_reason"].tolist()}
    assert reasons <= {"out", "stock_empty"}
    assert (rounds["end_reason"] == words_of.index("out")).mean() > 0.5


def both_modes(first, count):
    """Transcripts of these variants: of this process and of one in plain Python."""
    plain = run_python(
        "-m", "tests.sims.games.conquian_variants", str(first), str(count), plain=True
    ).splitlines()
    here = [
        json.dumps(line) for number in range(first, first + count) for line in first_match(random_job(number))
    ]
    return here, plain


def test_compiled_and_plain_python_tell_the_same_line_for_line():
    here, plain = both_modes(0, 12)
    assert len(here) > 500
    assert here == plain


@pytest.mark.slow
def test_many_variants_in_both_modes_tell_the_same():
    here, plain = both_modes(1000, 200)
    assert all(a == b for a, b in itertools.zip_longest(here, plain))


def test_every_clause_holds_in_plain_python_too():
    files = [f"tests/sims/games/{name}.py" for name in ("test_conquian", "test_conquian_parameters")]
    assert "passed" in run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", *files, plain=True)
