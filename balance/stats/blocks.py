"""Fixed blocks of deals: how estimates move together, in memory that does not grow with the deals.

A deal's block is a matter of its number alone, so neither batches nor the order of rows change anything, and arms that
played the same deals have the same blocks. Deals are independent, so which of them share a block does not matter.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from balance.stats.moments import ONE, Columns, Weights

BLOCKS = 2_000


def block(deals: np.ndarray) -> np.ndarray:
    """The block of each deal, by number: int64, from 0 to BLOCKS − 1."""
    return np.asarray(deals, np.int64) % BLOCKS


class Blocks:
    """Column sums by block, float64 of whole numbers; columns and scale as in `Moments`."""

    def __init__(self, columns: Sequence[str], scale: Weights | None = None) -> None:
        self.columns = (ONE, *columns)
        self._scale = dict(scale or {})
        self._sums = {name: np.zeros(BLOCKS) for name in self.columns}

    def add(self, deals: np.ndarray, columns: Columns) -> None:
        """Add clusters: their deal numbers, and int64 values for every column; a column left out is zero in all."""
        where = block(deals)
        self._sums[ONE] += np.bincount(where, minlength=BLOCKS)
        for name, values in columns.items():
            self._sums[name] += np.bincount(where, weights=values, minlength=BLOCKS)

    def total(self, name: str) -> np.ndarray:
        """A column's sum in every block; of ONE, the number of deals."""
        scaled: np.ndarray = self._sums[name] * float(self._scale.get(name, 1))
        return scaled

    def weighted(self, weights: Mapping[str, Fraction]) -> np.ndarray:
        """The sum over each block of a weighted sum of columns."""
        total = np.zeros(BLOCKS)
        for name, weight in weights.items():
            total += float(weight) * self.total(name)
        return total
