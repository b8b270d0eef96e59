"""Facts of the rules of Conquian, from its melds alone and on matches that the referee's own table writes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.referees.conquian import Cards, Conquian, melds, pack
from tests.referees.conquian_scripts import DEFAULTS
from tests.referees.transcript import Line
from tests.referees.writing import Writer, random_variant


class ConquianWriter(Writer, Conquian):
    """Looks after every turn whether all cards are there."""

    def fresh(self, t: str, due: Line) -> Line:
        cards, size = pack(self.rules["ranks"]), self.rules["hand_size"]
        self.chance.shuffle(cards)
        return {"hands": [cards[:size], cards[size : 2 * size]], "stock": cards[2 * size :]}

    def turn(self) -> str:
        reason = super().turn()
        for seat in range(2):
            held = len(self.hands[seat]) + sum(map(len, self.tables[seat]))
            assert held == self.rules["hand_size"] + (reason == "out" and seat == self.seat)
        lying = [*self.stock, *self.waste, *([self.middle] if self.middle else [])]
        lying += [card for seat in range(2) for meld in self.tables[seat] for card in meld]
        lying += [card for hand in self.hands for card in hand]
        assert sorted(lying) == sorted(pack(self.rules["ranks"]))
        return reason


def unions(family: frozenset[Cards], most: int) -> list[set[int]]:
    """The sets of cards, as bits, that are unions of disjoint melds: [n] those of n cards, n up to `most`."""
    place = {card: number for number, card in enumerate(sorted({card for meld in family for card in meld}))}
    bits = [(sum(1 << place[card] for card in meld), len(meld)) for meld in family]
    found: list[set[int]] = [set() for _ in range(most + 1)]

    def add(cards: int, size: int, first: int) -> None:
        found[size].add(cards)
        for number in range(first, len(bits)):
            meld, more = bits[number]
            if size + more <= most and not cards & meld:
                add(cards | meld, size + more, number + 1)

    add(0, 0, 0)
    return found


def legal_melds(**variant: Any) -> frozenset[Cards]:
    names = ("ranks", "min_set", "min_run", "max_run", "ace_high")
    return melds(*({**DEFAULTS, **variant}[name] for name in names))


def test_there_are_182_melds() -> None:
    family = legal_melds()
    assert len(family) == 182
    assert sum(len({card[0] for card in meld}) == 1 for meld in family) == 50
    assert sum(len({card[1] for card in meld}) == 1 for meld in family) == 132


def test_meldable_sets_of_eleven_and_ten_and_the_four_dead_tables() -> None:
    sets = unions(legal_melds(), 11)
    assert (len(sets[11]), len(sets[10])) == (43_344, 45_176)
    completed = {cards & ~(1 << card) for cards in sets[11] for card in range(40) if cards >> card & 1}
    place = sorted(pack(10))
    dead = [{place[card] for card in range(40) if cards >> card & 1} for cards in sets[10] - completed]
    suits = [{card for card in place if card[1] == suit} for suit in "cdhs"]
    assert sorted(map(sorted, dead)) == sorted(map(sorted, suits))


@pytest.mark.slow
def test_long_runs_lie_as_two_but_short_limits_bite() -> None:
    default = unions(legal_melds(), 11)
    assert unions(legal_melds(max_run=5), 11) == default == unions(legal_melds(max_run=10), 11)
    for short in 3, 4:
        assert unions(legal_melds(max_run=short), 11)[11] < default[11]


@pytest.mark.parametrize("seed", range(20))
def test_the_original_rules_end_within_41_turns(seed: int) -> None:
    writer = ConquianWriter([])
    lines = writer.begin(2, random.Random(seed), **DEFAULTS)
    assert lines[-2]["end_reason"] in ("out", "stock_empty")
    assert max(line["turn"] for line in lines if line.get("t") == "move") < 41
    assert Conquian(lines).run() == writer.counts["decisions"]


@pytest.mark.parametrize("seed", range(40))
def test_random_matches_of_random_variants_are_accepted(seed: int) -> None:
    chance = random.Random(seed)
    variant = random_variant(
        Conquian, 2, chance, deals=chance.randint(1, 4), max_turns=chance.choice([10, 20, 200])
    )
    writer = ConquianWriter([])
    lines = writer.begin(2, chance, **variant)
    assert Conquian(lines).run() == writer.counts["decisions"]
