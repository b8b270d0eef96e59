"""Lonja: the rules. RULES.md tells them in words and names the source of each; the names here are the same.

A card is `value << 2 | coin`. A choice is `kind | coin << 8 | value << 10 | cell << 15`. CHOOSE: the coin. PLACE: the
card and the cell it covers, numbered row by row. DISCARD: the card. PASS: nothing.
"""

from sims.games.lonja.dealing import deal, hide, use_up
from sims.games.lonja.lines import (
    COINS,
    NONE,
    count_lines,
    fate,
    points_of,
    replace_card,
    signed,
    taken_line,
)
from sims.games.lonja.reaching import reach
from sims.games.lonja.table import (
    ALL_PLACED,
    BY_BOTH,
    BY_FREE,
    BY_TYPE,
    BY_VALUE,
    CELLS,
    CHOOSE,
    DISCARD,
    DISCARDED,
    DISCARDS,
    FORWARD,
    FREE,
    HAND,
    NEUTRAL,
    OWN,
    OWN_PASS,
    PASS,
    PLACE,
    REMAINDER,
    RIVAL,
    SEATS,
    STATE,
    STUCK,
    STUCK_PASS,
    TYPE_ONLY,
    VALUE_ONLY,
    VALUES,
)
from sims.games.lonja.tracking import track
from sims.rule import Record, rare, rule

__all__ = ["STATE", "deal", "hide", "legal", "play", "reach", "score", "track"]


@rule
def fits(rules: Record, state: Record, card: int) -> int:
    """The cells that the card may cover: bit i, cell i."""
    same_type, same_value = state.by_coin[card & 3], state.by_value[card >> 2]
    if rules.match_rule == TYPE_ONLY:
        return same_type & state.coverable
    if rules.match_rule == VALUE_ONLY:
        return same_value & state.coverable
    return (same_type | same_value) & state.coverable


@rule
def can_place(rules: Record, state: Record, seat: int) -> bool:
    """Has the seat a legal placement?"""
    for i in range(seat * HAND, seat * HAND + signed(state.hand_len[seat])):
        if fits(rules, state, signed(state.hand[i])) != 0:
            return True
    return False


@rule
def legal(rules: Record, state: Record, choices: Record) -> int:
    """List the legal choices of the seat that decides: equal cards of its hand once, cells by their number."""
    if state.choosing > 0:
        n = 0
        for coin in range(COINS):
            choices[n] = CHOOSE | coin << 8
            n += int(state.owner[coin] == NONE)
        return n
    n = placements(rules, state, choices)
    if n == 0 and rules.stuck == DISCARDS:
        n = discards(state, choices)
    elif n == 0 and rules.stuck == FREE:
        n = anywhere(rules, state, choices)
    if n == 0 or rules.may_pass != 0:
        choices[n] = PASS
        n += 1
    return n


@rule
def placements(rules: Record, state: Record, choices: Record) -> int:
    """Placements of each different card of the hand."""
    n, found, cells = 0, 0, rules.grid * rules.grid
    first = signed(state.seat) * HAND
    for i in range(first, first + signed(state.hand_len[int(state.seat)])):
        card = signed(state.hand[i])
        bit = different(card)
        if found & bit == 0:
            found |= bit
            fit = fits(rules, state, card)
            for cell in range(cells):
                choices[n] = PLACE | card << 8 | cell << 15
                n += fit >> cell & 1
    return n


@rule
def different(card: int) -> int:
    """A bit for each different card."""
    return 1 << (card & 3) * VALUES + (card >> 2) - 1


@rare
def anywhere(rules: Record, state: Record, choices: Record) -> int:
    """Each different card of the hand on every cell that may be covered."""
    n, cells = discards(state, choices), rules.grid * rules.grid
    cards = n
    for i in range(cards):  # the cards stand behind the placements, in order, until they are told
        choices[cards * cells + i] = choices[i]
    n = 0
    for i in range(cards):
        card = choices[cards * cells + i] >> 8
        for cell in range(cells):
            choices[n] = PLACE | card << 8 | cell << 15
            n += state.coverable >> cell & 1
    return n


