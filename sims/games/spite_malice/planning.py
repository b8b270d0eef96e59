"""The shortest way to the pay-off card within a turn: breadth first, of equally short ways that with the fewest kings.

A position of the search is what was changed since the turn's present state, in one int64: the height of each centre
stack (4 bits), how many cards were taken from each side stack (4 bits), which cards of the hand were played (bits).
"""

from sims.games.spite_malice.table import (
    CARDS,
    CENTRES,
    END_TURN,
    FIST,
    HAND,
    HEIGHT,
    KING,
    NONE,
    SIDE,
    STACKS,
)
from sims.rule import Record, rare, rule

NODES, SLOTS = 600, 2048  # positions that are looked at, at most; places of the table that finds them again
TAKEN, PLAYED = 4 * CENTRES, 4 * CENTRES + 4 * STACKS  # where these bits begin
FIELDS = [
    ("node", "i8", (NODES,)),  # positions in the order they were found
    (
        "node_rows",
        "u4",
        (NODES,),
    ),  # kings in a row on top of each centre stack, 4 bits each; 0 without a limit
    ("node_step", "u4", (NODES,)),  # choice that began the way to it
    ("node_kings", "u1", (NODES,)),  # kings spent on the way
    ("slot", "u2", (SLOTS,)),  # 1 + the position's number, by its hash; 0 free
    ("nodes", "u2"),
    ("goal", "i8"),  # first choice of the best way so far, 0 none
    ("goal_kings", "u1"),
]


@rule
def kings_needed(missing: int) -> int:
    """How many bits are set."""
    kings = 0
    while missing:
        missing &= missing - 1
        kings += 1
    return kings


@rule
def reaches(rules: Record, height: int, row: int, missing: int) -> bool:
    """May kings stand for all the missing ranks, from that height on with so many kings on top already?"""
    if missing == 0:
        return True
    if rules.kings_wild == 0 or (missing & 1 == 1 and rules.king_as_ace == 0):
        return False
    if rules.wilds_in_a_row > 0:
        for rank in range(height, KING):
            row = row + 1 if missing >> rank & 1 else 0
            if row > rules.wilds_in_a_row:
                return False
    return True


@rare
def first_step(rules: Record, state: Record, seat: int, most_kings: int, memory: Record) -> int:
    """The choice that begins the best way to the pay-off card with at most so many kings, or 0 if none is found."""
    memory.goal = 0
    have = everything(rules, state, seat)
    root, rows = 0, 0
    for place in range(rules.centres):
        root |= int(state.height[place]) << 4 * place
        if rules.wilds_in_a_row > 0:
            rows |= int(state.row[place]) << 4 * place
    kings = min(most_kings, (have >> KING) if rules.kings_wild == 1 else 0)
    have &= (1 << KING) - 1
    if not hopeful(rules, state, seat, root, have, kings):
        return 0
    for i in range(SLOTS):
        memory.slot[i] = 0
    memory.nodes = 0
    remember(memory, root, rows, 0, 0)
    at, layer = 0, 1
    while at < int(memory.nodes):
        if at == layer:
            if memory.goal != 0:
                return memory.goal
            layer = int(memory.nodes)
        if memory.node_kings[at] <= kings and hopeful(
            rules, state, seat, int(memory.node[at]), have, kings - int(memory.node_kings[at])
        ):
            expand(rules, state, seat, at, memory, kings)
        at += 1
    return memory.goal


@rule
def everything(rules: Record, state: Record, seat: int) -> int:
    """Bit r below KING: the seat has a card of rank r in hand or anywhere in a side stack; above: how many kings."""
    ranks, kings = 0, 0
    for i in range(seat * FIST, seat * FIST + int(state.hand_len[seat])):
        ranks |= 1 << int(state.hand[i])
        kings += int(state.hand[i] == KING)
    for stack in range(seat * STACKS, seat * STACKS + rules.side_stacks):
        for i in range(stack * CARDS, stack * CARDS + int(state.side_len[stack])):
            ranks |= 1 << int(state.side[i])
            kings += int(state.side[i] == KING)
    return (ranks & ((1 << KING) - 1)) | kings << KING


