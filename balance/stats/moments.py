"""Sums and sums of products of cluster columns: all that the estimators need, in memory that does not grow.

Whole numbers of any size, so neither order nor grouping of the data changes a digit, and "no spread at all" is
an exact zero, not a rounding error.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

import numpy as np

ONE = ""  # the column that is 1 in every cluster
_EXACT = 2**53  # below it float64 holds every whole number


class Moments:
    """The second-moment matrix Σ_c x_c x_c' over clusters c, x_c = (1, the cluster's columns).

    columns: their names; scale: what a column's unit is worth, for columns not counted in ones.
    """

    def __init__(self, columns: Sequence[str], scale: Mapping[str, Fraction] | None = None) -> None:
        self.columns = (ONE, *columns)
        self._place = {name: i for i, name in enumerate(self.columns)}
        self._scale = dict(scale or {})
        self._sums = np.zeros((len(self.columns),) * 2, object)

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self._sums[0, 0])

    def add(self, clusters: int, columns: Mapping[str, np.ndarray]) -> None:
        """Add clusters: for every column, int64 values, one per cluster; a column left out is zero in all."""
        rows = np.zeros((clusters, len(self.columns)), np.int64)
        rows[:, 0] = 1
        for name, values in columns.items():
            rows[:, self._place[name]] = values
        self._sums += _products(rows)

    def add_products(self, products: Sequence[Sequence[int]]) -> None:
        """Add a matrix of sums of products that was computed elsewhere, in the order of `columns`."""
        self._sums += np.array(products, object)

    def total(self, name: str) -> Fraction:
        """The sum of a column over all clusters."""
        return self.product(ONE, name)

    def product(self, one: str, other: str) -> Fraction:
        """The sum over clusters of the product of two columns."""
        sums = int(self._sums[self._place[one], self._place[other]])
        return sums * self._scale.get(one, Fraction(1)) * self._scale.get(other, Fraction(1))

    def square(self, weights: Mapping[str, Fraction]) -> Fraction:
        """The sum over clusters of the square of a weighted sum of columns: a quadratic form of the matrix."""
        scaled = {self._place[name]: w * self._scale.get(name, 1) for name, w in weights.items()}
        whole = lcm(*(w.denominator for w in scaled.values()))  # then all is done in whole numbers
        rows = [(i, w.numerator * (whole // w.denominator)) for i, w in scaled.items()]
        return Fraction(sum(a * b * int(self._sums[i, j]) for i, a in rows for j, b in rows), whole * whole)


def _products(rows: np.ndarray) -> np.ndarray:
    """rows' · rows as Python integers; float64 where its sums are exact, else in halves down to single rows."""
    largest = max(int(rows.max(initial=0)), -int(rows.min(initial=0)))
    if largest * largest * len(rows) < _EXACT:
        floats = rows.astype(np.float64)
        return _whole((floats.T @ floats).astype(np.int64))
    if len(rows) == 1:
        row = _whole(rows[0])
        products: np.ndarray = row[:, None] * row[None, :]
        return products
    half = len(rows) // 2
    both: np.ndarray = _products(rows[:half]) + _products(rows[half:])
    return both


def _whole(values: np.ndarray) -> np.ndarray:
    """The same numbers as Python integers."""
    return values.astype(object)
