"""What the turns say of the lead, turn by turn; and what the same turns say in orders drawn here."""

from itertools import groupby

import numpy as np

from tests.leads import lead
from tests.reports.recount.estimates import Number, Part, ratio

NAMES = ("lead_changes", "comeback", "settled")
DEALS = 100  # of which rounds are drawn to be put in random order
CAPPED = -1  # nobody wins such a round
DRAWN = 8  # orders of a round here


def followed(v):
    """The logged deals, and of each of their rounds: the deal, who won alone (None, or `CAPPED`), standings by turn."""
    rows = v.turns(["standing"])
    keys = np.stack([rows["match"], rows["round"]], axis=1).tolist()
    found, at = [], 0
    for _, group in groupby(map(tuple, keys)):
        size = len(list(group))
        here = slice(at, at + size)
        at += size
        share = rows["share"][here][: v.seats]
        alone = int(share.argmax()) if share.max() == 1 else None
        winner = CAPPED if rows["capped"][here][0] else alone
        found.append((int(rows["deal"][here][0]), winner, rows["standing"][here].reshape(-1, v.seats)))
    deals = np.unique([deal for deal, *_ in found])
    return deals, found


def leads(v):
    """The metrics of the lead, of the deals whose turns are logged."""
    deals, rounds = followed(v)
    told = [
        (deal, len(turns), lead(turns.tolist(), winner)) for deal, winner, turns in rounds if winner != CAPPED
    ]
    return _estimated(v, deals, told)


def _estimated(v, deals, told):
    top = {name: np.zeros(len(deals)) for name in NAMES}
    bottom = {name: np.zeros(len(deals)) for name in NAMES}
    for deal, turns, found in told:
        place = np.searchsorted(deals, deal)
        for name in NAMES:
            value = getattr(found, name)
            if value is not None:
                top[name][place] += (
                    round(value / turns, 6) if name == "settled" else value
                )  # kept in millionths
                bottom[name][place] += 1
    units = dict(zip(NAMES, ("changes", "cards", "share"), strict=True))
    return {name: ratio(Part(top[name], bottom[name]), unit=units[name]) for name in NAMES}


def nulls(run, place):
    """NAME_null as printed, of some rounds in 1,000 orders; it must lie near what orders drawn here give of all rounds.

    How near: two half-widths of the printed interval, which is itself as wide as here but for the fewer rounds.
    """
    v = run.variants[place]
    if "lead_changes" not in run.counted[place]:
        return {}
    (told,) = (
        {row[0]: row[1] for row in table["rows"]}
        for table in run.section("metrics").tables
        if table["caption"].startswith(f"{run.names[place]}, between")
    )
    found = {}
    for name, drawn in shuffled(v).items():
        printed = told[f"{name}_null"]
        half, own = (printed["high"] - printed["low"]) / 2, (drawn.high - drawn.low) / 2
        assert abs(printed["value"] - drawn.value) < 2 * half, (name, printed, drawn)
        assert 0.6 < half / own * np.sqrt(printed["n"] / drawn.n * DRAWN) < 1.4, (name, printed, drawn)
        assert printed["clusters"] == drawn.clusters and 0 < printed["n"] <= 200
        keys = ("value", "low", "high", "n", "clusters", "method", "unit")
        found[f"{name}_null"] = Number(**{key: printed[key] for key in keys})
        assert found[f"{name}_null"].method == "shuffled_turns" and printed["unit"] == drawn.unit
    return found


def shuffled(v):
    """The same over all rounds of the first deals, their turns in orders drawn here."""
    rng = np.random.default_rng(99)
    deals, rounds = followed(v)
    deals = deals[:DEALS]
    told = []
    for deal, winner, turns in rounds:
        if winner == CAPPED or deal > deals[-1]:
            continue
        steps = np.diff(turns, axis=0, prepend=0)
        mixed = [rng.permutation(steps).cumsum(axis=0).tolist() for _ in range(DRAWN)]
        told += [(deal, len(turns), lead(one, winner)) for one in mixed]
    return _estimated(v, deals, told)
