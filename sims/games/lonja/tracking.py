"""Lonja's tracked quantities: cards, cells, values and lines of the seats, and what became of the types."""

from sims.games.lonja.lines import COINS, NONE, count_lines, line_points, signed
from sims.games.lonja.table import CLAUSES, SEATS
from sims.rule import Record, rare


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
