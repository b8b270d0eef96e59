"""What is asked of a full factorial: main effects and two-way interactions, as weights of its variants."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import prod

import numpy as np


@dataclass(frozen=True)
class Question:
    """One effect. factor, reference: NAME=VALUE, of an interaction two of them with `:` between; weights: by variant.

    The effect is the weighted sum of the variants' values; the weights add up to 0.
    """

    factor: str
    reference: str
    interaction: bool
    weights: tuple[Fraction, ...]


def is_full(cells: Sequence[Sequence[str]]) -> bool:
    """Is every combination of levels there once? cells: for each variant, its level of each factor."""
    levels = [set(column) for column in zip(*cells, strict=True)]
    return len(set(map(tuple, cells))) == len(cells) == prod(len(each) for each in levels)


def questions(
    factors: Sequence[str], cells: Sequence[Sequence[str]], reference: Sequence[str]
) -> list[Question]:
    """All of a full factorial: each level of each factor, then each pair of levels of two, against the reference's.

    A main effect is the mean over all combinations of the other factors, an interaction the difference of two
    differences, averaged over the rest (`metrics.md`, effect of a rule).
    """
    table = np.array(cells, object)
    levels = [list(dict.fromkeys(column)) for column in table.T.tolist()]
    varied = [f for f, each in enumerate(levels) if len(each) > 1]
    # by factor and level: 1 in the variants that have the level, −1 in those that have the reference's
    signs = {
        (f, level): (table[:, f] == level).astype(int) - (table[:, f] == reference[f])
        for f in varied
        for level in levels[f]
        if level != reference[f]
    }
    found = []
    for some in ([(f,) for f in varied], combinations(varied, 2)):
        for chosen in some:
            each = Fraction(prod(len(levels[f]) for f in chosen), len(cells))
            for names in product(*([key for key in signs if key[0] == f] for f in chosen)):
                weights = [each * int(sign) for sign in np.prod([signs[name] for name in names], axis=0)]
                said = ":".join(f"{factors[f]}={level}" for f, level in names)
                against = ":".join(f"{factors[f]}={reference[f]}" for f in chosen)
                found.append(Question(said, against, len(chosen) > 1, tuple(weights)))
    return found
