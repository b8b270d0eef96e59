"""An independent referee for Lonja transcripts (see `transcript.py`)."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any, ClassVar

from tests.referees.transcript import Line, Referee, best, main

TYPES = "gsb"


class Lonja(Referee):
    game = "lonja"
    seat_numbers = range(2, 4)
    parameters: ClassVar = {
        "values": range(2, 21), "copies": range(1, 9), "grid": range(3, 6), "min_per_type": range(9),
        "cards_each": range(3, 21), "hand_size": range(1, 21),
        "match_rule": ("type_or_value", "type_only", "value_only"), "majority_by": ("points", "cards"),
        "majority": ("plurality", "absolute"), "line_value": ("all", "own"), "line_tie": ("nobody", "split"),
        "neutral_scores": ("nobody", "second"), "diagonals": (False, True), "cover_limit": range(11),
        "stuck": ("pass", "discard", "free"), "may_pass": (False, True), "choose_order": ("reverse", "forward"),
        "choose_when": ("after_hand", "before_hand"),  # what players know; no card moves: nothing to check
        "second_set": ("fresh", "remainder"), "rounds": range(1, 13), "max_turns": range(10, 100_001),
        "starter_bonus": range(-20, 21),
    }  # fmt: skip

    def impossible(self) -> str:
        rules = self.rules
        cells, own = rules["grid"] ** 2, rules["cards_each"]
        remainder = rules["second_set"] == "remainder"
        needed = (cells + own * self.seats) * (2 if remainder else 1)
        of_type = rules["values"] * rules["copies"]
        wrong = {
            f"min_per_type {rules['min_per_type']} in {cells} cells": rules["min_per_type"] > cells // 3,
            f"min_per_type {rules['min_per_type']} of {of_type}": rules["min_per_type"] > of_type,
            f"hand_size above cards_each {own}": rules["hand_size"] > own,
            f"{needed} cards of {3 * of_type}": needed > 3 * of_type,
            "remainder with other than 2 rounds": remainder and rules["rounds"] != 2,
        }
        return ", ".join(text for text, is_wrong in wrong.items() if is_wrong)

    def play(self) -> str:
        values = range(1, self.rules["values"] + 1)
        self.rest = [
            f"{coin}{value}" for coin in TYPES for value in values for _ in range(self.rules["copies"])
        ]
        pack = self.rest
        for number in range(self.rules["rounds"]):
            self.round_no, self.turn_no, self.starter = number, 0, number % self.seats
            self.deal(self.rest if self.rules["second_set"] == "remainder" else pack)
            self.choose_types()
            self.end_round(self.placing())
        return "done"

    # Before the first turn

    def deal(self, pack: list[str]) -> None:
        line = self.read("deal", "grid", "hands", "piles", "rest", round=self.round_no, starter=self.starter)
        size, own, in_hand = self.rules["grid"], self.rules["cards_each"], self.rules["hand_size"]
        self.grid = self.cards("grid", line["grid"], [size] * size)
        self.hands = self.cards("hands", line["hands"], [in_hand] * self.seats)
        self.piles = self.cards("piles", line["piles"], [own - in_hand] * self.seats)
        [self.rest] = self.cards("rest", [line["rest"]], [len(pack) - size * size - own * self.seats])
        seen = [card for cards in [*self.grid, *self.hands, *self.piles, self.rest] for card in cards]
        self.pack("the pack", seen, pack)
        names = ("values", "copies", "grid", "min_per_type", "cards_each", "hand_size", "second_set")
        layout = [self.rules[name] for name in names]
        self.same_deal(layout, [self.grid, self.hands, self.piles, self.rest])
        for coin in TYPES:
            least = min(self.rules["min_per_type"], sum(card[0] == coin for card in pack))
            lie = sum(card[0] == coin for row in self.grid for card in row)
            if lie < least:
                self.broken(f"{coin} lies {lie} times in the grid — the rules say at least {least}")
        self.covered: Counter[tuple[int, int]] = Counter()

    def choose_types(self) -> None:
        order = [(self.starter + place) % self.seats for place in range(self.seats)]
        self.owner: dict[str, int] = {}
        self.turn_no = -1
        for seat in order if self.rules["choose_order"] == "forward" else order[::-1]:
            free: list[Line] = [{"kind": "choose", "coin": coin} for coin in TYPES if coin not in self.owner]
            self.owner[self.choose(seat, free)["coin"]] = seat
        self.turn_no = 0

    # Turns

    def placing(self) -> str:
        """All turns; returns the end reason of the round."""
        seat, passed = self.starter, 0
        while True:
            holders = [other for other in range(self.seats) if self.hands[other]]
            if not holders:
                return "all_placed"
            all_stuck = not any(self.placements(other) for other in holders)
            if all_stuck and (self.rules["stuck"] == "pass" or not self.open_cells()):
                return "stuck"
            if passed == len(holders):
                return "stuck"
            if self.turn_no == self.rules["max_turns"]:
                return "cap"
            while not self.hands[seat]:
                seat = (seat + 1) % self.seats
                self.counts["seat without cards skipped"] += 1
            passed = passed + 1 if self.turn(seat) == "pass" else 0
            seat = (seat + 1) % self.seats
            self.turn_no += 1

    def turn(self, seat: int) -> str:
        """One decision; returns its kind."""
        choices = self.placements(seat)
        if not choices:
            self.counts["stuck turns"] += 1
            hand = sorted(set(self.hands[seat]))
            if self.rules["stuck"] == "discard":
                choices = [{"kind": "discard", "card": card} for card in hand]
            elif self.rules["stuck"] == "free":
                choices = [self.place(card, *cell) for card in hand for cell in self.open_cells()]
        if self.rules["may_pass"] or not choices:
            choices.append({"kind": "pass"})
        move = self.choose(seat, choices)
        if move["kind"] != "pass":
            self.hands[seat].remove(move["card"])
            if self.piles[seat]:
                self.hands[seat].append(self.piles[seat].pop(0))
        if move["kind"] == "place":
            row, column = move["row"], move["col"]
            self.grid[row][column] = move["card"]
            self.covered[row, column] += 1
        return str(move["kind"])

    def open_cells(self) -> list[tuple[int, int]]:
        """Cells that may still be covered."""
        size, limit = range(self.rules["grid"]), self.rules["cover_limit"]
        cells = [(row, column) for row in size for column in size]
        return [cell for cell in cells if not limit or self.covered[cell] < limit]

    def placements(self, seat: int) -> list[Line]:
        """Every card of the hand on every cell that it matches; equal cards count once."""
        return [
            self.place(card, row, column)
            for card in sorted(set(self.hands[seat]))
            for row, column in self.open_cells()
            if self.matches(card, self.grid[row][column])
        ]

    def place(self, card: str, row: int, column: int) -> Line:
        return {"kind": "place", "card": card, "row": row, "col": column}

    def matches(self, card: str, other: str) -> bool:
        by_type, by_value = card[0] == other[0], card[1:] == other[1:]
        rule = {"type_or_value": by_type or by_value, "type_only": by_type, "value_only": by_value}
        return rule[self.rules["match_rule"]]

    # Scoring

    def end_round(self, reason: str) -> None:
        lines = [self.line_result(name, cards) for name, cards in self.grid_lines().items()]
        points = [0] * self.seats
        if reason != "cap":
            points = [sum(line["points"][seat] for line in lines) for seat in range(self.seats)]
            points[self.starter] += self.rules["starter_bonus"]
        self.read("round", round=self.round_no, end_reason=reason, points=points, lines=lines)
        self.points = [sum(both) for both in zip(self.points, points, strict=True)]
        self.counts.update(["rounds", f"round ended by {reason}"])

    def grid_lines(self) -> dict[str, list[str]]:
        size = range(self.rules["grid"])
        lines = {f"r{row}": self.grid[row] for row in size}
        lines |= {f"c{column}": [self.grid[row][column] for row in size] for column in size}
        if self.rules["diagonals"]:
            lines["d0"] = [self.grid[place][place] for place in size]
            lines["d1"] = [self.grid[place][len(size) - 1 - place] for place in size]
        return lines

    def line_result(self, name: str, cards: list[str]) -> dict[str, Any]:
        """A line of the grid: who wins it, and what each seat scores for it."""
        values = {coin: sum(int(card[1:]) for card in cards if card[0] == coin) for coin in TYPES}
        numbers = {coin: sum(card[0] == coin for card in cards) for coin in TYPES}
        most = values if self.rules["majority_by"] == "points" else numbers
        leaders = self.leaders(most)
        if len(leaders) == 1 and leaders[0] not in self.owner and self.rules["neutral_scores"] == "second":
            leaders = self.leaders({coin: most[coin] for coin in self.owner})
            leaders = leaders if len(leaders) == 1 else []
            self.counts["line of the neutral type goes to the second"] += len(leaders)
        elif len(leaders) > 1:
            self.counts["line tied"] += 1
            leaders = leaders if self.rules["line_tie"] == "split" else []
        if self.rules["majority"] == "absolute" and 2 * max(most.values()) <= sum(most.values()):
            self.counts["line without an absolute majority"] += 1
            leaders = []
        points = [0] * self.seats
        for coin in leaders:
            whole = sum(values.values()) if self.rules["line_value"] == "all" else values[coin]
            if coin in self.owner:
                points[self.owner[coin]] = whole // len(leaders)
        winners = sorted(self.owner[coin] for coin in leaders if coin in self.owner)
        return {"line": name, "winners": winners, "points": points}

    def leaders(self, most: dict[str, int]) -> list[str]:
        coins = list(most)
        return [coins[place] for place in best(list(most.values()))]


if __name__ == "__main__":
    sys.exit(main(Lonja, sys.argv[1:]))
