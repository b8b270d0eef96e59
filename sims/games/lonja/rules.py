"""Lonja: the rules. RULES.md tells them in words and names the source of each; the names here are the same.

A card is `value << 2 | coin`. A choice is `kind | coin << 8 | value << 10 | cell << 15`. CHOOSE: the coin. PLACE: the
card and the cell it covers, numbered row by row. DISCARD: the card. PASS: nothing.
"""

from sims.game import state_dtype
from sims.games.lonja.lines import (
    COINS,
    NONE,
    count_lines,
    fate,
    line_points,
    points_of,
    replace_card,
    signed,
    taken_line,
)
from sims.rng import below, shuffle
from sims.rule import Record, rare, rule

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
        ("sums", "u1", (LINES * COINS,)),  # visible values in each line, line × COINS + type
        ("counts", "u1", (LINES * COINS,)),  # visible cards likewise
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


@rare
def deal(rules: Record, state: Record, rng: Record) -> None:
    """A new round: the layout until every type lies often enough, then each seat's cards; the rest stays away."""
    seats, cells = signed(state.seats), rules.grid * rules.grid
    clear(state)
    for row in range(rules.grid):
        for column in range(rules.grid):
            state.row_of[row * rules.grid + column] = row
    lay_out(rules, state, fill(rules, state), rng)
    for cell in range(cells):
        card = int(state.pack[cell])
        state.pack[cell] = 0
        state.cell[cell] = card
        state.by_coin[card & 3] |= 1 << cell
        state.by_value[card >> 2] |= 1 << cell
        replace_card(rules, state, cell, 0, card)
    state.coverable = (1 << cells) - 1
    at, packed = cells, signed(state.packed)
    for seat in range(seats):
        for i in range(rules.cards_each):
            drawn = at + below(rng, packed - at)
            card = int(state.pack[drawn])
            state.pack[drawn] = int(state.pack[at])
            state.pack[at] = card if i >= rules.hand_size else 0
            if i < rules.hand_size:
                state.hand[seat * HAND + i] = card
            at += 1
        state.hand_len[seat] = rules.hand_size
        state.drawn[seat] = rules.hand_size
    state.starter = int(state.round_no) % seats
    state.turn = -1
    state.choosing = seats
    if rules.choose_order == FORWARD:
        state.seat = int(state.starter)
    else:
        state.seat = (int(state.starter) + seats - 1) % seats
    state.mover = int(state.seat)


@rule
def clear(state: Record) -> None:
    """Whatever a round leaves behind."""
    for i in range(CELLS):
        state.cell[i] = 0
        state.covers[i] = 0
    for i in range(VALUES + 1):
        state.by_value[i] = 0
    for i in range(LINES * COINS):
        state.sums[i] = 0
        state.counts[i] = 0
    for i in range(SEATS * HAND):
        state.hand[i] = 0
    for i in range(3 * 3 * SEATS):
        state.turned[i] = 0
    for i in range(CLAUSES * SEATS):
        state.clause[i] = 0
    for i in range(COINS):
        state.owner[i] = NONE
        state.by_coin[i] = 0
        state.coin[i] = NONE
        state.placed[i] = 0
        state.discarded[i] = 0
        state.cells_chosen[i] = 0
        state.gained[i] = 0
        state.lost[i] = 0
    state.owned = 0
    state.scored = 0
    state.passes = 0
    state.first_stuck = -1


@rule
def fill(rules: Record, state: Record) -> int:
    """All cards of the round into the pack, in order; how many of each type must lie, 8 bits a type."""
    n, have = 0, 0
    for value in range(1, rules.values + 1):
        for coin in range(COINS):
            card = value << 2 | coin
            for _ in range(rules.copies - int(state.gone[card])):
                state.pack[n] = card
                n += 1
                have += 1 << 8 * coin
    state.packed = n
    for i in range(n, PACK):
        state.pack[i] = 0
    least = 0
    for coin in range(COINS):
        least |= min(rules.min_per_type, have >> 8 * coin & 255) << 8 * coin
    return least


@rule
def lay_out(rules: Record, state: Record, least: int, rng: Record) -> None:
    """Draw the layout to the front of the pack; begin anew as soon as one type leaves too little room for the others.

    That is to redeal until every type lies often enough, without drawing the rest of a layout that is lost.
    """
    cells, packed = rules.grid * rules.grid, signed(state.packed)
    all_least = (least & 255) + (least >> 8 & 255) + (least >> 16 & 255)
    room = 0  # bit 7 of a type's 8 bits comes up when it lies more often than it may
    for coin in range(COINS):
        room |= 127 - (cells - all_least + (least >> 8 * coin & 255)) << 8 * coin
    drawn, lying = 0, room
    while drawn < cells:
        at = drawn + below(rng, packed - drawn)
        card = signed(state.pack[at])
        state.pack[at] = int(state.pack[drawn])
        state.pack[drawn] = card
        lying += 1 << 8 * (card & 3)
        drawn += 1
        if lying & 0x808080 or (drawn == cells and not enough(lying - room, least)):
            drawn, lying = 0, room


@rule
def enough(lying: int, least: int) -> bool:
    """Does every type lie often enough? Both have 8 bits a type."""
    short = 0
    for coin in range(COINS):
        short |= int((lying >> 8 * coin & 255) < (least >> 8 * coin & 255))
    return short == 0


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


