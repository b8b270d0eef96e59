"""Recounted: how long rounds are, how they end, how long people would sit at them."""

from dataclasses import replace

import numpy as np

from tests.reports.recount.estimates import Part, ratio
from tests.reports.recount.printed import line, shown
from tests.reports.recount.telling import lines, rated, told, who

SECONDS = 10


def endings(run, section):
    reasons = [f"end_{word}" for word in run.files.game["end_reasons"][2:]]
    names = [
        "turns_mean",
        "turns_median",
        "turns_p95",
        *reasons,
        "capped",
        "starter_ends",
        "margin_mean",
        "close",
    ]
    rows = [line(n, *((m, c[m]) for m in names)) for n, c in zip(run.names, run.counted, strict=True)]
    section.table("Lengths and endings", rows)
    section.table(
        "Turns of the rounds that ended by the rules", [[n, *_quantiles(v)] for n, v in _named(run)]
    )
    section.table("Rounds by their turns", _lengths(run))
    times = [_minutes(run, place) for place in range(len(run.names))]
    section.table(
        f"Minutes, assuming {SECONDS} seconds",
        [line(n, ("", one), ("", whole)) for n, (one, whole) in zip(run.names, times, strict=True)],
    )
    for i in [
        i for i, table in enumerate(section.tables) if table["caption"].startswith("Minutes, assuming")
    ]:
        section.claimed.add(("head", i))  # the assumption
    for place in told(run):
        counted = run.counted[place]
        ends = [counted[name] for name in (*reasons, "capped") if counted[name].value]
        section.sentence(
            who(run, place), *(x for e in ends for x in shown(e, capped=True)), run.variants[place].deals
        )
        said = [
            x for m in ("starter_ends", "margin_mean", "close") for x in shown(counted[m], m, capped=True)
        ]
        section.sentence("the best seat led the next", *said)
    numbers = [SECONDS, *(x for time in times[0] for x in shown(time))]
    section.sentence("a round takes", *numbers)
    section.looks([rated(run, 0, "turns", "The round of most turns")])


def _named(run):
    return zip(run.names, run.variants, strict=True)


def _quantiles(v):
    turns = np.sort(v.rounds["turns"][v.ended, 0])
    return [str(turns[int(np.ceil(p * len(turns) - 1e-9)) - 1]) for p in (0.05, 0.25, 0.5, 0.75, 0.95)]


def _lengths(run):
    """A line a number of turns: % of the rounds, then the share with at most so many."""
    reached = []
    for v in (run.variants[place] for place in lines(run)):
        turns, ended = v.rounds["turns"][:, 0], v.sums(v.ended)
        reached.append({
            int(q): (100 * (turns[v.ended] == q).mean(), ratio(Part(v.sums(v.ended & (turns <= q)), ended)))
            for q in np.unique(turns[v.ended])
        })  # fmt: skip
    levels = sorted(set().union(*reached))
    return [
        [str(q), *([held[q][0], *shown(held[q][1])] if q in held else "–" for held in reached)]
        for q in levels
    ]


def _minutes(run, place):
    """Of a round, and of a match with its capped rounds, as decisions between several choices take."""
    v = run.variants[place]
    match = ratio(Part(v.sums(v.rounds["choices"][:, 0]), v.sums(1, table="matches")), unit="minutes")
    return [
        replace(e, unit="minutes", **{k: getattr(e, k) * SECONDS / 60 for k in ("value", "low", "high")})
        for e in (run.counted[place]["choices_mean"], match)
    ]
