"""Search players against every other player of a game: the tables of the games' RULES.md, on one thread.

python -m tests.sims.games.search_strength DEALS GAME PLAYER [seats=N] [PARAMETER=VALUE …]

PLAYER is the search player, as in a line-up; it sits alone among equal rivals, with two seats if nothing is said.
The unit is the deal with all mirrors.
"""

import sys
import time

from sims import batch, registry
from tests.sims.games.konflikt_strength import tell
from tests.sims.playing import job, play

SEED = 41


def row(name: str, seats: int, searcher: str, rival: str, deals: int, parameters: dict[str, str]) -> str:
    """A line of the table: the rival, the searcher's share of the wins in per cent, and what the matches took."""
    players = ",".join([searcher, *(seats - 1) * [rival]])
    asked = job(registry.load(name), seats, players, deals, SEED, log="rounds", **parameters)
    batch.prepare(asked.game, asked.lineup)
    began = time.thread_time()
    matches = play(asked)["matches"]
    seconds = time.thread_time() - began
    wins = matches["share"][matches["player"] == 0].reshape(deals, -1).mean(axis=1)
    mean, error = float(wins.mean()), 1.96 * float(wins.std(ddof=1)) / deals**0.5
    low, high = max(0.0, mean - error), min(1.0, mean + error)
    if error == 0:
        limit = 0.025 ** (1 / deals)
        low, high = limit * mean, 1 - limit * (1 - mean)
    return f"| `{searcher}` | `{rival}` | {tell((mean, low, high))} | {seconds:.0f} s |"


def main(deals: int, name: str, searcher: str, parameters: dict[str, str]) -> None:
    seats = int(parameters.pop("seats", "2"))
    for rival in registry.load(name).players:
        print(row(name, seats, searcher, rival, deals, parameters), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:4], dict(word.split("=") for word in sys.argv[4:]))
