"""Probing a decision: what the conformance kit asks of a game's rules and players, on copies of the state.

Like the loop, this text becomes a game's module by replacing the next import (`sims.driver`).
"""

from sims.contract import MAX_CHOICES, TRACKED, choose, classify, control, hide, legal, play, reach, track
from sims.rng import draw
from sims.rule import Record, entry, rare, rule

# what is wrong with a decision
(
    FINE,
    CHOICES_DIFFER,
    INDEX_DIFFERS,
    MEMORY_DIFFERS,
    DRAWS_DIFFER,
    HIDE_TWICE,
    UNPLAYABLE,
    STUCK,
    COPY_DIFFERS,
    DOUBLED,
    NO_CODE,
    LEGAL_WRITES,
    PLAYER_WRITES,
    HEADER_HIDDEN,
    TRACK_WRITES,
    TRACK_SHORT,
    TRACK_LONG,
    NO_REASON,
    CLASS_DIFFERS,
    NO_CLASS,
) = range(20)
PEEK, REMEMBER = -1, -2
"""Kinds of the control players, which must fail: one reads a hidden field, one stores it for later."""


@rare
def decide(kind: int, rules: Record, state: Record, seat: int, choices: Record, n: int, weights: Record,
           memory: Record, rng: Record) -> int:  # fmt: skip
    """The index a player picks; the kit's controls peek at the field that the game names as hidden."""
    if kind == PEEK:
        return control(state)  # compared, never played
    if kind == REMEMBER:
        memory.control += float(control(state))
        return 0
    return choose(kind, rules, state, seat, choices, n, weights, memory, rng)


@rule
def differ(a: Record, b: Record) -> bool:
    """Do two raw views of records, as words of 8 bytes, differ? (Copies of one record, padding included.)"""
    different = 0
    for i in range(len(a)):
        different |= int(a[i] != b[i])
    return different != 0


@rare
def header_differs(a: Record, b: Record) -> bool:
    """Do two states differ in a field of the header that all seats know?"""
    different = int(a.seats != b.seats) + int(a.seat != b.seat) + int(a.mover != b.mover)
    different += (
        int(a.starter != b.starter) + int(a.end_reason != b.end_reason) + int(a.match_end != b.match_end)
    )
    different += int(a.ender != b.ender) + int(a.round_no != b.round_no) + int(a.turn != b.turn)
    different += int(a.chance_count != b.chance_count)
    for seat in range(4):
        different += int(a.points[seat] != b.points[seat]) + int(a.match_points[seat] != b.match_points[seat])
        different += int(a.tie_break[seat] != b.tie_break[seat])
    return different != 0


