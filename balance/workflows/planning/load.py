"""What a run will take of disk and time, told before it starts; one that will not fit is refused."""

import shutil
from pathlib import Path
from typing import NamedTuple

from balance.store.run import HOME
from balance.store.spec import LoadSpec
from balance.workflows.asking.request import Request
from balance.workflows.planning.budget import Pilot
from sims.errors import InputError

BYTES_A_ROW = {"matches": 12.0, "rounds": 16.0, "turns": 3.5, "moves": 2.5}
"""More than the games that come with the program take in a few thousand matches: matches 5.2 to 10.8 (8 of them a
digest), rounds 0.9 to 14.0 (Lonja, 61 columns), turns 0.4 to 3.0, moves 0.8 to 2.2.
"""
BYTES_A_CHUNK = 40_000  # its record, and what its four files hold beside rows, in blocks of a file system
UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))
SECONDS_A_ROW = 160e-9  # of writing, on one thread


class Load(NamedTuple):
    """bytes: that the run may take; seconds: of play on so many threads; free: bytes of the disk; where it will lie."""

    bytes: int
    seconds: float
    threads: int
    free: int
    where: Path

    def spec(self) -> LoadSpec:
        """What run.json says of it."""
        return {"bytes": self.bytes, "seconds": round(self.seconds, 3), "threads": self.threads}

    def check(self, request: Request) -> None:
        """InputError if there is not so much room, with what to lower."""
        if self.bytes <= self.free:
            return
        lower = ["--max-matches" if request.until else "--matches"]
        lower += ["--log-budget", "--log rounds"] if request.log != "rounds" else []
        raise InputError(
            "out",
            str(self.where),
            f"on a disk with room for this run: it may take {in_bytes(self.bytes)}, and {in_bytes(self.free)} are "
            f"free; what lowers it: {', '.join(lower)}",
        )


def load(pilot: Pilot, share: float, chunks: int, threads: int, out: Path | None) -> Load:
    """What a run takes that logs turns and moves of this share of deals."""
    rows = {**pilot.results, **{table: n * share for table, n in pilot.rows.items()}}
    held = sum(n * BYTES_A_ROW[table] for table, n in rows.items()) + chunks * BYTES_A_CHUNK
    seconds = (pilot.seconds + sum(rows.values()) * SECONDS_A_ROW) / min(threads, chunks)
    where = HOME if out is None else out
    return Load(round(held), seconds, threads, shutil.disk_usage(_there(where.absolute())).free, where)


def in_bytes(n: float) -> str:
    """Bytes as people say them."""
    unit, name = next(((u, name) for u, name in UNITS if n >= u), UNITS[-1])
    return f"{n / unit:,.2g} {name}" if n < 10 * unit else f"{n / unit:,.0f} {name}"


def _there(path: Path) -> Path:
    """The nearest folder above that is there."""
    return next(parent for parent in (path, *path.parents) if parent.is_dir())
