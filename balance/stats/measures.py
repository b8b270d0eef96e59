"""The metrics by name (`metrics.md`, "The metrics"), as ratios of the columns of the cluster sums."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from balance.stats.influence import Ratio
from balance.stats.layout import ALL_MATCHES, ALL_ROUNDS, MATCHES, ROUNDS, Layout, Quantile, one
from balance.stats.leads import leads
from balance.stats.margins import OF_MATCH_POINTS, OF_QUANTILES_OF_TURNS
from balance.stats.measure import SHARE, Measure
from balance.stats.outs import outs
from balance.stats.own import own

IN_SHARES = ("start_share", "start_share_decisive", "open_share", "seat_share", "position_share", "moved",
             "early_share")  # fmt: skip
"""Columns counted in units of 1/share_unit."""
IN_MILLIONTHS = ("settled_after", "out_part")
OF_A_ROUND = ("first_player_advantage", "first_player_advantage_decisive", "starter_ends", "win_share_position",
              "margin_mean", "close", "turns_mean", "tied_rounds", "capped")  # fmt: skip
"""What is told by round number where points are carried from round to round."""


def told(layout: Layout) -> list[Measure | Quantile]:
    """All that is measured of a variant, in the order in which it is shown."""
    return [
        *_first_player(layout),
        *_winners(layout.seats),
        *_margins(layout.seats),
        *_lengths(),
        *leads(layout),
        *outs(layout),
        *_ends(layout),
        *own(layout),
    ]


def measures(layout: Layout) -> list[Measure]:
    """All measures of a variant, quantiles aside, in the order in which they are shown."""
    return [m for m in told(layout) if isinstance(m, Measure)]


def round_measures(layout: Layout) -> list[Measure]:
    """Those that are told by round number."""
    return [m for m in measures(layout) if m.name.rstrip("0123456789_") in OF_A_ROUND]


def columns(used: list[Measure]) -> list[str]:
    """The columns that the measures use."""
    names = [name for m in used for name in m.columns()]
    return list(dict.fromkeys([*names, "rounds", "capped", "all_rounds", "all_matches"]))


def units(names: Sequence[str], share_unit: int) -> dict[str, Fraction]:
    """What a column's unit is worth, for those not counted in ones."""
    shares = {name: Fraction(1, share_unit) for name in names if name.split(":")[0] in IN_SHARES}
    return shares | {name: Fraction(1, 10**6) for name in names if name in IN_MILLIONTHS}


ALONE = "there is one seat, and nobody to start before"


def _first_player(layout: Layout) -> Iterator[Measure]:
    even = -Fraction(1, layout.seats)
    for name, top, bottom, capped, over, words, meaning in (
        ("", "start_share", "started", "started_capped", ROUNDS,
         ROUNDS.words, "share of the rounds won by their starter"),
        ("_decisive", "start_share_decisive", "started_decisive", "started_capped", ROUNDS,
         "rounds with one winner", "share of the rounds with one winner won by their starter"),
        ("_match", "open_share", "opened", "opened_capped", MATCHES, MATCHES.words,
         "share of the matches won by seat 0, which starts their first round"),
    ):  # fmt: skip
        parts = tuple(Ratio(f"{top}:{p}", f"{bottom}:{p}", f"{capped}:{p}") for p in layout.players)
        meaning += f", less an even share of 1/{layout.seats}"
        edge = Measure(f"first_player_advantage{name}", parts, SHARE, words, meaning, even, caps=over.caps)
        yield replace(edge, withheld=ALONE) if layout.seats == 1 else edge
    meaning = f"share of the rounds ended by their starter, less an even share of 1/{layout.seats}"
    ends = one("starter_ends", "starter_ended", ROUNDS, meaning)
    ends = replace(ends, shift=even, needs=("rounds_with_ender", "nobody ended a round"))
    yield replace(ends, withheld=ALONE) if layout.seats == 1 else ends


def _winners(seats: int) -> Iterator[Measure]:
    for p in range(seats):
        who = f"the seat in position {p}" if p else "their starter"
        yield one(
            f"win_share_position_{p}", f"position_share:{p}", ROUNDS, f"share of the rounds won by {who}"
        )
    for s in range(seats):
        yield one(f"win_share_seat_{s}", f"seat_share:{s}", MATCHES, f"share of the matches won by seat {s}")
    for s in range(seats):
        points = one(
            f"points_seat_{s}", f"seat_points:{s}", MATCHES, f"points of seat {s} in a match", "points"
        )
        yield replace(points, margin=OF_MATCH_POINTS)


def _margins(seats: int) -> Iterator[Measure]:
    if seats > 1:
        yield one(
            "margin_mean",
            "margin",
            ROUNDS,
            "points of the best less those of the second of a round",
            "points",
        )
        yield one("close", "close_rounds", ROUNDS, "share of the rounds with a margin of at most 1 point")


def _lengths() -> Iterator[Measure | Quantile]:
    yield replace(one("turns_mean", "turns", ROUNDS, "turns of a round", "turns"), length=True)
    for name, p, words in (("median", Fraction(1, 2), "half"), ("p95", Fraction(19, 20), "95 %")):
        meaning = f"turns that {words} of the rounds keep to, a capped round counted as longer than any other"
        yield Quantile(f"turns_{name}", "turns", p, ALL_ROUNDS, "turns", meaning, OF_QUANTILES_OF_TURNS)
    for name, meaning in (
        ("decisions", "decisions of a round, forced ones included"),
        ("choices", "decisions of a round with a choice"),
    ):
        yield replace(one(f"{name}_mean", name, ROUNDS, meaning, "decisions"), length=True)


def _ends(layout: Layout) -> Iterator[Measure]:
    for word in layout.end_reasons:
        yield one(f"end_{word}", f"ended:{word}", ALL_ROUNDS, f"share of the rounds that ended by {word}")
    yield one("tied", "tied_matches", MATCHES, "share of the matches with two or more winners")
    yield one("tied_rounds", "tied_rounds", ROUNDS, "share of the rounds with two or more winners")
    yield one("capped", "capped", ALL_ROUNDS, "share of the rounds that the cap on turns ended")
    meaning = "share of the matches with a capped round, or ended by a cap on rounds"
    yield one("capped_matches", "capped_matches", ALL_MATCHES, meaning)
