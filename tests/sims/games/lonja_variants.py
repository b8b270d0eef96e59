"""Random variants of Lonja: every parameter, two and three seats. As a program: transcripts of some, as JSON Lines.

python -m tests.sims.games.lonja_variants FIRST COUNT
"""

import random
import sys
from typing import Any

from sims import registry
from sims.batch import Job
from sims.errors import InputError
from tests.sims.playing import job, tell

PLAYERS = ["random", "greedy", "spoiler", "hoarder", "lastword", "greedy+0.3"]


def random_job(number: int) -> Job:
    """A deal of a possible variant drawn from the number; each parameter keeps its default half of the time."""
    chance = random.Random(number)
    game, seats = registry.load("lonja"), chance.randint(2, 3)
    while True:
        values: dict[str, Any] = {}
        for name, parameter in game.parameters.items():
            if chance.random() < 0.5:
                continue
            if parameter.kind == "int":
                values[name] = chance.randint(parameter.low, parameter.high)
            else:
                values[name] = chance.choice(parameter.choices or (False, True))
        values["rounds"] = 2 if values.get("second_set") == "remainder" else chance.randint(1, 3)
        if "max_turns" in values:
            values["max_turns"] = chance.choice([10, 19, 20, 21, 30])
        players = ",".join(chance.choice(PLAYERS) for _ in range(seats))
        try:
            return job(game, seats, players, clusters=1, seed=number, first_deal=number, **values)
        except InputError:
            continue  # more cards than the deck holds and the like


if __name__ == "__main__":
    tell(random_job, *map(int, sys.argv[1:]))
