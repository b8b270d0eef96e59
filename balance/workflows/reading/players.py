"""What the run of a ladder says of its players."""

from balance.stats.ladder import Ladder, ladder
from balance.stats.tallies import Pairing, Tallies
from balance.store.aligned import Source, aligned
from balance.store.clusters import seating_sums, share_unit
from balance.store.query import seatings
from balance.store.run import Run


def read(run: Run) -> Ladder | None:
    """What a run says of its players, from the deals that all pairings played; None where there are none.

    None, too, where the run is not that of a ladder.
    """
    if "ladder" not in run.spec:
        return None
    names, variants = seatings(run.spec), run.spec["variants"]
    pairings = [Pairing(v["lineup"][0], v["lineup"][-1], names[v["variant"]]) for v in variants]
    tallies = Tallies(pairings, share_unit(run))
    places = {variant["variant"]: place for place, variant in enumerate(variants)}
    for parts in aligned([Source(seating_sums(run), places)]):
        tallies.add(parts)
    if not tallies.deals:
        return None
    return ladder(tallies, run.spec["ladder"]["players"], run.spec["ladder"]["reference"])
