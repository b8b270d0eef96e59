"""Which variants of a run play out identically on all deals."""

from balance.store.query import connect
from balance.store.run import Run

SQL = """
select variant, bit_xor(hash(deal, mirror, repeat, digest)) as played
from matches
where seat = 0
group by variant
"""


def alike(run: Run) -> dict[int, int]:
    """Variant → a number that is the same for variants whose matches all are the same to the last decision."""
    with connect(run) as con:
        return dict(con.execute(SQL).fetchall())
