"""Melds and layouts, found by shifting bits, against all there are: those made in the slow and obvious way."""

import random
from itertools import combinations

import numpy as np
import pytest

from sims import registry, variants
from sims.games.conquian import rules as conquian
from sims.games.conquian import words
from sims.games.conquian.cards import NIL
from tests.sims.games.conquian_slow import SUITS, Rules, layouts, position
from tests.sims.games.conquian_table import cards_of, list_layouts, meld_of, use_is_legal

RULES = [
    Rules(),
    Rules(13), Rules(12, ace_high=True), Rules(13, 3, 3, 13, ace_high=True), Rules(10, max_run=10, ace_high=True),
    Rules(min_set=4), Rules(min_run=4), Rules(min_set=4, min_run=4, max_run=4), Rules(max_run=3), Rules(max_run=5),
    Rules(rearrange=False), Rules(extra=False), Rules(13, rearrange=False, extra=False, ace_high=True),
]  # fmt: skip
ALL = [
    Rules(ranks, min_set, min_run, max_run, ace_high)
    for ranks in (10, 12, 13) for min_set in (3, 4) for min_run in (3, 4)
    for max_run in (*range(min_run, 11), 12, 13) for ace_high in (False, True)
]  # fmt: skip


def record(rules):
    """The same as the game's own parameters."""
    values = {
        name: getattr(rules, name)
        for name in ("ranks", "min_set", "min_run", "max_run", "ace_high", "rearrange")
    }
    return variants.make(registry.load("conquian"), 2, None, values).record()


def bits(own, cards):
    ranks = words.RANKS[int(own[0].ranks)]
    return sum(1 << (SUITS.index(card[1]) << 4 | ranks.index(card[0])) for card in cards)


def layout_of(own, old):
    return sum(meld_of(own, bits(own, meld)) << 10 * place for place, meld in enumerate(old))


# ---- melds


def test_there_are_182_melds_50_sets_and_132_runs():
    melds = Rules().melds()
    assert len(melds) == 182
    assert sum(len({card[0] for card in meld}) == 1 for meld in melds) == 50


@pytest.mark.parametrize("rules", ALL[::13], ids=str)
def test_every_meld_has_a_number_that_gives_its_cards_again_and_nothing_else_has_one(rules):
    own, melds = record(rules), rules.melds()
    numbers = set()
    for meld in melds:
        number = meld_of(own, bits(own, meld))
        assert 0 < number < 1024
        assert cards_of(own, number) == bits(own, meld)
        assert set(words.meld(own[0], number)) == meld
        numbers.add(number)
    assert len(numbers) == len(melds)
    chance = random.Random(3)
    for _ in range(150):
        cards = frozenset(chance.sample(rules.pack, chance.randint(2, 5)))
        near = chance.choice(sorted(melds, key=sorted))
        for held in (cards, near - {min(near)}, near | {chance.choice(rules.pack)}):
            assert (meld_of(own, bits(own, held)) > 0) == (held in melds)


def meldable(rules, size):
    """Every set of so many cards that can be split into melds, as bits."""
    own = record(rules)
    masks = [bits(own, meld) for meld in rules.melds()]
    found, sums = set(), {0}
    while sums:
        sums = {total | mask for total in sums for mask in masks if not total & mask}
        found |= {total for total in sums if total.bit_count() == size}
        sums = {total for total in sums if total.bit_count() <= size - 3}
    return found


@pytest.fixture(scope="module")
def eleven():
    return meldable(Rules(), 11)


@pytest.fixture(scope="module")
def ten():
    return meldable(Rules(), 10)


def test_43344_sets_of_eleven_cards_can_be_melded_and_45176_of_ten(eleven, ten):
    assert (len(eleven), len(ten)) == (43_344, 45_176)


def test_four_tables_of_ten_can_never_be_completed_the_whole_suits(eleven, ten):
    completable = {table ^ 1 << card for table in eleven for card in range(64) if table >> card & 1}
    assert sorted(ten - completable) == [0x3FF << 16 * suit for suit in range(4)]