@rare
def discards(state: Record, choices: Record) -> int:
    """Each different card of the hand, to be put out of play."""
    n, found = 0, 0
    first = signed(state.seat) * HAND
    for i in range(first, first + signed(state.hand_len[int(state.seat)])):
        card = signed(state.hand[i])
        bit = different(card)
        choices[n] = DISCARD | card << 8
        n += int(found & bit == 0)
        found |= bit
    return n


@rule
def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    """Carry out one legal choice of the seat that decides."""
    kind, card, cell, seat = choice & 255, choice >> 8 & 127, choice >> 15, int(state.seat)
    if kind == CHOOSE:
        take_type(rules, state, card)
        return
    if kind == PLACE:
        from_hand(rules, state, seat, card)
        cover(rules, state, seat, card, cell)
        state.placed[seat] = int(state.placed[seat]) + 1
        state.passes = 0
    else:
        not_placed(rules, state, seat, kind, card)
    end_turn(rules, state)


@rare
def take_type(rules: Record, state: Record, coin: int) -> None:
    """The seat that decides takes a type; the next one chooses, or the starter begins."""
    seat, seats = signed(state.seat), signed(state.seats)
    choice = seats - int(state.choosing)
    state.coin[seat] = coin
    state.owner[coin] = seat
    state.owned |= 1 << coin
    state.choosing -= 1
    note_type(state, choice, coin)
    state.cells_chosen[seat] = bits(state.by_coin[coin])
    if state.choosing > 0:
        state.seat = (seat + 1) % seats if rules.choose_order == FORWARD else (seat + seats - 1) % seats
        return
    if seats == 2:
        note_type(state, 2, 3 - int(state.coin[0]) - int(state.coin[1]))
    if all_stuck(rules, state):
        state.end_reason = STUCK
        return
    state.seat = int(state.starter)
    state.mover = int(state.starter)
    state.turn = 0


@rare
def note_type(state: Record, choice: int, coin: int) -> None:
    """A type was chosen, or was left: how much of it lies."""
    worth = 0
    for cell in range(CELLS):
        card = int(state.cell[cell])
        worth += (card >> 2) * int(card & 3 == coin)
    state.chosen[choice] = coin
    state.worth_chosen[choice] = worth


@rare
def bits(cells: int) -> int:
    """How many cells a set has."""
    n = 0
    for cell in range(CELLS):
        n += cells >> cell & 1
    return n


@rule
def from_hand(rules: Record, state: Record, seat: int, card: int) -> None:
    """The card leaves the hand, and the top one of the pile comes into its place while there is one."""
    i = seat * HAND
    last = i + int(state.hand_len[seat]) - 1
    while state.hand[i] != card:
        i += 1
    drawn = signed(state.drawn[seat])
    if drawn < rules.cards_each:
        top = rules.grid * rules.grid + seat * rules.cards_each + drawn
        state.hand[i] = int(state.pack[top])
        state.pack[top] = 0
        state.drawn[seat] = drawn + 1
    else:
        state.hand[i] = int(state.hand[last])
        state.hand[last] = 0
        state.hand_len[seat] = int(state.hand_len[seat]) - 1


@rule
def cover(rules: Record, state: Record, seat: int, card: int, cell: int) -> None:
    """The card covers what the cell shows."""
    old, here = int(state.cell[cell]), 1 << cell
    state.cell[cell] = card
    state.by_coin[old & 3] &= ~here
    state.by_coin[card & 3] |= here
    state.by_value[old >> 2] &= ~here
    state.by_value[card >> 2] |= here
    replace_card(rules, state, cell, old, card)
    state.covers[cell] = int(state.covers[cell]) + 1
    if state.covers[cell] == rules.cover_limit:
        state.coverable &= ~here
    same_type, same_value = old & 3 == card & 3, old >> 2 == card >> 2
    clause = (BY_BOTH if same_value else BY_TYPE) if same_type else BY_VALUE if same_value else BY_FREE
    count_clause(state, clause, seat, clause == BY_FREE)
    if not same_type:
        turn_over(state, seat, int(state.owner[old & 3]), int(state.owner[card & 3]))


