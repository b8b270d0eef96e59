"""Out of it: rounds that some seat can surely win no more while they go on, of which it may yet decide who does.

What a seat can still reach is a bound that the game's rules give; so all of these are at least what is true.
"""

from collections.abc import Iterator

from balance.stats.influence import Ratio
from balance.stats.layout import Layout
from balance.stats.measure import SHARE, Measure

FOLLOWED = ("followed", "turns were not logged")
ROUNDS = "rounds that ended by the rules and whose turns were logged"
SEATS = 3  # at least: with two, who is out has nobody to favour


def outs(layout: Layout) -> Iterator[Measure]:
    """How often, and for how much of a round, some seat is surely out of it; none without `reach` in the rules."""
    if not layout.reaches or layout.seats < SEATS:
        return
    out = "some seat could surely neither win the round nor share it"
    for name, top, meaning in (
        ("out_rounds", "out_rounds", f"share of the rounds in which {out}, before they ended"),
        ("out_turns", "out_part", f"share of a round’s turns that were played while {out}"),
        (
            "out_quarter",
            "out_quarter",
            f"share of the rounds in which {out}, for a quarter of the turns or more",
        ),
        ("out_half", "out_half", f"share of the rounds in which {out}, for half of the turns or more"),
    ):
        capped = "followed_capped" if name != "out_turns" else None
        yield Measure(name, (Ratio(top, "followed_rounds", capped),), SHARE, ROUNDS, meaning, among=FOLLOWED)
