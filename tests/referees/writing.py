"""Transcripts made without a simulator: typed by hand, or written by a referee that chooses by chance."""

from __future__ import annotations

import random
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import pytest

from tests.referees.transcript import Line, Referee, RuleBroken


def header(game: str, seats: int = 2, **variant: Any) -> Line:
    players = [f"player {seat}" for seat in range(seats)]
    return {"game": game, "variant": variant, "seats": seats, "players": players, "seed": 1, "deal": 7}


def refused(referee: type[Referee], lines: list[Line], text: str) -> int:
    """The number of the line refused, for a reason that has `text`."""
    with pytest.raises(RuleBroken) as caught:
        referee(deepcopy(lines)).run()
    assert text in caught.value.text
    return caught.value.line_number


def changed(lines: list[Line], number: int, /, **fields: Any) -> list[Line]:
    """The lines with fields of line `number` (from 1) changed; those changed to None are left out."""
    line = {name: value for name, value in {**lines[number - 1], **fields}.items() if value is not None}
    return [*lines[: number - 1], line, *lines[number:]]


def wrong_values(value: object) -> Iterable[object]:
    if isinstance(value, bool) or value is None:
        return [0, "x"]
    if isinstance(value, int):
        return [value + 90, -91, str(value), float(value), [value]]
    return ["x", 1, [], [value]]


def every_field_counts(referee: type[Referee], lines: list[Line]) -> None:
    """Any field of another value, left out or added, and any line left out or added: that line is refused."""
    assert referee(deepcopy(lines)).run()
    for number, line in enumerate(lines, 1):
        for name, value in line.items():
            for wrong in wrong_values(value):
                same = repr(wrong) == repr(value) or (name in ("seed", "deal") and type(wrong) is int)
                if not same:
                    assert refused(referee, changed(lines, number, **{name: wrong}), "") == number, (
                        line,
                        name,
                        wrong,
                    )
            assert refused(referee, changed(lines, number, **{name: None}), "") == number
        assert refused(referee, changed(lines, number, step=0), "") == number
        assert refused(referee, [*lines[: number - 1], *lines[number:]], "") == number
        assert refused(referee, [*lines[:number], 17, *lines[number:]], "") == number + 1  # type: ignore[list-item]


def random_variant(referee: type[Referee], seats: int, chance: random.Random, **fixed: Any) -> dict[str, Any]:
    """Legal values of every parameter, those in `fixed` as told, that together ask for nothing impossible."""
    while True:
        variant: dict[str, Any] = {name: chance.choice(legal) for name, legal in referee.parameters.items()}
        table = referee([])
        table.seats, table.rules = seats, variant | fixed
        if not table.impossible():
            return table.rules


class Writer(Referee):
    """Mixed in before a referee: instead of reading lines, it writes what the rules allow, by chance."""

    def begin(self, seats: int, chance: random.Random, **variant: Any) -> list[Line]:
        """Plays a match; returns its lines."""
        first = header(self.game, seats, **variant)
        self.lines, self.written, self.chance = iter([deepcopy(first)]), [first], chance
        self.deals = {}
        self.run()
        return self.written

    def fresh(self, t: str, due: Line) -> Line:
        """The free fields of a line: a deal or a shuffle."""
        raise NotImplementedError

    def read(self, t: str, *free: str, **due: object) -> Line:
        line = {"t": t, **due}
        line |= self.fresh(t, line) if free else {}
        self.written.append(deepcopy(line))
        return line

    def pick(self, choices: list[Line]) -> Line:
        return self.chance.choice(choices)

    def choose(self, seat: int, choices: list[Line]) -> Line:
        move = self.pick(choices)
        self.counts["decisions"] += 1
        self.written.append(
            {
                "t": "move",
                "round": self.round_no,
                "turn": self.turn_no,
                "seat": seat,
                "legal": len(choices),
                **deepcopy(move),
            }
        )
        return move
