"""What lies on the table of Spite & Malice: the numbers that the rules have in common, and the state's fields."""

from sims.game import state_dtype

RANKS, KING, NONE = 13, 12, 13  # KING: the rank that is wild; NONE: no card
HEIGHT = 12  # cards of a complete centre stack
PAY, SIDE, HAND, END, STOP = 1, 2, 3, 4, 5
PAYOFF_EMPTY, STOCK_EMPTY = 2, 3  # end reasons
CONTINUE, END_TURN, REFILL = 0, 1, 2  # empty_hand
IMMEDIATE = 0  # recycle
EMPTY_NOW, FAILED_DRAW = 0, 1  # stock_out; the third is play_on
ALTERNATE, PAYOFF_HIGH, LOSER = 0, 1, 2  # starter; the fourth is winner
SEATS, CARDS, PILE, FIST, STACKS, CENTRES = (
    2,
    208,
    40,
    12,
    6,
    6,
)  # the most there can be, of each where of each

STATE = state_dtype(
    [
        (
            "height",
            "u1",
            (CENTRES,),
        ),  # cards on each centre stack, 0–11; 12 where the last card was the winning one
        ("row", "u1", (CENTRES,)),  # kings on top of each other at its top
        ("takes", "u2", (CENTRES,)),  # the cards that may be played on it now: bit r for rank r
        ("side_top", "u1", (SEATS * STACKS,)),  # top card of the seat's side stacks, NONE where empty
        ("side_len", "u1", (SEATS * STACKS,)),  # cards in each
        ("pay_top", "u1", (SEATS,)),  # top card of the seat's pay-off pile, NONE once it is empty
        ("pay_len", "u1", (SEATS,)),  # cards in it
        ("hand_len", "u1", (SEATS,)),
        ("hand", "u1", (SEATS * FIST,)),  # cards in hand, in no order; NONE behind the last
        ("left", "u1"),  # cards in the stock
        ("waiting", "u1"),  # cards of completed stacks that have not returned to it
        ("kings", "u2", (CENTRES,)),  # bit t: card t of the centre stack is a king
        (
            "stock",
            "u1",
            (CARDS,),
        ),  # face down: the first `left`, the top card last; behind it those drawn since
        ("pile", "u1", (SEATS * PILE,)),  # pay-off piles, the top card last
        ("side", "u1", (SEATS * STACKS * CARDS,)),  # side stacks, the top card last
        ("waits", "u1", (RANKS,)),  # the waiting cards, by rank
        # what a seat knows of cards that it saw and that went back into the stock; by seat × RANKS + rank
        ("around", "u1", (SEATS * RANKS,)),  # so many at least are in the stock or in the other hand
        ("within", "u1", (SEATS * RANKS,)),  # so many at least are in the stock
        ("scratch", "u1", (RANKS,)),  # of hide; 0 outside it
        ("returned", "u1"),  # cards in the stock just after the last return
        ("last_winner", "u1"),  # of the round before: 1 + seat, 0 nobody
        # counts of the round, by seat
        ("did", "u4", ((STOP + 1) * SEATS,)),  # decisions, kind × SEATS + seat
        ("wild", "u4", (SEATS,)),  # kings played to the centre
        ("wild_paid", "u4", (SEATS,)),  # of these, from the pay-off pile
        ("wild_ace", "u4", (SEATS,)),  # of these, on an empty centre stack
        ("king_aside", "u4", (SEATS,)),  # kings put on a side stack
        ("drawn", "u4", (SEATS,)),
        ("completed", "u4", (SEATS,)),  # centre stacks
        ("emptied", "u4", (SEATS,)),  # times the hand was empty in mid-turn
        ("refilled", "u4", (SEATS,)),  # of these, times a new hand was drawn at once
        ("lowest_stock", "u1"),  # fewest cards that the round could draw from, waiting ones included
        ("empty_turn", "i4"),  # first turn with none, −1 none yet
        ("points_left", "u1", (SEATS,)),  # points of the round that ended, for cards left
        ("points_bonus", "u1", (SEATS,)),
    ]
)