def test_longest_runs_of_8_10_and_5_give_the_same_but_3_and_4_bite(eleven):
    for longest in (10, 5):
        assert meldable(Rules(max_run=longest), 11) == eleven
    for longest in (3, 4):
        assert meldable(Rules(max_run=longest), 11) < eleven


def test_eleven_cards_can_be_melded_exactly_if_they_are_one_of_these_sets(eleven):
    own = record(Rules())
    found = np.zeros(400, np.int64)
    chance = random.Random(7)
    pack = [suit << 4 | place for suit in range(4) for place in range(10)]
    near = chance.sample(sorted(eleven), 800)
    for table in near:
        moved = table ^ 1 << chance.choice([card for card in pack if table >> card & 1])
        for cards in (table, moved | 1 << chance.choice([card for card in pack if not moved >> card & 1])):
            card = cards.bit_length() - 1
            can = list_layouts(own, 0, cards ^ 1 << card, 0, card, 0, found) > 0
            assert can == (cards in eleven)


# ---- layouts


def compare(rules, cases, seed):
    """The game's layouts are those of the slow solver, each once, and `use` is legal where there is one. → how many."""
    own, melds, chance = record(rules), rules.melds(), random.Random(seed)
    in_order = sorted(melds, key=sorted)
    states = np.zeros(1, conquian.STATE).view(np.recarray)
    found = np.zeros(400, np.int64)
    some = 0
    for _ in range(cases):
        hand, old, card = position(rules, in_order, chance)
        slow = layouts(rules, melds, hand, old, card)
        held, table, number = (
            bits(own, hand),
            bits(own, frozenset().union(*old)),
            bits(own, [card]).bit_length() - 1,
        )
        lies = layout_of(own, old)
        n = list_layouts(own, held, table, lies, number, np.int64(rules.extra), found)
        listed = [frozenset(map(frozenset, words.melds(own[0], layout))) for layout in found[:n].tolist()]
        assert len(listed) == len(set(listed))
        assert set(listed) == slow, (rules, hand, old, card)
        assert use_is_legal(own, states, held, table, lies, number) == bool(slow)
        some += bool(slow)
    return some


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_layouts_are_those_of_the_slow_solver(rules):
    assert compare(rules, 150, seed=1) > 3


@pytest.mark.slow
def test_layouts_are_those_of_the_slow_solver_on_100000_hands():
    some = sum(compare(rules, 4_000 if i else 40_000, seed=2) for i, rules in enumerate(RULES))
    some += sum(compare(rules, 200, seed=3) for rules in ALL)
    assert some > 10_000


@pytest.mark.parametrize(
    ("rules", "hand", "most"),
    [
        (Rules(), "A234567Jc", 128),  # eleven cards: a set of jacks across the run
        (Rules(13, 3, 3, 13, ace_high=True), "A23456789TJQc", 286),
    ],
)
def test_the_most_choices_that_were_found_fit_where_choices_are_listed(rules, hand, most):
    own = record(rules)
    cards = [rank + hand[-1] for rank in hand[:-1]]
    if most == 128:
        cards += ["Jd", "Jh", "Js"]
    found = np.zeros(400, np.int64)
    best = max(
        list_layouts(
            own, bits(own, cards) & ~bits(own, [card]), 0, 0, bits(own, [card]).bit_length() - 1, 1, found
        )
        for card in cards
    )
    assert best == most < registry.load("conquian").max_choices


def test_no_meld_no_layout():
    own = record(Rules())
    found = np.zeros(400, np.int64)
    pairs = ["".join(pair) for pair in combinations("A357", 2)]
    for pair in pairs:
        held = bits(own, [pair[0] + "c", pair[1] + "d"])
        assert list_layouts(own, held, 0, NIL, bits(own, ["Kh"]).bit_length() - 1, 1, found) == 0
