"""Spite & Malice told for people (see `sims.telling`): a turn's plays by centre stack, and what was put aside."""

from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap

from sims.games.spite_malice.table import (
    END,
    HAND,
    HEIGHT,
    KING,
    PAY,
    PAYOFF_EMPTY,
    SEATS,
    SIDE,
    STOCK_EMPTY,
    STOP,
)
from sims.games.spite_malice.words import RANKS, hand, pile, stock
from sims.replay import Step

LEGEND = (
    "4* pay-off card, 2/1 off side stack 1, K=3 king as 3, Q! complete. Bar: pay-off (top) / centre / stock."
)
WIDTH = 90


def dealt(step: Step) -> Iterator[str]:
    """Pay-off piles and stock, top first; hands; the standing before the first turn."""
    state = step.after
    for seat in range(SEATS):
        yield f"seat {seat}: pay-off {pile(state, seat)}, hand {hand(state, seat)}"
    yield from wrap(f"stock {stock(state) or 'none'}", WIDTH, subsequent_indent="      ")
    yield f"to begin with | {_standing(step)}"


def turn(steps: list[Step]) -> str:
    """One turn: the hand, what was played to which centre stack, what was put aside."""
    first, last = steps[0], steps[-1]
    did = []
    for (built, place), together in groupby(
        steps, key=lambda step: (step.move["kind"] < END, step.move["place"])
    ):
        if built:
            did.append(f"{' '.join(_played(step) for step in together)} to {place}")
        else:
            did += [_finish(step) for step in together]
    seat = first.move["seat"]
    return f"seat {seat} ({hand(first.before, seat) or 'no hand'}): {', '.join(did)} | {_standing(last)}"


def ended(step: Step) -> Iterator[str]:
    """Why the round ended, and the points."""
    state = step.after
    if state.end_reason == PAYOFF_EMPTY:
        bonus = int(state.points_bonus[state.ender])
        more = f" + {bonus} for winning" if bonus else ""
        left = int(state.points_left[state.ender])
        yield f"seat {state.ender} has emptied its pay-off pile: {left} points for the other's cards{more}"
    elif state.end_reason == STOCK_EMPTY:
        when = (
            "before the first turn"
            if state.turn < 0
            else f"in turn {state.turn}, as seat {state.mover} draws"
        )
        yield f"the stock is empty {when}: a tie, no points"
    else:
        yield "the cap on turns ends the round: no points"


def _played(step: Step) -> str:
    """A card played to a centre stack, with what followed from it."""
    kind, card, height = step.move["kind"], step.move["card"], int(step.before.height[step.move["place"]])
    name = f"K={RANKS[height]}" if card == KING else RANKS[card]
    name += {PAY: "*", SIDE: f"/{step.move['origin']}", HAND: ""}[kind]
    if height == HEIGHT - 1:
        name += "!"
    refilled = int(step.after.refilled[step.move["seat"]]) > int(step.before.refilled[step.move["seat"]])
    return f"{name} (draws {hand(step.after, step.move['seat'])})" if refilled else name


def _finish(step: Step) -> str:
    """How the turn ended."""
    return (
        "stops" if step.move["kind"] == STOP else f"{RANKS[step.move['card']]} aside on {step.move['place']}"
    )


def _standing(step: Step) -> str:
    state, tops = step.after, RANKS + "–"
    left = "·".join(f"{state.pay_len[seat]}({tops[state.pay_top[seat]]})" for seat in range(SEATS))
    heights = "·".join(str(height) for height in state.height[: int(step.rules.centres)])
    waiting = f"+{state.waiting}" if state.waiting else ""
    return f"{left} / {heights} / {state.left}{waiting}"
