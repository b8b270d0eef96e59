"""Luck of the deal and what choices are worth, counted anew from matches and moves."""

from itertools import combinations

import numpy as np

from tests.reports.recount.estimates import Number, Part, influence, limits
from tests.reports.recount.files import CAP
from tests.reports.recount.metrics import first_matches


def lucks(v):
    """Of repeats and of mirrors, as far as the variant has them: metric → Number."""
    repeats, mirrors = v.spec["repeats"], v.spec["mirrors"]
    shape = (-1, repeats, mirrors, v.seats)
    order = np.lexsort([v.matches[key][:, 0] for key in ("mirror", "repeat", "deal")])
    share = v.matches["share"][order].reshape(shape)
    decided = v.decided[order].reshape(shape[:3]).all(axis=(1, 2))
    share = share[decided]
    found = {}
    if repeats > 1:
        found["deal_luck"] = _deal(share)
    if v.seats == mirrors == 2:
        found |= _mirrors(share)
    return found


def _told(value, errors, share, unit):
    scale, ends = (1.0, (0.0, 1.0)) if unit == "share" else (abs(value) or 1.0, (-np.inf, np.inf))
    low, high, method = limits(value, errors, scale, ends)
    return Number(value, low, high, int(np.prod(share.shape[:3])), len(share), method, unit)


def _deal(share):
    """Σ Cov(y_i, y_j) / Σ ½(Var y_i + Var y_j) over seats, mirrors and pairs of repeats; errors by the delta method."""
    off = share - share.mean(axis=0)
    pairs = list(combinations(range(share.shape[1]), 2))
    common = sum((off[:, i] * off[:, j]).sum(axis=(1, 2)) for i, j in pairs) / len(pairs)
    whole = (off**2).sum(axis=(1, 2, 3)) / share.shape[1]
    value = common.mean() / whole.mean()
    return _told(value, (common - value * whole) / whole.mean(), share, "share")


def _mirrors(share):
    z = share[..., 0].mean(axis=1)
    first, other = (z - z.mean(axis=0)).T
    clusters = len(z)
    deal = _told(float((first * other).sum() / (clusters - 1)), first * other, share, "share squared")
    half, errors = float(z[:, 0].mean() - z[:, 1].mean()) / 2, (first - other) / 2
    low, high, method = limits(half, errors, abs(half), (-np.inf, np.inf))
    value = half**2 - errors.var(ddof=1) / clusters
    least = 0.0 if low <= 0 <= high else min(low**2, high**2)
    skill = Number(value, min(least, value), max(low**2, high**2), deal.n, clusters, method, "share squared")
    return {"mirror_deal": deal, "mirror_skill": skill}


def decisions(v):
    """Decisions of the first deals whose moves are logged: arrays, a line each."""
    return v.files.ask(
        f"""select r.deal, kind, legal, moves.turn, position, r.share, r.turns, r.end_reason = {CAP} as capped, player
            from moves join rounds as r using (variant, match, round, seat) join matches using (variant, match, seat)
            where variant = $1 and match < $2""",
        v.number, first_matches(v.files),
    )  # fmt: skip


def worths(v):
    """What the seats win that decide on a kind, less what those at all decisions win."""
    rows = decisions(v)
    deals, place = np.unique(rows["deal"], return_inverse=True)
    open_ = (rows["legal"] > 1) & ~rows["capped"]

    def part(kept):
        weigh = lambda w: np.bincount(place, w * kept, len(deals))  # noqa: E731
        return Part(weigh(rows["share"]), weigh(np.ones(len(place))))

    every, found = influence([part(open_)]), {}
    for code, kind in enumerate(v.files.game["kinds"]):
        if code:
            own = part(open_ & (rows["kind"] == code))
            value, errors = influence([own])
            value, errors = value - every[0], errors - every[1]
            low, high, method = limits(value, errors, 1.0, (-1.0, 1.0))
            n = int(own.bottom.sum())
            found[f"choice_worth_{kind}"] = Number(
                value, low, high, n, len(deals), method, "share", errors=errors
            )
    return found
