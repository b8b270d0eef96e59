"""The metrics by name (`metrics.md`, "The metrics"), as ratios of the columns of the cluster sums."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from balance.stats.measure import SHARE, Measure, Ratio
from sims.own_metrics import MetricRow

IN_SHARES = ("start_share", "start_share_decisive", "open_share", "seat_share", "position_share")
"""Columns counted in units of 1/share_unit."""


@dataclass(frozen=True)
class Layout:
    """What the names of columns and metrics depend on: a variant's seats and distinct players, the game's own words.

    end_reasons: without `cap`.
    """

    seats: int
    players: Sequence[str]
    end_reasons: Sequence[str]
    metrics: Sequence[MetricRow]


@dataclass(frozen=True)
class Over:
    """What a measure is taken over: the column that counts it, the one that counts what caps took away, in words."""

    bottom: str
    capped: str | None
    words: str


ROUNDS = Over("rounds", "capped", "rounds that ended by the rules")
MATCHES = Over("matches", "capped_matches", "matches that ended by the rules")
ALL_ROUNDS = Over("all_rounds", None, "rounds")
ALL_MATCHES = Over("all_matches", None, "matches")
TURNS = Over("turns", None, "turns of rounds that ended by the rules")


def columns(layout: Layout) -> list[str]:
    """The columns that the measures of a variant use."""
    used = [name for m in measures(layout) for r in m.parts for name in (r.top, r.bottom, r.capped) if name]
    return list(dict.fromkeys(used))


def measures(layout: Layout) -> list[Measure]:
    """All measures of a variant, quantiles aside, in the order in which they are shown."""
    return [*_first_player(layout), *_winners(layout.seats), *_lengths(), *_ends(layout), *_own(layout)]


def _first_player(layout: Layout) -> Iterator[Measure]:
    even = -Fraction(1, layout.seats)
    for name, top, bottom, capped, words, meaning in (
        ("", "start_share", "started", "started_capped", ROUNDS.words, "share of the rounds won by their starter"),
        ("_decisive", "start_share_decisive", "started_decisive", "started_capped", "rounds with one winner",
         "share of the rounds with one winner won by their starter"),
        ("_match", "open_share", "opened", "opened_capped", MATCHES.words,
         "share of the matches won by seat 0, which starts their first round"),
    ):  # fmt: skip
        parts = tuple(Ratio(f"{top}:{p}", f"{bottom}:{p}", f"{capped}:{p}") for p in layout.players)
        meaning += f", less an even share of 1/{layout.seats}"
        yield Measure(f"first_player_advantage{name}", parts, SHARE, words, meaning, even)


def _winners(seats: int) -> Iterator[Measure]:
    for p in range(seats):
        who = f"the seat in position {p}" if p else "their starter"
        yield _one(
            f"win_share_position_{p}", f"position_share:{p}", ROUNDS, f"share of the rounds won by {who}"
        )
    for s in range(seats):
        yield _one(f"win_share_seat_{s}", f"seat_share:{s}", MATCHES, f"share of the matches won by seat {s}")
    for s in range(seats):
        yield _one(
            f"points_seat_{s}", f"seat_points:{s}", MATCHES, f"points of seat {s} in a match", "points"
        )


def _lengths() -> Iterator[Measure]:
    yield _one("turns_mean", "turns", ROUNDS, "turns of a round", "turns")
    yield _one(
        "decisions_mean", "decisions", ROUNDS, "decisions of a round, forced ones included", "decisions"
    )
    yield _one("choices_mean", "choices", ROUNDS, "decisions of a round with a choice", "decisions")


def _ends(layout: Layout) -> Iterator[Measure]:
    for word in layout.end_reasons:
        yield _one(f"end_{word}", f"ended:{word}", ALL_ROUNDS, f"share of the rounds that ended by {word}")
    yield _one("tied", "tied_matches", MATCHES, "share of the matches with two or more winners")
    yield _one("tied_rounds", "tied_rounds", ROUNDS, "share of the rounds with two or more winners")
    yield _one("capped", "capped", ALL_ROUNDS, "share of the rounds that the cap on turns ended")
    meaning = "share of the matches with a capped round, or ended by a cap on rounds"
    yield _one("capped_matches", "capped_matches", ALL_MATCHES, meaning)


def _own(layout: Layout) -> Iterator[Measure]:
    for metric in layout.metrics:
        if "top" not in metric:
            continue
        per = metric["per"]
        over = {"round": ROUNDS, "turn": TURNS}.get(per, Over(f"quantity:{per}", None, per.replace("_", " ")))
        yield _one(metric["name"], f"quantity:{metric['top']}", over, metric["meaning"], metric["unit"])


def _one(name: str, top: str, over: Over, meaning: str, unit: str = SHARE) -> Measure:
    ratio = Ratio(top, over.bottom, over.capped if unit == SHARE else None)
    return Measure(name, (ratio,), unit, over.words, meaning)
