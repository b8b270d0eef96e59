"""Who leads in standing, by the deals whose turns were logged: they are chosen by a hash, so they stand for all."""

from collections.abc import Iterator

from balance.stats.influence import Ratio
from balance.stats.layout import Layout
from balance.stats.measure import SHARE, Measure

LOGGED = ("logged", "turns were not logged")
ROUNDS = "rounds that ended by the rules and whose turns were logged"


def leads(layout: Layout) -> Iterator[Measure]:
    """How often the lead changes, how far a winner was behind, how early it led for good; none without a standing."""
    if layout.standing is None or layout.seats == 1:
        return
    for name, top, bottom, unit, words, meaning in (
        ("lead_changes", "lead_changes", "logged_rounds", "changes", ROUNDS,
         "how often another seat came to lead alone in standing, per round"),
        ("comeback", "comeback", "won_alone", layout.standing, f"{ROUNDS}, with one winner",
         "the most that a round’s sole winner was behind the best in standing"),
        ("settled", "settled_after", "settled_rounds", SHARE,
         f"{ROUNDS}, with one winner that led in standing as they ended",
         "share of a round’s turns after which its sole winner led alone to the end"),
    ):  # fmt: skip
        yield Measure(name, (Ratio(top, bottom),), unit, words, meaning, among=LOGGED)
