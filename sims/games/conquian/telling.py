"""Conquian told for people (see `sims.telling`): the middle cards, the table after a meld, the discard."""

from collections.abc import Iterator
from textwrap import wrap

from sims.games.conquian.melds import ALL, ALL_BUT, MELD
from sims.games.conquian.rules import DISCARD, FORCE, LAY, LEAVE, OUT, REJECT, SPARE, STOCK_EMPTY, TIE, USE
from sims.games.conquian.words import RANKS, SUITS, card, deal, meld
from sims.replay import Step
from sims.telling import by_seat

LEGEND = "67Jd is a run of diamonds, 6cdh a set of sixes. Behind the bar: cards on tables / in hands / in the stock."
WIDTH = 90


def dealt(step: Step) -> Iterator[str]:
    """Both hands, suit by suit, the stock, top first, and the standing before the first turn."""
    for seat in range(int(step.after.seats)):
        yield f"seat {seat} {_held(step, int(step.after.hand[seat]))}"
    stock = " ".join(deal(step.rules, step.after)["stock"])
    yield from wrap(f"stock {stock}", WIDTH, subsequent_indent="      ")
    yield f"to begin with | {_standing(step, turned=1)}"


def turn(steps: list[Step]) -> str:
    """One turn: the card that was offered, the one turned up, and what was done with them."""
    told = "".join(("" if step.move["kind"] == LAY else ", ") + _done(step) for step in steps)
    return f"seat {steps[0].move['seat']} {told.removeprefix(', ')} | {_standing(steps[-1])}"


def ended(step: Step) -> Iterator[str]:
    """Why the round ended, the hands that are left, points, and what the next round is worth if that changed."""
    state = step.after
    if state.end_reason == OUT:
        yield f"seat {state.ender} is out"
    else:
        drawn = state.end_reason == STOCK_EMPTY
        yield "the stock is empty: a draw" if drawn else "the cap on turns ends the round: no points"
    for seat in range(int(state.seats)):
        if state.hand[seat]:
            yield f"seat {seat} still holds {_held(step, int(state.hand[seat]))}"
    yield f"points {by_seat(step, state.points)}"
    if step.rules.draw_rule != TIE and state.end_reason == STOCK_EMPTY and not state.match_end:
        worth = 2 * int(state.stake) if state.pool == 0 else 1 + int(state.pool)
        yield f"the next deal is worth {worth}"


def _done(step: Step) -> str:
    """One decision, as it follows the seat in turn, or the decision before it."""
    kind, name = step.move["kind"], card(step.rules, step.move["card"])
    before, after = step.before, step.after
    turned = f"turns up {name}, " if before.turned else ""
    it = "it" if turned else name
    if kind == USE:
        return f"{turned}uses {it}"
    if kind in (REJECT, LEAVE):
        said = f"{turned}declines {it}" if before.can_use else f"{turned}cannot use {it}"
    elif kind == LAY:
        with_hand = int(before.hand[int(before.seat)]) & ~int(after.hand[int(before.seat)])
        laid = f" with {_held(step, with_hand)}" if with_hand else ""
        return f"{laid}: {_melds(step, int(after.layout[int(before.seat)]))}"
    else:
        said = {FORCE: f"seat {before.seat} forces it", SPARE: f"seat {before.seat} spares it",
                DISCARD: f"discards {name}"}[kind]  # fmt: skip
    return said + ("; the waste becomes the stock" if after.chance_count != before.chance_count else "")


def _standing(step: Step, turned: int = 0) -> str:
    """Cards on the tables, in the hands, in the stock; `turned` of its cards lie in the middle already."""
    state = step.after
    tables, hands = ([int(cards).bit_count() for cards in row] for row in (state.table, state.hand))
    stock = int(state.bottom) - int(state.top) + turned
    return f"{by_seat(step, tables)} / {by_seat(step, hands)} / {stock}"


def _held(step: Step, cards: int) -> str:
    """Cards, suit by suit: `7Jc 23d`."""
    ranks = RANKS[int(step.rules.ranks)]
    suits = (
        ("".join(rank for place, rank in enumerate(ranks) if cards >> (suit << 4 | place) & 1), letter)
        for suit, letter in enumerate(SUITS)
    )
    return " ".join(held + letter for held, letter in suits if held)


def _melds(step: Step, layout: int) -> str:
    """The melds of a layout: runs as `67Jd`, sets as `6cdh`."""
    told = []
    while layout:
        cards = meld(step.rules, layout & MELD)
        if layout >> 4 & 15 in (ALL_BUT, ALL):
            told.append(cards[0][0] + "".join(name[1] for name in cards))
        else:
            told.append("".join(name[0] for name in cards) + cards[0][1])
        layout >>= 10
    return " ".join(told)
