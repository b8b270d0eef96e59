"""How strong Konflikt's players are: the tables of its RULES.md. The unit is the deal with all its mirrors.

python -m tests.sims.games.konflikt_strength DEALS [SEED]
"""

import sys
from collections.abc import Sequence

from sims import registry
from tests.sims.playing import job, play

PLAYERS = ["greedy", "builder", "raider", "collector", "minder"]


def share(lineup: Sequence[str], deals: int, seed: int) -> tuple[float, float, float]:
    """Win share of the first player of the line-up, with a 95 % interval: of a mean; exact where all deals agree."""
    matches = play(job(registry.load("konflikt"), len(lineup), ",".join(lineup), deals, seed, log="rounds"))[
        "matches"
    ]
    wins = matches["share"][matches["player"] == 0].reshape(deals, -1).mean(axis=1)
    mean, error = float(wins.mean()), 1.96 * float(wins.std(ddof=1)) / deals**0.5
    if error == 0:
        limit = 0.025 ** (1 / deals)
        return mean, limit * mean, 1 - limit * (1 - mean)
    return mean, max(0.0, mean - error), min(1.0, mean + error)


def tell(value: tuple[float, float, float]) -> str:
    return "{:.1f} ({:.1f}–{:.1f})".format(*(100 * part for part in value))


def main(deals: int, seed: int) -> None:
    for seats in (2, 3, 4):
        told = [tell(share([player] + ["random"] * (seats - 1), deals, seed)) for player in PLAYERS]
        print(f"| random, {seats} seats |", " | ".join(told), "|")
    for seats in (2, 4):
        told = [
            tell(share([player] + [f"{player}[memory=off]"] * (seats - 1), deals, seed))
            for player in PLAYERS[1:]
        ]
        print(f"| itself with memory off, {seats} seats | – |", " | ".join(told), "|")
    for seats in (2, 4):
        for player in PLAYERS:
            told = ["–" if rival == player else tell(share([player] + [rival] * (seats - 1), deals, seed))
                    for rival in PLAYERS]  # fmt: skip
            print(f"| {player}, {seats} seats |", " | ".join(told), "|")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
