"""The rounds of tic-tac-toe that are told: a win and a draw."""

from tests.playthroughs.rounds import Told

ROUNDS = {
    "row": Told(2, players="random", shows="three in a row"),
    "draw": Told(2, players="random", shows="a draw"),
    "second-starts": Told(2, {"rounds": "2"}, "random", round=1, shows="seat 1 begins"),
}
