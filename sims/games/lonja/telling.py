"""Lonja told for people (see `sims.telling`): what is put where, whose cell becomes whose, the lines at the end."""

from collections.abc import Iterable, Iterator

from sims.games.lonja.lines import NONE
from sims.games.lonja.table import CHOOSE, DISCARD, OWN_PASS, PLACE, SEATS, STUCK
from sims.games.lonja.words import COINS, grid, hand, line_names, lines, pile, text
from sims.replay import Step
from sims.rule import Record

LEGEND = "g5 s3 b1: gold, silver, bronze. r0c2: row, column. Behind the bar: cells of the seats' types / line points."
NAMES = ("gold", "silver", "bronze")


def dealt(step: Step) -> Iterator[str]:
    """The grid, and each seat's hand and pile."""
    state, rules = step.after, step.rules
    for row in grid(rules, state):
        yield " ".join(f"{card:>3}" for card in row)
    for seat in range(int(state.seats)):
        face_down = " ".join(pile(rules, state, seat))
        yield f"seat {seat} holds {' '.join(hand(state, seat))}" + (
            f", pile {face_down}" if face_down else ""
        )


def turn(steps: list[Step]) -> str:
    """The choices of types before the first turn, or what the seat in turn does."""
    last = steps[-1]
    if last.move["kind"] == CHOOSE:
        told = ", ".join(f"seat {s.move['seat']} chooses {NAMES[s.move['coin']]}" for s in steps)
        return f"{told} | {_standing(last)}"
    return f"seat {last.move['seat']} {_did(last)} | {_standing(last)}"


def ended(step: Step) -> Iterator[str]:
    """Why the round ended, the grid with what each line brings, and the points by kind of line."""
    state, size = step.after, int(step.rules.grid)
    if state.end_reason == 1:
        yield "the cap on turns ends the round: no points"
    else:
        yield "nobody can place a card" if state.end_reason == STUCK else "all cards are placed"
    brought = dict(zip(line_names(step.rules), map(_brings, lines(step.rules, state)), strict=True))
    for i, row in enumerate(grid(step.rules, state)):
        yield " ".join(f"{card:>3}" for card in row) + f"   r{i} {brought[f'r{i}']}"
    yield "columns " + ", ".join(brought[f"c{i}"] for i in range(size))
    if step.rules.diagonals:
        yield f"diagonals {brought['d0']}, {brought['d1']}"
    parts = {"rows": state.from_rows, "columns": state.from_columns}
    parts |= {"diagonals": state.from_diagonals} if step.rules.diagonals else {}
    parts |= {"starting": state.from_bonus} if step.rules.starter_bonus else {}
    told = " + ".join(f"{_by_seat(step, row)} for {name}" for name, row in parts.items())
    yield f"points {_by_seat(step, state.points)} = {told}"


def _did(step: Step) -> str:
    """A placement with what becomes of the cell; a pass or a discard with its reason."""
    move, before, after = step.move, step.before, step.after
    if move["kind"] != PLACE:
        i = OWN_PASS * SEATS + move["seat"]
        could = after.clause[i] != before.clause[i]
        why = "" if could else f"has no place for {' '.join(hand(before, move['seat']))}: "
        return why + (f"puts {_card(move)} away" if move["kind"] == DISCARD else "passes")
    row, column = divmod(move["cell"], int(step.rules.grid))
    old, new = int(before.cell[move["cell"]]), int(after.cell[move["cell"]])
    where = f"puts {_card(move)} on {text(old)} at r{row}c{column}"
    if old & 3 != new & 3 and old >> 2 != new >> 2:
        where = f"has no place: {where}"
    whose, becomes = _owner(before, old), _owner(before, new)
    return where if whose == becomes else f"{where}, {whose} to {becomes}"


def _card(move: dict[str, int]) -> str:
    return f"{COINS[move['coin']]}{move['value']}"


def _owner(state: Record, card: int) -> str:
    seat = int(state.owner[card & 3])
    return "neutral" if seat == NONE else f"seat {seat}"


def _brings(line: dict[str, list[int]]) -> str:
    """What a line brings, and to whom."""
    told = [f"seat {seat} {line['points'][seat]}" for seat in line["winners"]]
    return " and ".join(told) or "nobody"


def _standing(step: Step) -> str:
    return f"{_by_seat(step, step.stocks['cells'])} / {_by_seat(step, step.stocks['standing'])}"


def _by_seat(step: Step, numbers: Iterable[int]) -> str:
    return "·".join(str(number) for number in list(numbers)[: int(step.after.seats)])
