"""A Lonja table set up by hand: cards are written `g5 s3 b1`, a cell `r0c2`; runs in both modes."""

import numpy as np

from sims import registry, variants
from sims.games.lonja import rules as lonja
from sims.games.lonja.lines import NONE
from sims.games.lonja.table import CHOOSE, DISCARD, HAND, PASS, PLACE
from sims.games.lonja.words import ended, text
from sims.rng import STREAM
from tests.sims.compiled import called

COINS = "gsb"
KINDS = {CHOOSE: "choose", PLACE: "place", PASS: "pass", DISCARD: "discard"}


@called
def deal(rules, state, rngs):
    lonja.deal(rules[0], state[0], rngs[0])


@called
def legal(rules, state, choices):
    return lonja.legal(rules[0], state[0], choices)


@called
def play(rules, state, choice, rngs):
    lonja.play(rules[0], state[0], choice, rngs[0])


@called
def score(rules, state):
    lonja.score(rules[0], state[0])


@called
def hide(rules, state, seat, rngs):
    lonja.hide(rules[0], state[0], seat, rngs[0])


@called
def track(rules, state, seat, out):
    lonja.track(rules[0], state[0], seat, out)


@called
def reach(rules, state, seat):
    return lonja.reach(rules[0], state[0], seat)


def card(word: str) -> int:
    return int(word[1:]) << 2 | COINS.index(word[0])


def cards(words: str) -> list[int]:
    return [card(word) for word in words.split()]


