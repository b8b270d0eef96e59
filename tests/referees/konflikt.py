"""An independent referee for Konflikt transcripts: replays JSON Lines and names the first line that is wrong.

It shares no code with the simulator and needs the standard library only. It is written to be read beside the
rules, one method a rule, not to be fast. The summary counts how often each clause of the rules fired.

    python tests/referees/konflikt.py FILE...    or standard input; exit 0 right, 1 a rule is broken, 2 no file
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

Line = dict[str, Any]

RANKS = "A23456789TJQK"
LEGAL: dict[str, range | tuple[str, ...]] = {
    "target": range(1, 14), "coin_supply": range(53), "coins_per_point": range(1, 11), "gift_coin": range(5),
    "rob_pair_coin": range(5), "rob_single_coin": range(5), "end_bonus": range(6), "stacks": range(53),
    "stack_size": range(53), "open_cards": range(53), "rob_max_single": range(3), "building_points": range(6),
    "rounds": range(1, 21), "first_turn_picks": range(1, 3), "late_seat_coins": range(5),
    "max_turns": range(10, 100_001), "end_bonus_to": ("reacher", "active"),
    "end_timing": ("finish_turn", "immediate"), "resolve_order": ("choice", "pick_order"),
    "pair_rule": ("merged", "separate"), "open_refill": ("none", "from_stack"),
    "coins_between_rounds": ("reset", "keep_odd", "keep_all"),
    "match_tie": ("shared", "buildings", "rounds_ended"),
    "stack_identity": ("tracked", "shuffled"),  # what players know; no card moves, so nothing to check
}  # fmt: skip


class RuleBroken(Exception):
    """A line the rules do not allow: its number (from 1), what was seen and what the rules say."""

    def __init__(self, line_number: int, text: str) -> None:
        super().__init__(f"line {line_number}: {text}")
        self.line_number = line_number
        self.text = text


class Referee:
    """Keeps the table while it reads. `counts`: decisions, and how often each clause of the rules fired."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = iter(lines)
        self.number = 0
        self.counts: Counter[str] = Counter()
        self.deals: dict[str, str] = {}

    def run(self) -> int:
        """Reads matches to the end of the lines; returns the number of decisions checked."""
        while (header := self.next_line()) is not None:
            self.match(header)
        if not self.counts["matches"]:
            self.broken("no line at all — a transcript starts with a header")
        return self.counts["decisions"]

    # Lines

    def broken(self, text: str) -> NoReturn:
        raise RuleBroken(self.number, text)

    def expect(self, what: str, seen: object, due: object) -> None:
        """Equal in type too: True is not 1."""
        if repr(seen) != repr(due):
            self.broken(f"{what} is {seen!r} — the rules say {due!r}")

    def next_line(self) -> Any:
        self.number += 1
        return next(self.lines, None)

    def read(self, t: str, *free: str, **due: object) -> Line:
        """The next line: of this type, the fields `due` of these values, `free` of any, and no others."""
        line: Line = self.next_line()
        if type(line) is not dict:
            self.broken(f"{line or 'the end'} — the rules say a line {t!r}")
        for name, value in {"t": t, **due}.items():
            self.expect(name, line.get(name), value)
        named = {"card"} if line.get("from") == "open" else set()  # a pick names the card if it lies open
        self.expect("the set of fields", sorted(line), sorted({"t", *free, *due, *named}))
        return line

    def decision(self, kind: str, legal: int, *free: str, **due: object) -> Line:
        self.counts.update(["decisions", f"decision {kind}", f"decision {'free' if legal > 1 else 'forced'}"])
        where = {"kind": kind, "round": self.round_no, "turn": self.turn_no, "seat": self.seat}
        return self.read("move", *free, **where, legal=legal, **due)

    # Match

    def match(self, header: Line) -> None:
        self.header(header)
        self.points, self.coins = [0] * self.seats, [0] * self.seats
        self.all_buildings, self.rounds_ended = [0] * self.seats, [0] * self.seats
        for number in range(self.rules["rounds"]):
            self.round(number)
        self.read("match", points=self.points, winners=self.winners(), end_reason="done")
        self.counts["matches"] += 1

    def header(self, header: Line) -> None:
        fields = ["deal", "game", "players", "seats", "seed", "variant"]
        self.expect("the header", sorted(header) if type(header) is dict else header, fields)
        self.expect("game", header["game"], "konflikt")
        self.seats, self.rules, players = header["seats"], header["variant"], header["players"]
        if type(self.seats) is not int or not 2 <= self.seats <= 4:
            self.broken(f"seats is {self.seats!r} — 2 to 4")
        if type(players) is not list or [type(player) for player in players] != [str] * self.seats:
            self.broken(f"players is {players!r} — {self.seats} names")
        self.expect("seed and deal", [type(header["seed"]), type(header["deal"])], [int, int])
        self.expect("variant", sorted(self.rules) if type(self.rules) is dict else self.rules, sorted(LEGAL))
        for name, legal in LEGAL.items():
            if type(self.rules[name]) is not type(legal[0]) or self.rules[name] not in legal:
                self.broken(f"{name} is {self.rules[name]!r} — one of {legal}")
        layout = [self.rules[name] for name in ("stacks", "stack_size", "open_cards")]
        self.expect("stacks x stack_size + open_cards", layout[0] * layout[1] + layout[2], 52)
        self.deal_key = repr((header["seed"], header["deal"], self.seats, layout))

    def winners(self) -> list[int]:
        """Most points; a tie goes to the most buildings or ended rounds; what is still tied is shared."""
        first = [seat for seat in range(self.seats) if self.points[seat] == max(self.points)]
        second = {"shared": self.points, "buildings": self.all_buildings, "rounds_ended": self.rounds_ended}
        most = second[self.rules["match_tie"]]
        winners = [seat for seat in first if most[seat] == max(most[other] for other in first)]
        self.counts["match tied on points"] += len(first) > 1
        self.counts["match tie narrowed by match_tie"] += len(winners) < len(first)
        return winners

    # Round

    def round(self, number: int) -> None:
        self.round_no, self.turn_no, self.starter = number, 0, number % self.seats
        self.shown: list[Counter[str]] = [Counter() for _ in range(self.seats)]  # rank → cards on display
        self.reached: list[int] = []  # seats that reached the target, in order of resolution
        self.deal()
        self.late_coins()
        while not (reason := self.end_reason()):
            self.turn()
            self.turn_no += 1
        self.end_round(reason)
        self.keep_coins(reason)

    def deal(self) -> None:
        line = self.read("deal", "stacks", "open", round=self.round_no, starter=self.starter)
        if type(line["stacks"]) is not list or {type(x) for x in [*line["stacks"], line["open"]]} != {list}:
            self.broken("stacks is a list of lists of cards, open a list of cards")
        self.stacks: list[list[str]] = [list(stack) for stack in line["stacks"]]
        self.open: list[str | None] = list(line["open"])
        sizes = [len(stack) for stack in self.stacks]
        self.expect("sizes of stacks", sizes, [self.rules["stack_size"]] * self.rules["stacks"])
        self.expect("number of open cards", len(self.open), self.rules["open_cards"])
        pack = [*self.open, *(card for stack in self.stacks for card in stack)]
        self.expect("the pack", sorted(pack, key=str), sorted(RANKS * 4))
        cards, key = repr((self.stacks, self.open)), f"{self.deal_key} {self.round_no}"
        self.expect("a deal of the same seed and number as before", cards, self.deals.setdefault(key, cards))

    def late_coins(self) -> None:
        """The supply is less by the coins kept; the seat in position p gets p times the coins."""
        self.supply = self.rules["coin_supply"] - sum(self.coins)
        for position in range(1, self.seats):
            due = position * self.rules["late_seat_coins"]
            self.pay((self.starter + position) % self.seats, due, "late seat")

    def end_reason(self) -> str:
        """The cap comes last. That on decisions, 10 × max_turns × seats, cannot be met at 5 in a turn."""
        if self.reached:
            return "target"
        if not self.cards_left():
            return "cards_out"
        return "cap" if self.turn_no == self.rules["max_turns"] else ""

    def end_round(self, reason: str) -> None:
        buildings = [self.buildings(seat) for seat in range(self.seats)]
        points = [0 if reason == "cap" else self.score(seat) for seat in range(self.seats)]
        ender = self.reached[0] if self.reached else None
        ended = {"end_reason": reason, "ender": ender, "buildings": buildings, "coins": self.coins}
        self.read("round", round=self.round_no, **ended, points=points)
        for seat in range(self.seats):
            self.points[seat] += points[seat]
            self.all_buildings[seat] += buildings[seat]
            self.rounds_ended[seat] += seat == ender
        self.counts[f"round ended by {reason}"] += 1
        self.counts["ender is the active seat"] += ender == self.seat
        self.counts["ender is another seat, by a gift"] += ender not in (None, self.seat)
        self.counts["two seats reached the target in one turn"] += len(self.reached) > 1

    def score(self, seat: int) -> int:
        """Points of a round not capped: buildings, coins (under keep_all in the last round only), bonus."""
        points: int = self.buildings(seat) * self.rules["building_points"]
        if self.rules["coins_between_rounds"] != "keep_all" or self.round_no == self.rules["rounds"] - 1:
            points += self.coins[seat] // self.rules["coins_per_point"]
        to_active = self.rules["end_bonus_to"] == "active"
        if self.reached and seat == (self.seat if to_active else self.reached[0]):
            points += self.rules["end_bonus"]
        return points

    def keep_coins(self, reason: str) -> None:
        """What seats bring into the next round: nothing, what scored nothing, or all."""
        keep = self.rules["coins_between_rounds"]
        if keep == "reset":
            self.coins = [0] * self.seats
        elif keep == "keep_odd" and reason != "cap":
            self.coins = [coins % self.rules["coins_per_point"] for coins in self.coins]
        if self.round_no < self.rules["rounds"] - 1:
            self.counts["coins kept for the next round"] += sum(self.coins)

    # Turn

    def turn(self) -> None:
        self.seat = (self.starter + self.turn_no) % self.seats
        picks = min(2 if self.turn_no else self.rules["first_turn_picks"], self.cards_left())
        self.counts.update(["turns", f"turns of {picks} card{'s'[: picks - 1]}"])
        self.resolve([self.pick() for _ in range(picks)])
        if self.rules["open_refill"] == "from_stack":
            self.refill()

    def cards_left(self) -> int:
        return sum(len(stack) for stack in self.stacks) + sum(card is not None for card in self.open)

    def pick(self) -> str:
        """A choice is a place, open or stack, where a card lies; equal open cards differ by their place."""
        places = sum(card is not None for card in self.open) + sum(bool(stack) for stack in self.stacks)
        line = self.decision("pick", places, "from", "index")
        source, index = line["from"], line["index"]
        if source not in ("open", "stack"):
            self.broken(f"from is {source!r} — open or stack")
        row = self.open if source == "open" else self.stacks
        if type(index) is not int or not 0 <= index < len(row) or not row[index]:
            self.broken(f"index is {index!r} — no card lies at that place ({source})")
        self.counts[f"pick from {source}"] += 1
        if source == "stack":
            return self.take(index)
        card, self.open[index] = str(self.open[index]), None
        self.expect("card", line["card"], card)
        return card

    def take(self, index: int) -> str:
        """One of the cards of the stack just picked; equal cards count once, the first listed is taken."""
        stack = self.stacks[index]
        card = self.decision("take", len(set(stack)), "card", stack=index)["card"]
        if card not in stack:
            self.broken(f"card is {card!r} — stack {index} has {' '.join(stack)}")
        stack.remove(card)
        return str(card)

    def refill(self) -> None:
        """Each empty open place, lowest first: the top of the then fullest stack, lowest index in a tie."""
        for place, card in enumerate(self.open):
            fullest = max(self.stacks, key=len, default=[])  # the first of equals
            if card is None and fullest:
                self.open[place] = fullest.pop(0)
                self.counts["open place refilled"] += 1

    # Resolution

    def resolve(self, taken: list[str]) -> None:
        """The cards of a turn: a pair, or singles in the order chosen; `immediate` ends before the second."""
        if len(taken) == 2 and taken[0] == taken[1] and self.rules["pair_rule"] == "merged":
            self.pair(taken[0])
            return
        if len(set(taken)) == 2 and self.rules["resolve_order"] == "choice":
            taken = self.order(taken)
        for rank in taken:
            if self.reached and self.rules["end_timing"] == "immediate":
                self.counts["second card set aside"] += 1
            else:
                self.single(rank)

    def order(self, taken: list[str]) -> list[str]:
        line = self.decision("order", 2, "first", "second")
        chosen = [line["first"], line["second"]]
        if chosen not in (taken, taken[::-1]):
            self.broken(f"first and second are {chosen!r} — the two cards taken are {taken!r}")
        self.counts["order is not that of picking"] += chosen != taken
        return chosen

    def single(self, rank: str) -> None:
        owner, owned = self.owner(rank)
        if owner == self.seat:
            self.lay(self.seat, rank, 1, f"single on own {owned}" if owned else "single, nobody has it")
        elif owned <= self.rules["rob_max_single"]:
            self.rob(owner, rank, 1, "single")
        else:
            self.lay(owner, rank, 1, f"single given to {owned}")
            self.pay(self.seat, self.rules["gift_coin"], "gift")

    def pair(self, rank: str) -> None:
        owner, owned = self.owner(rank)
        if owner == self.seat:
            self.lay(self.seat, rank, 2, f"pair on own {owned}" if owned else "pair, nobody has it")
        else:
            self.rob(owner, rank, 2, "pair")

    def owner(self, rank: str) -> tuple[int, int]:
        """The one seat that shows this rank and how many; what nobody shows is free to the active seat: 0."""
        owners = [(seat, shown[rank]) for seat, shown in enumerate(self.shown) if shown[rank]]
        assert len(owners) < 2, "all cards of a rank on display belong to one seat"
        return owners[0] if owners else (self.seat, 0)

    def rob(self, victim: int, rank: str, taken: int, by: str) -> None:
        robbed = self.shown[victim].pop(rank)
        self.lay(self.seat, rank, taken + robbed, f"{by} robs {robbed}")
        if robbed == 2:
            self.pay(victim, self.rules["rob_pair_coin"], "robbed of two")
        else:
            self.pay(victim, self.rules["rob_single_coin"], "robbed of one")

    def lay(self, seat: int, rank: str, cards: int, clause: str) -> None:
        self.shown[seat][rank] += cards
        self.counts[clause] += 1
        if self.buildings(seat) >= self.rules["target"] and seat not in self.reached:
            self.reached.append(seat)

    def buildings(self, seat: int) -> int:
        return sum(cards == 4 for cards in self.shown[seat].values())

    def pay(self, seat: int, due: int, why: str) -> None:
        """As far as the supply lasts."""
        paid = min(due, self.supply)
        self.supply -= paid
        self.coins[seat] += paid
        self.counts[f"coins paid, {why}"] += paid
        self.counts[f"coins not paid, {why}"] += due - paid


def check(lines: Iterable[Line]) -> int:
    """Decisions checked in one or more matches; raises RuleBroken at the first line that is wrong."""
    return Referee(lines).run()


def main(names: list[str]) -> int:
    total: Counter[str] = Counter()
    status = 0
    for name in names or ["/dev/stdin"]:
        try:
            with Path(name).open(encoding="utf-8") as texts:
                referee = Referee(map(json.loads, texts))
                referee.run()
            total.update(referee.counts)
        except (RuleBroken, json.JSONDecodeError) as error:
            where = "" if isinstance(error, RuleBroken) else f"line {referee.number}: not JSON: "
            print(f"{name}: {where}{error}", file=sys.stderr)
            status = 1
        except OSError as error:
            print(f"{name}: {error.strerror}", file=sys.stderr)
            return 2
    for what, count in sorted(total.items()):
        print(f"{count:10,}  {what}")
    print("a rule is broken" if status else "every line follows the rules")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
