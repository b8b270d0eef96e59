"""Random variants of Conquian: every parameter. As a program: transcripts of some, as JSON Lines.

python -m tests.sims.games.conquian_variants FIRST COUNT
"""

import random
import sys

from sims import registry
from sims.batch import Job
from sims.errors import InputError
from tests.sims.playing import job, tell


def random_job(number: int) -> Job:
    """A deal of a variant drawn from the number; each parameter keeps its default half of the time."""
    chance = random.Random(number)
    game = registry.load("conquian")
    while True:
        values = {}
        for name, parameter in game.parameters.items():
            if chance.random() < 0.5:
                continue
            if parameter.kind == "choice":
                values[name] = chance.choice(parameter.choices)
            elif parameter.kind == "bool":
                values[name] = chance.random() < 0.5
            else:
                values[name] = chance.randint(parameter.low, parameter.high)
        values["deals"] = chance.randint(1, 3)
        if "max_turns" in values:
            values["max_turns"] = chance.choice([10, 20, 25, 40, 80])
        players = ",".join(chance.choice([*game.players, "greedy+0.3"]) for _ in range(2))
        try:
            return job(game, 2, players, clusters=1, seed=number, first_deal=number, **values)
        except InputError:
            continue


if __name__ == "__main__":
    tell(random_job, *map(int, sys.argv[1:]))
