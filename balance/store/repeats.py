"""The win of every match, laid out by deal, repeat, mirror and seat: what tells luck of the deal from all else."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm

import numpy as np

from balance.store.query import connect, point
from balance.store.run import Run

ROWS = 1_000_000  # of `matches`, read at a time
SQL = """
select variant, share, digest, capped_rounds > 0 or end_reason = 'cap' as capped
from matches
order by variant, deal, repeat, mirror, seat
"""


@dataclass(frozen=True)
class Wins:
    """Some deals of a variant.

    share: int64 of shape (deals, repeats, mirrors, seats), in units of 1/share_unit; decided: bool by deal, whether all
    its matches ended by the rules; alike: bool by deal, whether all its repeats were the same match, mirror by mirror.
    """

    variant: int
    share_unit: int
    share: np.ndarray
    decided: np.ndarray
    alike: np.ndarray


def wins(run: Run, rows: int = ROWS) -> Iterator[Wins]:
    """The wins of all finished deals; a deal is never split."""
    variants = run.spec["variants"]
    unit = lcm(*range(1, max(v["seats"] for v in variants) + 1))
    with connect(run, locked=False) as con:
        for files in run.batches(rows, "matches"):
            point(con, files)
            found = con.execute(SQL).fetchnumpy()
            for number in np.unique(found["variant"]).tolist():
                own = found["variant"] == number
                shape = (-1, *(variants[number][side] for side in ("repeats", "mirrors", "seats")))
                share, digest, capped = (
                    np.asarray(found[name])[own].reshape(shape) for name in ("share", "digest", "capped")
                )
                yield Wins(
                    number,
                    unit,
                    np.rint(share * unit).astype(np.int64),
                    ~capped.any(axis=(1, 2, 3)),
                    (digest == digest[:, :1]).all(axis=(1, 2, 3)),
                )
