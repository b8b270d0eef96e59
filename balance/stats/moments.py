"""Sums and sums of products of cluster columns: all that the estimators need, in memory that does not grow.

Whole numbers of any size, so neither order nor grouping of the data changes a digit, and "no spread at all" is
an exact zero, not a rounding error.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from math import lcm

import numpy as np

ONE = ""  # the column that is 1 in every cluster
_FLOAT = 2**53  # below it float64 holds every whole number
_INT = 2**62  # below it int64 does, and the sum of two such

Columns = Mapping[str, np.ndarray]
Weights = Mapping[str, Fraction]


class Moments:
    """The second-moment matrix Σ_c x_c x_c' over clusters c, x_c = (1, the cluster's columns).

    columns: their names; scale: what a column's unit is worth, for columns not counted in ones.
    """

    def __init__(self, columns: Sequence[str], scale: Weights | None = None) -> None:
        self.columns = (ONE, *columns)
        self._place = {name: i for i, name in enumerate(self.columns)}
        self.scale = dict(scale or {})
        self._sums = np.zeros((len(self.columns),) * 2, np.int64)
        self._totals: dict[str, Fraction] = {}  # those asked for so far: each is asked for often

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.total(ONE))

    def among(self, column: str) -> "Moments":
        """The same of fewer clusters: those in which this column is 1; it is 0 in all others. Not to be added to.

        Totals are of these clusters, products of two columns of all: for columns that are 0 in the others, the same.
        """
        some = copy(self)
        some._place = {**self._place, ONE: self._place[column]}
        some._totals = {}
        return some

    def add(self, clusters: int, columns: Columns) -> None:
        """Add clusters: for every column, int64 values, one per cluster; a column left out is zero in all."""
        rows = self.rows(clusters, columns)
        self._sums = added(self._sums, products(rows, rows))
        self._totals = {}

    def add_products(self, sums: Sequence[Sequence[int]]) -> None:
        """Add a matrix of sums of products that was computed elsewhere, in the order of `columns`."""
        self._sums = added(self._sums, np.array(sums, object))
        self._totals = {}

    def rows(self, clusters: int, columns: Columns) -> np.ndarray:
        """x_c of some clusters, int64 of shape (columns + 1, clusters)."""
        rows = np.zeros((len(self.columns), clusters), np.int64)
        rows[0] = 1
        for name, values in columns.items():
            rows[self._place[name]] = values
        return rows

    def total(self, name: str) -> Fraction:
        """The sum of a column over all clusters."""
        if name not in self._totals:
            self._totals[name] = self.product(ONE, name)
        return self._totals[name]

    def product(self, one: str, other: str) -> Fraction:
        """The sum over clusters of the product of two columns."""
        worth = Fraction(int(self._sums[self._place[one], self._place[other]]))
        for name in (one, other):
            if name in self.scale:
                worth *= self.scale[name]
        return worth

    def square(self, weights: Weights) -> Fraction:
        """The sum over clusters of the square of a weighted sum of columns: a quadratic form of the matrix."""
        whole, rows = self.whole(weights)
        return Fraction(_form(rows, self._sums, rows), whole * whole)

    def matrix(self, names: Sequence[str]) -> np.ndarray:
        """The sums over clusters of the products of these columns, as float64."""
        places = [self._place[name] for name in names]
        worth = np.array([float(self.scale.get(name, 1)) for name in names])
        found: np.ndarray = self._sums[np.ix_(places, places)].astype(np.float64) * np.outer(worth, worth)
        return found

    def whole(self, weights: Weights) -> tuple[int, list[tuple[int, int]]]:
        """Weights as whole numbers over one denominator: (denominator, [(place of the column, weight)])."""
        scale = self.scale
        scaled = {self._place[n]: w * scale[n] if n in scale else w for n, w in weights.items()}
        whole = lcm(*(w.denominator for w in scaled.values()))
        return whole, [(i, w.numerator * (whole // w.denominator)) for i, w in scaled.items()]


class Cross:
    """The sums of products of two arms' columns, Σ_c x_c y_c', over clusters that both have.

    a, b: the moments of the arms, over the same clusters; they are added to on their own, since one arm may stand in
    many comparisons.
    """

    def __init__(self, a: Moments, b: Moments) -> None:
        self.a, self.b = a, b
        self._sums = np.zeros((len(a.columns), len(b.columns)), np.int64)

    @classmethod
    def within(cls, moments: Moments) -> "Cross":
        """That of an arm with itself, for two measures of the same clusters; as it is now, not to be added to."""
        found = cls(moments, moments)
        found._sums = moments._sums
        return found

    def add(self, clusters: int, of_a: Columns, of_b: Columns) -> None:
        """Add clusters: for every column of an arm, int64 values, the same clusters in the same order in both."""
        more = products(self.a.rows(clusters, of_a), self.b.rows(clusters, of_b))
        self._sums = added(self._sums, more)

    def product(self, of_a: Weights, of_b: Weights) -> Fraction:
        """The sum over clusters of the product of a weighted sum of one arm's columns and one of the other's.

        ValueError unless the arms hold the clusters that were added here: sums of both orders tell.
        """
        one, other = self._sums[:, 0], self._sums[0, :]
        if (one != self.a._sums[0]).any() or (other != self.b._sums[0]).any():
            raise ValueError("the arms of a comparison on common deals do not hold the same deals")
        whole_a, rows_a = self.a.whole(of_a)
        whole_b, rows_b = self.b.whole(of_b)
        return Fraction(_form(rows_a, self._sums, rows_b), whole_a * whole_b)


def added(sums: np.ndarray, more: np.ndarray) -> np.ndarray:
    """Two matrices of whole numbers added up: int64 while that surely holds them, then Python integers."""
    if sums.dtype == object or more.dtype == object or _largest(sums) + _largest(more) >= _INT:
        sums, more = sums.astype(object), more.astype(object)
    total: np.ndarray = sums + more
    return total


def products(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """one · other', exact, of int64 rows: int64 while that holds it, else Python integers.

    A sum of products is at most the product of the rows' norms. Rows that are too large for float64 are multiplied on
    their own: of a hundred columns one or two are.
    """
    of_one = one.astype(np.float64)
    of_other = of_one if one is other else other.astype(np.float64)
    norms = _norms(of_one), _norms(of_other)
    if norms[0].max(initial=0) * norms[1].max(initial=0) < _FLOAT:
        return _times(of_one, of_other)
    large = [n >= _FLOAT**0.5 for n in norms]
    small = np.where(large[0][:, None], 0, of_one), np.where(large[1][:, None], 0, of_other)
    found = _times(small[0], small[0] if one is other else small[1])
    if norms[0].max() * norms[1].max() >= _INT:
        found = found.astype(object)
        one, other = one.astype(object), other.astype(object)
    for i in np.flatnonzero(large[0]):
        found[i] = other @ one[i]
    for j in np.flatnonzero(large[1]):
        found[:, j] = one @ other[j]
    return found


def _times(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The product of float64 rows whose sums float64 holds; a matrix times itself is half the work."""
    product: np.ndarray = (one @ other.T).astype(np.int64)
    return product


def _norms(rows: np.ndarray) -> np.ndarray:
    """Not less than the Euclidean norms of the rows."""
    norms: np.ndarray = np.sqrt(np.einsum("ij,ij->i", rows, rows)) * (1 + 1e-9)
    return norms


def _form(rows: list[tuple[int, int]], sums: np.ndarray, columns: list[tuple[int, int]]) -> int:
    return sum(a * b * int(sums[i, j]) for i, a in rows for j, b in columns)


def _largest(values: np.ndarray) -> int:
    return max(int(values.max(initial=0)), -int(values.min(initial=0)))
