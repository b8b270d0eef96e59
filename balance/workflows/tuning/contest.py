"""How well a player does against others: matches without a log, candidate by candidate on the same deals."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from sims import batch, lineup
from sims.batch import Job
from sims.game import Game
from sims.lineup import PlayerSpec
from sims.variants import Variant

ROWS = 16_384  # of a column buffer: less than a run needs, since there are many short jobs


@dataclass(frozen=True)
class Contest:
    """Tables at which candidates are tried: of each variant, one candidate among each opponent, in all seats."""

    game: Game
    variants: Sequence[Variant]
    opponents: Sequence[PlayerSpec]
    seed: int
    threads: int

    @property
    def matches(self) -> int:
        """Matches that one candidate plays on one deal."""
        return len(self.opponents) * sum(variant.seats for variant in self.variants)

    def scores(self, candidates: Sequence[PlayerSpec], deals: range) -> np.ndarray:
        """Of each candidate, size of table and deal: how far from an even share of the wins (0) to all of them (1).

        Float of shape (candidates, variants, deals), over all opponents. A match that a cap ended counts as even.
        """
        tables = [(variant, other) for variant in self.variants for other in self.opponents]
        tasks = [(candidate, *table) for candidate in candidates for table in tables]

        def order(task: tuple[PlayerSpec, Variant, PlayerSpec]) -> np.ndarray:
            candidate, variant, other = task
            even = 1 / variant.seats
            found: np.ndarray = (self.shares(candidate, other, variant, deals) - even) / (1 - even)
            return found

        with ThreadPoolExecutor(self.threads) as pool:
            found = np.stack(list(pool.map(order, tasks)))
        shape = len(candidates), len(self.variants), len(self.opponents), len(deals)
        mean: np.ndarray = found.reshape(shape).mean(axis=2)
        return mean

    def shares(self, candidate: PlayerSpec, other: PlayerSpec, variant: Variant, deals: range) -> np.ndarray:
        """The share of the wins of one candidate among others, deal by deal, over all seats."""
        seats = variant.seats
        lines = (candidate, *(seats - 1) * (other,))
        job = Job(
            self.game, variant, lines, self.seed, len(deals), first_deal=deals.start, log="rounds", rows=ROWS
        )
        mirrors = len(lineup.mirrors(lines))
        if mirrors == 1:  # the same player in all seats
            return np.full(len(deals), 1 / seats)
        won = np.zeros(len(deals))

        def keep(table: str, columns: dict[str, np.ndarray]) -> None:
            if table == "matches":
                own = columns["player"] == 0
                capped = (columns["capped_rounds"] > 0) | (columns["end_reason"] > 0)
                share = np.where(capped, 1 / seats, columns["share"])
                np.add.at(won, columns["deal"][own] - deals.start, share[own] / mirrors)

        batch.play(job, keep)
        return won
