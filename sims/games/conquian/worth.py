"""What a card is worth to a seat: the triples, sets or runs of three, that the card could still be part of."""

from sims.games.conquian.cards import QUAD, lowest
from sims.games.conquian.melds import lane_of
from sims.rule import Record, rare


@rare
def card_worth(rules: Record, card: int, own: int, live: int, weights: Record) -> float:
    """The card's triples, by what they lack.

    own: the cards that the seat has; live: those that may still come to it. A triple of which the seat has both other
    cards counts `made`, with one of them and the other live `near`, with both live `far`.
    """
    suit, place = card >> 4, card & 15
    bit = 1 << (suit << 4)
    had, open_ = own >> place & QUAD & ~bit, live >> place & QUAD & ~bit
    a = (had & 1) + (had >> 16 & 1) + (had >> 32 & 1) + (had >> 48 & 1)
    b = (open_ & 1) + (open_ >> 16 & 1) + (open_ >> 32 & 1) + (open_ >> 48 & 1)
    made, near, far = a * (a - 1) >> 1, a * b, b * (b - 1) >> 1
    mine, theirs = lane_of(rules, own, suit) << 2 >> place, lane_of(rules, live, suit) << 2 >> place
    for _ in range(2):
        # bits 0, 1, 3, 4: the cards two and one below, one and two above; a pair by its lower bit
        pairs_a = mine & (mine >> 1 & 9 | mine >> 2 & 2)
        pairs_b = theirs & (theirs >> 1 & 9 | theirs >> 2 & 2)
        either = mine | theirs
        pairs = either & (either >> 1 & 9 | either >> 2 & 2)
        all_a = (pairs_a & 1) + (pairs_a >> 1 & 1) + (pairs_a >> 3 & 1)
        all_b = (pairs_b & 1) + (pairs_b >> 1 & 1) + (pairs_b >> 3 & 1)
        all_pairs = (pairs & 1) + (pairs >> 1 & 1) + (pairs >> 3 & 1)
        made += all_a
        far += all_b
        near += all_pairs - all_a - all_b
        if place != 0 or rules.ace_high == 0:
            break
        mine = (lane_of(rules, own, suit) << 2 >> rules.ranks) & 3
        theirs = (lane_of(rules, live, suit) << 2 >> rules.ranks) & 3
    return weights.made * made + weights.near * near + weights.far * far


@rare
def hand_worth(rules: Record, hand: int, own: int, live: int, weights: Record) -> float:
    """The worth of all cards of a hand."""
    total = 0.0
    while hand:
        total += card_worth(rules, lowest(hand), own, live, weights)
        hand &= hand - 1
    return total
