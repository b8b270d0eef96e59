"""Lonja's table: the state of a match, and the numbers that rules, dealing, tracking and players share."""

from sims.game import state_dtype
from sims.games.lonja.lines import COINS

CHOOSE, PLACE, PASS, DISCARD = 1, 2, 3, 4
ALL_PLACED, STUCK = 2, 3  # end reasons
TYPE_ONLY, VALUE_ONLY = 1, 2  # match_rule
DISCARDS, FREE = 1, 2  # stuck
FORWARD, BEFORE_HAND, REMAINDER = 1, 1, 1  # choose_order, choose_when, second_set
SEATS, VALUES, CELLS, HAND, PACK, KINDS, LINES = 3, 20, 25, 20, 480, 84, 12  # the most there can be
OWN, RIVAL, NEUTRAL = 0, 1, 2  # whose a type is, for a seat
BY_TYPE, BY_VALUE, BY_BOTH, BY_FREE, STUCK_PASS, OWN_PASS, DISCARDED = 0, 1, 2, 3, 4, 5, 6  # clauses
CLAUSES = 7

STATE = state_dtype(
    [
        ("choosing", "u1"),  # seats that have still to choose their type
        ("coin", "u1", (SEATS,)),  # each seat's type, NONE before it chose
        ("owner", "u1", (COINS,)),  # the seat of each type, NONE if nobody's
        ("owned", "u1"),  # bit c: type c belongs to a seat
        ("cell", "u1", (CELLS,)),  # the visible card
        ("row_of", "u1", (CELLS,)),  # its row
        ("covers", "u1", (CELLS,)),  # how often it was covered in this round
        ("coverable", "i8"),  # bit i: cell i may be covered
        ("by_coin", "i8", (COINS,)),  # bit i: cell i shows this type
        ("by_value", "i8", (VALUES + 1,)),  # bit i: cell i shows this value
        ("sums", "i8", (LINES,)),  # visible values of the types in each line, 16 bits a type
        ("counts", "i8", (LINES,)),  # visible cards likewise
        ("hand", "u1", (SEATS * HAND,)),  # seat × HAND + i
        ("hand_len", "u1", (SEATS,)),
        ("drawn", "u1", (SEATS,)),  # cards of the seat's share that came to its hand
        # Face down: grid² places for the layout, then cards_each a seat, its pile from `drawn` on, top first, then
        # the rest. 0 where a card has left.
        ("pack", "u1", (PACK,)),
        ("packed", "u2"),  # cards of the pack this round was dealt from, those on the table included
        ("gone", "u1", (KINDS,)),  # cards that an earlier round of the match used up, by card
        ("tally", "u1", (KINDS,)),  # scratch of `hide`, all 0 outside it
        ("passes", "u1"),  # in a row
        ("placed", "u1", (SEATS,)),
        ("discarded", "u1", (SEATS,)),
        ("chosen", "u1", (COINS,)),  # types in the order of choice, what nobody chose last
        ("worth_chosen", "u2", (COINS,)),  # values that the type showed when it was chosen, in that order
        ("cells_chosen", "u1", (SEATS,)),  # cells that showed it
        ("gained", "u1", (SEATS,)),  # cells that came to show the seat's type, in this round
        ("lost", "u1", (SEATS,)),  # cells that ceased to
        # conversions by the acting seat: (whose × 3 + whose after) × SEATS + seat
        ("turned", "u1", (3 * 3 * SEATS,)),
        ("clause", "u1", (CLAUSES * SEATS,)),
        ("first_stuck", "i4"),  # first turn whose seat had no legal placement, −1 none yet
        ("fates", "u1", (4,)),  # how many lines of the round that ended had each fate
        ("scored", "u1"),  # 1 once the round is scored
        ("takes", "u1", (LINES,)),  # `taken` of each line of the round that ended, as it lay
        ("got", "u1", (LINES * SEATS,)),  # and its points, line × SEATS + seat
        ("from_rows", "i4", (SEATS,)),  # points of the round that ended
        ("from_columns", "i4", (SEATS,)),
        ("from_diagonals", "i4", (SEATS,)),
        ("from_bonus", "i4", (SEATS,)),
    ]
)