class Table:
    """Seat 0 has the first turn. grid: rows, top first. hands, piles: each seat's, a pile's top first.

    types: of the seats; None: still to be chosen. All else are parameters. Unless told, the grid has one of each type
    in its least values, each seat one card of no matter.
    """

    def __init__(self, grid=None, hands=None, piles=(), types="gs", *, round=0, **parameters):
        rows = [cards(row) for row in grid or ("g1 s2 b3", "s1 b2 g3", "b1 g2 s3")]
        hands = [cards(hand) for hand in hands or ["g1"] * len(types)]
        piles = [cards(pile) for pile in piles] + [[] for _ in hands[len(piles) :]]
        each = max(3, *(len(hand) + len(pile) for hand, pile in zip(hands, piles, strict=True)))
        fixed = {"grid": len(rows), "min_per_type": 0, "cards_each": each, "hand_size": 1}
        deck = {"values": 9, "copies": 4}
        self.game = registry.load("lonja")
        self.variant = variants.make(self.game, len(hands), None, {**fixed, **deck, **parameters})
        self.rules = self.variant.record()
        self.states = np.zeros(1, lonja.STATE).view(np.recarray)
        self.state = self.states[0]
        self.state.seats, self.state.round_no = len(hands), round
        self.rngs = np.zeros(1, STREAM).view(np.recarray)
        self.choices = np.zeros(600, np.int64)
        self.deal()
        self._lay(rows)
        self._hand_out(hands, piles, each)
        for coin in types or "":
            self.do(f"choose {coin}", seat=types.index(coin))

    def deal(self):
        """A round as the rules deal it."""
        self.state.turn, self.state.ender, self.state.end_reason = 0, -1, 0
        self.state.points[:] = 0
        deal(self.rules, self.states, self.rngs)
        return self

    def _lay(self, rows):
        state, size = self.state, len(rows)
        for field in (state.by_coin, state.by_value, state.sums, state.counts):
            field[:] = 0
        for r, row in enumerate(rows):
            for c, shown in enumerate(row):
                cell, coin, value = r * size + c, shown & 3, shown >> 2
                state.cell[cell] = shown
                state.by_coin[coin] |= 1 << cell
                state.by_value[value] |= 1 << cell
                diagonals = [2 * size] * (r == c) + [2 * size + 1] * (r + c == size - 1)
                for line in (r, size + c, *(diagonals if self.variant.values["diagonals"] else [])):
                    state.sums[line] += value << 16 * coin
                    state.counts[line] += 1 << 16 * coin

    def _hand_out(self, hands, piles, each):
        state, size = self.state, int(self.rules.grid[0])
        state.hand[:], state.pack[: size * size + each * len(hands)] = 0, 0
        for seat, (hand, pile) in enumerate(zip(hands, piles, strict=True)):
            state.hand[seat * HAND : seat * HAND + len(hand)] = hand
            state.hand_len[seat], state.drawn[seat] = len(hand), each - len(pile)
            top = size * size + seat * each + each - len(pile)
            state.pack[top : top + len(pile)] = pile

    # What is done

    def legal(self):
        """The legal choices in words: choose g, place g5 r0c2, discard g5, pass."""
        return [
            self._words(choice)
            for choice in self.choices[: legal(self.rules, self.states, self.choices)].tolist()
        ]

    def _words(self, choice):
        kind, row, column = choice & 255, *divmod(choice >> 15, int(self.rules.grid[0]))
        what = {CHOOSE: f" {COINS[choice >> 8 & 3]}", PASS: ""}
        if kind == PLACE:
            return f"place {text(choice >> 8 & 127)} r{row}c{column}"
        return KINDS[kind] + what.get(kind, f" {text(choice >> 8 & 127)}")

    def do(self, *words, seat=None):
        """Decisions in turn, each legal; seat: whoever is to choose a type, this one does."""
        for each in words:
            if seat is not None:
                self.state.seat = seat
            play(self.rules, self.states, int(self.choices[self.legal().index(each)]), self.rngs)
        if self.state.end_reason:
            score(self.rules, self.states)
        return self

    def hide(self, seat):
        """What the seat cannot know is dealt anew."""
        self.rngs[0].word = 7
        hide(self.rules, self.states, seat, self.rngs)
        return self

    def cap(self):
        """The round hits its cap."""
        self.state.end_reason = 1
        score(self.rules, self.states)
        return self

    # What is seen

    @property
    def grid(self):
        size = int(self.rules.grid[0])
        shown = [text(int(c)) for c in self.state.cell[: size * size]]
        return [" ".join(shown[i : i + size]) for i in range(0, size * size, size)]

    @property
    def hands(self):
        return [
            " ".join(text(int(self.state.hand[s * HAND + i])) for i in range(int(self.state.hand_len[s])))
            for s in range(int(self.state.seats))
        ]

    @property
    def types(self):
        """The seats' types, a dot where none is chosen."""
        return "".join("." if c == NONE else COINS[c] for c in self.state.coin[: int(self.state.seats)])

    @property
    def ended(self):
        """Why the round ended: None while it is in play."""
        return (None, "cap", "all_placed", "stuck")[self.state.end_reason]

    @property
    def lines(self):
        """Line → its points, by seat, of a round that ended; lines without winners left aside."""
        found = ended(self.rules[0], self.state)["lines"]
        assert [line["winners"] for line in found if any(line["points"]) and not line["winners"]] == []
        return {line["line"]: line["points"] for line in found if line["winners"]}

    def _by_seat(self, field):
        return getattr(self.state, field)[: int(self.state.seats)].tolist()

    points = property(lambda self: self._by_seat("points"))
    match_points = property(lambda self: self._by_seat("match_points"))
    seat = property(lambda self: int(self.state.seat))
    turn = property(lambda self: int(self.state.turn))
    ender = property(lambda self: int(self.state.ender))

    def reach(self, seat):
        """By how much the seat can still come out ahead."""
        return reach(self.rules, self.states, seat)

    def tracked(self, seat, *names):
        """Tracked quantities of the seat, by the names the game declares."""
        declared = [quantity.name for quantity in self.game.track]
        out = np.zeros(len(declared), np.int64)
        track(self.rules, self.states, seat, out)
        return [int(out[declared.index(name)]) for name in names]
