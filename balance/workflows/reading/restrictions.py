"""What a run says of the restrictions of its player."""

from balance.stats.estimate import Estimate
from balance.stats.restrictions import Restricted, Restrictions, restrictions
from balance.store.run import Run
from balance.workflows.reading.players import tallied


def read(run: Run) -> Restrictions | None:
    """The costs of all restrictions; None where no deal was played by all, or the run is of another kind."""
    if "restricted" not in run.spec:
        return None
    tallies = tallied(run)
    if not tallies.deals:
        return None
    found = run.spec["restricted"]
    rows = [
        Restricted(
            r["player"], r["mode"], r["class"], r["value"], Estimate(**r["met"]), Estimate(**r["bound"])
        )
        for r in found["rows"]
    ]
    return restrictions(tallies, found["player"], rows)
