"""Facts of the rules, on matches of random moves that the referee's own table writes."""

from __future__ import annotations

import itertools
import json
import random
from copy import deepcopy
from typing import Any

import pytest

from tests.referees import konflikt
from tests.referees.konflikt import Referee
from tests.referees.konflikt_scripts import (
    PACK,
    Script,
)


class Writer(Referee):
    """Instead of reading a line, writes one the rules allow, by chance; keeps the facts of each round."""

    def __init__(self, header: dict[str, Any], seed: int) -> None:
        super().__init__([header])
        self.written = [header]
        self.chance = random.Random(seed)

    def read(self, t: str, *free: str, **due: Any) -> dict[str, Any]:
        line = {"t": t, **due}
        if t == "deal":
            cards = self.chance.sample(PACK, 52)
            size, count = self.rules["stack_size"], self.rules["stacks"]
            stacks = [cards[size * n : size * (n + 1)] for n in range(count)]
            line |= {"stacks": stacks, "open": cards[size * count :]}
        elif line.get("kind") == "pick":
            places = [("open", index) for index, card in enumerate(self.open) if card]
            places += [("stack", index) for index, stack in enumerate(self.stacks) if stack]
            assert len(places) == due["legal"]
            source, index = self.chance.choice(places)
            line |= {"from": source, "index": index} | (
                {"card": self.open[index]} if source == "open" else {}
            )
        elif line.get("kind") == "take":
            line["card"] = self.chance.choice(self.stacks[due["stack"]])
        elif line.get("kind") == "order":
            taken = [move["card"] for move in self.written if "card" in move][-2:]
            line["first"], line["second"] = self.chance.sample(taken, 2)
        self.written.append(deepcopy(line))
        return line

    def turn(self) -> None:
        super().turn()
        shown = sum(sum(cards.values()) for cards in self.shown)
        aside = self.counts["second card set aside"] - self.aside
        assert self.cards_left() + shown + aside == 52
        assert self.supply + sum(self.coins) == self.rules["coin_supply"]

    def round(self, number: int) -> None:
        self.aside = self.counts["second card set aside"]
        super().round(number)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_facts_of_the_original_rules(seats: int) -> None:
    target, rounds, least = {2: (7, 4, 14), 3: (5, 3, 10), 4: (4, 4, 8)}[seats]
    variant = {"target": target, "rounds": rounds, "stacks": 8, "stack_size": 6, "open_cards": 4}
    both = 0
    for seed in range(60):
        writer = Writer(Script(seats, **variant).lines[0], seed)
        writer.run()
        turns = [
            line["turn"] + 1 for line, after in itertools.pairwise(writer.written) if after["t"] == "round"
        ]
        assert {line["end_reason"] for line in writer.written if line.get("t") == "round"} == {"target"}
        assert least <= min(turns) and max(turns) <= 26
        both += writer.counts["two seats reached the target in one turn"]
    assert (both > 0) == (seats > 2)


@pytest.mark.parametrize("seed", range(100))
def test_random_matches_of_random_variants_are_accepted(seed: int) -> None:
    chance = random.Random(seed)
    variant = {name: chance.choice(legal) for name, legal in konflikt.LEGAL.items()}
    stacks, size = chance.choice(
        [(0, 9), (9, 0), (1, 52), (52, 1), (13, 4), (17, 3), (8, 6), (5, 7), (10, 5)]
    )
    variant |= {"stacks": stacks, "stack_size": size, "open_cards": 52 - stacks * size}
    variant |= {"rounds": chance.randint(1, 6), "max_turns": chance.choice([10, 20, 26, 27, 200])}
    writer = Writer(Script(chance.randint(2, 4), **variant).lines[0], seed)
    decisions = writer.run()
    again = Referee(json.loads(json.dumps(line)) for line in writer.written)
    assert again.run() == decisions == sum(line.get("t") == "move" for line in writer.written)
    assert again.counts == writer.counts
