"""What a calibration finds: one line of its table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """One thing that was checked, with what was found.

    `tier`: 1 exact numbers against published ones, 2 games played and measured against exact numbers, 3 coverage of
    the intervals, and pairing. `what` names it as "subject: quantity". `expected` is what should come out, as it is
    printed (an exact fraction, a range). `found` is what came out and `low`, `high` its interval, all in the unit of
    `expected`; both are None where there is none (an exact number). `n` counts what it rests on (deals, replications,
    1 for one exact number), `method` says in a few words how the interval or the comparison was made, and `holds` is
    the outcome.
    """

    tier: int
    what: str
    expected: str
    found: float
    low: float | None
    high: float | None
    n: int
    method: str
    holds: bool
