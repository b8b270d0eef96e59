"""Recounted: the first screen of a sweep, its findings and effects, its targets, and what comes with who meets them."""

from dataclasses import replace
from functools import cache
from itertools import product

from tests.reports.recount.changes import change, pair, quantiles, together
from tests.reports.recount.families import Family
from tests.reports.recount.printed import ADVANTAGES, METHODS, line, shown
from tests.reports.recount.telling import EDGE, starter

QUANTILE = ("value", "low", "high", "n", "clusters", "method", "unit", "baseline", "p_value", "capped")
NAMED = {EDGE: "starter's edge", "turns_mean": "mean number of turns", "tied_rounds": "share of tied rounds"}
OPEN = ("changed, size unclear", "inconclusive")


def judged(run):
    """The metrics with verdicts: those with targets, else the usual ones."""
    return [*(run.files.spec["asked"].get("targets") or NAMED)]


@cache
def effects(run):
    """All of a full factorial, main ones first: each level against the first one, then two levels on top of each."""
    (rows,) = (
        t["rows"] for t in run.section("effects").tables if t["caption"] == "Every effect, with its margin"
    )
    found, first = _effects(run), rows[0][3]
    family = Family(found, (first["low"], first["high"]))
    return [one.read(family) for one in found]


def _effects(run):
    factors = {name: [str(x) for x in levels] for name, levels in run.files.spec["asked"]["vary"]}
    cells = [{n: str(v.spec["parameters"][n]) for n in factors} for v in run.variants]
    base = {name: levels[0] for name, levels in factors.items()}
    asked = [({name: level},) for name, levels in factors.items() for level in levels[1:]]
    asked += [
        ({a: x, b: y},) for (a, b) in [list(factors)] for x, y in product(factors[a][1:], factors[b][1:])
    ]
    found = []
    for (levels,) in asked:
        weights = {}
        for place, cell in enumerate(cells):
            sign = 1
            for name, level in levels.items():
                sign *= (cell[name] == level) - (cell[name] == base[name])
            if sign:
                weights[place] = sign
        each = sum(w > 0 for w in weights.values()) / 2 ** (len(levels) - 1)
        weights = {place: sign / each for place, sign in weights.items()}
        told = tuple(
            ":".join(f"{n}={x}" for n, x in some.items()) for some in (levels, {n: base[n] for n in levels})
        )
        metrics = judged(run)
        found += [change(m, weights, run.counted, run.variants, 0, told) for m in metrics]
    return found


def as_json(one):
    """What machines are told of a change."""
    told = {"value": one.value, "low": one.low, "high": one.high, "n": list(one.n), "clusters": one.clusters}
    told |= {"method": one.method, "unit": one.unit, "p_value": one.p_value, "capped": one.capped}
    told |= {"outer": list(one.outer)} if one.outer else {}
    return told | ({"at_least": True} if one.at_least else {})


def same(cell, wanted):
    """A cell tells machines just this."""
    found = {name: value for name, value in cell.items() if name != "text"}
    assert set(found) == set(wanted), (found, wanted)
    for name, value in wanted.items():
        for one, other in zip(
            *([x] if not isinstance(x, list) else x for x in (found[name], value)), strict=True
        ):
            near = one == other if isinstance(other, str) else abs(one - other) <= 1e-9 * max(1, abs(other))
            assert near, (name, found, wanted)


def findings(some):
    return sorted((one for one in some if one.word == "changed"), key=lambda one: -one.score)


def _found(one):
    """The numbers of the sentence on a finding; interactions have no value that they are instead of."""
    factor, reference = one.told
    before = [] if ":" in factor else [float(reference.partition("=")[2])]
    return [*before, *one.factor(abs(one.value), *one.widest, one.margin)]


def _two_digits(n):
    return float(f"{n:.2g}")


def surely(run, section):
    every = effects(run)
    for one in findings(every)[:5]:
        section.sentence("margin", *_found(one))
    left = [one for one in every if one.word in OPEN]
    more = [one.more for one in left if one.more]
    others = [len(left) - len(more)] if len(more) < len(left) else []
    section.sentence("not settled", len(every), len(left), _two_digits(max(more)), *others)
    if len(findings(every)) > 5:
        section.sentence("larger than the margin", len(findings(every)) - 5)


