"""Records of chunks that a fault in the game or in a player kept from being finished: `failed/NNNNN.json`.

They are told and change no number: what counts is commit records. Whoever plays a run on removes them first, and
plays these chunks anew.
"""

import shutil
from pathlib import Path
from typing import TypedDict, cast

from balance.store import plain, shape
from balance.store.files import write_atomically
from balance.store.kinds import Count
from balance.store.sealed import opened, sealed


class Failure(TypedDict):
    """A chunk that was not finished; match: of the variant, in which the fault is; told: where and what, in a line."""

    chunk: Count
    variant: Count
    first_cluster: Count
    clusters: Count
    match: Count | None
    told: str


def write(run: Path, failure: Failure) -> None:
    """Keep what is known of a chunk that failed."""
    folder = run / "failed"
    folder.mkdir(exist_ok=True)
    write_atomically(folder / f"{failure['chunk']:05}.json", sealed(failure))


def read(run: Path) -> list[Failure]:
    """All records that are whole, by chunk number."""
    records = [opened(path) for path in (run / "failed").glob("*.json")]
    found = [plain.harmless(record.content) for record in records if not record.fault]
    found = [record for record in found if shape.fits(record, Failure)]
    return sorted(cast(list[Failure], found), key=lambda failure: failure["chunk"])


def clear(run: Path) -> None:
    """Forget them: the chunks are about to be played again."""
    shutil.rmtree(run / "failed", ignore_errors=True)
