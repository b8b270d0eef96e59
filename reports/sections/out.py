"""How early is a seat out of it? The room in which who cannot win any more may decide who does."""

from typing import TYPE_CHECKING

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.stats.outs import ROUNDS, SEATS
from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Section
from reports.ratios import ratios
from reports.sections import economy_first
from reports.theme import svg
from reports.words import count, sentence, share

if TYPE_CHECKING:
    pass

COLUMNS = (
    ("out_rounds", "before the end"),
    ("out_quarter", "for a quarter of the turns"),
    ("out_half", "for half of them"),
    ("out_turns", "of the turns"),
)
LEAST = (
    "A seat is out of it once it can neither win the round nor share it, whatever is played and whatever lies hidden. "
    "What it can still reach is a bound that the rules give, so every figure is a least one: seats may be out of it "
    "earlier, and more often, than can be told for sure."
)
ROUND = "It is told of rounds: what a match still holds depends on cards that are dealt later."


def build(context: Context) -> Section | None:
    """The section; None for a game that does not tell, for fewer than three seats, and where no turns were logged."""
    known = [v for v in context.variants if _known(context, v)]
    if not known:
        return None
    found = curves(context)
    groups = {
        seats: charts.picked([v for v in group if v in known], charts.FEW)
        for seats, group in context.tables.items()
        if seats >= SEATS
    }
    groups = {seats: group for seats, group in groups.items() if group}
    shown = [v for group in groups.values() for v in group]
    numbers = tables.metrics(
        context, COLUMNS, "Rounds in which some seat was out of it, and turns played then"
    )
    return Section(
        "out",
        "How early is a seat out of it?",
        [_sentence(context, v) for v in tables.told(context) if v in known],
        [LEAST, ROUND, *charts.cut(context, len(shown))],
        [
            Chart(
                svg(
                    "out",
                    0.4 + 2.6 * len(groups),
                    lambda figure: economy_first.panels(
                        context, groups, found, 100, "% of the round’s turns played", figure
                    ),
                ),
                "Share of the rounds in which some seat was out of it, by the part of the turns played. The table has "
                "the numbers.",
                "A line rises with every round in which some seat has come to be out of it for sure; to the right of "
                "where it rises lies the part of the round in which that seat can only decide who else wins. Where it "
                "ends is the share of rounds in which anybody was out of it before the end.",
                (
                    numbers,
                    tables.curves(
                        context,
                        shown,
                        found,
                        "% of turns",
                        "Share of the rounds in which some seat was out of it by then",
                    ),
                ),
            )
        ],
        [numbers],
    )


def curves(context: Context) -> dict[int, list[tuple[int, Estimate]]]:
    """Variant → (percent of the turns played, share of the rounds in which some seat was out of it by then)."""
    found: dict[int, list[tuple[int, Estimate]]] = {}
    for (variant, key, _), estimate in ratios(context, "out", SHARE, ROUNDS, read="rounds").items():
        found.setdefault(variant, []).append((key, estimate))
    return found


def _known(context: Context, variant: VariantSpec) -> bool:
    found = context.metric(variant, "out_rounds")
    return found is not None and found.value is not None


def _sentence(context: Context, variant: VariantSpec) -> str:
    rounds, part, half = (
        share(context.metric(variant, name)) for name in ("out_rounds", "out_turns", "out_half")
    )
    size = count(context.estimate(variant, "out_rounds").clusters, "deal")
    return sentence(
        f"{context.among(variant)} some seat was surely out of it before the end in {rounds} of the rounds, in {half} "
        f"for half of their turns or more; {part} of a round’s turns were played then ({size})"
    )
