"""Samples whose truth is known, drawn as the sums by deal that the store would read, and what the estimators say.

Each is the hardest ordinary case for its interval that can still be stated in a line: rounds of a deal that are alike,
numbers of rounds that depend on the result, whole turns, rare events, caps that take away one kind of result.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from balance.calibration import stopped
from balance.calibration.grids import crossed
from balance.calibration.promises import AT_MARGIN, EXCLUDES_0, HOLDS, HOLDS_AT_LEAST, Promise
from balance.stats.always_valid import always_valid
from balance.stats.differences import Arms, Difference, difference
from balance.stats.influence import Ratio
from balance.stats.layout import ROUNDS, one
from balance.stats.limits import fixed
from balance.stats.measure import SHARE, Measure, contrasts, estimate
from balance.stats.moments import Cross, Moments
from balance.stats.quantiles import Growth, Levels, quantile
from balance.stats.simultaneous import Moving, family
from balance.stats.verdicts import Word, verdict

Draws = Iterator[tuple[bool, ...]]


@dataclass(frozen=True)
class Situation:
    """told: what is counted, and what is promised of it; play: so many samples, and for each whether it was so."""

    method: str
    told: dict[str, Promise]
    play: Callable[[np.random.Generator, int], Draws]


RATE = one("rate", "y", ROUNDS, "")
MEAN = one("mean", "y", ROUNDS, "", "turns")
EDGE = Measure("edge", (Ratio("y", "n"), Ratio("y2", "n2")), SHARE, "rounds", "", -Fraction(1, 2))


def _sums(**columns: np.ndarray) -> Moments:
    found = Moments([*columns, *({"rounds", "capped"} - set(columns))])
    found.add(len(next(iter(columns.values()))), columns)
    return found


def _holds(measure: Measure, truth: float, **columns: np.ndarray) -> bool:
    found = estimate(measure, _sums(**columns))
    return found.low is not None and found.high is not None and found.low <= truth <= found.high


def _paired(measure: Measure, a: dict[str, np.ndarray], *others: dict[str, np.ndarray]) -> list[Difference]:
    baseline, found = _sums(**a), []
    for b in others:
        other = _sums(**b)
        cross = Cross(baseline, other)
        cross.add(len(a["y"]), a, b)
        found.append(difference(measure, measure, Arms(baseline, other, cross)))
    return found


def _inside(found: Difference, truth: float) -> bool:
    return found.widest is not None and found.widest[0] <= truth <= found.widest[1]


def _alike(rng: np.random.Generator, size: int) -> Draws:
    """100 deals of 4 or 6 rounds, each deal with a chance of its own: intraclass correlation 0.2."""
    n = rng.choice([4, 6], (size, 100))
    y = rng.binomial(n, rng.beta(2, 2, n.shape))
    for each in range(size):
        yield (_holds(RATE, 0.5, y=y[each], rounds=n[each]),)


def _dependent(rng: np.random.Generator, size: int) -> Draws:
    """150 deals; a strong starter wins 0.7 of 4 rounds, a weak one 0.3 of 6: 4.6 of 10."""
    strong = rng.random((size, 150)) < 0.5
    n = np.where(strong, 4, 6)
    y = rng.binomial(n, np.where(strong, 0.7, 0.3))
    for each in range(size):
        yield (_holds(RATE, 0.46, y=y[each], rounds=n[each]),)


def _lengths(rng: np.random.Generator, size: int) -> Draws:
    """200 deals of 4 rounds whose turns are skewed and have a part in common: a mean of 5 + 8."""
    common = rng.negative_binomial(2, 0.2, (size, 200, 1))
    turns = (2 + common + rng.poisson(3, (size, 200, 4))).sum(2)
    four = np.full(200, 4)
    for each in range(size):
        yield (_holds(MEAN, 13.0, y=turns[each], rounds=four),)


def _players(rng: np.random.Generator, size: int) -> Draws:
    """120 deals of two players, of whom one starts more often and wins more: the mean of 0.6 and 0.3, less 1/2."""
    n, n2 = rng.integers(2, 5, (size, 120)), rng.integers(0, 3, (size, 120))
    luck = rng.normal(0, 0.1, (size, 120))
    y, y2 = rng.binomial(n, 0.6 + luck.clip(-0.3, 0.3)), rng.binomial(n2, 0.3 + luck.clip(-0.3, 0.3))
    for each in range(size):
        yield (_holds(EDGE, -0.05, y=y[each], n=n[each], y2=y2[each], n2=n2[each]),)


def _single(rng: np.random.Generator, size: int) -> Draws:
    """300 deals of one win or none."""
    y = rng.binomial(1, 0.3, (size, 300))
    for each in range(size):
        yield (_holds(RATE, 0.3, y=y[each], rounds=np.ones(300, int)),)


def _rare(rng: np.random.Generator, size: int) -> Draws:
    """100 deals of 4 rounds with something that happens once in 2,000 rounds: mostly never."""
    y = rng.binomial(4, 0.0005, (size, 100))
    for each in range(size):
        yield (_holds(RATE, 0.0005, y=y[each], rounds=np.full(100, 4)),)


def _arms(rng: np.random.Generator, size: int, change: float) -> Iterator[Difference]:
    """200 deals of 4 to 6 rounds; what a deal is worth counts in both arms, and the change on top in one."""
    n_a, n_b = rng.integers(4, 7, (2, size, 200))
    worth = rng.beta(3, 3, (size, 200)) * (0.9 - change)
    y_a, y_b = rng.binomial(n_a, worth), rng.binomial(n_b, worth + change)
    for each in range(size):
        yield from _paired(RATE, {"y": y_a[each], "rounds": n_a[each]}, {"y": y_b[each], "rounds": n_b[each]})


def _no_change(rng: np.random.Generator, size: int) -> Draws:
    for found in _arms(rng, size, 0.0):
        yield (not _inside(found, 0.0),)


def _change(rng: np.random.Generator, size: int) -> Draws:
    """The change is the margin, and the interval about 0.7 of it to each side, so that both words are possible."""
    margin = 0.06
    for found in _arms(rng, size, margin):
        said = verdict(found, margin).word
        yield _inside(found, margin), said is Word.CHANGED, said is Word.NO_CHANGE


def _unpaired(rng: np.random.Generator, size: int) -> Draws:
    """60 deals against 150 others, of twice the spread."""
    y_a, y_b = rng.binomial(8, rng.beta(2, 2, (size, 60))), rng.binomial(16, rng.beta(4, 4, (size, 150)))
    for each in range(size):
        arms = Arms(
            _sums(y=y_a[each], rounds=np.ones(60, int)), _sums(y=y_b[each], rounds=np.ones(150, int)), None
        )
        yield (_inside(difference(MEAN, MEAN, arms), 4.0),)


def _whole_turns(rng: np.random.Generator, size: int) -> Draws:
    """60 deals of 4 rounds whose turns are whole numbers with a part in common: 3 + 5, both Poisson."""
    truths = {
        Fraction(1, 2): 8,
        Fraction(19, 20): 13,
    }  # P(Poisson(8) ≤ 7) = 0.453, ≤ 8 0.593; ≤ 12 0.936, ≤ 13 0.966
    turns = rng.poisson(3, (size, 60, 1)) + rng.poisson(5, (size, 60, 4))
    rounds = _sums(rounds=np.full(60, 4))
    for each in turns:
        levels = Levels()
        levels.add(_growth(each))
        shares = levels.shares(rounds, "rounds")
        found = [(quantile(p, shares, 240, 60, "turns"), truth) for p, truth in truths.items()]
        yield tuple((q.low or 0) <= truth and (q.high is None or truth <= q.high) for q, truth in found)


def _growth(turns: np.ndarray) -> dict[int, Growth]:
    """What Levels is given, of deals of equally many rounds: int64 (deals, rounds)."""
    least, most = int(turns.min()), int(turns.max())
    at = turns[:, :, None] == np.arange(least, most + 1)
    y = at.sum(1).cumsum(1)
    sums = y.sum(0), (y * y).sum(0), (y * turns.shape[1]).sum(0)
    grown = (np.diff(s, prepend=0).tolist() for s in sums)
    return {least + i: (a, b, c) for i, (a, b, c) in enumerate(zip(*grown, strict=True))}


def _every_look(rng: np.random.Generator, size: int) -> Draws:
    """Looks after every 100 deals, up to twice the planned 500."""
    limits, n = always_valid(500), np.full(100, 4)
    y = rng.binomial(4, rng.beta(2, 2, (size, 1_000)))
    for each in y:
        sums = Moments(["y", "rounds", "capped"])
        held = True
        for look in range(10):
            sums.add(100, {"y": each[100 * look : 100 * (look + 1)], "rounds": n})
            found = estimate(RATE, sums, limits)
            held = held and (found.low or 0.0) <= 0.5 <= (found.high or 1.0)
        yield (held,)


def _together(rng: np.random.Generator, size: int) -> Draws:
    """250 deals; four tweaks with the same baseline, two of which are nearly alike."""
    base = rng.poisson(6, (size, 1, 250))
    tweaks = base + rng.poisson(2, (size, 4, 250))
    tweaks[:, 1] = tweaks[:, 0] + rng.poisson(0.2, (size, 250))
    truths = (2.0, 2.2, 2.0, 2.0)
    ones = np.ones(250, int)
    for a, others in zip(base[:, 0], tweaks, strict=True):
        found = _paired(MEAN, {"y": a, "rounds": ones}, *({"y": b, "rounds": ones} for b in others))
        moving = [Moving(b - b.mean() - a + a.mean()) for b in others]
        limits = family(4, 250, moving).limits
        yield (all(_inside(d.within(limits), t) for d, t in zip(found, truths, strict=True)),)


def _capped(rng: np.random.Generator, size: int) -> Draws:
    """150 deals of 4 rounds, of which a cap takes one won in twenty and no other: whoever was about to win, stalls."""
    won = rng.binomial(4, rng.beta(3, 3, (size, 150)))
    gone = rng.binomial(won, 0.05)
    also = rng.binomial(4, rng.beta(3, 3, (size, 150)))
    for y, c, b in zip(won, gone, also, strict=True):
        a = {"y": y - c, "rounds": 4 - c, "capped": c}
        lost, up = (
            s.interval(fixed()) for s in contrasts(RATE, _sums(**a))[1:] or contrasts(RATE, _sums(**a)) * 2
        )
        other = {"y": b, "rounds": np.full(150, 4), "capped": np.zeros(150, int)}
        yield lost.low <= 0.5 <= up.high, _inside(_paired(RATE, a, other)[0], 0.0)


SITUATIONS = (
    Situation("cluster t", {"t: rounds of a deal that are alike": HOLDS}, _alike),
    Situation("cluster t", {"t: more rounds where the starter loses": HOLDS}, _dependent),
    Situation("cluster t", {"t: skewed lengths": HOLDS}, _lengths),
    Situation("cluster t", {"t: the mean over two players": HOLDS}, _players),
    Situation("Welch t", {"t: different deals in both arms": HOLDS}, _unpaired),
    Situation("Wilson", {"Wilson: one win or none a deal": HOLDS}, _single),
    Situation("Clopper–Pearson", {"Clopper–Pearson: mostly never seen": HOLDS_AT_LEAST}, _rare),
    Situation("paired t", {"paired: no change, and the interval excludes 0": EXCLUDES_0}, _no_change),
    Situation(
        "paired t",
        {
            "paired: a change as large as the margin": HOLDS,
            "verdict: CHANGED at the margin": AT_MARGIN,
            "verdict: NO MATERIAL CHANGE at the margin": AT_MARGIN,
        },
        _change,
    ),
    Situation(
        "Woodruff",
        {"Woodruff: median of whole turns": HOLDS_AT_LEAST, "Woodruff: p95 of whole turns": HOLDS_AT_LEAST},
        _whole_turns,
    ),
    Situation("confidence sequence", {"always valid: at each of ten looks": HOLDS_AT_LEAST}, _every_look),
    *(
        Situation(
            "looks",
            {f"until: {what}, where it stopped": HOLDS, f"until: {what}, always valid": HOLDS_AT_LEAST},
            play,
        )
        for what, play in (
            ("a share of ½", stopped.share(0.5, 0.01788)),
            ("a share of 0.53", stopped.share(0.53, 0.01785)),
            ("a share of 0.02", stopped.share(0.02, 0.005)),
            ("skewed lengths", stopped.lengths),
            ("a difference on the same deals", stopped.change),
        )
    ),
    Situation("max-t", {"simultaneous: four tweaks of one baseline": HOLDS_AT_LEAST}, _together),
    Situation(
        "max-t",
        {
            "effects: all of a grid at once": HOLDS_AT_LEAST,
            "effects: none, and an interval excludes 0": EXCLUDES_0,
            "effects: CHANGED at the margin": AT_MARGIN,
            "effects: NO MATERIAL CHANGE at the margin": AT_MARGIN,
        },
        crossed,
    ),
    Situation(
        "outer",
        {"outer: a share, caps take wins": HOLDS_AT_LEAST, "outer: a difference": HOLDS_AT_LEAST},
        _capped,
    ),
)