def what_each_does(run, section):
    every = effects(run)
    for one in findings(every)[:10]:
        section.sentence("margin", *_found(one))
    left = [one for one in every if one.word in OPEN]
    section.sentence("Not settled", *(_two_digits(one.more) for one in left[:3] if one.more), len(left) - 3)
    if len(findings(every)) > 10:
        section.sentence("larger than the margin", len(findings(every)) - 10)
    rows = [
        [
            *one.told, one.metric, one.factor(one.value), one.factor(*one.widest), one.factor(one.margin), one.word,
            one.clusters, METHODS[one.method],
        ]
        for one in every
    ]  # fmt: skip
    (place,) = (i for i, t in enumerate(section.tables) if t["caption"] == "Every effect, with its margin")
    for one, row in zip(every, section.tables[place]["rows"], strict=True):
        same(row[3], as_json(one))
    section.table("Every effect", rows)
    _curves(run, section)


def _curves(run, section):
    """Values over the first parameter, the first of the lines told in words."""
    metrics, (first, *_) = judged(run), run.files.spec["asked"]["vary"]
    levels, other = sorted(first[1]), min(v.spec["parameters"]["picks"] for v in run.variants)
    ends = [(x, at(run, coin_supply=x, picks=other)) for x in (levels[0], levels[-1])]
    numbers = [
        x for m in metrics for level, place in ends for x in (shown(run.counted[place][m], m)[0], level)
    ]
    section.picture("alt", " over coin_supply, a line", *numbers)
    values = [line(n, *((m, c[m]) for m in metrics)) for n, c in zip(run.names, run.counted, strict=True)]
    section.table("Metrics over", values)


def at(run, **levels):
    """The place of the variant with these values of its parameters."""
    return next(i for i, v in enumerate(run.variants) if v.spec["parameters"] == levels)


def heat_maps(run, section):
    """Effects and curves; then for each metric a table, and what is said of its picture: its ends, the cells marked."""
    what_each_does(run, section)
    for metric, words in NAMED.items():
        values = [shown(c[metric], metric)[0] for c in run.counted]
        section.picture(
            "alt", f"{words} over coin_supply and picks", min(values), max(values), len(marked(run, metric))
        )
        caption = ("edge, pp", "turns", "ties, %")[[*NAMED].index(metric)]
        rows = [line(n, (metric, c[metric])) for n, c in zip(run.names, run.counted, strict=True)]
        section.table(f"{caption} over coin_supply and picks", rows)


@cache
def marked(run, metric):
    """The variants that surely differ from the baseline by more than the margin, by limits that hold for all."""
    others = range(1, len(run.names))
    every = [pair(m, 0, b, run.counted, run.variants) for b in others for m in NAMED]
    family = Family(every, None)
    return [one for one in every if one.metric == metric and one.read(family).word == "changed"]


def heat(run):
    """Picture → the numbers in its cells: each value and half its interval."""
    grid = product(*(sorted(levels) for _, levels in run.files.spec["asked"]["vary"]))
    cells = [run.counted[at(run, coin_supply=x, picks=y)] for x, y in grid]
    return {
        f"heat-{i}": [
            n for c in cells for value, *ends in [shown_whole(c[metric])] for n in (value, (ends[1] - ends[0]) / 2)
        ]
        for i, metric in enumerate(NAMED)
    }  # fmt: skip


def shown_whole(number):
    """Value and limits, of shares in percent, the limits as they are."""
    return [(100 if number.unit == "share" else 1) * x for x in (number.value, number.low, number.high)]


def result(run, section):
    """Starter, length, ties, each with what the rules do to it."""
    own, seats = run.counted[0], run.variants[0].seats
    section.sentence("the starter wins", *starter(run, 0), *_moves(run, EDGE))
    section.sentence("A round lasts", *shown(own["turns_mean"]), *_moves(run, "turns_mean"))
    share, *interval = shown(own["tied_rounds"])
    section.sentence("tied rounds", share, 100, *interval, *_moves(run, "tied_rounds"))
    assert seats == 2


def _moves(run, metric):
    """The numbers of what the rules do to a metric: how the largest findings move it, then of how many it is open."""
    own = [one for one in effects(run) if one.metric == metric and ":" not in one.told[0]]
    (small,) = own[0].factor(own[0].margin)
    changed, left = findings(own), sum(one.word in OPEN for one in own)
    if not changed:
        return [small] if left == len(own) else [small, left, len(own)] if left else [len(own), small]
    told = [x for one in changed[:3] for x in one.factor(one.value)]
    others = len(own) - len(changed)
    assert len(changed) <= 3
    if left:
        return [*told, *[left] * (left < others), *[others] * (others > 1), small]
    return [*told, small] if others else told


