"""What is said of a rule that stops play: how far it has come, and what ended it."""

from balance.stats.differences import Difference
from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.run import Run
from balance.store.spec import Spec, WidthSpec, expected
from reports.changes import NAMES
from reports.words import POINTS, SPACE, count, digits, interval, number, value


def told(spec: Spec) -> str:
    """What ended a run with a rule; "" for other runs, and while it is not decided."""
    if "stopped" not in spec:
        return ""
    return "; ".join(_ended(width, spec) for width in spec["stopped"]["widths"])


def unfinished(run: Run) -> str:
    """What is said of a run that is not complete; run: as far as it is judged."""
    found = dict.fromkeys((v["variant"] for v in run.spec["variants"]), 0)
    for commit in run.commits():
        found[commit["variant"]] += commit["clusters"]
    deals = " to ".join(f"{n:,}" for n in sorted({min(found.values()), max(found.values())}))
    n = len(run.failures())
    failed = (
        f" {count(n, 'chunk')} of {run.spec['chunks']:,} failed by a fault in a match, told at the end."
        if n
        else ""
    )
    return (
        f"This run is not complete: judged are the first {deals} of {expected(run.spec):,} deals of each variant. Its "
        "intervals hold whenever somebody looks and stops, so they are wider than those of a complete run."
        f"{failed}"
    )


def look(spec: Spec, widths: list[WidthSpec]) -> str:
    """How far it has come at a look: 12,000 matches a variant: starter's edge ±0.9 pp (±0.5 asked)."""
    each = [f"{_name(w, spec)} {_width(w, spec)} ({_plus_minus(w, w['asked'])} asked)" for w in widths]
    return f"{_size(spec)}: {', '.join(each)}"


def _ended(width: WidthSpec, spec: Spec) -> str:
    asked, half, found = _plus_minus(width, width["asked"]), width["half_width"], _width(width, spec)
    if half is not None and half <= width["asked"]:
        return f"{_name(width, spec)}: {asked} reached at {_size(spec)} ({found})"
    found = f"it {found}" if half is None else found
    return f"{_name(width, spec)}: {asked} not reached: {found} at the most allowed, {_size(spec)}"


def _name(width: WidthSpec, spec: Spec) -> str:
    of = "difference in " if spec["asked"].get("tweaks") else ""
    return of + NAMES.get(width["metric"], width["metric"])


def _size(spec: Spec) -> str:
    one = "an arm" if spec["asked"].get("tweaks") else "a variant"
    return f"{spec['variants'][0]['matches']:,} matches {one}"


def _width(width: WidthSpec, spec: Spec) -> str:
    """The widest interval, and of which variant where there are several."""
    half, variants = width["half_width"], spec["variants"]
    of = f" with {variants[width['variant']]['label']}" if len(variants) > 1 else ""
    told = "shows no spread between deals" if half is None else _plus_minus(width, half)
    return told + of


def _plus_minus(width: WidthSpec, half: float) -> str:
    share = width["unit"] == SHARE
    unit = POINTS if share else f"{SPACE}{width['unit']}"
    return f"±{half * (100 if share else 1):.2g}{unit}".replace(SPACE, " ")


def so_far(metric: str, found: Estimate, of: str) -> str:
    """An estimate while it is played, with an interval that holds whenever one looks; of: what it is of, if several."""
    name = f"{NAMES.get(metric, metric)} of {of}" if of else NAMES.get(metric, metric)
    told = f"{value(metric, found)} ({interval(metric, found)} at every look)"
    return f"so far: {name} {told}, {found.clusters:,} deals".replace(SPACE, " ")


def so_far_changed(metric: str, found: Difference, tweak: str) -> str:
    """The same of a difference."""
    if found.value is None or found.low is None or found.high is None:
        return ""
    share = found.unit == SHARE
    factor = 100.0 if share else 1.0
    decimals = digits(found.low * factor, found.high * factor, 1 if share else 2)
    change, low, high = (
        number(x * factor, decimals, sign=True) for x in (found.value, found.low, found.high)
    )
    name = NAMES.get(metric, metric)
    told = f"{change}{POINTS if share else ''} ({low} to {high} at every look)"
    return f"so far, {tweak}: {name} {told}, {found.clusters:,} deals".replace(SPACE, " ")
