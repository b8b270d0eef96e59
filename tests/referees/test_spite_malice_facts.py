"""Facts of the rules of Spite & Malice, on matches that the referee's own table writes."""

from __future__ import annotations

import random

import pytest

from tests.referees.spite_malice import RANKS, SpiteMalice
from tests.referees.spite_scripts import DEFAULTS
from tests.referees.transcript import Line
from tests.referees.writing import Writer, random_variant


class SpiteWriter(Writer, SpiteMalice):
    """Deals and shuffles by chance, and looks after every turn whether all cards are there."""

    never_to_the_centre = False

    def fresh(self, t: str, due: Line) -> Line:
        if t == "shuffle":
            cards = self.stock + self.waiting
            self.chance.shuffle(cards)
            return {"stock": cards}
        cards = [*RANKS * 4 * self.rules["decks"]]
        self.chance.shuffle(cards)
        pile, hand, bonus = (self.rules[name] for name in ("payoff", "hand_size", "second_hand_bonus"))
        payoff, hands = (
            [cards[:pile], cards[pile : 2 * pile]],
            [cards[2 * pile :][:hand], cards[2 * pile + hand :][:hand]],
        )
        starter = self.starter_of(payoff)
        stock = cards[2 * (pile + hand) :]
        hands[1 - starter] += stock[:bonus]
        return {"starter": starter, "payoff": payoff, "hands": hands, "stock": stock[bonus:]}

    def pick(self, choices: list[Line]) -> Line:
        """Mostly to the centre, or never."""
        away = [choice for choice in choices if choice["kind"] in ("end", "stop")]
        if self.never_to_the_centre or (away and self.chance.random() < 0.2):
            return self.chance.choice(away)
        return self.chance.choice(choices)

    def turn(self) -> str:
        reason = super().turn()
        cards = [*self.stock, *self.waiting, *self.payoff[0], *self.payoff[1], *self.hands[0], *self.hands[1]]
        cards += [card for stack in [*self.sides[0], *self.sides[1], *self.centres] for card in stack]
        assert sorted(cards) == sorted(RANKS * 4 * self.rules["decks"])
        return reason


@pytest.mark.parametrize(("stock_out", "turns"), [("empty_now", 55), ("failed_draw", 56)])
def test_never_playing_to_the_centre_ties_on_a_known_turn(stock_out: str, turns: int) -> None:
    """The 56th turn draws the last card, the 57th fails to draw; neither has a decision."""
    writer = SpiteWriter([])
    writer.never_to_the_centre = True
    variant = {**DEFAULTS, "max_rounds": 3, "stock_out": stock_out}
    lines = writer.begin(2, random.Random(1), **variant)
    assert sum(line["t"] == "move" for line in lines[1:]) == 3 * turns
    assert [line["end_reason"] for line in lines if line.get("t") == "round"] == ["stock_empty"] * 3
    assert SpiteMalice(lines).run() == 3 * turns


@pytest.mark.parametrize("seed", range(60))
def test_random_matches_of_random_variants_are_accepted(seed: int) -> None:
    chance = random.Random(seed)
    fixed = {"max_rounds": chance.randint(1, 4), "max_turns": chance.choice([10, 20, 60, 200])}
    fixed |= {"payoff": chance.randint(3, 12)} if chance.random() < 0.5 else {}
    variant = random_variant(SpiteMalice, 2, chance, **fixed)
    writer = SpiteWriter([])
    lines = writer.begin(2, chance, **variant)
    assert SpiteMalice(lines).run() == writer.counts["decisions"]


def test_one_pack_ties_within_a_few_turns() -> None:
    ended = SpiteWriter([])
    for seed in range(100):
        ended.begin(2, random.Random(seed), **{**DEFAULTS, "decks": 1, "max_rounds": 1})
    assert ended.counts["round ended by stock_empty"] == 100