@cache
def marks(run):
    """Variant → target → (Number within limits that hold at once, what it can be, whether it is met)."""
    asked = run.files.spec["asked"]["targets"]
    numbers = [(place, name, c[name]) for place, c in enumerate(run.counted) for name in asked]
    (table,) = run.section("targets").tables
    first = table["rows"][0][4]
    even = 1 / run.variants[0].seats
    family = Family([number for *_, number in numbers], (first["low"], first["high"]))
    found = {}
    for place, name, number in numbers:
        possible = (-float("inf"), float("inf"))
        if number.unit == "share":
            possible = (-even, 1 - even) if name == EDGE else (0.0, 1.0)
        plain, outer = family.within(number, possible)
        low, high = outer or plain
        read = max(low, possible[0]), min(high, possible[1])
        mark = _mark(read, asked[name])
        number = replace(number, low=low, high=high, method=family.method)
        found.setdefault(place, {})[name] = number, mark
    return found


def _range(target):
    [(kind, x)] = target.items()
    endless = float("inf")
    return {"within": lambda: (-x, x), "at_least": lambda: (x, endless), "at_most": lambda: (-endless, x)}[
        kind
    ]()


def _mark(interval, target):
    least, most = _range(target)
    if least <= interval[0] and interval[1] <= most:
        return "✓ met"
    return "✗ missed" if interval[1] < least or interval[0] > most else "? undecided"


def _wanted(run, name, unit):
    low, high = _range(run.files.spec["asked"]["targets"][name])
    limit = high if high != float("inf") else low
    return [limit * (100 if unit == "share" else 1)]


def recommended(run, section):
    """Each variant that meets all targets, and every metric that moved with it from the baseline."""
    primary = [*run.files.spec["asked"]["targets"]]
    others = range(1, len(run.names))
    family = [pair(m, 0, b, run.counted, run.variants) for b in others for m in primary]
    limits = Family(family, None)
    rows, sums = [], []
    for place in kept(run):
        moved = []
        for name in run.compared:
            one = difference(run, name, place, limits if name in primary else None)
            moved += [one] if one.word == "changed" else []
        moved.sort(key=lambda one: round(-abs(one.value / one.margin), 9))
        numbers = [x for one in moved[:6] for x in one.factor(one.value)]
        section.sentence(f"With {run.names[place]} move", *numbers, len(moved) - 6)
        rows += [[run.names[place], *_moved(run, one, place)] for one in moved]
        sums += [(one, place) for one in moved]
    for (one, place), row in zip(sums, section.tables[0]["rows"], strict=True):
        a, b = (run.counted[i][one.metric] for i in (0, place))
        if one.method == "block_bootstrap":
            assert set(row[3]) == {"text", *QUANTILE}
        elif one.metric not in primary:
            same(row[3], as_json(one) | together(one, a, b))
    section.table("Beyond their margins, against the baseline", rows)


def difference(run, name, place, family=None):
    """A metric's difference from the baseline, within limits of a family or plain ones."""
    if run.counted[0][name].method == "woodruff":
        return quantiles(name, 0, place, run.counted, run.variants)
    return pair(name, 0, place, run.counted, run.variants).read(family)


def _moved(run, one, place):
    unit = "" if one.unit != "share" else ", pp" if one.metric.startswith(ADVANTAGES) else ", %"
    ends = [run.counted[i][one.metric].value for i in (0, place)]
    return [
        one.metric + unit, one.factor(*ends), one.factor(one.value), one.factor(*one.widest), one.factor(one.margin),
        sum(one.n), one.clusters, METHODS[one.method],
    ]  # fmt: skip


def kept(run):
    """The variants that meet all targets."""
    return [place for place, held in marks(run).items() if all(mark == "✓ met" for _, mark in held.values())]


def targets(run, section):
    rows, met = [], kept(run)
    for place, held in marks(run).items():
        for name, (number, mark) in held.items():
            rows.append([
                run.names[place], name, _wanted(run, name, number.unit), mark, (name, number), shown(number, name)[1:],
                number.n, number.clusters, METHODS[number.method],
            ])  # fmt: skip
    section.table("Targets, variant by variant", rows)
    section.sentence("to all targets", len(run.names), *([len(met)] if met else []))
    for place, held in marks(run).items():
        if place not in met:
            numbers = [
                x for name, (number, mark) in held.items() if mark != "✓ met"
                for x in (*shown(number, name), *_wanted(run, name, number.unit))
            ]  # fmt: skip
            section.sentence(f"{run.names[place]}: ", *numbers)
