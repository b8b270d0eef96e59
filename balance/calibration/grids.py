"""Grids of variants drawn with a known effect of one rule and none of the other, through the estimators of a sweep."""

from collections.abc import Iterator

import numpy as np

from balance.stats.effects import Crossed, Effect, effects
from balance.stats.factorial import questions
from balance.stats.layout import ROUNDS, one
from balance.stats.pairs import Arm
from balance.stats.together import Together
from balance.stats.verdicts import Word

CELLS = [("0", "0"), ("0", "1"), ("1", "0"), ("1", "1")]
RATE = one("rate", "y", ROUNDS, "")
MARGIN = 0.04


def crossed(rng: np.random.Generator, size: int) -> Iterator[tuple[bool, ...]]:
    """250 deals of 4 to 6 rounds; what a deal is worth counts in all four variants. Rule a adds the margin, b nothing.

    Told: all limits hold the truth at once; b, or both together, excludes 0; a is CHANGED; a is NO MATERIAL CHANGE.
    """
    asked = questions(["a", "b"], CELLS, CELLS[0])
    n = rng.integers(4, 7, (size, 4, 250))
    worth = rng.beta(3, 3, (size, 1, 250)) * (0.9 - MARGIN)
    y = rng.binomial(n, worth + MARGIN * np.array([cell[0] == "1" for cell in CELLS])[:, None])
    for tops, bottoms in zip(y, n, strict=True):
        arms = [Arm([RATE], 1) for _ in CELLS]
        together = Together(arms, ["rate"])
        parts = [{"y": top, "rounds": bottom} for top, bottom in zip(tops, bottoms, strict=True)]
        for arm, part in zip(arms, parts, strict=True):
            arm.add(np.arange(250), part, {})
        together.add(250, parts)
        found = {
            e.factor: e for e in effects([Crossed(together, asked, 0, 2, None, [{}] * 3)], {"rate": MARGIN})
        }
        said = found["a=1"].verdict
        word = said.word if said else None
        nothing = [not _holds(found[name], 0.0) for name in ("b=1", "a=1:b=1")]
        held = _holds(found["a=1"], MARGIN) and not any(nothing)
        yield held, any(nothing), word is Word.CHANGED, word is Word.NO_CHANGE


def _holds(effect: Effect, truth: float) -> bool:
    limits = effect.difference.widest
    return limits is not None and limits[0] <= truth <= limits[1]
