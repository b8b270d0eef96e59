"""Random variants of Spite & Malice: every parameter. As a program: transcripts of some, as JSON Lines.

python -m tests.sims.games.spite_malice_variants FIRST COUNT
"""

import random
import sys
from typing import Any

from sims import registry
from sims.batch import Job
from sims.errors import InputError
from tests.sims.playing import job, tell

PLAYERS = ["random", "greedy", "greedy+0.3", "racer", "blocker", "hoarder", "planner"]


def random_job(number: int) -> Job:
    """A deal of a variant drawn from the number; each parameter keeps its default half of the time."""
    chance = random.Random(number)
    game = registry.load("spite_malice")
    while True:
        values: dict[str, Any] = {}
        for name, parameter in game.parameters.items():
            if chance.random() < 0.5:
                continue
            if parameter.kind == "bool":
                values[name] = chance.random() < 0.5
            elif parameter.kind == "choice":
                values[name] = chance.choice(parameter.choices)
            else:
                values[name] = chance.randint(parameter.low, parameter.high)
        values |= {
            "max_rounds": chance.randint(1, 3),
            "max_turns": chance.choice([10, 11, 55, 56, 57, 80, 120]),
        }
        players = ",".join(chance.choice(PLAYERS) for _ in range(2))
        try:
            return job(game, 2, players, clusters=1, seed=number, first_deal=number, **values)
        except InputError:  # more cards than the packs hold
            continue


if __name__ == "__main__":
    tell(random_job, *map(int, sys.argv[1:]))
