"""Facts of the rules of Lonja, on matches that the referee's own table writes."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.referees.lonja import TYPES, Lonja
from tests.referees.lonja_scripts import DEFAULTS
from tests.referees.transcript import Line
from tests.referees.writing import Writer, random_variant

DECKS = [(9, 2), (8, 2), (4, 4), (5, 4), (10, 2)]


class LonjaWriter(Writer, Lonja):
    """Lays out anew until every type lies often enough; counts placements."""

    spiteful = False

    def fresh(self, t: str, due: Line) -> Line:
        if self.round_no and self.rules["second_set"] == "remainder":
            cards = self.rest
        else:
            values, copies = range(1, self.rules["values"] + 1), range(self.rules["copies"])
            cards = [f"{coin}{value}" for coin in TYPES for value in values for _ in copies]
        size, own, in_hand = (self.rules[name] for name in ("grid", "cards_each", "hand_size"))
        had = Counter(card[0] for card in cards)
        lie: Counter[str] = Counter()
        while any(lie[coin] < min(self.rules["min_per_type"], had[coin]) for coin in TYPES):
            cards = self.chance.sample(cards, len(cards))
            lie = Counter(card[0] for card in cards[: size * size])
        grid, dealt = [cards[row * size :][:size] for row in range(size)], cards[size * size :]
        parts = [dealt[seat * own :][:own] for seat in range(self.seats)]
        hands, piles = [part[:in_hand] for part in parts], [part[in_hand:] for part in parts]
        return {"grid": grid, "hands": hands, "piles": piles, "rest": dealt[own * self.seats :]}

    def pick(self, choices: list[Line]) -> Line:
        """By chance, or what leaves the next seat the fewest places."""
        if not self.spiteful or choices[0]["kind"] != "place":
            return self.chance.choice(choices)
        return min(choices, key=self.left_to_the_next)

    def left_to_the_next(self, move: Line) -> float:
        row, column = move["row"], move["col"]
        before, self.grid[row][column] = self.grid[row][column], move["card"]
        others = [self.placements(seat) for seat in range(self.seats) if move["card"] not in self.hands[seat]]
        self.grid[row][column] = before
        return min(map(len, others), default=99) + self.chance.random()


def stuck(seats: int, matches: int, spiteful: bool = False, **variant: Any) -> tuple[int, int]:
    """How often seats were stuck in all matches, and how often within the first five placements of a round."""
    writer, early = LonjaWriter([]), 0
    writer.spiteful = spiteful
    for number in range(matches):
        lines = writer.begin(seats, random.Random(number), **{**DEFAULTS, **variant})
        early += sum(line.get("kind") == "pass" and line["turn"] < 5 for line in lines)
        placed = Counter(line["round"] for line in lines if line.get("kind") == "place")
        for line in lines:
            if line.get("t") == "round":
                early += placed[line["round"]] < 5
                assert (line["end_reason"] == "all_placed") == (placed[line["round"]] == 10 * seats)
    return writer.counts["stuck turns"] + writer.counts["round ended by stuck"], early


@pytest.mark.parametrize("seats", [2, 3])
def test_placements_by_chance_are_never_stuck(seats: int) -> None:
    assert stuck(seats, 20) == (0, 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_five_placements_are_never_stuck_even_by_intent(seats: int) -> None:
    assert stuck(seats, 6, spiteful=True)[1] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("values", "copies"), DECKS)
def test_placements_by_chance_are_never_stuck_whatever_the_deck(values: int, copies: int) -> None:
    assert stuck(2, 300, values=values, copies=copies) == (0, 0)


def test_the_original_needs_36_and_46_cards() -> None:
    table = Lonja([])
    for seats, cards in ((2, 36), (3, 46)):
        table.seats, table.rules = seats, {**DEFAULTS, "values": 5, "copies": 2}
        assert table.impossible() == f"{cards} cards of 30"
        table.rules["copies"] = 4
        assert table.impossible() == ""


def test_points_and_cards_differ_in_about_a_third_of_the_first_lines() -> None:
    writer, differ, lines = LonjaWriter([]), 0, 0
    writer.seats, writer.round_no, writer.chance = 3, 0, random.Random(1)
    writer.owner = {coin: seat for seat, coin in enumerate(TYPES)}
    for _ in range(500):
        taken = []
        for rule in "points", "cards":
            writer.rules = {**DEFAULTS, "majority_by": rule}
            if rule == "points":
                writer.grid = writer.fresh("deal", {})["grid"]
            taken.append([writer.line_result(*line)["winners"] for line in writer.grid_lines().items()])
        assert len(taken[0]) == 8
        differ += sum(by_points != by_cards for by_points, by_cards in zip(*taken, strict=True))
        lines += 8
    assert 0.28 < differ / lines < 0.40


@pytest.mark.parametrize("seed", range(60))
def test_random_matches_of_random_variants_are_accepted(seed: int) -> None:
    chance = random.Random(seed)
    seats, second = chance.choice([2, 3]), chance.choice(["fresh", "fresh", "remainder"])
    fixed = {"second_set": second, "rounds": 2 if second == "remainder" else chance.randint(1, 3)}
    fixed |= {"max_turns": chance.choice([10, 20, 60, 200])}
    variant = random_variant(Lonja, seats, chance, **fixed)
    writer = LonjaWriter([])
    lines = writer.begin(seats, chance, **variant)
    assert Lonja(lines).run() == writer.counts["decisions"]
