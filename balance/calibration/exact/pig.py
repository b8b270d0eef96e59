"""Pig between players that hold at a number, or at random: who wins, solved for all scores, for any number of seats."""

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Game:
    """Means over all games from some scores on. wins: probability of each seat; ones: turns that a 1 ended."""

    wins: tuple[float, ...]
    turns: float
    ones: float
    banked: float


class Pig:
    """Seats that hold with holds[seat] points in a turn, or with enough for the target. Seat 0 starts."""

    def __init__(self, holds: tuple[int | None, ...], target: int = 100) -> None:
        """None: that seat holds or rolls at random. Nothing is solved before it is asked for; what was is kept."""
        self._holds, self._target = holds, target
        self._solved: dict[tuple[int, ...], list[list[float]]] = {}

    def game(self, scores: tuple[int, ...]) -> Game:
        """The game in which the seats have these scores and seat 0 is next."""
        *wins, turns, ones, banked = self._values(scores)[0]
        return Game(tuple(wins), turns, ones, banked)

    def komi(self, points: int) -> Game:
        """The game in which every seat but the starter begins with so many points."""
        return self.game((0, *(points for _ in self._holds[1:])))

    def _values(self, scores: tuple[int, ...]) -> list[list[float]]:
        """For each seat that may be next: chance of each seat to win, turns, ones, points banked from here on.

        A turn either raises a score or, with a 1, passes the same scores on: so for given scores the seats' values
        are x_k = c_k + b_k·x_{k+1}, a ring that is closed by the product of the b_k.
        """
        if scores in self._solved:
            return self._solved[scores]
        seats = len(scores)
        certain, ones = [], []
        for seat in range(seats):
            hold, needed = self._holds[seat], self._target - scores[seat]
            gains, one = random_turn() if hold is None else turn(min(hold, needed))
            total = [0.0] * seats + [1.0, one, 0.0]
            for gain, chance in gains.items():
                total[seats + 2] += chance * gain
                reached = scores[seat] + gain
                if reached >= self._target:
                    total[seat] += chance
                    continue
                after = self._values((*scores[:seat], reached, *scores[seat + 1 :]))[(seat + 1) % seats]
                total = [a + chance * b for a, b in zip(total, after, strict=True)]
            certain.append(total)
            ones.append(one)
        around, weight = [0.0] * (seats + 3), 1.0
        for total, one in zip(certain, ones, strict=True):
            around = [a + weight * b for a, b in zip(around, total, strict=True)]
            weight *= one
        value = [a / (1 - weight) for a in around]  # of seat 0
        found = [value]
        for seat in reversed(range(1, seats)):
            value = [a + ones[seat] * b for a, b in zip(certain[seat], value, strict=True)]
            found.insert(1, value)
        self._solved[scores] = found
        return found


@cache
def solved(holds: tuple[int | None, ...], target: int = 100) -> Pig:
    """The same, once for all who ask."""
    return Pig(holds, target)


@cache
def turn(hold: int) -> tuple[dict[int, float], float]:
    """One turn of a player that holds at so many points: points gained → probability, and that of a 1."""
    reached = {0: 1.0}
    gains: dict[int, float] = {}
    one = 0.0
    for at_risk in range(hold):
        chance = reached.pop(at_risk, 0.0) / 6
        one += chance
        for die in range(2, 7):
            held = gains if at_risk + die >= hold else reached
            held[at_risk + die] = held.get(at_risk + die, 0.0) + chance
    return gains, one


@cache
def random_turn(most: int = 400) -> tuple[dict[int, float], float]:
    """The same of a player that after each throw holds or rolls, one as likely as the other.

    Turns that come beyond `most` points, fewer than one in 10²⁵, are left out.
    """
    reached, gains = {0: 1.0}, dict[int, float]()
    one = 0.0
    for at_risk in range(most):
        chance = reached.pop(at_risk, 0.0)
        if at_risk:
            gains[at_risk] = chance = chance / 2
        one += chance / 6
        for die in range(2, 7):
            reached[at_risk + die] = reached.get(at_risk + die, 0.0) + chance / 6
    return {gain: chance for gain, chance in gains.items() if chance}, one