@rare
def use_up(rules: Record, state: Record) -> None:
    """All cards but the rest of this round are gone for the match."""
    for value in range(1, rules.values + 1):
        for coin in range(COINS):
            state.gone[value << 2 | coin] = rules.copies
    for i in range(rest_begins(rules, state), signed(state.packed)):
        card = int(state.pack[i])
        state.gone[card] = int(state.gone[card]) - 1


@rule
def rest_begins(rules: Record, state: Record) -> int:
    """Where the rest begins in the pack."""
    return rules.grid * rules.grid + signed(state.seats) * rules.cards_each


@rare
def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """Re-deal what the seat cannot know: piles, the rest, the others' hands (its own before it has looked at it).

    The unseen cards are sorted to the front of the pack and shuffled, then handed out from behind: no place is
    needed before the card that lies in it has gone.
    """
    seats, packed = signed(state.seats), signed(state.packed)
    knows = seat if state.choosing == 0 or rules.choose_when != BEFORE_HAND else NONE
    left = gather(state, seats, knows)
    shuffle(state.pack, left, rng)
    rest = rest_begins(rules, state)
    for i in range(packed - 1, rest - 1, -1):
        left -= 1
        state.pack[i] = int(state.pack[left])
    for other in range(seats - 1, -1, -1):
        first = rules.grid * rules.grid + other * rules.cards_each
        drawn = first + int(state.drawn[other])
        for i in range(first + rules.cards_each - 1, drawn - 1, -1):
            left -= 1
            state.pack[i] = int(state.pack[left])
        for i in range(other * HAND, other * HAND + int(state.hand_len[other])):
            if other != knows:
                left -= 1
                state.hand[i] = int(state.pack[left])
        for i in range(first, drawn):
            state.pack[i] = 0
    for i in range(rules.grid * rules.grid):
        state.pack[i] = 0


@rare
def gather(state: Record, seats: int, knows: int) -> int:
    """Put all cards that the seat `knows` has not seen to the front of the pack, in order; how many they are."""
    for i in range(signed(state.packed)):
        card = int(state.pack[i])
        state.tally[card] = int(state.tally[card]) + 1
    for other in range(seats):
        for i in range(other * HAND, other * HAND + int(state.hand_len[other])):
            if other != knows:
                card = int(state.hand[i])
                state.tally[card] = int(state.tally[card]) + 1
    state.tally[0] = 0  # places without a card
    left = 0
    for card in range(1, KINDS):
        for _ in range(int(state.tally[card])):
            state.pack[left] = card
            left += 1
        state.tally[card] = 0
    return left


@rare
def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    """The tracked quantities of game.toml, in its order; flows as totals of the round so far."""
    track_stocks(rules, state, seat, out)
    out[10] = int(state.cells_chosen[seat])
    out[11] = int(state.gained[seat])
    out[12] = 0 - signed(state.lost[seat])
    for i in range(7):  # without own to own before and neutral to neutral behind, which are no conversions
        out[13 + i] = int(state.turned[(i + 1) * SEATS + seat])
    for clause in range(CLAUSES):
        out[20 + clause] = int(state.clause[clause * SEATS + seat])
    out[27] = int(state.from_rows[seat])
    out[28] = int(state.from_columns[seat])
    out[29] = int(state.from_diagonals[seat])
    out[30] = int(state.from_bonus[seat])
    out[31] = int(state.coin[seat])
    track_facts(rules, state, out)


@rare
def track_stocks(rules: Record, state: Record, seat: int, out: Record) -> None:
    """Cards of the seat, cells and values of its type and of the neutral one, its lines as they lie."""
    coin, led, standing = signed(state.coin[seat]), 0, 0
    cells, worth, neutral_cells, neutral_worth = 0, 0, 0, 0
    if coin != NONE:
        for line in range(count_lines(rules)):
            if state.scored != 0:
                points = signed(state.got[line * SEATS + seat])
            else:
                points = line_points(rules, state, line, coin)
            standing += points
            led += int(points > 0)
    for cell in range(rules.grid * rules.grid):
        card = signed(state.cell[cell])
        own, nobody = int(card & 3 == coin), int(state.owner[card & 3] == NONE)
        cells += own
        worth += (card >> 2) * own
        neutral_cells += nobody
        neutral_worth += (card >> 2) * nobody
    out[0] = int(state.hand_len[seat])
    out[1] = rules.cards_each - int(state.drawn[seat])
    out[2] = int(state.placed[seat])
    out[3] = int(state.discarded[seat])
    out[4] = cells
    out[5] = neutral_cells
    out[6] = worth
    out[7] = neutral_worth
    out[8] = led
    out[9] = standing


@rare
def track_facts(rules: Record, state: Record, out: Record) -> None:
    """What is one value for the round: lines by what becomes of them, and each choice's worth then and points."""
    for i in range(4):
        out[32 + i] = int(state.fates[i])
    for choice in range(COINS):
        coin = int(state.chosen[choice])
        owner = int(state.owner[coin])
        out[36 + choice] = int(state.worth_chosen[choice])
        out[39 + choice] = 0 if owner == NONE else int(state.points[owner]) - int(state.from_bonus[owner])
    out[42] = int(state.first_stuck)
