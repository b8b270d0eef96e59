"""What sentences and looks have in common: of which variants they tell, how they begin, the starter, a round to see."""

import numpy as np

EDGE = "first_player_advantage"
LINES = 8  # variants that a picture of lines shows


def lines(run):
    """The places of the variants that a picture of lines and its table show: of many some, at even steps."""
    total = len(run.names)
    return range(total) if total <= LINES else [round(i * (total - 1) / (LINES - 1)) for i in range(LINES)]


def told(run):
    """The variants that sentences speak of: all of three, else the baseline."""
    return range(len(run.names)) if len(run.names) <= 3 else range(1)


def who(run, place):
    """How sentences on a variant begin."""
    if len(run.names) == 1:
        return "Between"
    return f"With {'the defaults' if run.names[place] == 'defaults' else run.names[place]}, between"


def edge(number, seats):
    """The numbers of a sentence on the starter: so many of 100, (instead of an even share), limits, deals."""
    even = 100 / seats
    moved = [100 * x + even for x in (number.value, number.low, number.high)]
    return [moved[0], 100, even, *moved[1:], number.clusters]


def starter(run, place):
    """The same of a variant, with what capped rounds leave open."""
    counted, seats = run.counted[place], run.variants[place].seats
    number, told = counted[EDGE], edge(counted[EDGE], seats)
    if number.bounds:
        told += [*(100 * x + 100 / seats for x in number.bounds), 100 * counted["capped"].value]
    return told


def rated(run, place, quantity, what, *, least=False, first=True):
    """The round that a command shows: (what is said of it, its match, value and number)."""
    v = run.variants[place]
    kinds = {q["name"]: q["kind"] for q in run.files.game["track"]}
    once = quantity == "turns" or quantity == run.files.game["supply"] or kinds.get(quantity) == "fact"
    value = v.rounds[quantity][:, 0] if once else v.rounds[quantity].sum(axis=1)
    some = v.ended & ((value >= 0) if least else (value > 0))
    match, number = v.rounds["match"][:, 0], v.rounds["round"][:, 0]
    best = min(np.flatnonzero(some), key=lambda i: (value[i] if least else -value[i], match[i], number[i]))
    return f"{what}: {int(value[best])} (in round {int(number[best])})", int(match[best])
