"""What would another player do here? Positions of one player's matches, put to others by the loop that plays."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from sims import batch, loop, variants
from sims.batch import Job
from sims.game import Game
from sims.lineup import parse_lineup
from sims.variants import Variant


class Table:
    """One player on all seats, a decision at a time."""

    def __init__(self, game: Game, variant: Variant, player: str, deals: int = 1, seed: int = 1) -> None:
        lineup = parse_lineup(game, player, variant.seats)
        self.job = Job(game, variant, lineup, seed, deals, rows=64)
        self.held, self.tables = batch.arrays(self.job), batch.Tables(game, 64, "moves")
        self.task, self.cursor, self.state = (self.held[part][0] for part in ("task", "cursor", "state"))
        self.task.budget = self.task.pause = 1
        self.play_on = batch.player(self.job, self.held, self.tables)

    def step(self) -> dict[str, int] | None:
        """One decision, as its row of the log; {} where a round was dealt, None when all is played."""
        self.tables.rows[:] = 0
        if batch.call(self.job, self.held, self.play_on) == loop.FINISHED:
            return None
        if not self.tables.rows[3]:
            return {}
        return {name: int(column[0]) for name, column in self.tables.columns["moves"].items()}


class Adviser(Table):
    """Tells what a player would do in a position: one that keeps nothing of the cards in its memory."""

    def __init__(self, game: Game, variant: Variant, player: str) -> None:
        super().__init__(game, variant, player)
        self.step()

    def move(self, state: Any, rngs: np.ndarray | None = None) -> dict[str, int]:
        """Its decision in that state, as a row of the log; rngs: the seats' streams at that moment."""
        self.held["state"][0] = state
        if rngs is not None:
            self.held["rngs"][:] = rngs
        self.cursor.done, self.cursor.phase = 0, loop.IN_ROUND
        self.cursor.turn, self.cursor.mover = state.turn, state.mover
        move = self.step()
        assert move
        return move


def decisions(
    game: Game, seats: int, plays: str, deals: int = 1, seed: int = 1
) -> Iterator[tuple[Any, np.ndarray, dict[str, int]]]:
    """Every decision between several choices of matches of one player: state and streams before it, and the move."""
    table = Table(game, variants.make(game, seats), plays, deals, seed)
    while True:
        state, rngs = table.held["state"].copy(), table.held["rngs"].copy()
        move = table.step()
        if move is None:
            return
        if move and move["legal"] > 1:
            yield state[0], rngs, move


def disagreement(
    game: Game, seats: int, plays: str, asked: list[str], deals: int = 1, seed: int = 1
) -> Mapping[str, float]:
    """Of the decisions of `plays` between several choices, the share in which each player asked decides otherwise.

    It meets the same states with the same random streams, so that a player never differs from itself.
    """
    advisers = {player: Adviser(game, variants.make(game, seats), player) for player in asked}
    other, number = dict.fromkeys(asked, 0), 0
    same = ["kind", *game.args]
    for state, rngs, move in decisions(game, seats, plays, deals, seed):
        number += 1
        for player, adviser in advisers.items():
            told = adviser.move(state, rngs)
            other[player] += any(told[name] != move[name] for name in same)
    return {player: count / number for player, count in other.items()}
