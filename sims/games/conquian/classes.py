"""Conquian's classes of choices: the middle card, forcing, how a seat melds, what it discards."""

from sims.games.conquian.cards import int64
from sims.games.conquian.melds import fits
from sims.games.conquian.rules import (
    DISCARD,
    FORCE,
    LAY,
    LAYOUT,
    LEAVE,
    REJECT,
    USE,
    has_extra,
    takes_apart,
    ties_of,
)
from sims.rule import Record, rare

USES, DECLINES, FORCES, EXTRA, APART, FITTING, PAIRED, LOOSE = (1 << i for i in range(8))
"""The values of `[classes]` in game.toml, in its order."""


@rare
def classify(rules: Record, state: Record, choice: int) -> int:
    """What the kind tells of the middle card and of forcing; of a meld and a discard what the cards tell."""
    kind, card = choice & 255, int64(choice >> 8 & 255)
    if kind == USE:
        return USES
    if kind == REJECT or kind == LEAVE:
        return DECLINES
    if kind == LAY:
        return meld_class(rules, state, card, choice >> LAYOUT)
    if kind == DISCARD:
        return discard_class(rules, state, card)
    return FORCES if kind == FORCE else 0


@rare
def meld_class(rules: Record, state: Record, card: int, layout: int) -> int:
    """Does it lay melds of hand cards alone, and does it take old melds apart?"""
    seat = int(state.seat)
    extra = has_extra(rules, layout, int(state.table[seat]) | 1 << card)
    apart = takes_apart(rules, int(state.layout[seat]), layout)
    return (EXTRA if extra else 0) | (APART if apart else 0)


@rare
def discard_class(rules: Record, state: Record, card: int) -> int:
    """Does it fit a meld of the other seat as it lies, and does it tie in with a card that stays in hand?"""
    seat = int(state.seat)
    tied = ties_of(int(state.hand[seat]) ^ 1 << card, card) > 0
    fitting = fits(rules, int(state.layout[1 - seat]), card)
    return (PAIRED if tied else LOOSE) | (FITTING if fitting else 0)
