"""Melds, and the layouts that use a card: found one after the other on sets of cards, without tables or lists.

A meld is a number of 10 bits, `first | length << 4 | suit << 8`. Of a run: the place of its first card, how many cards,
its suit. Of a set: the place of its rank, and length ALL_BUT (without the suit) or ALL (suit 0). 0 is no meld.

A layout is up to four melds, 10 bits each, the first one lowest.
"""

from sims.games.conquian.cards import LANE, NIL, QUAD, count, lowest
from sims.rule import Record, rare, rule

ALL_BUT, ALL = 1, 2
MELD, MELDS = 1023, 4
"""The bits of a meld in a layout; how many there can be, since twelve cards are four melds of three."""


@rare
def cards_of(rules: Record, meld: int) -> int:
    """The cards of a meld, of "no meld" none."""
    first, length, suit = meld & 15, meld >> 4 & 15, meld >> 8
    if length > ALL:
        cards = ((1 << length) - 1) << first
        high_ace = cards >> rules.ranks & 1
        return (cards ^ (high_ace << rules.ranks) | high_ace) << (suit << 4)
    if length == 0:
        return 0
    return QUAD << first ^ int(length == ALL_BUT) << (suit << 4 | first)


@rare
def cards_in(rules: Record, layout: int) -> int:
    """All cards of a layout."""
    cards = 0
    while layout:
        cards |= cards_of(rules, layout & MELD)
        layout >>= 10
    return cards


@rule
def lane_of(rules: Record, cards: int, suit: int) -> int:
    """The cards of one suit by their places, and the ace above the king too, if it is high."""
    lane = cards >> (suit << 4) & LANE
    return lane | (lane & rules.ace_high) << rules.ranks


@rare
def melds_with(rules: Record, cards: int, card: int) -> bool:
    """Do some of the cards make a meld with this card, which is among them?"""
    suit, place = card >> 4, card & 15
    quad = cards >> place & QUAD
    held = (quad & 1) + (quad >> 16 & 1) + (quad >> 32 & 1) + (quad >> 48 & 1)
    if held >= rules.min_set:
        return True
    lane = lane_of(rules, cards, suit)
    runs = lane & lane >> 1 & lane >> 2
    if rules.min_run == 4:
        runs &= runs >> 1
        runs |= runs << 1
    runs |= runs << 1 | runs << 2
    return (runs >> place | (runs >> rules.ranks & int(place == 0))) & 1 != 0


@rare
def meld_of(rules: Record, cards: int) -> int:
    """These cards as one meld, or 0 if they are none."""
    size, card = count(cards), lowest(cards)
    suit, place = card >> 4, card & 15
    others = cards ^ QUAD << place
    if others & ~(QUAD << place) == 0:
        if size < rules.min_set:
            return 0
        return place | (ALL_BUT << 4 | lowest(others) >> 4 << 8 if size == 3 else ALL << 4)
    lane = cards >> (suit << 4)
    if lane > LANE or size < rules.min_run or size > rules.max_run:
        return 0
    if place == 0 and rules.ace_high and lane + 1 & lane:
        lane ^= 1 | 1 << rules.ranks
        place = lowest(lane)
    run = lane >> place
    return 0 if run + 1 & run else place | size << 4 | suit << 8


@rare
def fits(rules: Record, layout: int, card: int) -> bool:
    """Can the card be added to one of the melds as they lie?"""
    while layout:
        if meld_of(rules, cards_of(rules, layout & MELD) | 1 << card):
            return True
        layout >>= 10
    return False


@rare
def added(rules: Record, layout: int, card: int, place: int) -> int:
    """The layout with the card added to the meld in that place, nothing else moved; 0 if it does not fit there."""
    meld = layout >> 10 * place & MELD
    grown = meld_of(rules, cards_of(rules, meld) | 1 << card) if meld else 0
    return layout ^ (meld ^ grown) << 10 * place if grown else 0


@rare
def next_meld(rules: Record, cards: int, card: int, last: int) -> int:
    """Of all melds of these cards that have this one: the one after `last`, in a fixed order; from 0 on, to 0."""
    suit, place = card >> 4, card & 15
    if last >> 4 & 15 <= ALL:
        found = next_set(rules, cards >> place & QUAD, suit, last)
        if found:
            return place | found
        last = NIL
    lane = lane_of(rules, cards, suit)
    if place != 0 or (last & 15) + (last >> 4 & 15) <= rules.ranks:
        found = next_run(rules, lane, place, last)
        if found:
            return found | suit << 8
        if place != 0 or rules.ace_high == 0:
            return 0
        last = NIL
    found = next_run(rules, lane, rules.ranks, last)  # of the ace as a high one
    return found | suit << 8 if found else 0


