"""Lonja's classes of choices: how much a type shows that is chosen, why a card fits, whose types are on both sides."""

from sims.games.lonja.lines import COINS, NONE, signed
from sims.games.lonja.table import BEFORE_HAND, CELLS, CHOOSE, HAND, PLACE
from sims.rule import Record, rare

SHOWN, HELD, SCARCE = (1 << i for i in range(3))
BY_TYPE, BY_VALUE, BY_BOTH = (1 << i for i in range(3, 6))
LAY, COVER = 6, 9
"""Bits of own, the others follow: a rival's, nobody's. All in the order of `[classes]` in game.toml."""


@rare
def classify(rules: Record, state: Record, choice: int) -> int:
    """A choice of a type, or a placement; all else has no class."""
    kind, card, cell = choice & 255, choice >> 8 & 127, choice >> 15
    if kind == CHOOSE:
        return type_class(rules, state, card)
    if kind != PLACE:
        return 0
    old = signed(state.cell[cell])
    same_type, same_value = old & 3 == card & 3, old >> 2 == card >> 2
    fits = BY_BOTH if same_type and same_value else BY_TYPE if same_type else BY_VALUE if same_value else 0
    return fits | 1 << LAY + whose(state, card & 3) | 1 << COVER + whose(state, old & 3)


@rare
def whose(state: Record, coin: int) -> int:
    """0 the seat's own type, 1 a rival's, 2 nobody's."""
    owner = signed(state.owner[coin])
    return 2 if owner == NONE else int(owner != signed(state.seat))


@rare
def type_class(rules: Record, state: Record, coin: int) -> int:
    """Of the free types the one with the most value on the grid, the one with the most in hand, or neither."""
    most_shown, most_held, shown, held = 0, 0, 0, 0
    for other in range(COINS):
        if state.owner[other] == NONE:
            lies, has = on_grid(state, other), 0
            if rules.choose_when != BEFORE_HAND:  # else nobody has looked at its hand
                has = in_hand(state, other)
            most_shown, most_held = max(most_shown, lies), max(most_held, has)
            if other == coin:
                shown, held = lies, has
    found = SHOWN if shown == most_shown else 0
    if held == most_held and held > 0:
        found |= HELD
    return found if found != 0 else SCARCE


@rare
def on_grid(state: Record, coin: int) -> int:
    """The visible value of a type."""
    worth = 0
    for cell in range(CELLS):
        card = signed(state.cell[cell])
        worth += (card >> 2) * int(card & 3 == coin)
    return worth


@rare
def in_hand(state: Record, coin: int) -> int:
    """The value of a type in the hand of the seat that decides."""
    first, worth = signed(state.seat) * HAND, 0
    for i in range(first, first + signed(state.hand_len[int(state.seat)])):
        card = signed(state.hand[i])
        worth += (card >> 2) * int(card & 3 == coin)
    return worth