@rule
def hopeful(rules: Record, state: Record, seat: int, node: int, have: int, kings: int) -> bool:
    """Do all cards and so many kings suffice for some centre stack, whatever lies on top of what?"""
    top = int(state.pay_top[seat])
    if top == KING:
        return True
    for place in range(rules.centres):
        height = node >> 4 * place & 15
        need = (1 << top) - (1 << height)
        if height > top:  # complete it, then begin anew
            need = (1 << HEIGHT) - (1 << height) | (1 << top) - 1
        if kings_needed(need & ~have) <= kings:
            return True
    return False


@rule
def expand(rules: Record, state: Record, seat: int, at: int, memory: Record, kings: int) -> None:
    """Note every position that one more card leads to."""
    node = int(memory.node[at])
    for place in range(rules.centres):
        height = node >> 4 * place & 15
        wild = takes_king(rules, height, int(memory.node_rows[at]) >> 4 * place & 15)
        wild = wild and int(memory.node_kings[at]) < kings
        seen = 0
        for i in range(int(state.hand_len[seat])):
            card = int(state.hand[seat * FIST + i])
            fits = card == height or (card == KING and wild)
            if fits and not node >> (PLAYED + i) & 1 and not seen >> card & 1:
                seen |= 1 << card
                step(
                    rules,
                    state,
                    seat,
                    at,
                    memory,
                    place,
                    card,
                    HAND | card << 8 | place << 24,
                    1 << (PLAYED + i),
                )
        for stack in range(rules.side_stacks):
            card = uncovered(state, seat * STACKS + stack, node >> (TAKEN + 4 * stack) & 15)
            if card == height or (card == KING and wild):
                code = SIDE | card << 8 | stack << 16 | place << 24
                step(rules, state, seat, at, memory, place, card, code, 1 << (TAKEN + 4 * stack))


@rule
def takes_king(rules: Record, height: int, row: int) -> bool:
    """May a king be played on a centre stack of that height with so many kings on top?"""
    wild = rules.kings_wild == 1 and (height > 0 or rules.king_as_ace == 1)
    return wild and (rules.wilds_in_a_row == 0 or row < rules.wilds_in_a_row)


@rule
def uncovered(state: Record, stack: int, taken: int) -> int:
    """The top card of a side stack once so many are taken from it; NONE after 15."""
    left = int(state.side_len[stack]) - taken
    return int(state.side[stack * CARDS + left - 1]) if left > 0 and taken < 15 else NONE


@rare
def step(rules: Record, state: Record, seat: int, at: int, memory: Record, place: int, card: int, code: int,
         used: int) -> None:  # fmt: skip
    """The position after one more card; if the pay-off card fits then, that is a way."""
    node, rows, shift = int(memory.node[at]), int(memory.node_rows[at]), 4 * place
    height, row = (node >> shift & 15) + 1, rows >> shift & 15
    if height == HEIGHT:
        height = 0
    row = row + 1 if card == KING and height > 0 and rules.wilds_in_a_row > 0 else 0
    node = (node & ~(15 << shift)) + used | height << shift
    rows = rows & ~(15 << shift) | row << shift
    empty = node >> PLAYED == (1 << int(state.hand_len[seat])) - 1
    if empty and rules.empty_hand == END_TURN and code & 255 == HAND:
        return  # the turn would be over
    kings = int(memory.node_kings[at]) + int(card == KING)
    first = int(memory.node_step[at]) if at > 0 else code
    top = int(state.pay_top[seat])
    pays = takes_king(rules, height, row) if top == KING else height == top
    if pays:
        if memory.goal == 0 or kings < int(memory.goal_kings):
            memory.goal = first
            memory.goal_kings = kings
    else:
        remember(memory, node, rows, first, kings)


@rule
def remember(memory: Record, node: int, rows: int, first: int, kings: int) -> None:
    """Add the position unless it was found before, or there is no more room."""
    n = int(memory.nodes)
    if n == NODES:
        return
    i = ((node ^ node >> 21 ^ node >> 43 ^ rows) * 2654435761 >> 13) & (SLOTS - 1)
    while memory.slot[i] != 0:
        found = int(memory.slot[i]) - 1
        if memory.node[found] == node and memory.node_rows[found] == rows:
            return
        i = (i + 1) & (SLOTS - 1)
    memory.slot[i] = n + 1
    memory.node[n] = node
    memory.node_rows[n] = rows
    memory.node_step[n] = first
    memory.node_kings[n] = kings
    memory.nodes = n + 1
