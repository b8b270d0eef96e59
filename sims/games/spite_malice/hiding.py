"""What a seat of Spite & Malice cannot know, dealt anew."""

from sims.games.spite_malice.table import CARDS, FIST, PILE, RANKS, SEATS
from sims.rng import below, shuffle
from sims.rule import Record, rare, rule


@rare
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """Re-deal what the seat cannot know: pay-off piles below their tops, the other hand, the stock.

    Cards that the seat has seen return lie in no pay-off pile, and in the stock until the other seat could draw them:
    `around` and `within` say of how many that is certain. All else is equally likely to lie anywhere.
    """
    other = 1 - seat
    for pile in range(0, SEATS * PILE, PILE):
        for i in range(pile, pile + int(state.pay_len[pile // PILE]) - 1):
            notice(state, int(state.pile[i]))
    for i in range(other * FIST, other * FIST + int(state.hand_len[other])):
        notice(state, int(state.hand[i]))
    for i in range(int(state.left)):
        notice(state, int(state.stock[i]))
    choice = free(state, state.around, seat)
    for pile in range(0, SEATS * PILE, PILE):
        for i in range(pile, pile + int(state.pay_len[pile // PILE]) - 1):
            state.pile[i] = pick(state, state.around, seat, choice, rng)
            choice -= 1
    choice = free(state, state.within, seat)
    for i in range(other * FIST, other * FIST + int(state.hand_len[other])):
        state.hand[i] = pick(state, state.within, seat, choice, rng)
        choice -= 1
    n = 0
    for rank in range(RANKS):
        for _ in range(int(state.scratch[rank])):
            state.stock[n] = rank
            n += 1
        state.scratch[rank] = 0
        state.around[other * RANKS + rank] = 0
        state.within[other * RANKS + rank] = 0
    shuffle(state.stock, n, rng)
    for i in range(n, CARDS):
        state.stock[i] = 0


@rule
def notice(state: Record, card: int) -> None:
    """One hidden card more of that rank."""
    state.scratch[card] = int(state.scratch[card]) + 1


@rule
def free(state: Record, elsewhere: Record, seat: int) -> int:
    """How many of the hidden cards are not known to be elsewhere."""
    cards = 0
    for rank in range(RANKS):
        cards += int(state.scratch[rank]) - int(elsewhere[seat * RANKS + rank])
    return cards


@rare
def pick(state: Record, elsewhere: Record, seat: int, cards: int, rng: Record) -> int:
    """Take any of the hidden cards but those that are known to be elsewhere, all equally likely: its rank."""
    skip = below(rng, cards)
    rank = 0
    here = int(state.scratch[0]) - int(elsewhere[seat * RANKS])
    while skip >= here:
        skip -= here
        rank += 1
        here = int(state.scratch[rank]) - int(elsewhere[seat * RANKS + rank])
    state.scratch[rank] = int(state.scratch[rank]) - 1
    return rank
