"""The rounds of Pig that are told: for two and four seats, with komi, and by players that hold at random."""

from tests.playthroughs.rounds import Told

ROUNDS = {
    "hold20": Told(2, players="hold20", shows="loses the turn"),
    "four-seats": Told(
        4, {"target": "30", "komi": "4"}, "hold20,hold25,hold20[at=8],random", shows="begin with"
    ),
}