@rule
def next_set(rules: Record, quad: int, suit: int, last: int) -> int:
    """The set after `last` of some cards of a rank, as a meld without its place, that has the suit; else 0."""
    length = last >> 4 & 15
    if length == ALL:
        return 0
    if rules.min_set == 3:
        for but in range((last >> 8) + 1 if length == ALL_BUT else 0, 4):
            if but != suit and quad | 1 << (but << 4) == QUAD:
                return ALL_BUT << 4 | but << 8
    return ALL << 4 if quad == QUAD else 0


@rare
def next_run(rules: Record, lane: int, place: int, last: int) -> int:
    """The run after `last` in a lane, as a meld without its suit, that has the place: by its first, then its length."""
    low, top = place, place
    while low > 0 and lane >> (low - 1) & 1:
        low -= 1
    while lane >> (top + 1) & 1:
        top += 1
    first, end = last & 15, (last & 15) + (last >> 4 & 15)
    if last == 0:
        first, end = max(low, place - rules.max_run + 1), 0
    while first <= place:
        end = max(end, place, first + rules.min_run - 1)
        # with an ace at both ends one card would count twice; the whole suit is found with the ace low
        if end <= min(top, first + rules.max_run - 1) and (end < rules.ranks or first > 1):
            return first | (end - first + 1) << 4
        end = 0
        first += 1
    return 0


@rare
def next_whole(rules: Record, cards: int, card: int, last: int, old: int) -> int:
    """As next_meld; where old melds must stay whole, only those that take none apart."""
    found = next_meld(rules, cards, card, last)
    if rules.rearrange == 0:
        while found != 0 and splits(rules, old, cards_of(rules, found)):
            found = next_meld(rules, cards, card, found)
    return found


@rare
def splits(rules: Record, old: int, cards: int) -> bool:
    """Would a meld of these cards take some cards of an old one, but not all?"""
    while old:
        whole = cards_of(rules, old & MELD)
        taken = whole & cards
        if taken != 0 and taken != whole:
            return True
        old >>= 10
    return False


@rare
def following(rules: Record, hand: int, table: int, old: int, card: int, layout: int, more: int) -> int:
    """Of all layouts of the table, the card and some of the hand: the one after `layout`; from 0 on, to 0.

    old: the table as it lies. more: 1 if melds of hand cards alone may be laid too (0: neither now nor by the rules).

    A search in depth: the first meld has the card, each further one the lowest card of the table that has none yet;
    once all have one the layout is found, and melds of hand cards follow by their lowest card, in rising order. So
    each layout is found once.
    """
    must = table | 1 << card
    used, depth, last = NIL, 0, NIL
    while depth < MELDS and layout >> 10 * depth != 0:
        used |= cards_of(rules, layout >> 10 * depth & MELD)
        depth += 1
    while True:
        found = NIL
        missing = must & ~used
        if missing != 0 and depth < MELDS:
            anchor = card if depth == 0 else lowest(missing)
            found = next_whole(rules, (must | hand) & ~used, anchor, last, old)
        elif more and depth < MELDS:
            found = next_of_hand(rules, hand & ~used, must, layout >> 10 * (depth - 1) & MELD, last)
        if found:
            used |= cards_of(rules, found)
            layout |= found << 10 * depth
            depth += 1
            last = NIL
            if must & ~used == 0:
                return layout
        else:
            if depth == 0:
                return 0
            depth -= 1
            last = layout >> 10 * depth & MELD
            layout ^= last << 10 * depth
            used ^= cards_of(rules, last)


@rare
def next_of_hand(rules: Record, hand: int, must: int, before: int, last: int) -> int:
    """The next meld of hand cards alone: its lowest card is above that of the one before, if that is one too."""
    melded = cards_of(rules, before)
    if must & melded == 0:
        bit = melded & -melded
        hand &= ~(bit | bit - 1)
    if last:
        melded = cards_of(rules, last)
        bit = melded & -melded
        hand &= ~(bit - 1)
        found = next_meld(rules, hand, lowest(hand), last)
        if found:
            return found
        hand &= ~bit
    hand = hand_melds(rules, hand)
    while hand:
        found = next_meld(rules, hand, lowest(hand), NIL)
        if found:
            return found
        hand &= hand - 1
    return 0


@rare
def hand_melds(rules: Record, cards: int) -> int:
    """These cards without those that lie in no meld of theirs."""
    a, b, c, d = cards & LANE, cards >> 16 & LANE, cards >> 32 & LANE, cards >> 48 & LANE
    ranks = a & b & c & d if rules.min_set == 4 else (a & b & (c | d)) | (c & d & (a | b))
    kept = cards & ranks * QUAD
    for suit in range(4):
        lane = lane_of(rules, cards, suit)
        runs = lane & lane >> 1 & lane >> 2
        runs |= runs << 1 | runs << 2
        runs |= runs >> rules.ranks & 1
        kept |= (runs << (suit << 4)) & cards
    return kept
