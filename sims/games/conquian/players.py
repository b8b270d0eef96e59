"""Conquian's players. Each reads only what its seat may know: its hand, both tables, the middle and the waste."""

from sims.games.conquian.cards import NIL, count, int64, lowest, whole_pack
from sims.games.conquian.melds import cards_in, fits, following
from sims.games.conquian.rules import DISCARD, FORCE, LAY, LAYOUT, USE, WITH_MIDDLE, seen_by
from sims.games.conquian.worth import card_worth, hand_worth
from sims.rule import Record, rare

NOTHING = -1e300


@rare
def greedy(
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    rng: Record,
) -> int:
    """Use, lay the most cards, discard the card worth least; never force."""
    kind = int(choices[0]) & 255
    if kind == USE:
        return 0
    if kind == LAY:
        best, most = 0, 0
        for i in range(n):
            cards = count(cards_in(rules, int(choices[i]) >> LAYOUT))
            if cards > most:
                best, most = i, cards
        return best
    if kind == DISCARD:
        own = int(state.hand[seat]) | int(state.table[seat])
        live = whole_pack(rules) & ~(own | int(state.table[1 - seat]))
        best, least = 0, -NOTHING
        for i in range(n):
            worth = card_worth(rules, int(choices[i]) >> 8, own, live, weights)
            if worth < least:
                best, least = i, worth
        return best
    return n - 1


@rare
def style(
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    rng: Record,
) -> int:
    """Use the card if the seat is better off with it by more than `patience`, in the layout that leaves it best."""
    kind = int(choices[0]) & 255
    live = live_for(rules, state, seat, weights)
    hand, table = int(state.hand[seat]), int(state.table[seat])
    if kind == FORCE:
        return 0 if weights.force > 0.0 else 1
    if kind == DISCARD:
        best, least = 0, -NOTHING
        for i in range(n):
            worth = keeping(rules, state, seat, int(choices[i]) >> 8, hand | table, live, weights)
            if worth < least:
                best, least = i, worth
        return best
    if kind == LAY:
        best, most = 0, NOTHING
        for i in range(n):
            worth = table_worth(rules, state, seat, int(choices[i]) >> LAYOUT, live, weights)
            if worth > most:
                best, most = i, worth
        return best
    card, layout = int64(state.middle), int(state.layout[seat])
    least = (
        hand_worth(rules, hand, hand | table, live, weights) + weights.laid * count(table) + weights.patience
    )
    more = int64(rules.extra_melds == WITH_MIDDLE)
    after = following(rules, hand, table, layout, card, NIL, more)
    while after:
        if table_worth(rules, state, seat, after, live, weights) > least:
            return 0
        after = following(rules, hand, table, layout, card, after, more)
    return 1


@rare
def live_for(rules: Record, state: Record, seat: int, weights: Record) -> int:
    """The cards that may still come to the seat, as far as it remembers: not the other table's, not wasted ones."""
    lost = int(state.hand[seat]) | int(state.table[0]) | int(state.table[1])
    if weights.memory > 0.0 and state.recycled >= rules.stock_recycle:
        lost = seen_by(state, seat)
    return whole_pack(rules) & ~lost


@rare
def keeping(
    rules: Record, state: Record, seat: int, card: int, own: int, live: int, weights: Record
) -> float:
    """What the seat loses by discarding a card: its worth, and more if the other seat could add it to a meld."""
    worth = card_worth(rules, card, own, live, weights)
    if weights.deny > 0.0 and fits(rules, int(state.layout[1 - seat]), card):
        worth += weights.deny
    return worth


@rare
def table_worth(rules: Record, state: Record, seat: int, layout: int, live: int, weights: Record) -> float:
    """How well off the seat is with this table: cards laid, and the worth of the hand after the best discard."""
    table = cards_in(rules, layout)
    hand = int(state.hand[seat]) & ~table
    if hand == 0:
        return -NOTHING
    total, least = 0.0, -NOTHING
    own = hand | table
    left = hand
    while left:
        card = lowest(left)
        total += card_worth(rules, card, own, live, weights)
        least = min(least, keeping(rules, state, seat, card, own, live, weights))
        left &= left - 1
    return total - least + weights.laid * count(table)
