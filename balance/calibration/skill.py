"""Luck and skill of games for which it is known: the yardsticks of a ladder.

Goadrich's order: (w − 1/n)/(1 − 1/n), w the share of the wins of one player among random ones at a table of n, in all
seats alike. 0: the player wins no more than its part; 1: it always wins.
"""

from typing import NamedTuple


class Known(NamedTuple):
    """A game, who plays among random players, how many seats there are, the order, and where it is from."""

    game: str
    player: str
    seats: int
    order: float
    source: str


EXACT = "exact, by balance.calibration.exact"
GOADRICH = "published (Goadrich and others, CardStock)"
KNOWN = (
    Known("Tic-tac-toe", "perfect play", 2, 0.9598296958, EXACT),
    Known("Ninety-Eight", "CardStock's player", 4, 0.88, GOADRICH),
    Known("Pig", "hold at 20", 2, 0.8199499370, EXACT),
    Known("Hearts", "CardStock's player", 4, 0.48, GOADRICH + "; 0.52 elsewhere in the same text"),
    Known("Agram", "CardStock's player", 4, 0.19, GOADRICH),
    Known("Baccarat", "nobody decides anything", 2, 0.0, "by construction"),
    Known("Kuhn poker", "equilibrium", 2, -1 / 30, EXACT + ": it wins more chips in fewer pots"),
)
"""The greatest first."""
