"""Lonja in words: the game's own fields of transcript lines (see `sims.replay`)."""

from collections.abc import Iterator
from typing import Any

from sims.games.lonja.table import CHOOSE, DISCARD, HAND, PLACE, SEATS
from sims.rule import Record

COINS = "gsb"


def text(card: int) -> str:
    """A card as it is written: g5."""
    return f"{COINS[card & 3]}{card >> 2}"


def hand(state: Record, seat: int) -> list[str]:
    """The seat's hand, in its order."""
    return [text(int(state.hand[seat * HAND + i])) for i in range(int(state.hand_len[seat]))]


def pile(rules: Record, state: Record, seat: int) -> list[str]:
    """The seat's face-down cards, top first."""
    first = int(rules.grid) ** 2 + seat * int(rules.cards_each)
    cards = range(first + int(state.drawn[seat]), first + int(rules.cards_each))
    return [text(int(state.pack[i])) for i in cards]


def grid(rules: Record, state: Record) -> list[list[str]]:
    """What the grid shows, row by row."""
    size = int(rules.grid)
    return [[text(int(state.cell[row * size + column])) for column in range(size)] for row in range(size)]


def line_names(rules: Record) -> Iterator[str]:
    """The lines in order: rows, columns, diagonals."""
    for kind, n in (("r", int(rules.grid)), ("c", int(rules.grid)), ("d", 2 * int(rules.diagonals))):
        yield from (f"{kind}{i}" for i in range(n))


def deal(rules: Record, state: Record) -> dict[str, Any]:
    """The cards of a round that was just dealt."""
    seats = range(int(state.seats))
    rest = int(rules.grid) ** 2 + len(seats) * int(rules.cards_each)
    return {
        "grid": grid(rules, state),
        "hands": [hand(state, seat) for seat in seats],
        "piles": [pile(rules, state, seat) for seat in seats],
        "rest": [text(int(state.pack[i])) for i in range(rest, int(state.packed))],
    }


def move(kind: int, args: dict[str, int], rules: Record, before: Record, after: Record) -> dict[str, Any]:
    """A decision: `kind` and what it names, with the state before and after it."""
    if kind == CHOOSE:
        return {"kind": "choose", "coin": COINS[args["coin"]]}
    card = f"{COINS[args['coin']]}{args['value']}" if kind in (PLACE, DISCARD) else ""
    if kind == PLACE:
        row, column = divmod(args["cell"], int(rules.grid))
        return {"kind": "place", "card": card, "row": row, "col": column}
    return {"kind": "discard", "card": card} if kind == DISCARD else {"kind": "pass"}


def lines(rules: Record, state: Record) -> Iterator[dict[str, Any]]:
    """Each line of a round that ended: who takes it and the points it has as it lies, capped or not."""
    seats = range(int(state.seats))
    for i, name in enumerate(line_names(rules)):
        winners = [seat for seat in seats if int(state.takes[i]) >> int(state.coin[seat]) & 1]
        yield {"line": name, "winners": winners, "points": [int(state.got[i * SEATS + s]) for s in seats]}


def ended(rules: Record, state: Record) -> dict[str, Any]:
    """The end of a round."""
    return {"lines": list(lines(rules, state))}
