"""What the run of a ladder says of its players."""

from dataclasses import replace

from balance.stats.ladder import Ladder, ladder
from balance.stats.noise import Noise, noise
from balance.stats.tallies import Pairing, Tallies
from balance.store.aligned import Source, aligned
from balance.store.clusters import seating_sums, share_unit
from balance.store.query import seatings
from balance.store.run import Run

NOISE = "noise"
"""The folder of the noise test, a run within the run."""


def read(run: Run) -> Ladder | None:
    """What a run says of its players, from the deals that all pairings played; None where there are none.

    None, too, where the run is not that of a ladder.
    """
    if "ladder" not in run.spec:
        return None
    tallies = tallied(run)
    if not tallies.deals:
        return None
    found = ladder(tallies, run.spec["ladder"]["players"], run.spec["ladder"]["reference"])
    return replace(found, noise=_noise(run))


def noisy(run: Run) -> Run | None:
    """The run of a ladder's noise test, if it was begun."""
    folder = run.path / NOISE
    return Run.open(folder) if (folder / "run.json").is_file() else None


def _noise(run: Run) -> Noise | None:
    """What the noise test says; None where it is not all played."""
    tested = noisy(run)
    if tested is None or not tested.complete:
        return None
    player, *others = tested.spec["players"]
    return noise(tallied(tested), player["name"], [(row["noise"], row["name"]) for row in others])


def tallied(run: Run) -> Tallies:
    """Of all pairings of a run, over the deals that all of them played."""
    names, variants = seatings(run.spec), run.spec["variants"]
    pairings = [Pairing(v["lineup"][0], v["lineup"][-1], names[v["variant"]]) for v in variants]
    tallies = Tallies(pairings, share_unit(run))
    places = {variant["variant"]: place for place, variant in enumerate(variants)}
    for parts in aligned([Source(seating_sums(run), places)]):
        tallies.add(parts)
    return tallies
