"""A Spite & Malice table set up by hand, in both modes. Cards are ranks; piles and stacks are written top first.

A choice in words: `pay 0`, `side 2 0` (from side stack 2 to centre stack 0), `hand K 0`, `end 7 3`, `stop`.
"""

import numpy as np

from sims import registry, variants
from sims.games.spite_malice import moving
from sims.games.spite_malice import rules as spite
from sims.games.spite_malice.table import CARDS, END, FIST, HAND, NONE, PAY, PILE, SIDE, STACKS
from sims.rng import STREAM
from tests.sims.compiled import called

RANKS = "A23456789TJQK"
KINDS = {PAY: "pay", SIDE: "side", HAND: "hand", END: "end"}


@called
def deal(rules, state, rngs):
    spite.deal(rules[0], state[0], rngs[0])


@called
def legal(rules, state, choices):
    return spite.legal(rules[0], state[0], choices)


@called
def play(rules, state, choice, rngs):
    spite.play(rules[0], state[0], choice, rngs[0])


@called
def open_up(rules, state, place):
    moving.open_up(rules[0], state[0], place)


@called
def score(rules, state):
    spite.score(rules[0], state[0])


@called
def track(rules, state, seat, out):
    spite.track(rules[0], state[0], seat, out)


@called
def hide(rules, state, seat, rngs):
    spite.hide(rules[0], state[0], seat, rngs[0])


def cards(text):
    return [RANKS.index(card) for card in text]


class Table:
    """Seat 0 is to move in a round that is under way.

    hands, piles (pay-off): of seats 0 and 1; sides: their side stacks; centre: the centre stacks, written from the
    ace up, a king where one stands for a card; stock: what is left of it. `dealt`: nothing is set up, all is as
    dealt. The rest are parameters.
    """

    def __init__(self, hands=("9", "9"), piles=("99", "99"), sides=((), ()), centre=(), stock="8888888888", *,
                 round=0, dealt=False, **parameters):  # fmt: skip
        self.variant = variants.make(registry.load("spite_malice"), 2, None, parameters)
        self.rules = self.variant.record()
        self.states = np.zeros(1, spite.STATE).view(np.recarray)
        self.state = self.states[0]
        self.state.seats = 2
        self.state.round_no = round
        self.rngs = np.zeros(1, STREAM).view(np.recarray)
        self.choices = np.zeros(256, np.int64)
        self.deal()
        if not dealt:
            self.set_up(hands, piles, sides, centre, stock)

    def deal(self):
        """The round `round_no`, as the rules deal it."""
        self.state.turn, self.state.ender, self.state.end_reason = 0, -1, 0
        self.state.points[:] = 0
        self.rngs.word[:] = 7 + int(self.state.round_no)
        deal(self.rules, self.states, self.rngs)
        return self

    def set_up(self, hands, piles, sides, centre, stock):
        state = self.state
        state.hand[:] = NONE
        for seat in range(2):
            state.hand_len[seat] = len(hands[seat])
            state.hand[seat * FIST : seat * FIST + len(hands[seat])] = cards(hands[seat])
            state.pay_len[seat] = len(piles[seat])
            state.pay_top[seat] = cards(piles[seat])[0]
            state.pile[seat * PILE : seat * PILE + len(piles[seat])] = cards(piles[seat])[::-1]
            for i, stack in enumerate(sides[seat]):
                at = seat * STACKS + i
                state.side_len[at] = len(stack)
                state.side_top[at] = cards(stack)[0] if stack else NONE
                state.side[at * CARDS : at * CARDS + len(stack)] = cards(stack)[::-1]
        for i, stack in enumerate(centre):
            state.height[i] = len(stack)
            state.kings[i] = sum(1 << t for t, card in enumerate(stack) if card == "K")
            state.row[i] = len(stack) - len(stack.rstrip("K"))
            open_up(self.rules, self.states, i)
        state.left = len(stock)
        state.stock[: len(stock)] = cards(stock)[::-1]
        state.seat = state.mover = 0

    # What is done

    def legal(self):
        """The legal choices in words."""
        words = []
        for choice in self.choices[: legal(self.rules, self.states, self.choices)].tolist():
            kind, card, origin, place = choice & 255, choice >> 8 & 255, choice >> 16 & 255, choice >> 24
            if kind not in KINDS:
                words.append("stop")
            else:
                what = {PAY: "", SIDE: f"{origin} "}.get(kind, f"{RANKS[card]} ")
                words.append(f"{KINDS[kind]} {what}{place}")
        return words

    def centre_choices(self):
        """The legal choices but END, in words."""
        return [words for words in self.legal() if not words.startswith("end")]

    def do(self, *choices):
        """Decisions, one after the other, which must be legal."""
        for words in choices:
            play(self.rules, self.states, int(self.choices[self.legal().index(words)]), self.rngs)
        if self.state.end_reason:
            score(self.rules, self.states)
        return self

    def cap(self):
        """The round hits its cap."""
        self.state.end_reason = 1
        score(self.rules, self.states)
        return self

    def next_round(self):
        """The next round is dealt."""
        self.state.round_no = int(self.state.round_no) + 1
        return self.deal()

    def hide(self, seat, key):
        """What the seat cannot know is dealt anew."""
        self.rngs.word[:] = key
        hide(self.rules, self.states, seat, self.rngs)
        return self

    # What is seen

    def hand(self, seat):
        """The cards in hand, in order."""
        held = self.state.hand[seat * FIST : seat * FIST + int(self.state.hand_len[seat])].tolist()
        return "".join(RANKS[card] for card in sorted(held))

    def payoff(self, seat):
        """The pay-off pile, top first."""
        pile = self.state.pile[seat * PILE : seat * PILE + int(self.state.pay_len[seat])].tolist()
        return "".join(RANKS[card] for card in pile[::-1])

    def side(self, seat):
        """The side stacks, top first."""
        found = []
        for at in range(seat * STACKS, seat * STACKS + int(self.rules[0].side_stacks)):
            stack = self.state.side[at * CARDS : at * CARDS + int(self.state.side_len[at])].tolist()
            found.append("".join(RANKS[card] for card in stack[::-1]))
        return found

    @property
    def centre(self):
        """The centre stacks, from the ace up."""
        found = []
        for i in range(int(self.rules[0].centres)):
            kings = int(self.state.kings[i])
            found.append(
                "".join("K" if kings >> t & 1 else RANKS[t] for t in range(int(self.state.height[i])))
            )
        return found

    @property
    def stock(self):
        """The stock, top first."""
        return "".join(RANKS[card] for card in self.state.stock[: int(self.state.left)].tolist()[::-1])

    @property
    def ended(self):
        """Why the round ended: None while it is in play."""
        return (None, "cap", "payoff_empty", "stock_empty")[self.state.end_reason]

    seat = property(lambda self: int(self.state.seat))
    turn = property(lambda self: int(self.state.turn))
    starter = property(lambda self: int(self.state.starter))
    ender = property(lambda self: int(self.state.ender))
    points = property(lambda self: self.state.points[:2].tolist())
    match_points = property(lambda self: self.state.match_points[:2].tolist())
    match_end = property(lambda self: (None, "done", "cap")[self.state.match_end])

    def tracked(self, seat, *names):
        """Tracked quantities of the seat, by the names the game declares."""
        declared = [quantity.name for quantity in self.variant.game.track]
        out = np.zeros(len(declared), np.int64)
        track(self.rules, self.states, seat, out)
        return [int(out[declared.index(name)]) for name in names]