@rule
def turn_over(state: Record, seat: int, before: int, after: int) -> None:
    """A cell shows the type of another seat than before (NONE: of nobody): book it."""
    whose = NEUTRAL if before == NONE else OWN if before == seat else RIVAL
    becomes = NEUTRAL if after == NONE else OWN if after == seat else RIVAL
    i = (whose * 3 + becomes) * SEATS + seat
    state.turned[i] = int(state.turned[i]) + 1
    if before != NONE:
        state.lost[before] = int(state.lost[before]) + 1
    if after != NONE:
        state.gained[after] = int(state.gained[after]) + 1


@rare
def not_placed(rules: Record, state: Record, seat: int, kind: int, card: int) -> None:
    """A pass, or a card put out of play."""
    stuck = not can_place(rules, state, seat)
    clause = DISCARDED
    if kind == PASS:
        state.passes += 1
        clause = STUCK_PASS if stuck else OWN_PASS
    else:
        from_hand(rules, state, seat, card)
        state.discarded[seat] = int(state.discarded[seat]) + 1
        state.passes = 0
    count_clause(state, clause, seat, stuck)


@rule
def count_clause(state: Record, clause: int, seat: int, stuck: bool) -> None:
    """A clause applied to the seat; stuck: it had no legal placement."""
    i = clause * SEATS + seat
    state.clause[i] = int(state.clause[i]) + 1
    if stuck and state.first_stuck < 0:
        state.first_stuck = int(state.turn)


@rule
def end_turn(rules: Record, state: Record) -> None:
    """The round ends, or the next seat that has cards is to move."""
    seats, seat = signed(state.seats), signed(state.seat)
    holding, then = 0, seat
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if state.hand_len[seat] > 0:
            then = seat if holding == 0 else then
            holding += 1
    if holding == 0:
        state.end_reason = ALL_PLACED
        state.ender = int(state.seat)
    elif state.passes == holding or state.coverable == 0 or all_stuck(rules, state):
        state.end_reason = STUCK
    else:
        state.turn += 1
        state.seat = then
        state.mover = then


@rule
def all_stuck(rules: Record, state: Record) -> bool:
    """Under `stuck` pass: has no seat a legal placement?"""
    if rules.stuck != 0:
        return False
    stuck = True
    for seat in range(signed(state.seats)):
        stuck = stuck and not can_place(rules, state, seat)
    return stuck


@rare
def score(rules: Record, state: Record) -> None:
    """Points of the ended round (none if it was capped), what the next one is dealt from, whether the match is over."""
    scored = state.end_reason == ALL_PLACED or state.end_reason == STUCK
    score_lines(rules, state)
    for seat in range(signed(state.seats)):
        rows, columns, diagonals = 0, 0, 0
        for line in range(count_lines(rules) if scored else 0):
            points = signed(state.got[line * SEATS + seat])
            if line < rules.grid:
                rows += points
            elif line < 2 * rules.grid:
                columns += points
            else:
                diagonals += points
        bonus = rules.starter_bonus if scored and seat == state.starter else 0
        state.from_rows[seat] = rows
        state.from_columns[seat] = columns
        state.from_diagonals[seat] = diagonals
        state.from_bonus[seat] = bonus
        state.points[seat] = rows + columns + diagonals + bonus
        state.match_points[seat] += int(state.points[seat])
    if rules.second_set == REMAINDER:
        use_up(rules, state)
    if int(state.round_no) + 1 == rules.rounds:
        state.match_end = 1


@rare
def score_lines(rules: Record, state: Record) -> None:
    """Who takes each line as it lies, and its points."""
    for i in range(4):
        state.fates[i] = 0
    for line in range(count_lines(rules)):
        takes, fated = taken_line(rules, state, line), fate(rules, state, line)
        state.takes[line] = takes
        state.fates[fated] = int(state.fates[fated]) + 1
        for seat in range(signed(state.seats)):
            points = points_of(rules, state, line, takes, signed(state.coin[seat]))
            state.got[line * SEATS + seat] = points
    state.scored = 1
