"""The contract of a game: what its `rules.py` defines, each under `@rule`. Docstrings say what the kernel relies on.

The loop that plays is written against these names; the generated driver of a game puts the game's own in their place.
"""

from sims.rule import Record


def deal(rules: Record, state: Record, rng: Record) -> None:
    """Set up round `state.round_no`: cards drawn from `rng` alone, starter, mover, seat, and all round fields. A round
    that the rules end as it is dealt has end_reason and turn −1 at once.

    The kernel has cleared the state before round 0 (fields that live through a match start at 0), and before each
    round set turn 0, ender −1, end_reason 0, points 0, chance_count 0 and a new chance_key.
    """


def legal(rules: Record, state: Record, choices: Record) -> int:
    """Fill choices[:n] with the legal choice codes of `state.seat` and return n, 1 … max_choices.

    A code is an int64: kind | the declared args, lowest bits first (8 bits for the kind, then each arg's bits). It
    names what is done, never the position of a hidden card; two choices that nobody could tell apart are one.
    """
    return 0


def play(rules: Record, state: Record, choice: int, rng: Record) -> None:
    """Carry out one choice: set `seat`; at the end of a turn add 1 to `turn` and set `mover`; at the end of the
    round set `end_reason` (and `ender`) and leave turn and mover, unless it is the next turn that ends the round as it
    begins, before a decision. For chance, `sims.rng.chance(state, rng)` first."""


def score(rules: Record, state: Record) -> None:
    """The round has ended (end_reason CAP: capped, nobody scores): set `points`, add them to `match_points`, and set
    `match_end` to 1 when the match is over (2: by a cap on rounds); `tie_break` decides equal match points."""


def hide(rules: Record, state: Record, seat: int, rng: Record) -> None:
    """Re-deal what the seat cannot know, consistently with all it knows, from the seat's knowledge and rng alone."""


def classify(rules: Record, state: Record, choice: int) -> int:
    """Of which declared classes is a legal choice of `state.seat`? Bit i for the i-th value, counted through all of
    `[classes]`; from what the seat may know alone. Defined in `classes.py`, by games that declare any."""
    return 0


def track(rules: Record, state: Record, seat: int, out: Record) -> None:
    """Fill out[:] with the tracked quantities in declared order (stocks, flows, results, facts).

    Flows are totals of the round so far: the log takes the differences, a turn at a time.
    """


def reach(rules: Record, state: Record, seat: int) -> int:
    """Optional: by how many points of the round, at most, the seat can still come out ahead of the best of the others,
    whatever is played from here on and whatever lies hidden (a cap aside); below 0 it can neither win the round nor
    share it. A bound: never less than what can really come about, more where that is hard to tell.
    """
    return 0


def choose(
    kind: int,
    rules: Record,
    state: Record,
    seat: int,
    choices: Record,
    n: int,
    weights: Record,
    memory: Record,
    rng: Record,
) -> int:
    """The index (0 … n−1) that the player of this kind picks: generated, an if-chain over the game's players.

    A player is a rule `(rules, state, seat, choices, n, weights, memory, rng) -> index`. `weights` has a float64 field
    for each declared weight; `memory` is a record of the dtype MEMORY of players.py, if it has one: the seat's own,
    cleared before each match. `choices` has the legal ones, or what is left of them to a restricted player. A player
    may write its memory and draw from its rng, and reads only what its seat may know.
    """
    return 0


def play_some(*held: Record) -> int:
    """The game's loop (`sims.loop`): generated, for the search that plays on where it stops."""
    return 0


def control(state: Record) -> int:
    """A number that depends on the field the game names as `hidden`: generated, for the kit's peeking players."""
    return 0


STOCKS, FLOWS, TRACKED = 0, 0, 0
"""Numbers of tracked stocks, of flows, of all tracked quantities."""
STANDING = -1
"""Which of the stocks is the standing by which seats lead, −1 none."""
REACHES = 0
"""1 where the game has `reach`."""
ARGS, ARG_SHIFTS, ARG_MASKS = 0, (0,), (0,)
"""How many args a choice code has, and where each lies."""
MAX_CHOICES = 0
