"""A Konflikt table set up by hand: cards are written `A KK 777`, a card from stack 3 `7@3`; runs in both modes."""

import numpy as np

from sims import registry, variants
from sims.games.konflikt import rules as konflikt
from sims.games.konflikt.rules import NONE, ORDER, PICK_OPEN, PICK_STACK, TAKE
from sims.rng import STREAM
from tests.sims.compiled import called

RANKS = "A23456789TJQK"
SIX = "2222 3333 4444 5555 6666 7777"
"""A display one building short of the target of two players."""
KINDS = {PICK_OPEN: "open", PICK_STACK: "stack", TAKE: "take", ORDER: "order"}


@called
def deal(rules, state, rngs):
    konflikt.deal(rules[0], state[0], rngs[0])


@called
def legal(rules, state, choices):
    return konflikt.legal(rules[0], state[0], choices)


@called
def play(rules, state, choice, rngs):
    konflikt.play(rules[0], state[0], choice, rngs[0])


@called
def score(rules, state):
    konflikt.score(rules[0], state[0])


@called
def track(rules, state, seat, out):
    konflikt.track(rules[0], state[0], seat, out)


@called
def reach(rules, state, seat):
    return konflikt.reach(rules[0], state[0], seat)


def cards(text: str) -> list[str]:
    return list(text.replace(" ", ""))


