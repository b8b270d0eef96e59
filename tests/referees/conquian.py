"""An independent referee for Conquian transcripts (see `transcript.py`). All splits into melds are enumerated."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import ClassVar

from tests.referees.transcript import Line, Referee, main

Cards = frozenset[str]

SUITS = "cdhs"
RANKS = {10: "A234567JQK", 12: "A23456789JQK", 13: "A23456789TJQK"}


def pack(ranks: int) -> list[str]:
    return [rank + suit for rank in RANKS[ranks] for suit in SUITS]


@functools.cache
def melds(ranks: int, min_set: int, min_run: int, max_run: int, ace_high: bool) -> frozenset[Cards]:
    """Every legal meld: sets of one rank, runs of neighbours in one suit; no ace twice, no wrap."""
    sets = {
        frozenset(rank + suit for suit in suits)
        for rank in RANKS[ranks]
        for size in range(min_set, 5)
        for suits in combinations(SUITS, size)
    }
    order = RANKS[ranks] + ("A" if ace_high else "")
    runs = {
        frozenset(rank + suit for rank in order[first : first + length])
        for suit in SUITS
        for length in range(min_run, max_run + 1)
        for first in range(len(order) - length + 1)
        if len(set(order[first : first + length])) == length
    }
    return frozenset(sets | runs)


def layouts(must: Cards, may: Cards, legal: frozenset[Cards]) -> Iterator[list[Cards]]:
    """Every way to lay all cards of `must`, and any of `may`, as legal melds; each way once."""
    if not must | may:
        yield []
        return
    first = min(must or may)
    for meld in legal:
        if first in meld and meld <= must | may:
            for rest in layouts(must - meld, may - meld, legal):
                yield [meld, *rest]
    if not must:  # a hand card that is not laid
        yield from layouts(must, may - {first}, legal)


class Conquian(Referee):
    game = "conquian"
    seat_numbers = range(2, 3)
    parameters: ClassVar = {
        "hand_size": range(8, 12), "ranks": (10, 12, 13), "min_set": range(3, 5), "min_run": range(3, 5),
        "max_run": range(3, 14), "ace_high": (False, True), "rearrange": (False, True),
        "extra_melds": ("with_middle", "middle_only"), "force": ("choice", "auto", "off"),
        "force_test": ("as_lies", "rearranged"), "forced_freedom": ("minimal", "free"),
        "stock_end": ("failed_flip", "last_card"), "stock_recycle": range(3),
        "draw_rule": ("tie", "double", "pool"), "deals": range(1, 101), "max_turns": range(10, 100_001),
    }  # fmt: skip

    def impossible(self) -> str:
        shortest, longest = self.rules["min_run"], self.rules["max_run"]
        return f"min_run {shortest} is above max_run {longest}" if shortest > longest else ""

    def begin_match(self) -> None:
        names = ("ranks", "min_set", "min_run", "max_run", "ace_high")
        self.melds = melds(*(self.rules[name] for name in names))
        self.stake, self.pool = 1, 0

    def play(self) -> str:
        self.begin_match()
        for number in range(self.rules["deals"]):
            self.round_no, self.turn_no = number, 0
            self.deal()
            reason = ""
            while not reason:
                reason = self.turn()
                self.turn_no += 1
                self.seat = 1 - self.seat
                if not reason and self.turn_no == self.rules["max_turns"]:
                    reason = "cap"
            points = self.score(reason, winner=1 - self.seat)
            self.read("round", round=number, end_reason=reason, points=points)
            self.points = [sum(both) for both in zip(self.points, points, strict=True)]
            self.counts.update(["rounds", f"round ended by {reason}"])
        return "done"

    def deal(self) -> None:
        self.seat = self.round_no % 2
        line = self.read("deal", "hands", "stock", round=self.round_no, starter=self.seat)
        size, cards = self.rules["hand_size"], pack(self.rules["ranks"])
        hands = self.cards("hands", line["hands"], [size] * 2)
        [self.stock] = self.cards("stock", [line["stock"]], [len(cards) - 2 * size])
        self.pack("the pack", [*hands[0], *hands[1], *self.stock], cards)
        self.same_deal((size, len(cards)), [hands, self.stock])
        self.hands: list[Cards] = [frozenset(hand) for hand in hands]
        self.tables: list[list[Cards]] = [[], []]
        self.middle = ""  # what the other seat left
        self.waste: list[str] = []  # oldest first
        self.recycled = 0

    def score(self, reason: str, winner: int) -> list[int]:
        if reason == "cap":
            return [0, 0]
        if reason == "stock_empty":
            if self.rules["draw_rule"] == "double":
                self.stake *= 2
            if self.rules["draw_rule"] == "pool":
                self.pool += 2
                return [-1, -1]
            return [0, 0]
        points = [0, 0]
        points[winner] = self.stake + self.pool
        self.stake, self.pool = 1, 0
        return points

    # Turn: each step returns the end reason of the round, or nothing

    def turn(self) -> str:
        if self.middle:  # OFFER
            card, self.middle = self.middle, ""
            if (choices := self.asked(card, "reject")) is not None:
                return self.meld(choices)
            self.waste.append(card)
        if not self.stock and not self.recycle():
            return "stock_empty"
        card = self.stock.pop(0)  # FLIP
        last = not self.stock and self.recycled == self.rules["stock_recycle"]
        choices = self.asked(card, "leave")
        if choices is None:
            self.middle = card
        reason = "" if choices is None else self.meld(choices)
        return "stock_empty" if not reason and last and self.rules["stock_end"] == "last_card" else reason

    def recycle(self) -> bool:
        """Turns the waste over: its oldest card comes to lie on top."""
        if self.recycled == self.rules["stock_recycle"] or not self.waste:
            return False
        self.read("shuffle", round=self.round_no, stock=self.waste)
        self.stock, self.waste = self.waste, []
        self.recycled += 1
        self.counts["waste turned over"] += 1
        return True

    def asked(self, card: str, no: str) -> list[Line] | None:
        """USE or not, then FORCE: the ways to meld, or None where the card is not used."""
        choices = self.meldings(card)
        options = [{"kind": kind, "card": card} for kind in (["use", no] if choices else [no])]
        if self.choose(self.seat, options)["kind"] == "use":
            return choices
        forced = self.forced_meldings(card)
        if not forced or self.rules["force"] == "off":
            return None
        kinds = ["force"] if self.rules["force"] == "auto" else ["force", "spare"]
        answer = self.choose(1 - self.seat, [{"kind": kind, "card": card} for kind in kinds])
        as_it_lies = any(meld | {card} in self.melds for meld in self.tables[self.seat])
        self.counts[
            f"card that can be forced, {'as melds lie' if as_it_lies else 'only in another layout'}"
        ] += 1
        return forced if answer["kind"] == "force" else None

    def meld(self, choices: list[Line]) -> str:
        """MELD, then the discard, unless all is on the table."""
        line = self.choose(self.seat, choices)
        self.tables[self.seat] = [frozenset(meld) for meld in line["melds"]]
        self.hands[self.seat] -= set(line["hand"])
        self.counts["meld without a hand card"] += not line["hand"]
        on_table = sum(map(len, self.tables[self.seat]))
        assert on_table + len(self.hands[self.seat]) == self.rules["hand_size"] + 1
        if on_table == self.rules["hand_size"] + 1:
            return "out"
        hand = sorted(self.hands[self.seat])
        self.middle = self.choose(self.seat, [{"kind": "discard", "card": card} for card in hand])["card"]
        self.hands[self.seat] -= {self.middle}
        return ""

    # Melding

    def meldings(self, card: str) -> list[Line]:
        """Every pair of hand cards laid and layout of the table that takes the card in."""
        hand, old = self.hands[self.seat], self.tables[self.seat]
        table: Cards = frozenset().union(*old)
        return [
            self.choice(layout)
            for layout in layouts(table | {card}, hand, self.melds)
            if (self.rules["rearrange"] or all(any(meld <= new for new in layout) for meld in old))
            and (self.rules["extra_melds"] == "with_middle" or not any(new <= hand for new in layout))
        ]

    def forced_meldings(self, card: str) -> list[Line]:
        """What the seat may do when it is forced; nothing if it cannot be.

        `minimal` adds the card to a meld it fits. Where it fits none as they lie (`force_test` rearranged),
        the table is laid anew with the card and no hand card.
        """
        old = self.tables[self.seat]
        added = [
            self.choice([*(other for other in old if other != meld), meld | {card}])
            for meld in old
            if meld | {card} in self.melds
        ]
        without_hand = [choice for choice in self.meldings(card) if not choice["hand"]] if old else []
        can_be = added or (without_hand if self.rules["force_test"] == "rearranged" else [])
        return self.meldings(card) if can_be and self.rules["forced_freedom"] == "free" else can_be

    def choice(self, layout: Iterable[Cards]) -> Line:
        laid = [sorted(meld) for meld in layout]
        hand = sorted(card for meld in laid for card in meld if card in self.hands[self.seat])
        return {"kind": "meld", "hand": hand, "melds": laid}


if __name__ == "__main__":
    sys.exit(main(Conquian, sys.argv[1:]))