@rare
def concealed(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """The game's `hide`, and a new key for the reshuffles to come."""
    hide(rules, state, seat, rng)
    state.chance_key = draw(rng)


@entry
def peeks(rules_1: Record, states: Record, raw: Record, memories: Record, memory_raw: Record, rngs: Record,
          choices: Record, other_choices: Record, kind: int, weights_1: Record, hidings: int) -> int:  # fmt: skip
    """Does the player decide by more than its seat may know? → FINE or what differed in a hidden world.

    states: the true state, then room for two copies; memories, rngs: the player's own, then room for one copy each;
    rngs[2]: the stream of the hidings.
    """
    rules, weights, true, copy, again = rules_1[0], weights_1[0], states[0], states[1], states[2]
    seat = int(true.seat)
    n = legal(rules, true, choices)
    states[1] = states[0]
    memories[1], rngs[1] = memories[0], rngs[0]
    index = decide(kind, rules, copy, seat, choices, n, weights, memories[1], rngs[1])
    if differ(raw[0], raw[1]):
        return PLAYER_WRITES
    memories[2], draws = memories[1], rngs[1].word
    for _ in range(hidings):
        states[1] = states[0]
        concealed(rules, copy, seat, rngs[2])
        if header_differs(true, copy):
            return HEADER_HIDDEN
        states[2] = states[1]
        if legal(rules, copy, other_choices) != n:
            return CHOICES_DIFFER
        for i in range(n):
            if choices[i] != other_choices[i]:
                return CHOICES_DIFFER
            if classify(rules, true, int(choices[i])) != classify(rules, copy, int(choices[i])):
                return CLASS_DIFFERS
        memories[1], rngs[1] = memories[0], rngs[0]
        if decide(kind, rules, copy, seat, other_choices, n, weights, memories[1], rngs[1]) != index:
            return INDEX_DIFFERS
        if differ(memory_raw[1], memory_raw[2]):
            return MEMORY_DIFFERS
        if rngs[1].word != draws:
            return DRAWS_DIFFER
        rngs[3].word = rngs[2].word
        concealed(rules, again, seat, rngs[2])
        states[1] = states[0]
        concealed(rules, copy, seat, rngs[3])
        if differ(raw[1], raw[2]):
            return HIDE_TWICE
    return FINE


@rare
def listed(rules: Record, state: Record, choices: Record, kinds: int, bits: int, classes: int) -> int:
    """Is what is legal as the contract has it? kinds: the first code without a word; bits: of a whole code; classes:
    values of all classes together."""
    n = legal(rules, state, choices)
    if n < 1 or n > MAX_CHOICES:
        return STUCK
    for i in range(n):
        code = int(choices[i])
        if code & 255 < 1 or code & 255 >= kinds or code >> bits != 0:
            return NO_CODE
        for j in range(i):
            if choices[j] == choices[i]:
                return DOUBLED
        if classify(rules, state, code) >> classes != 0:
            return NO_CLASS
    return FINE


@entry
def playable(
    rules_1: Record, states: Record, raw: Record, choices: Record, other_choices: Record, rngs: Record, kinds: int,
    bits: int, classes: int, reasons: int,
) -> int:  # fmt: skip
    """Are the legal choices in order, can each be played, is something legal after it, and does a copy play alike?"""
    rules, copy = rules_1[0], states[1]
    states[1] = states[0]
    wrong = listed(rules, copy, choices, kinds, bits, classes)
    if wrong != FINE:
        return wrong
    if differ(raw[0], raw[1]):
        return LEGAL_WRITES
    n = legal(rules, states[0], choices)
    for i in range(n):
        states[1] = states[0]
        rngs[1].word = rngs[0].word
        play(rules, copy, int(choices[i]), rngs[1])
        states[2] = states[1]
        states[1] = states[0]
        if legal(rules, copy, other_choices) != n:
            return COPY_DIFFERS
        rngs[1].word = rngs[0].word
        play(rules, copy, int(other_choices[i]), rngs[1])
        if differ(raw[1], raw[2]):
            return COPY_DIFFERS
        if not differ(raw[0], raw[1]):
            return UNPLAYABLE
        if int(copy.end_reason) >= reasons:
            return NO_REASON
        if copy.end_reason == 0:
            after = legal(rules, copy, other_choices)
            if after < 1 or after > MAX_CHOICES:
                return STUCK
    return FINE


@entry
def tracks(rules_1: Record, states: Record, raw: Record, out: Record) -> int:
    """Does track() fill what is declared, no less and no more, and change nothing? out: two rows of TRACKED + 8."""
    rules, copy = rules_1[0], states[1]
    for seat in range(int(states[0].seats)):
        for row in range(2):
            for i in range(TRACKED + 8):
                out[row, i] = row - 77_777  # two fillings, so that no value can be mistaken for one
            states[1] = states[0]
            track(rules, copy, seat, out[row])
            if differ(raw[0], raw[1]):
                return TRACK_WRITES
        for i in range(TRACKED):
            if out[0, i] != out[1, i]:
                return TRACK_SHORT
        for i in range(TRACKED, TRACKED + 8):
            if out[0, i] != -77_777 or out[1, i] != -77_776:
                return TRACK_LONG
    return FINE


@entry
def reaches(rules_1: Record, states: Record, out: Record) -> None:
    """By how much each seat can still come out ahead, as `reach` has it. out: int64, a place a seat."""
    for seat in range(int(states[0].seats)):
        out[seat] = reach(rules_1[0], states[0], seat)
