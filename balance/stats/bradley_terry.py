"""Bradley and Terry's strengths, with a term for the seat, from the shares of the wins of all pairings.

Of the players p(s) in the seats s of a match one wins: seat s with probability exp(θ_p(s) + γ_s) over the sum of the
same of all seats. For two seats this is Bradley and Terry's model (1952) with an order effect (Davidson and Beaver
1977), for more Luce's choice (1959). A tie is a share of a win for each. Errors are those of deals, whatever the model:
the sandwich of a conditional logit with clusters (Liang and Zeger 1986). θ is 0 for a player of reference, γ for the
last seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

STEPS, CLOSE = 100, 1e-12


@dataclass(frozen=True)
class Fit:
    """Strengths and seat terms in log-odds.

    strengths: of each player, float; only differences within a group mean anything. groups: sets of players, the best
    first; between two groups one side won every match, so that no finite difference is the likeliest. free: of each
    player, whether it has a parameter (else it is its group's 0). seats: γ of each seat but the last; None where some
    seat won nothing between equals, so that no term is told apart from what is certain. covariance: of all free
    strengths in order, then of the seat terms.
    """

    strengths: np.ndarray
    groups: list[list[int]]
    free: list[bool]
    seats: np.ndarray | None
    covariance: np.ndarray

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """θ of one player less that of another of its group, and the variance of it."""
        weights = np.zeros(len(self.covariance))
        places = np.cumsum(self.free) - 1
        for player, sign in ((one, 1.0), (other, -1.0)):
            if self.free[player]:
                weights[places[player]] += sign
        return float(self.strengths[one] - self.strengths[other]), float(weights @ self.covariance @ weights)

    def seat(self, seat: int) -> tuple[float, float] | None:
        """γ of a seat against the last one, and the variance of it; None where there is no term."""
        if self.seats is None:
            return None
        place = sum(self.free) + seat
        return float(self.seats[seat]), float(self.covariance[place, place])


def fit(lineups: np.ndarray, wins: np.ndarray, products: np.ndarray, clusters: int, first: int = 0) -> Fit:
    """The likeliest strengths, with the covariance of their errors.

    lineups: int of shape (seatings, seats), the number of the player in each seat, from 0 without gaps; wins: float of
    the same shape, the shares of the wins that each seat had, added up; products: float, square, of seatings × seats
    columns in the order of `wins.ravel()`: over clusters, the sums of the products of two such shares; clusters: their
    number G, two at least; first: the player that is 0 in its group.
    """
    groups = _groups(lineups, wins)
    seated = _seats_told(lineups, wins)
    free = [False] * (int(lineups.max()) + 1)
    for group in groups:
        zero = first if first in group else group[0]
        for player in group:
            free[player] = player != zero
    rows = _design(lineups, free, seated)
    group_of = {player: place for place, group in enumerate(groups) for player in group}
    told = np.array([len({group_of[p] for p in line}) == 1 for line in lineups.tolist()])
    rows[~told] = 0.0  # where one side was sure to win there is nothing to learn
    found, hessian = _newton(rows, wins)
    centred = (rows - _expected(rows, found)[1][:, None, :]).reshape(wins.size, len(found))
    meat = centred.T @ products @ centred * clusters / max(clusters - 1, 1)
    bread = np.linalg.pinv(hessian)
    strengths = np.zeros(len(free))
    strengths[free] = found[: sum(free)]
    return Fit(strengths, groups, free, found[sum(free) :] if seated else None, bread @ meat @ bread)


def _design(lineups: np.ndarray, free: Sequence[bool], seated: bool) -> np.ndarray:
    """What each seat of each seating adds up: (seatings, seats, parameters)."""
    seatings, seats = lineups.shape
    places = np.cumsum(free) - 1
    rows = np.zeros((seatings, seats, sum(free) + (seats - 1 if seated else 0)))
    for line, players in enumerate(lineups.tolist()):
        for seat, player in enumerate(players):
            if free[player]:
                rows[line, seat, places[player]] = 1.0
            if seated and seat < seats - 1:
                rows[line, seat, sum(free) + seat] = 1.0
    return rows


def _expected(rows: np.ndarray, found: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each seating the chance of each seat, and the mean of its rows by it."""
    worth = rows @ found
    chances = np.exp(worth - worth.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances, np.einsum("ks,ksp->kp", chances, rows)


def _newton(rows: np.ndarray, wins: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The maximum of the likelihood, which is concave, and its curvature there. It exists: see `_groups`."""
    found = np.zeros(rows.shape[2])
    matches = wins.sum(axis=1)

    def likelihood(at: np.ndarray) -> float:
        chances = _expected(rows, at)[0]
        return float((wins * np.log(np.maximum(chances, 1e-300))).sum())

    for _ in range(STEPS):
        chances, mean = _expected(rows, found)
        gradient = np.einsum("ks,ksp->p", wins - matches[:, None] * chances, rows)
        second = np.einsum("k,ks,ksp,ksq->pq", matches, chances, rows, rows)
        hessian = second - np.einsum("k,kp,kq->pq", matches, mean, mean)
        step = np.linalg.lstsq(hessian, gradient, rcond=None)[0]
        now = likelihood(found)
        while likelihood(found + step) < now - CLOSE * abs(now) and np.abs(step).max() > CLOSE:
            step /= 2
        found = found + step
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    return found, hessian


def _seats_told(lineups: np.ndarray, wins: np.ndarray) -> bool:
    """Did every seat win something between equals? Then the seats' terms are finite."""
    equal = (lineups == lineups[:, :1]).all(axis=1)
    return bool((wins[equal].sum(axis=0) > 0).all())


def _groups(lineups: np.ndarray, wins: np.ndarray) -> list[list[int]]:
    """Players between whom the likeliest differences are finite, the best group first.

    They are (Ford 1957, given finite seat terms) where the graph "i won something in a match against j" leads from each
    player to each other: its strongly connected parts.
    """
    count = int(lineups.max()) + 1
    reach = np.eye(count, dtype=bool)
    for players, own in zip(lineups.tolist(), wins.tolist(), strict=True):
        for player, won in zip(players, own, strict=True):
            if won > 0:
                reach[player, players] = True
    for through in range(count):
        reach |= reach[:, [through]] & reach[[through], :]
    left, groups = list(range(count)), []
    while left:
        group = [p for p in left if reach[left[0], p] and reach[p, left[0]]]
        groups.append(group)
        left = [p for p in left if p not in group]
    return sorted(groups, key=lambda group: (-int(reach[group[0]].sum()), group[0]))
