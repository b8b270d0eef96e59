"""Recounted: what a comparison says of its tweaks, before all else and in full."""

from functools import cache

from tests.reports.recount.changes import together
from tests.reports.recount.families import Family
from tests.reports.recount.printed import ADVANTAGES, METHODS, shown
from tests.reports.recount.rules import QUANTILE, as_json, difference, same
from tests.reports.recount.telling import EDGE, starter

PRIMARY = (EDGE, "turns_mean", "tied_rounds")
SHORT = {EDGE: "edge", "turns_mean": "turns", "tied_rounds": "ties"}


def tweaked(run):
    """The places of the tweaked variants; the first is the baseline."""
    return range(1, len(run.names))


@cache
def verdicts(run):
    """Tweak → its primary differences, within limits that hold for all of them at once."""
    found = {place: [difference(run, name, place) for name in PRIMARY] for place in tweaked(run)}
    family = Family([one for some in found.values() for one in some], None)
    return {place: [one.read(family) for one in some] for place, some in found.items()}


@cache
def moved(run, place):
    """The other metrics whose plain interval lies beyond the margin."""
    others = [name for name in run.compared if name not in PRIMARY]
    return [one for name in others if (one := difference(run, name, place)).word == "changed"]


def _figures(run, one, place):
    """Metric with its unit, from → to, difference, interval, margin."""
    advantage = one.metric.startswith(ADVANTAGES)
    unit = "" if one.unit != "share" else ", pp" if advantage else ", %"
    ends = [run.counted[i][one.metric].value for i in (0, place)]
    return [
        SHORT.get(one.metric, one.metric) + unit, one.factor(*ends), one.factor(one.value), one.factor(*one.widest),
        one.factor(one.margin),
    ]  # fmt: skip


def result(run, section):
    counts = []
    for place, some in verdicts(run).items():
        numbers = []
        for one in some:
            ends = [run.counted[i][one.metric] for i in (0, place)]
            change = one.factor(one.value, *one.widest)
            if one.word == "changed":
                numbers += [*one.factor(*(x.value for x in ends)), *change]
                numbers += _others(run, place, *ends) if one.metric == EDGE else []
            elif one.word != "no material change":
                numbers += change
        section.sentence(f"With {run.names[place]}, ", *numbers)
        counts.append(len(moved(run, place)))
    section.sentence("Beyond their margins, too", *counts)


def _others(run, place, base, now):
    """Positions that are farther from an even share than before, where the starter's edge is nearer to it."""
    assert base.value * now.value > 0
    told, seats = [], run.variants[place].seats
    for p in range(1, seats if seats > 2 and abs(now.value) < abs(base.value) else 1):
        was, is_ = (run.counted[i][f"win_share_position_{p}"].value for i in (0, place))
        if abs(is_ - 1 / seats) - abs(was - 1 / seats) > 0.01:
            told += [p, 100 * is_, 100 * was]
    return told


def comparison(run, section):
    every = [(place, one) for place, some in verdicts(run).items() for one in some]
    rows, effects, pairs = [], [], []
    for place, one in every:
        more = "–" if one.more is None else one.more
        name, reference = run.names[place], run.base(place)
        rows.append([name, *_figures(run, one, place), one.word.upper(), more, sum(one.n)])
        limits = [one.factor(*one.widest), one.factor(one.margin)]
        effects.append([
            name, reference, one.metric, one.factor(one.value), *limits, one.word, one.clusters, METHODS[one.method]
        ])  # fmt: skip
        told = together(one, run.counted[0][one.metric], run.counted[place][one.metric])
        alike = (
            [told["correlation"]],
            [told["variance_ratio"]],
            told["discordant"],
            run.identical(0, place)[1],
        )
        pairs.append([name, SHORT[one.metric], *alike, one.clusters])
    for caption, column in (("Verdicts", 3), ("Effects on", 3)):
        table = next(t for t in section.tables if t["caption"].startswith(caption))
        for (place, one), row in zip(every, table["rows"], strict=True):
            a, b = (run.counted[i][one.metric] for i in (0, place))
            same(row[column], as_json(one) | together(one, a, b))
    section.table("Verdicts, by intervals", rows)
    section.table("Effects on", effects)
    section.table("What playing the same deals gave", pairs)
    _beyond(run, section)
    section.note("Caps ended up to", 100 * max(one.capped for _, one in every))
    section.sentence("Compared with the defaults", run.variants[0].deals)


def _beyond(run, section):
    some = [(place, one) for place in tweaked(run) for one in moved(run, place)]
    rows = [[run.names[place], *_figures(run, one, place), sum(one.n)] for place, one in some]
    table = next(t for t in section.tables if t["caption"].startswith("Beyond their margins, too"))
    for (place, one), row in zip(some, table["rows"], strict=True):
        if one.method == "block_bootstrap":
            assert set(row[3]) == {"text", *QUANTILE}
        else:
            same(row[3], as_json(one) | together(one, *(run.counted[i][one.metric] for i in (0, place))))
    section.table("Beyond their margins, too", rows)


def single(run, section):
    """All of a run of one variant: the starter, ties, seats, lengths, caps."""
    counted, v = run.counted[0], run.variants[0]
    section.sentence("the starter wins", *starter(run, 0))
    ties, decisive = counted["tied_rounds"], counted["first_player_advantage_decisive"]
    alone = [100 * x + 100 / v.seats for x in (decisive.value, decisive.low, decisive.high)]
    section.sentence("had several winners", *shown(ties), *alone)
    seats = [x for s in range(v.seats) for x in shown(counted[f"win_share_seat_{s}"])]
    section.sentence("seat 0 starts the first round", 0, v.seats - 1, *seats, 0)
    late = [counted[name].value for name in ("turns_median", "turns_p95")]
    section.sentence("a round lasted", *shown(counted["turns_mean"]), late[0], 95, late[1])
    assert not counted["capped"].value
