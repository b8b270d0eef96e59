"""What referees share: they read a transcript line by line and say where it departs from what the rules say.

A referee is a class for one game. It shares no code with the simulator and needs the standard library only. At each
decision it lists every legal choice as the fields of its line; the line must be one of them, and `legal` their number.

    python -m tests.referees.GAME FILE...    or standard input; exit 0 right, 1 a rule is broken, 2 no file
"""

from __future__ import annotations

import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, NoReturn

Line = dict[str, Any]
WHERE = ("t", "round", "turn", "seat", "legal")  # fields of every move; the others say what is done


class RuleBroken(Exception):
    """A line the rules do not allow: its number (from 1), what was seen and what the rules say."""

    def __init__(self, line_number: int, text: str) -> None:
        super().__init__(f"line {line_number}: {text}")
        self.line_number = line_number
        self.text = text


class Referee:
    """Keeps the table while it reads. `counts`: decisions, and how often each clause of the rules applied."""

    game: str
    seat_numbers: range
    parameters: ClassVar[Mapping[str, range | tuple[str | bool, ...]]]  # every parameter and what it may be
    seats: int
    rules: dict[str, Any]
    round_no: int
    turn_no: int
    points: list[int]  # of the match so far

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = iter(lines)
        self.number = 0
        self.in_match = False
        self.counts: Counter[str] = Counter()
        self.deals: dict[str, str] = {}

    # What a game adds

    def impossible(self) -> str:
        """The sum of parameters that fails, or nothing."""
        raise NotImplementedError

    def play(self) -> str:
        """All rounds of a match, adding to `points`; returns the end reason of the match."""
        raise NotImplementedError

    # Matches

    def run(self) -> int:
        """Reads matches to the end of the lines; returns the number of decisions checked."""
        while (header := self.next_line()) is not None:
            self.header(header)
            self.in_match = True
            self.points = [0] * self.seats
            reason = self.play()
            self.read("match", points=self.points, winners=best(self.points), end_reason=reason)
            self.in_match = False
            self.counts.update(["matches", f"match ended by {reason}"])
            self.counts["match tied"] += len(best(self.points)) > 1
        if self.number == 1:
            self.broken("no line at all — a transcript starts with a header")
        return self.counts["decisions"]

    def faults(self) -> Iterator[RuleBroken]:
        """The first broken rule of each match."""
        while True:
            try:
                self.run()
                return
            except RuleBroken as fault:
                yield fault
            line = self.line if self.in_match else self.next_line()
            while line is not None and not (type(line) is dict and "game" in line):
                line = self.next_line()
            if line is None:
                return
            self.lines = itertools.chain([line], self.lines)
            self.number -= 1
            self.in_match = False

    def header(self, header: Line) -> None:
        fields = ["deal", "game", "players", "seats", "seed", "variant"]
        self.expect("the header", sorted(header) if type(header) is dict else header, fields)
        self.expect("game", header["game"], self.game)
        self.seats, self.rules, players = header["seats"], header["variant"], header["players"]
        if type(self.seats) is not int or self.seats not in self.seat_numbers:
            self.broken(f"seats is {self.seats!r} — one of {[*self.seat_numbers]}")
        if type(players) is not list or [type(player) for player in players] != [str] * self.seats:
            self.broken(f"players is {players!r} — {self.seats} names")
        self.expect("seed and deal", [type(header["seed"]), type(header["deal"])], [int, int])
        names = sorted(self.rules) if type(self.rules) is dict else self.rules
        self.expect("variant", names, sorted(self.parameters))
        for name, legal in self.parameters.items():
            if type(self.rules[name]) is not type(legal[0]) or self.rules[name] not in legal:
                self.broken(f"{name} is {self.rules[name]!r} — one of {legal}")
        if wrong := self.impossible():
            self.broken(wrong)
        self.deal_key = repr((header["seed"], header["deal"], self.seats))

    # Lines

    def broken(self, text: str) -> NoReturn:
        raise RuleBroken(self.number, text)

    def expect(self, what: str, seen: object, due: object) -> None:
        """Equal in type too: True is not 1."""
        if repr(seen) != repr(due):
            self.broken(f"{what} is {seen!r} — the rules say {due!r}")

    def next_line(self) -> Any:
        self.number += 1
        self.line = next(self.lines, None)
        return self.line

    def read(self, t: str, *free: str, **due: object) -> Line:
        """The next line: of this type, the fields `due` of these values, `free` of any, and no others."""
        line = self.a_line(t)
        for name, value in due.items():
            self.expect(name, line.get(name), value)
        self.expect("the set of fields", sorted(line), sorted({"t", *free, *due}))
        return line

    def a_line(self, t: str) -> Line:
        line: Line = self.next_line()
        if type(line) is not dict:
            self.broken(f"{line or 'the end'} — the rules say a line {t!r}")
        self.expect("t", line.get("t"), t)
        return line

    def choose(self, seat: int, choices: list[Line]) -> Line:
        """A decision: the one of the choices that the next line tells. Lists there are sets: order is free."""
        line = self.a_line("move")
        for name, value in {"round": self.round_no, "turn": self.turn_no, "seat": seat}.items():
            self.expect(name, line.get(name), value)
        left = choices
        for name in ["kind", *self.fields(line, choices)]:
            allowed = {normal(choice[name]): choice[name] for choice in left}
            left = [choice for choice in left if normal(choice[name]) == normal(line.get(name))]
            if not left:
                some = ", ".join(map(repr, itertools.islice(allowed.values(), 12)))
                more = f" … {len(allowed)} in all" if len(allowed) > 12 else ""
                self.broken(f"{name} is {line.get(name)!r} — the rules allow {some}{more}")
        assert len(left) == 1, "choices differ in what their lines tell"
        self.expect("the set of fields", sorted(line), sorted({*WHERE, *left[0]}))
        self.expect("legal", line["legal"], len(choices))
        kind = "free" if len(choices) > 1 else "forced"
        self.counts.update(["decisions", f"decision {line['kind']}", f"decision {kind}"])
        return left[0]

    def fields(self, line: Line, choices: list[Line]) -> list[str]:
        """What lines of this kind name, beside the kind."""
        same_kind = [choice for choice in choices if choice["kind"] == line.get("kind")]
        return [name for name in same_kind[0] if name != "kind"] if same_kind else []

    # Cards

    def cards(self, what: str, cards: object, sizes: list[int]) -> list[list[str]]:
        """Lists of cards of these sizes, as a list of their own."""
        if type(cards) is not list or not all(type(part) is list for part in cards):
            self.broken(f"{what} is {cards!r} — lists of cards")
        if strange := [card for part in cards for card in part if type(card) is not str]:
            self.broken(f"{what}: {strange[0]!r} is no card")
        self.expect(f"numbers of cards, {what},", [len(part) for part in cards], sizes)
        return [list(part) for part in cards]

    def pack(self, what: str, seen: list[str], due: list[str]) -> None:
        """Names cards that are missing or too many."""
        more = Counter(map(repr, seen)) - Counter(map(repr, due))
        less = Counter(map(repr, due)) - Counter(map(repr, seen))
        if more or less:
            self.broken(f"{what}: too many {[*more.elements()]}, missing {[*less.elements()]}")

    def same_deal(self, layout: object, cards: object) -> None:
        """The same seed, deal, round and layout have the same cards in every match."""
        key = f"{self.deal_key} {self.round_no} {layout}"
        before = self.deals.setdefault(key, repr(cards))
        self.expect("a deal of the same seed and number as before", repr(cards), before)


def normal(value: object) -> str:
    """A text equal for equal values; lists, at any depth, compare as sets of cards do."""
    return f"[{' '.join(sorted(map(normal, value)))}]" if isinstance(value, list) else repr(value)


def best(points: list[int]) -> list[int]:
    """The seats with the most points."""
    return [seat for seat, own in enumerate(points) if own == max(points)]


def main(referee_of: type[Referee], names: list[str]) -> int:
    """Checks files, tells broken rules on stderr and the counts on stdout; returns the exit code."""
    total: Counter[str] = Counter()
    status = 0
    for name in names or ["/dev/stdin"]:
        try:
            with Path(name).open(encoding="utf-8") as texts:
                referee = referee_of(map(json.loads, texts))
                for fault in referee.faults():
                    print(f"{name}: {fault}", file=sys.stderr)
                    status = 1
            total.update(referee.counts)
        except json.JSONDecodeError as error:
            print(f"{name}: line {referee.number}: not JSON: {error}", file=sys.stderr)
            status = 1
        except OSError as error:
            print(f"{name}: {error.strerror}", file=sys.stderr)
            return 2
    for what, count in sorted(total.items()):
        print(f"{count:10,}  {what}")
    print("a rule is broken" if status else "every line follows the rules")
    return status
