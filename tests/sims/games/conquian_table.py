"""A Conquian table set up by hand: `67Jd` are three diamonds, `6cdh` three sixes; runs in both modes."""

import re

import numpy as np

from sims import registry, variants
from sims.games.conquian import melds, words
from sims.games.conquian import rules as conquian
from sims.games.conquian.cards import NIL, NONE
from sims.rng import STREAM
from tests.sims.compiled import called

KINDS = dict(enumerate(words.KINDS))
SUITS = words.SUITS


@called
def deal(rules, state, rngs):
    conquian.deal(rules[0], state[0], rngs[0])


@called
def legal(rules, state, choices):
    return conquian.legal(rules[0], state[0], choices)


@called
def play(rules, state, choice, rngs):
    conquian.play(rules[0], state[0], choice, rngs[0])


@called
def usable(rules, state, seat):
    return conquian.usable(rules[0], state[0], seat)


@called
def score(rules, state):
    conquian.score(rules[0], state[0])


@called
def hide(rules, state, seat, rngs):
    conquian.hide(rules[0], state[0], seat, rngs[0])


@called
def track(rules, state, seat, out):
    conquian.track(rules[0], state[0], seat, out)


@called
def meld_of(rules, cards):
    return melds.meld_of(rules[0], cards)


@called
def cards_of(rules, meld):
    return melds.cards_of(rules[0], meld)


@called
def list_layouts(rules, hand, table, old, card, more, found):
    """Fill `found` with every layout; → how many."""
    n = 0
    layout = melds.following(rules[0], hand, table, old, card, NIL, more)
    while layout:
        found[n] = layout
        n += 1
        layout = melds.following(rules[0], hand, table, old, card, layout, more)
    return n


@called
def use_is_legal(rules, state, hand, table, old, card):
    """The rules' own quick answer for seat 0, without listing layouts."""
    state[0].hand[0], state[0].table[0], state[0].layout[0], state[0].middle = hand, table, old, card
    return conquian.usable(rules[0], state[0], 0)


def names(text: str) -> list[str]:
    """`67d 6c` → 6d 7d 6c; `6cdh` → 6c 6d 6h."""
    found = []
    for ranks, suits in re.findall(r"([A2-9TJQK]+)([cdhs]+)", text):
        found += [rank + suit for suit in suits for rank in ranks]
    return found


class Table:
    """Seat 0 is offered the middle card. hands, tables: of both seats; the other cards are the stock, in order.

    turned: the middle card was turned up by seat 0. stock: the cards that are left in it; those not named are wasted,
    in order. The rest are parameters.
    """

    def __init__(
        self, middle, hands=("", ""), tables=("", ""), *, stock=None, turned=False, round=0, **parameters
    ):
        self.variant = variants.make(registry.load("conquian"), 2, None, parameters)
        self.rules = self.variant.record()
        self.states = np.zeros(1, conquian.STATE).view(np.recarray)
        self.state = self.states[0]
        self.rngs = np.zeros(1, STREAM).view(np.recarray)
        self.choices = np.zeros(400, np.int64)
        self.state.seats, self.state.round_no = 2, round
        self._deal()
        self._set_up(middle, hands, tables, stock, turned)

    def _deal(self):
        self.state.turn, self.state.ender, self.state.end_reason = 0, -1, 0
        self.state.points[:] = 0
        deal(self.rules, self.states, self.rngs)

    def _set_up(self, middle, hands, tables, stock, turned):
        state, r = self.state, self.rules[0]
        rest = [s << 4 | p for s in range(4) for p in range(int(r.ranks))]
        for seat in range(2):
            layout = 0
            for place, meld in enumerate(tables[seat].split()):
                number = meld_of(self.rules, self.bits(meld))
                assert number, f"{meld} is no meld"
                layout |= number << 10 * place
            state.hand[seat], state.table[seat] = self.bits(hands[seat]), self.bits(tables[seat])
            state.layout[seat], state.completing[seat] = layout, 0
        state.middle = self.card(middle)
        taken = self.bits(middle) | sum(int(x) for x in (*state.hand, *state.table))
        rest = [card for card in rest if not taken >> card & 1]
        left = rest if stock is None else [self.card(name) for name in names(stock)]
        wasted = [card for card in rest if card not in left]
        top = conquian.PACK - len(left)
        state.stock[:], state.waste[:] = 0, 0
        state.stock[top:], state.waste[: len(wasted)] = left, wasted
        state.top, state.bottom, state.wasted = top, conquian.PACK, len(wasted)
        state.gone = sum(1 << card for card in wasted)
        state.starter = state.seat = state.mover = 0
        state.phase, state.turned, state.forced = conquian.USE, int(turned), 0
        state.can_use = int(usable(self.rules, self.states, 0))

    def card(self, name):
        return SUITS.index(name[1]) << 4 | words.RANKS[int(self.rules[0].ranks)].index(name[0])

    def bits(self, text):
        return sum(1 << self.card(name) for name in names(text))

    # What is done

    def legal(self):
        """The legal choices in words: use, reject, leave, force, spare, discard 7d; of a meld its layout."""
        return [self._word(c) for c in self.choices[: legal(self.rules, self.states, self.choices)].tolist()]

    def _word(self, choice):
        kind = KINDS[choice & 255]
        if kind == "meld":
            return " ".join(sorted("".join(m) for m in words.melds(self.rules[0], choice >> conquian.LAYOUT)))
        return f"discard {words.card(self.rules[0], choice >> 8 & 255)}" if kind == "discard" else kind

    def choose(self, *said):
        """Decisions one after the other, each of which must be legal; a meld by its cards, `4c5c6c 7d7h7s`."""
        for word in said:
            play(self.rules, self.states, int(self.choices[self.legal().index(word)]), self.rngs)
            if self.state.end_reason:
                score(self.rules, self.states)
        return self

    def cap(self):
        """The round hits its cap."""
        self.state.end_reason = 1
        score(self.rules, self.states)
        return self

    def next_round(self, middle, **more):
        """The next round is dealt, then set up by hand."""
        self.state.round_no = int(self.state.round_no) + 1
        self._deal()
        self.dealt_to_start = int(self.state.starter), int(self.state.stake)
        self._set_up(
            middle, more.get("hands", ("", "")), more.get("tables", ("", "")), more.get("stock"), False
        )
        return self

    # What is seen

    @property
    def tables(self):
        return [
            " ".join(sorted("".join(meld) for meld in words.melds(self.rules[0], int(layout))))
            for layout in self.state.layout
        ]

    @property
    def hands(self):
        return [" ".join(words.cards(self.rules[0], int(hand))) for hand in self.state.hand]

    @property
    def middle(self):
        return None if self.state.middle == NONE else words.card(self.rules[0], int(self.state.middle))

    @property
    def stock(self):
        cards = self.state.stock[int(self.state.top) : int(self.state.bottom)]
        return " ".join(words.card(self.rules[0], int(card)) for card in cards)

    @property
    def ended(self):
        """Why the round ended: None while it is in play."""
        return (None, "cap", "out", "stock_empty")[self.state.end_reason]

    points = property(lambda self: self.state.points[:2].tolist())
    match_points = property(lambda self: self.state.match_points[:2].tolist())
    seat = property(lambda self: int(self.state.seat))
    mover = property(lambda self: int(self.state.mover))

    def tracked(self, seat, *asked):
        """Tracked quantities of the seat, by the names the game declares."""
        declared = [quantity.name for quantity in self.variant.game.track]
        out = np.zeros(len(declared), np.int64)
        track(self.rules, self.states, seat, out)
        return [int(out[declared.index(name)]) for name in asked]
