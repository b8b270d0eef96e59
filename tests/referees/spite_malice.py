"""An independent referee for Spite & Malice transcripts (see `transcript.py`)."""

from __future__ import annotations

import sys
from typing import ClassVar

from tests.referees.transcript import Line, Referee, main

RANKS = "A23456789TJQK"


class SpiteMalice(Referee):
    game = "spite_malice"
    seat_numbers = range(2, 3)
    parameters: ClassVar = {
        "decks": range(1, 5), "payoff": range(3, 41), "hand_size": range(2, 9), "side_stacks": range(1, 7),
        "centres": range(1, 7), "kings_wild": (False, True), "king_as_ace": (False, True),
        "wilds_in_a_row": range(6), "empty_hand": ("continue", "end_turn", "refill"),
        "recycle": ("immediate", "when_empty"), "stock_out": ("empty_now", "failed_draw", "play_on"),
        "force_payoff": (False, True), "win_bonus": range(21), "match_points": range(1, 501),
        "max_rounds": range(1, 1001), "starter": ("alternate", "payoff_high", "loser", "winner"),
        "second_hand_bonus": range(4), "max_turns": range(10, 100_001),
    }  # fmt: skip

    def impossible(self) -> str:
        rules = self.rules
        dealt = 2 * rules["payoff"] + 2 * rules["hand_size"] + rules["second_hand_bonus"]
        return f"{dealt} cards dealt of {52 * rules['decks']}" if dealt > 52 * rules["decks"] else ""

    # Match

    def play(self) -> str:
        self.last_starter, self.last_winner = 1, -1  # seat 0 starts round 0
        for number in range(self.rules["max_rounds"]):
            self.round_no, self.turn_no = number, 0
            self.last_starter = self.deal()
            self.last_winner = self.round(self.last_starter)
            if max(self.points) >= self.rules["match_points"]:
                return "done"
        return "cap"

    def starter_of(self, payoff: list[list[str]]) -> int:
        """The seat that did not start the round before, unless the pay-off tops or the last winner say other."""
        rule, alternate = self.rules["starter"], 1 - self.last_starter
        tops = [RANKS.find(pile[0]) for pile in payoff]
        if rule == "payoff_high" and tops[0] != tops[1]:
            return tops.index(max(tops))
        if rule in ("winner", "loser") and self.last_winner >= 0:
            return self.last_winner if rule == "winner" else 1 - self.last_winner
        return alternate

    def deal(self) -> int:
        """Reads the deal; returns the starter."""
        line = self.read("deal", "starter", "payoff", "hands", "stock", round=self.round_no)
        self.payoff = self.cards("payoff", line["payoff"], [self.rules["payoff"]] * 2)
        starter = self.starter_of(self.payoff)
        self.expect("starter", line["starter"], starter)
        sizes = [self.rules["hand_size"]] * 2
        sizes[1 - starter] += self.rules["second_hand_bonus"]
        self.hands = self.cards("hands", line["hands"], sizes)
        pack = [*RANKS * 4 * self.rules["decks"]]
        rest = len(pack) - 2 * self.rules["payoff"] - sum(sizes)
        [self.stock] = self.cards("stock", [line["stock"]], [rest])
        dealt = [*self.payoff[0], *self.payoff[1], *self.hands[0], *self.hands[1]]
        self.pack("the pack", dealt + self.stock, pack)
        layout = [self.rules[name] for name in ("decks", "payoff", "hand_size", "second_hand_bonus")]
        self.same_deal((layout, starter), [self.payoff, self.hands, self.stock])
        return starter

    def round(self, starter: int) -> int:
        """Plays a round; returns its winner, −1 if there is none."""
        self.sides: list[list[list[str]]] = [[[] for _ in range(self.rules["side_stacks"])] for _ in range(2)]
        self.centres: list[list[str]] = [[] for _ in range(self.rules["centres"])]
        self.waiting: list[str] = []  # completed stacks that have not gone back
        self.seat = starter
        reason = "stock_empty" if self.out_at_once() else ""
        while not reason:
            reason = self.turn()
            self.turn_no += 1
            if not reason and self.turn_no == self.rules["max_turns"]:
                reason = "cap"
            if not reason:
                self.seat = 1 - self.seat
        left = [len(pile) for pile in self.payoff]
        points = [0, 0]
        if reason == "payoff_empty":
            points[self.seat] = left[1 - self.seat] + self.rules["win_bonus"]
        self.read("round", round=self.round_no, end_reason=reason, points=points, left=left)
        self.points = [sum(both) for both in zip(self.points, points, strict=True)]
        self.counts.update(["rounds", f"round ended by {reason}"])
        return self.seat if reason == "payoff_empty" else -1

    # Drawing

    def out_at_once(self) -> bool:
        return self.rules["stock_out"] == "empty_now" and not self.stock and not self.waiting

    def fill(self) -> str:
        """Draws until the hand is full; the end reason if the stock ends the round."""
        hand = self.hands[self.seat]
        while len(hand) < self.rules["hand_size"]:
            if not self.stock and self.waiting:
                self.shuffle()
            if not self.stock and self.rules["stock_out"] == "play_on":
                self.counts["hand not filled, play on"] += 1
                return ""
            if not self.stock:
                return "stock_empty"
            hand.append(self.stock.pop(0))
            if self.out_at_once():
                return "stock_empty"
        return ""

    def shuffle(self) -> None:
        """The completed stacks go back into the stock."""
        line = self.read("shuffle", "stock", round=self.round_no)
        due = self.stock + self.waiting
        [stock] = self.cards("stock", [line["stock"]], [len(due)])
        self.pack("the stock", stock, due)
        self.stock, self.waiting = stock, []
        self.counts["stock shuffled"] += 1

    # Turn

    def turn(self) -> str:
        """One turn; returns the end reason of the round, or nothing."""
        if reason := self.fill():
            return reason
        while True:
            move = self.choose(self.seat, self.choices())
            if move["kind"] == "stop":
                return ""
            if move["kind"] == "end":
                self.hands[self.seat].remove(move["card"])
                self.sides[self.seat][move["to"]].append(move["card"])
                return ""
            self.to_centre(move)
            if not self.payoff[self.seat]:
                return "payoff_empty"
            if len(self.centres[move["to"]]) == 12:
                self.complete(move["to"])
            if move["kind"] == "hand" and not self.hands[self.seat]:
                self.counts[f"hand emptied in mid-turn, {self.rules['empty_hand']}"] += 1
                if self.rules["empty_hand"] == "end_turn":
                    return ""
                if self.rules["empty_hand"] == "refill" and (reason := self.fill()):
                    return reason

    def to_centre(self, move: Line) -> None:
        card = move["card"]
        if move["kind"] == "pay":
            self.payoff[self.seat].pop(0)
        elif move["kind"] == "side":
            self.sides[self.seat][move["from"]].pop()
        else:
            self.hands[self.seat].remove(card)
        self.centres[move["to"]].append(card)
        self.counts["king as a joker"] += card == "K"

    def complete(self, centre: int) -> None:
        self.waiting += self.centres[centre]
        self.centres[centre] = []
        if self.rules["recycle"] == "immediate":
            self.shuffle()

    def choices(self) -> list[Line]:
        """Every legal choice; equal cards of the hand count once."""
        top = self.payoff[self.seat][0]
        pays: list[Line] = [{"kind": "pay", "card": top, "to": to} for to in self.fits(top)]
        if pays and self.rules["force_payoff"]:
            return pays
        sides: list[Line] = [
            {"kind": "side", "card": stack[-1], "from": number, "to": to}
            for number, stack in enumerate(self.sides[self.seat])
            if stack
            for to in self.fits(stack[-1])
        ]
        hand = sorted(set(self.hands[self.seat]))
        hands: list[Line] = [
            {"kind": "hand", "card": card, "to": to} for card in hand for to in self.fits(card)
        ]
        places = range(self.rules["side_stacks"])
        ends: list[Line] = [{"kind": "end", "card": card, "to": to} for card in hand for to in places]
        return [*pays, *sides, *hands, *(ends or [{"kind": "stop"}])]

    def fits(self, card: str) -> list[int]:
        return [to for to, centre in enumerate(self.centres) if self.fits_on(card, centre)]

    def fits_on(self, card: str, centre: list[str]) -> bool:
        """The next rank, or a king for it."""
        if card != "K" or not self.rules["kings_wild"]:
            return card == RANKS[len(centre)]  # never a king: at 12 the stack is complete
        limit = self.rules["wilds_in_a_row"]
        if limit and centre[-limit:] == ["K"] * limit:
            return False
        return bool(centre) or self.rules["king_as_ace"]


if __name__ == "__main__":
    sys.exit(main(SpiteMalice, sys.argv[1:]))
