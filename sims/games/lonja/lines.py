"""Lonja's lines: what each type has in them, which type takes a line, what it is worth. Used by rules and players.

Lines are numbered rows first, then columns, then the two diagonals. A set of types is bits: gold 1, silver 2, bronze 4.
What the types have in a line is one number, 16 bits for each of them (`of`).
"""

import numpy as np

from sims.rule import Record, rare, rule

COINS, NONE = 3, 3  # gold, silver, bronze; no type, no seat
CARDS, ABSOLUTE, OWN = 1, 1, 1  # majority_by, majority, line_value
SPLIT, SECOND = 1, 1  # line_tie, neutral_scores
SEATS_LINE, NEUTRAL_LINE, TIED_LINE, SHORT_LINE = 0, 1, 2, 3  # fates of a line
ALONE = 8  # of `taken`: one type takes the line; 16 and 24: two, three share it


@rule
def signed(field: Record) -> int:
    """A small field as a signed number, so that what is calculated with it is signed, too."""
    number: Record = np.int64(field)
    return number


@rule
def count_lines(rules: Record) -> int:
    """How many lines there are."""
    return 2 * rules.grid + 2 * rules.diagonals


@rule
def replace_card(rules: Record, state: Record, cell: int, old: int, new: int) -> None:
    """One card makes way for another in the lines of a cell; old 0: there was none."""
    row = signed(state.row_of[cell])
    column = cell - row * rules.grid
    replace_in_line(state, row, old, new)
    replace_in_line(state, rules.grid + column, old, new)
    if rules.diagonals != 0:
        if row == column:
            replace_in_line(state, 2 * rules.grid, old, new)
        if row + column == rules.grid - 1:
            replace_in_line(state, 2 * rules.grid + 1, old, new)


@rule
def replace_in_line(state: Record, line: int, old: int, new: int) -> None:
    """One card makes way for another in a line."""
    state.sums[line] += value_of(new) - value_of(old)
    state.counts[line] += one_of(new) - one_of(old)


@rule
def value_of(card: int) -> int:
    """What a card adds to the sums of its lines."""
    return card >> 2 << 16 * (card & 3)


@rule
def one_of(card: int) -> int:
    """What a card adds to the counts of its lines; 0 is no card."""
    return int(card != 0) << 16 * (card & 3)


@rule
def of(has: int, coin: int) -> int:
    """How much a type has of what the types have together."""
    return has >> 16 * coin & 0xFFFF


@rule
def total(has: int) -> int:
    """How much all types have together."""
    return of(has, 0) + of(has, 1) + of(has, 2)


@rule
def taken(rules: Record, owned: int, has: int) -> int:
    """Who takes a line in which the types have so much: the scoring types, and in bits 3–4 among how many it is split.

    owned: the types that belong to seats. 0: it scores nothing for anybody.
    """
    gold, silver, bronze = of(has, 0), of(has, 1), of(has, 2)
    most = max(gold, silver, bronze)
    leaders = int(gold == most) | int(silver == most) << 1 | int(bronze == most) << 2
    if rules.majority == ABSOLUTE and 2 * most <= gold + silver + bronze:
        return 0
    if leaders & leaders - 1:
        return split(rules, owned, leaders)
    if leaders & owned:
        return leaders | ALONE
    if rules.neutral_scores == SECOND:
        return second(leaders, gold, silver, bronze)
    return 0


@rare
def split(rules: Record, owned: int, leaders: int) -> int:
    """A tie for the most: the types that share the line, if ties are split; a neutral one takes its part."""
    if rules.line_tie != SPLIT:
        return 0
    return leaders & owned | (2 * ALONE if leaders != 7 else 3 * ALONE)


@rare
def second(leader: int, gold: int, silver: int, bronze: int) -> int:
    """Of the two types beside the leader, the one that has more, alone; 0 if they have the same."""
    most = max(gold * int(leader != 1), silver * int(leader != 2), bronze * int(leader != 4))
    types = (int(gold == most) | int(silver == most) << 1 | int(bronze == most) << 2) & ~leader
    return 0 if types & types - 1 else types | ALONE


@rule
def weighed(rules: Record, state: Record, line: int) -> int:
    """What the types have in a line as it lies, as majorities are counted: values, or cards."""
    has: int = state.counts[line] if rules.majority_by == CARDS else state.sums[line]
    return has


@rule
def taken_line(rules: Record, state: Record, line: int) -> int:
    """`taken` of a line as it lies."""
    return taken(rules, signed(state.owned), weighed(rules, state, line))


@rule
def points_of(rules: Record, state: Record, line: int, takes: int, coin: int) -> int:
    """The points of a line as it lies for the seat of a type; takes: `taken` of it."""
    if takes >> coin & 1 == 0:
        return 0
    sums, parts = state.sums[line], takes >> 3
    points = of(sums, coin) if rules.line_value == OWN else total(sums)
    return points if parts == 1 else points // parts


@rule
def line_points(rules: Record, state: Record, line: int, coin: int) -> int:
    """The points of a line as it lies for the seat of a type."""
    return points_of(rules, state, line, taken_line(rules, state, line), coin)


@rare
def fate(rules: Record, state: Record, line: int) -> int:
    """SEATS_LINE: a seat's type has the most in the line, alone and enough; NEUTRAL_LINE, TIED_LINE, SHORT_LINE."""
    has = weighed(rules, state, line)
    gold, silver, bronze = of(has, 0), of(has, 1), of(has, 2)
    most = max(gold, silver, bronze)
    if rules.majority == ABSOLUTE and 2 * most <= gold + silver + bronze:
        return SHORT_LINE
    if int(gold == most) + int(silver == most) + int(bronze == most) > 1:
        return TIED_LINE
    leading = 0 if gold == most else 1 if silver == most else 2
    return NEUTRAL_LINE if state.owner[leading] == NONE else SEATS_LINE