class Table:
    """Seat 0 is to move. shows: each seat's display; open and stacks: what lies on the table.

    Unless told, all cards that nobody shows lie open, in order. With stacks there are 8 × 6 + 4 as in the original,
    of which as many cards are left as are told. coins: each seat's, out of the supply. The rest are parameters.
    """

    def __init__(self, shows=(), *, seats=2, open=None, stacks=None, coins=(), round=0, **parameters):
        layout = {} if stacks is not None else {"stacks": 0, "stack_size": 6, "open_cards": 52}
        self.variant = variants.make(registry.load("konflikt"), seats, None, {**layout, **parameters})
        self.rules = self.variant.record()
        self.states = np.zeros(1, konflikt.STATE).view(np.recarray)
        self.state = self.states[0]
        self.state.seats = seats
        self.state.round_no = round
        self.rngs = np.zeros(1, STREAM).view(np.recarray)
        self.choices = np.zeros(128, np.int64)
        self._deal()
        self._set_up(shows, open, stacks, coins)

    def _deal(self):
        self.state.turn, self.state.ender, self.state.end_reason = 0, -1, 0
        self.state.points[:] = 0
        deal(self.rules, self.states, self.rngs)

    def _set_up(self, shows, open_cards, stacks, coins):
        state, rules = self.state, self.rules[0]
        rest = dict.fromkeys(RANKS, 4)
        for seat, shown in enumerate(shows):
            for rank in dict.fromkeys(cards(shown)):
                owned = shown.count(rank)
                state.owner[RANKS.index(rank)], state.owned[RANKS.index(rank)] = seat, owned
                state.buildings[seat] = int(state.buildings[seat]) + (owned == 4)
                state.shown[seat] = int(state.shown[seat]) + owned
                state.singles[seat] = int(state.singles[seat]) + (owned == 1)
                rest[rank] -= owned
        if open_cards is None:
            open_cards = "" if stacks is not None else "".join(rank * left for rank, left in rest.items())
        state.face_up[:] = NONE
        for place, card in enumerate(cards(open_cards)):
            state.face_up[place] = RANKS.index(card)
        state.stack_card[:] = NONE
        state.stack_len[:] = 0
        for i, stack in enumerate(stacks or []):
            state.stack_len[i] = len(cards(stack))
            for j, card in enumerate(cards(stack)):
                state.stack_card[i * int(rules.stack_size) + j] = RANKS.index(card)
        state.left = len(cards(open_cards)) + int(state.stack_len.sum())
        for seat, held in enumerate(coins):
            state.supply = int(state.supply) + int(state.coins[seat]) - held
            state.coins[seat] = held

    # What is done

    def legal(self):
        """The legal choices in words: open 0, stack 3, take 7, order KA."""
        words = []
        for choice in self.choices[: legal(self.rules, self.states, self.choices)].tolist():
            kind, place, card = choice & 255, choice >> 8 & 255, choice >> 16
            if kind == ORDER:
                what = RANKS[card] + RANKS[next(pick for pick in self.state.picks.tolist() if pick != card)]
            else:
                what = RANKS[card] if kind == TAKE else place
            words.append(f"{KINDS[kind]} {what}")
        return words

    def choose(self, words):
        """One decision, which must be legal."""
        play(self.rules, self.states, int(self.choices[self.legal().index(words)]), self.rngs)
        if self.state.end_reason:
            score(self.rules, self.states)
        return self

    def take(self, *picks, order=None):
        """A turn of the seat whose turn it is; two different cards are resolved as picked unless told."""
        for pick in picks:
            card, _, stack = pick.partition("@")
            if stack:
                self.choose(f"stack {stack}").choose(f"take {card}")
            else:
                self.choose(f"open {self.state.face_up.tolist().index(RANKS.index(card))}")
        if self.state.phase == ORDER:
            self.choose(f"order {order or ''.join(RANKS[card] for card in self.state.picks)}")
        return self

    def cap(self):
        """The round hits its cap."""
        self.state.end_reason = 1
        score(self.rules, self.states)
        return self

    def next_round(self, shows=(), open=None, stacks=None):
        """The next round is dealt, then set up by hand."""
        self.state.round_no = int(self.state.round_no) + 1
        self._deal()
        self._set_up(shows, open, stacks, ())
        return self

    # What is seen

    @property
    def shows(self):
        """Each seat's display, ranks in order."""
        owner, owned = self.state.owner.tolist(), self.state.owned.tolist()
        return [
            " ".join(rank * owned[i] for i, rank in enumerate(RANKS) if owner[i] == seat)
            for seat in range(int(self.state.seats))
        ]

    @property
    def open(self):
        """The open places; an empty one is a dot."""
        places = self.state.face_up[: int(self.rules[0].open_cards)].tolist()
        return "".join("." if card == NONE else RANKS[card] for card in places)

    @property
    def stacks(self):
        """The stacks that are not empty, top first."""
        size, held = int(self.rules[0].stack_size), self.state.stack_card.tolist()
        lengths = self.state.stack_len[: int(self.rules[0].stacks)].tolist()
        found = [held[i * size : i * size + n] for i, n in enumerate(lengths)]
        return ["".join(RANKS[card] for card in stack) for stack in found if stack]

    @property
    def ended(self):
        """Why the round ended: None while it is in play."""
        return (None, "cap", "target", "cards_out")[self.state.end_reason]

    def _by_seat(self, field):
        return getattr(self.state, field)[: int(self.state.seats)].tolist()

    coins = property(lambda self: self._by_seat("coins"))
    points = property(lambda self: self._by_seat("points"))
    buildings = property(lambda self: self._by_seat("buildings"))
    match_points = property(lambda self: self._by_seat("match_points"))
    tie_break = property(lambda self: self._by_seat("tie_break"))
    supply = property(lambda self: int(self.state.supply))
    seat = property(lambda self: int(self.state.seat))
    ender = property(lambda self: int(self.state.ender))

    def due(self, source):
        """Coins due so far from "gift", "pair" or "single", by seat."""
        first = ("gift", "pair", "single").index(source) * 4
        return self.state.due[first : first + int(self.state.seats)].tolist()

    def reach(self, seat):
        """By how much the seat can still come out ahead."""
        return reach(self.rules, self.states, seat)

    def tracked(self, seat, *names):
        """Tracked quantities of the seat, by the names the game declares."""
        declared = [quantity.name for quantity in self.variant.game.track]
        out = np.zeros(len(declared), np.int64)
        track(self.rules, self.states, seat, out)
        return [int(out[declared.index(name)]) for name in names]
