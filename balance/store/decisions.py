"""Decisions with a choice by kind and deal, and how the rounds went for the seats that took them.

Of the first deals of each variant whose moves are logged: to read all moves would take a good part of a sweep.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm

import numpy as np

from balance.store.clusters import first_matches
from balance.store.query import connect, point
from balance.store.run import Run

SQL = """
with counted as (
    select match, round, seat, kind, count(*) filter (where legal > 1) as chosen
    from moves
    where match < $1
    group by match, round, seat, kind
)
select
    deal,
    kind,
    sum(chosen) filter (where end_reason <> 'cap') as chosen,
    sum(chosen * round(share * $2)) filter (where end_reason <> 'cap') as share
from counted
join (from rounds where match < $1) as played using (match, round, seat)
group by deal, kind
order by deal, kind
"""


@dataclass(frozen=True)
class Decisions:
    """Some deals of a variant. kind → int64 by deal, of decisions between several choices in rounds not capped.

    chosen: how many there were; share: the shares of the round's win of the seats that took them, summed over the
    decisions, in units of 1/share_unit. A kind that did not occur is left out.
    """

    variant: int
    deals: int
    share_unit: int
    chosen: dict[str, np.ndarray]
    share: dict[str, np.ndarray]


def decisions(run: Run) -> Iterator[Decisions]:
    """Those of the variants of which a chunk is finished, by chunk; without deals where no moves are logged."""
    run = run.read_once()
    most = first_matches(run.spec)
    unit = lcm(*range(1, max(v["seats"] for v in run.spec["variants"]) + 1))
    logged = run.rows()["moves"] > 0
    with connect(run, locked=False) as con:
        for variant in run.spec["variants"]:
            own = [commit for commit in run.commits() if commit["variant"] == variant["variant"]]
            own.sort(key=lambda commit: commit["first_cluster"])
            played = 0
            for commit, files in zip(own, run.batches(1, "rounds", [variant["variant"]]), strict=True):
                found: dict[str, np.ndarray] = {}
                if logged:
                    point(con, files)
                    answer = con.execute(SQL, [most, unit]).fetchnumpy()
                    found = {name: np.ma.filled(values, 0) for name, values in answer.items()}
                yield _by_kind(variant["variant"], unit, found)
                played += commit["matches"]
                if played >= most or not logged:
                    break


def _by_kind(variant: int, unit: int, found: dict[str, np.ndarray]) -> Decisions:
    deals = np.unique(found.get("deal", []))
    sums: dict[str, dict[str, np.ndarray]] = {"chosen": {}, "share": {}}
    for kind in set(found["kind"].tolist()) if found else ():
        own = found["kind"] == kind
        place = np.searchsorted(deals, found["deal"][own])
        for name, held in sums.items():
            held[kind] = np.zeros(len(deals), np.int64)
            held[kind][place] = found[name][own].astype(np.int64)
    return Decisions(variant, len(deals), unit, sums["chosen"], sums["share"])
