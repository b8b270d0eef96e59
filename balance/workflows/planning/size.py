"""How many deals are played of each variant: a fixed number, or as many as it takes, with looks in between."""

from math import isfinite
from typing import NamedTuple

from balance.runner.runner import Runner
from balance.stats.measure import Measure
from balance.stats.measures import told
from balance.stats.stopping import LEAST, STEP, looks
from balance.store.spec import BatchSpec
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import budget
from sims.errors import InputError

MATCHES, MOST_MATCHES = 10_000, 1_000_000
MOST = 2**63 - 1  # seeds and matches are stored as signed 64-bit numbers


class Size(NamedTuple):
    """batches: after how many deals of each variant a rule looks, the last being the most; one where there is none.

    per_deal: matches of a deal.
    """

    batches: list[int]
    per_deal: int

    @property
    def first(self) -> int:
        """Deals of the first batch."""
        return self.batches[0]

    @property
    def most(self) -> int:
        """Deals at most."""
        return self.batches[-1]

    def cut(self, pilot: budget.Pilot, variants: int, who: Runner) -> list[BatchSpec]:
        """The batches with the size of their chunks."""
        found: list[BatchSpec] = []
        for before, upto in zip([0, *self.batches], self.batches, strict=False):
            part = pilot._replace(seconds=pilot.seconds * (upto - before) / self.most)
            size = budget.chunk_clusters(part, upto - before, variants, who.count, who.seconds)
            found.append({"clusters": upto, "chunk_clusters": size})
        return found


def size(request: Request, mirrors: int, repeats: int, listener: Listener) -> Size:
    """The sizes that are asked for, in whole deals; InputError for what is wrong with them."""
    per_deal = mirrors * repeats
    if not request.until:
        if request.max_matches is not None:
            raise InputError(
                "max_matches", request.max_matches, "given without --until, which may stop earlier"
            )
        asked = at_least("matches", MATCHES if request.matches is None else request.matches, 1)
        return Size([_whole(asked, mirrors, repeats, listener)], per_deal)
    asked = LEAST * per_deal if request.matches is None else at_least("matches", request.matches, 1)
    if asked < LEAST:
        listener.note(f"{LEAST:,} matches at least are played before the first look")
    first = _whole(max(asked, LEAST), mirrors, repeats, listener)
    allowed = max(MOST_MATCHES, first * per_deal) if request.max_matches is None else request.max_matches
    most = at_least("max_matches", allowed, 1) // per_deal
    if most < first:
        raise InputError("max_matches", allowed, f"at least the {first * per_deal:,} before the first look")
    return Size(looks(first, most, -(-STEP // per_deal)), per_deal)


def check_rule(request: Request) -> None:
    """InputError for a metric that no variant has, or that cannot be waited for, and for a half-width that is none."""
    if not request.until:
        return
    from balance.workflows.asking.asked import A_METRIC, layouts  # loads the statistics

    if request.baseline is not None:
        raise InputError(
            "until", next(iter(request.until)), "possible with --baseline: its deals are played already"
        )
    asked = {m.name: m for layout in layouts(request) for m in told(layout)}
    for name, half in request.until.items():
        if name not in asked:
            raise InputError("until", name, A_METRIC, asked)
        measure = asked[name]
        if isinstance(measure, Measure) and measure.withheld:
            raise InputError("until", name, f"to be had: {measure.withheld}")
        if isinstance(measure, Measure) and measure.among and request.log == "rounds":
            raise InputError("until", name, f"to be had with --log rounds: {measure.among[1]}")
        if not (isfinite(half) and half > 0):
            raise InputError(f"until: {name}", half, "a number above 0")


def at_least(field: str, value: int, least: int) -> int:
    """The number; InputError if it is smaller, or too large to be stored."""
    if not least <= value <= MOST:
        raise InputError(
            field,
            value,
            f"a whole number of at least {least}" if value < least else f"a whole number up to {MOST}",
        )
    return value


def _whole(matches: int, mirrors: int, repeats: int, listener: Listener) -> int:
    """So many matches in deals, rounded up; a note where that makes them more."""
    per_deal = mirrors * repeats
    clusters = -(-matches // per_deal)
    if clusters * per_deal != matches:
        each = " and ".join(
            f"{n} {what}" for n, what in ((mirrors, "mirrors"), (repeats, "repeats")) if n > 1
        )
        listener.note(f"{matches} matches make no whole deals of {each}: {clusters * per_deal} a variant")
    return clusters
