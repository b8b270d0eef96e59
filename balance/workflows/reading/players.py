"""What the run of a ladder says of its players."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from balance.stats.ladder import Ladder, joined, ladder
from balance.stats.noise import Noise, noise
from balance.stats.tallies import Pairing, Tallies
from balance.store.aligned import Source, aligned, among
from balance.store.clusters import ClusterSums, seating_sums, share_unit
from balance.store.query import seatings
from balance.store.run import Run
from balance.store.spec import VariantSpec

NOISE = "noise"
"""The folder of the noise test, a run within the run."""


def read(run: Run) -> Ladder | None:
    """What a run says of its players, from the deals that all pairings played; None where there are none.

    None, too, where the run is not that of a ladder.
    """
    if "ladder" not in run.spec:
        return None
    found = _ladder(run)
    return None if found is None else replace(found, noise=_noise(run))


def _ladder(run: Run) -> Ladder | None:
    """Without the noise test. Pairings on fewer deals than others are read on these, beside all pairings."""
    variants, asked = run.spec["variants"], run.spec["ladder"]
    most, least = (of(v["clusters"] for v in variants) for of in (max, min))
    many = [v for v in variants if v["clusters"] == most]
    tallies, players = _tallies(run, many, most), asked["players"]
    if not tallies.deals:
        return None
    present = [name for name in players if any(name in v["lineup"] for v in many)]
    found = ladder(tallies, present, asked["reference"], len(players))
    if least == most:
        return found
    tallies = _tallies(run, variants, least)
    if not tallies.deals:
        return None
    return joined(found, ladder(tallies, players, asked["reference"]), tallies.seats)


def noisy(run: Run) -> Run | None:
    """The run of a ladder's noise test, if it was begun."""
    return run.within(NOISE)


def _noise(run: Run) -> Noise | None:
    """What the noise test says; None where it is not all played."""
    tested = noisy(run)
    if tested is None or not tested.complete:
        return None
    player, *others = tested.spec["players"]
    return noise(tallied(tested), player["name"], [(row["noise"], row["name"]) for row in others])


def tallied(run: Run) -> Tallies:
    """Of all pairings of a run, over the deals that all of them played."""
    variants = run.spec["variants"]
    return _tallies(run, variants, max(v["clusters"] for v in variants))


def _tallies(run: Run, variants: Sequence[VariantSpec], deals: int) -> Tallies:
    """Of some pairings, over the first deals as far as all of them played these."""
    names = seatings(run.spec)
    pairings = [Pairing(v["lineup"][0], v["lineup"][-1], names[v["variant"]]) for v in variants]
    tallies = Tallies(pairings, share_unit(run))
    places = {variant["variant"]: place for place, variant in enumerate(variants)}
    for parts in aligned([Source(_first(run, deals), places)]):
        tallies.add(parts)
    return tallies


def _first(run: Run, deals: int) -> Iterator[ClusterSums]:
    """The sums of the first deals of each variant."""
    for part in seating_sums(run):
        early = part.numbers[part.numbers < deals]
        if len(early):
            yield among(part, early)
