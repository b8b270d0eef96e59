"""Random variants of Konflikt: every parameter, two to four seats. As a program: transcripts of some, as JSON Lines.

python -m tests.sims.games.konflikt_variants FIRST COUNT
"""

import random
import sys

from sims import registry
from sims.batch import Job
from tests.sims.playing import job, tell

PLAYERS = [
    "random", "greedy", "greedy+0.3", "builder", "raider[memory=off]", "collector", "minder[memory=off]+0.1", "minder",
]  # fmt: skip
LAYOUTS = [(0, 9), (1, 52), (52, 1), (13, 4), (17, 3), (8, 6), (8, 6), (8, 6), (5, 7), (10, 5), (4, 12)]


def random_job(number: int) -> Job:
    """A deal of a variant drawn from the number; each parameter keeps its default half of the time."""
    chance = random.Random(number)
    game, seats = registry.load("konflikt"), chance.randint(2, 4)
    values = {}
    for name, parameter in game.parameters.items():
        if chance.random() < 0.5 or name in ("stacks", "stack_size", "open_cards"):
            continue
        if parameter.kind == "choice":
            values[name] = chance.choice(parameter.choices)
        else:
            values[name] = chance.randint(parameter.low, parameter.high)
    values["rounds"] = chance.randint(1, 3)
    if "max_turns" in values:
        values["max_turns"] = chance.choice([10, 20, 25, 26, 27, 51])
    stacks, size = chance.choice(LAYOUTS)
    values |= {"stacks": stacks, "stack_size": size, "open_cards": 52 - stacks * size}
    players = ",".join(chance.choice(PLAYERS) for _ in range(seats))
    return job(game, seats, players, clusters=1, seed=number, first_deal=number, **values)


if __name__ == "__main__":
    tell(random_job, *map(int, sys.argv[1:]))
