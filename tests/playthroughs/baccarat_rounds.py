"""The coups of Baccarat that are told: a natural, third cards, a tie."""

from tests.playthroughs.rounds import Told

ROUNDS = {
    "natural": Told(2, players="random", shows="with a natural"),
    "third-cards": Told(2, players="random", shows="seat 1 draws"),
    "tie": Told(2, players="random", shows="a tie"),
}
