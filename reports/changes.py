"""What a tweak changes, in figures and in one sentence that says no more than the intervals do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from balance.stats.comparisons import Comparison
from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.stats.quantile_differences import BOOTSTRAP
from balance.stats.verdicts import Word
from reports.words import (
    DASH,
    PERCENT,
    POINTS,
    SPACE,
    count,
    digits,
    is_advantage,
    listed,
    number,
    sentence,
    value,
)

EDGE, TIED = "first_player_advantage", "tied_rounds"
NAMES = {EDGE: "starter's edge", "turns_mean": "mean number of turns", TIED: "share of tied rounds"}
SHORT = {EDGE: "edge", "turns_mean": "turns", TIED: "ties"}


@dataclass(frozen=True)
class Change:
    """What a tweak does, as far as it is told.

    name: the tweak; metrics: all of them; identical: deals that play out identically, None where nothing is paired;
    clusters: deals; seats: of the tweaked variant; even: each of its players fills as many seats as the others, so that
    an even share is what to hope for; base, label: what the baseline and the tweaked variant are called.
    """

    name: str
    metrics: Mapping[str, Comparison]
    identical: int | None
    clusters: int
    seats: int
    even: bool
    base: str = "defaults"
    label: str = ""

    @property
    def primary(self) -> list[Comparison]:
        """The metrics with a verdict, or with a reason why there is none."""
        return [row for row in self.metrics.values() if row.primary]

    @property
    def moved(self) -> list[Comparison]:
        """The other metrics whose plain interval lies beyond their margin."""
        return [row for row in self.metrics.values() if not row.primary and row.moved]


@dataclass(frozen=True)
class Changes:
    """A comparison as it is told.

    unpaired: in words, why the arms did not play the same deals, None where they did; notes: in words, what else
    differs between them, or why nothing is compared.
    """

    changes: Sequence[Change] = ()
    unpaired: str | None = None
    notes: Sequence[str] = field(default_factory=list)


@dataclass(frozen=True)
class Figures:
    """A comparison in figures: both values, the difference, its interval, the margin, and the unit of the values.

    The interval is the one that the verdict is read from; differences of shares are percentage points.
    """

    base: str
    tweaked: str
    difference: str
    interval: str
    margin: str
    unit: str

    @property
    def told(self) -> str:
        """The difference and its interval, as far as there are any, for a table."""
        return f"{self.difference} ({self.interval})" if self.interval else self.difference

    @property
    def unit_after(self) -> str:
        """The unit behind the name of a metric."""
        return self.unit.replace(SPACE, ", ")

    @property
    def clause(self) -> str:
        """The same for a sentence."""
        return f"{self.difference}, {self.interval}" if self.interval else self.difference


def figures(row: Comparison) -> Figures:
    """Those of a metric, the difference with as many decimals as its interval allows."""
    d, limits = row.difference, row.difference.widest
    factor = 100.0 if d.unit == SHARE else 1.0
    least = 0 if d.method.startswith(BOOTSTRAP) else 1 if factor == 100 else 2
    decimals = digits(limits[0] * factor, limits[1] * factor, least) if limits and least else least
    base, tweaked = (
        value(row.metric, e).removesuffix(PERCENT).removesuffix(POINTS) for e in (row.base, row.tweaked)
    )
    low, high = (number(limit * factor, decimals, sign=True) for limit in limits or (0.0, 0.0))
    return Figures(
        base,
        tweaked,
        DASH if d.value is None else number(d.value * factor, decimals, sign=True),
        f"{low} to {high}" if limits else "",
        DASH if row.margin is None else margin(row.margin * factor),
        (POINTS if is_advantage(row.metric) else PERCENT) if factor == 100 else "",
    )


def margin(size: float) -> str:
    """A margin in its unit: two digits of it are enough."""
    return f"{size:,.0f}" if size >= 10 else f"{size:.2g}"


def capped(rows: Sequence[Comparison]) -> list[str]:
    """What caps could have changed, in a sentence; none where no round was capped."""
    share = max((row.difference.capped for row in rows), default=0.0)
    if not share:
        return []
    said = f"{share:.2%}".replace("%", PERCENT)
    return [f"Caps ended up to {said} of an arm's rounds; intervals of shares hold whatever these had given."]


def listed_moves(rows: Sequence[Comparison]) -> str:
    """Metrics and their differences, those of neighbouring seats, positions and the like in one: x_0/1 −2.0/+2.0 pp."""
    moves = []
    for stem, group in groupby(rows, lambda row: row.metric.rstrip("0123456789")):
        some = list(group)
        found = [figures(row) for row in some]
        name = stem + "/".join(row.metric.removeprefix(stem) for row in some)
        unit = POINTS if found[0].unit else ""
        moves.append(f"{name} {'/'.join(one.difference for one in found)}{unit}".replace(" ", SPACE))
    return ", ".join(moves)


def told(change: Change) -> str:
    """One sentence a tweak, of the metrics with verdicts."""
    if change.identical == change.clusters:
        deals = count(change.clusters, "deal")
        return sentence(f"with {change.name}, all {deals} play out identically: it changes nothing")
    rows = change.primary
    within = [_named(row) for row in rows if _word(row) is Word.NO_CHANGE]
    clauses = [_clause(change, row) for row in rows if _word(row) not in (Word.NO_CHANGE, None)]
    if within:
        stay = "stays within its margin" if len(within) == 1 else "stay within their margins"
        clauses.append(f"{listed(within)} {stay}")
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if _word(row) is None:
            reason = row.verdict.reason if row.verdict else None
            reasons.setdefault(reason or "", []).append(_named(row))
    clauses += [f"there is no verdict on {listed(names)}: {reason}" for reason, names in reasons.items()]
    return sentence(f"with {change.name}, {'; '.join(clauses)}")


def _clause(change: Change, row: Comparison) -> str:
    found, name, moves = figures(row), _named(row), "rises" if (row.difference.value or 0) > 0 else "falls"
    word = _word(row)
    if word is Word.CHANGED:
        text = f"{name} {moves} from {found.base} to {found.tweaked}{found.unit} ({found.clause})"
        return _even(change, row, text) if row.metric == EDGE and change.even else text
    if word is Word.SMALL:
        return f"{name} {moves} by less than its margin ({found.clause})"
    if word is Word.UNCLEAR:
        return f"{name} {moves}, it is not clear whether by more than its margin ({found.clause})"
    return f"whether {name} changes stays open ({found.clause})"


def _even(change: Change, row: Comparison, text: str) -> str:
    """The clause on the starter's edge, with what it means for the game as a whole.

    Fairer is said only where the edge is surely nearer to even, ties surely stay as frequent, and nobody else is
    farther from an even share than before by more than the margin.
    """
    if not _nearer(row):
        return text
    against = []
    tied = change.metrics[TIED]
    if not tied.stays:
        low, high = tied.difference.widest or (0.0, 0.0)
        rose = "more" if low > 0 else "fewer" if high < 0 else "more or fewer"
        against.append(f"{rose} rounds {'are' if tied.moved else 'may be'} tied")
    for p in range(1, change.seats if change.seats > 2 else 1):
        place = change.metrics[f"win_share_position_{p}"]
        before, after = (abs((e.value or 0) - 1 / change.seats) for e in (place.base, place.tweaked))
        if after - before > (row.margin or 0):
            found = figures(place)
            against.append(
                f"position {p} now wins {found.tweaked}{PERCENT} of rounds instead of {found.base}"
            )
    return f"{text}, but {listed(against)}" if against else f"the game is fairer: {text}"


def _nearer(row: Comparison) -> bool:
    """Is the edge surely nearer to 0, where it surely changed? Past 0, its limits must be nearer than those before."""
    base, tweaked = row.base, row.tweaked
    if base.value is None or tweaked.value is None:
        return False
    if base.value * tweaked.value > 0:
        return abs(tweaked.value) < abs(base.value)
    return _farthest(tweaked) + (row.margin or 0) < _nearest(base)


def _farthest(found: Estimate) -> float:
    return max(abs(found.low or 0.0), abs(found.high or 0.0))


def _nearest(found: Estimate) -> float:
    low, high = found.low or 0.0, found.high or 0.0
    return 0.0 if low <= 0 <= high else min(abs(low), abs(high))


def _word(row: Comparison) -> Word | None:
    return row.verdict.word if row.verdict else None


def _named(row: Comparison) -> str:
    name = NAMES.get(row.metric, row.metric)
    name = f"the {name}" if row.metric in NAMES else name
    return f"{name} of the rounds that ended" if row.difference.at_least else name
