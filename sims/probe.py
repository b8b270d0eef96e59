"""Probing a decision: what the conformance kit asks of a game's rules and players, on copies of the state.

Like the loop, this text becomes a game's module by replacing the next import (`sims.driver`).
"""

from sims.contract import MAX_CHOICES, choose, control, hide, legal, play
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
) = range(9)
PEEK, REMEMBER = -1, -2
"""Kinds of the control players, which must fail: one reads a hidden field, one stores it for later."""


@rare
def decide(kind: int, rules: Record, state: Record, seat: int, choices: Record, n: int, weights: Record,
           memory: Record, rng: Record) -> int:  # fmt: skip
    """The index a player picks; the kit's controls peek at the field that the game names as hidden."""
    if kind == PEEK:
        return control(state) % n
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
    memories[2], draws = memories[1], rngs[1].word
    for _ in range(hidings):
        states[1] = states[0]
        concealed(rules, copy, seat, rngs[2])
        states[2] = states[1]
        if legal(rules, copy, other_choices) != n:
            return CHOICES_DIFFER
        for i in range(n):
            if choices[i] != other_choices[i]:
                return CHOICES_DIFFER
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


@entry
def playable(
    rules_1: Record, states: Record, raw: Record, choices: Record, other_choices: Record, rngs: Record
) -> int:
    """Can every legal choice be played, is something legal after it, and does a copy play like the original?"""
    rules, copy = rules_1[0], states[1]
    n = legal(rules, states[0], choices)
    if n < 1 or n > MAX_CHOICES:
        return STUCK
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
        if copy.end_reason == 0:
            after = legal(rules, copy, other_choices)
            if after < 1 or after > MAX_CHOICES:
                return STUCK
    return FINE
