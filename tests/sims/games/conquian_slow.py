"""Conquian's melds and layouts in the slow and obvious way, from the rules in words: sets of cards such as `7s`."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

SUITS = "cdhs"
PACKS = {10: "A234567JQK", 12: "A23456789JQK", 13: "A23456789TJQK"}
Cards = frozenset[str]


@dataclass(frozen=True)
class Rules:
    """The parameters that say what a meld is and how it may be laid."""

    ranks: int = 10
    min_set: int = 3
    min_run: int = 3
    max_run: int = 8
    ace_high: bool = False
    rearrange: bool = True
    extra: bool = True

    @property
    def pack(self) -> list[str]:
        """Every card."""
        return [rank + suit for suit in SUITS for rank in PACKS[self.ranks]]

    def melds(self) -> set[Cards]:
        """Every meld there is."""
        order = PACKS[self.ranks] + ("A" if self.ace_high else "")
        found = set()
        for rank in PACKS[self.ranks]:
            four = [rank + suit for suit in SUITS]
            for size in range(self.min_set, 5):
                found |= set(map(frozenset, combinations(four, size)))
        for suit in SUITS:
            for size in range(self.min_run, self.max_run + 1):
                for first in range(len(order) - size + 1):
                    ranks = order[first : first + size]
                    if len(set(ranks)) == size:  # an ace is one card
                        found.add(frozenset(rank + suit for rank in ranks))
        return found


def disjoint(melds: list[Cards]) -> Iterator[tuple[Cards, ...]]:
    """Every choice of melds without a common card."""
    yield ()
    for i, meld in enumerate(melds):
        rest = [other for other in melds[i + 1 :] if not other & meld]
        for more in disjoint(rest):
            yield (meld, *more)


def layouts(
    rules: Rules, melds: set[Cards], hand: Cards, old: list[Cards], card: str
) -> set[frozenset[Cards]]:
    """Every legal table after the seat has used the card, as a set of melds."""
    must = frozenset().union(*old) | {card}
    found = set()
    for laid in disjoint([meld for meld in melds if meld <= must | hand]):
        if not must <= frozenset().union(*laid):
            continue
        if not rules.rearrange and not all(any(whole <= meld for meld in laid) for whole in old):
            continue
        if not rules.extra and not all(meld & must for meld in laid):
            continue
        found.add(frozenset(laid))
    return found


def position(rules: Rules, melds: list[Cards], chance: random.Random) -> tuple[Cards, list[Cards], str]:
    """A hand, a table and a middle card; the cards lie so close that there is often something to meld."""
    pack = rules.pack
    size = chance.choice([8, 10, 10, 11])
    old: list[Cards] = []
    for meld in chance.sample(melds, chance.choice([0, 2, 8, 20])):
        table = frozenset().union(*old)
        if not meld & table and len(table | meld) <= size:
            old.append(meld)
    table = frozenset().union(*old)
    ranks, suits = (
        chance.sample(PACKS[rules.ranks], chance.choice([4, 6, rules.ranks])),
        chance.choice([2, 4, 4]),
    )
    near = [card for card in pack if card[0] in ranks and card[1] in chance.sample(SUITS, suits)]
    rest = [card for card in dict.fromkeys([*chance.sample(near, len(near)), *chance.sample(pack, len(pack))])
            if card not in table]  # fmt: skip
    return frozenset(rest[: size - len(table)]), old, rest[size - len(table)]
