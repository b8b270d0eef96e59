"""The rounds of Kuhn poker that are told: a showdown over a bet, and a bet that is not seen."""

from tests.playthroughs.rounds import Told

ROUNDS = {
    "called": Told(2, players="random", shows="wins 2"),
    "folded": Told(2, players="equilibrium", shows="without a showdown"),
}
