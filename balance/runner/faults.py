"""Chunks that failed while a run was played, and when it is enough of them."""

from collections import Counter

from balance.store import failures
from balance.store.failures import Failure
from balance.store.run import Run
from balance.store.spec import Chunk

MOST_OF_A_VARIANT, MOST = 3, 20  # failed chunks after which no more of the variant, or of the run, is played


class Faults:
    """What failed, which is written down at once."""

    def __init__(self, run: Run) -> None:
        self.found: list[Failure] = []
        self._path = run.path

    def add(self, chunk: Chunk, match: int | None, told: str) -> None:
        """A chunk failed; match: in which the fault is, None where it is not of a match."""
        failure: Failure = {**chunk._asdict(), "match": match, "told": told}  # type: ignore[typeddict-item]
        failures.write(self._path, failure)
        self.found.append(failure)

    def leave(self, chunk: Chunk) -> bool:
        """Has so much failed that it is no use to try this one?"""
        of_variant = Counter(failure["variant"] for failure in self.found)
        return len(self.found) >= MOST or of_variant[chunk.variant] >= MOST_OF_A_VARIANT
