"""What the turns say of the lead, turn by turn; and what the same turns say in orders drawn here."""

from itertools import groupby

import numpy as np

from tests.leads import Lead, lead
from tests.reports.recount.estimates import Number, Part, ratio

NAMES = ("lead_changes", "comeback", "settled")
DEALS = 100  # of which rounds are drawn to be put in random order
CAPPED = NOBODY = -1
DRAWN = 200  # orders of a round here


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
        assert 0.75 < half / own * np.sqrt(printed["n"] / drawn.n) < 1.3, (name, printed, drawn)
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
        if winner != CAPPED and deal <= deals[-1]:
            steps = np.diff(turns, axis=0, prepend=0)
            told.append((deal, len(turns), _in_random_order(rng, steps, winner)))
    return _estimated(v, deals, told)


def _in_random_order(rng, steps, winner):
    """The means over orders of what the lead comes to, all orders side by side."""
    turns = len(steps)
    level = steps[rng.permuted(np.tile(np.arange(turns), (DRAWN, 1)), axis=1)].cumsum(axis=1)
    best = level.max(axis=2)
    leader = np.where((level == best[..., None]).sum(axis=2) == 1, level.argmax(axis=2), NOBODY)
    changes, last = 0, np.full(DRAWN, NOBODY)
    for now in leader.T:
        changes = changes + ((now != NOBODY) & (last != NOBODY) & (now != last)).mean()
        last = np.where(now == NOBODY, last, now)
    if winner is None:
        return Lead(changes, None, None)
    behind = (best - level[..., winner]).max(axis=1).mean()
    held = np.logical_and.accumulate(leader[:, ::-1] == winner, axis=1).sum(
        axis=1
    )  # turns that it led to the end
    return Lead(changes, behind, (turns + 1 - held).mean() if held.all() else None)
