"""Targets in words: what is wanted, what was found, and who does not keep to it."""

from collections.abc import Sequence
from math import isinf

from balance.stats.marks import Marked, all_met
from balance.stats.measure import SHARE
from balance.stats.targets import Mark
from reports.words import MINUS, PERCENT, POINTS, count, interval, is_advantage, listed, value

FEW = 8  # variants that are told one by one
Rows = Sequence[tuple[str, Sequence[Marked]]]
"""Variants by name, and the targets of each."""
WORDS = {Mark.MET: "met", Mark.MISSED: "missed", Mark.OPEN: "undecided"}


def wanted(one: Marked) -> str:
    """The target: within ±2 pp, 15 to 30, at most 5 %."""
    factor, unit = 1.0, ""
    if one.value.estimate.unit == SHARE:
        factor, unit = 100.0, POINTS if is_advantage(one.metric) else PERCENT
    low, high = one.target.low * factor, one.target.high * factor
    if "within" in one.target.form:
        return f"within ±{_plain(high)}{unit}"
    if isinf(low):
        return f"at most {_plain(high)}{unit}"
    return f"at least {_plain(low)}{unit}" if isinf(high) else f"{_plain(low)} to {_plain(high)}{unit}"


def found(one: Marked) -> str:
    """The value and the interval that the mark is read from: +0.3 pp (−0.2 to +0.8)."""
    e = one.value.widest
    told = value(one.metric, e)
    return told if e.low is None and e.high is None else f"{told} ({interval(one.metric, e)})"


def summary(rows: Rows, what: str = "variant") -> list[str]:
    """Who keeps to all targets, then a sentence for each of a few who do not. what: what a variant is called."""
    kept = [name for name, marked in rows if all_met(marked)]
    others = [row for row in rows if not all_met(row[1])]
    if len(rows) == 1:
        told = ["All targets are met." if kept else "Not all targets are met."]
    elif not others:
        told = [f"All {count(len(rows), what)} keep to all targets."]
    else:
        who = f"{len(kept)} keep{'s' if len(kept) == 1 else ''}" if kept else "none keeps"
        named = f": {listed(kept)}" if 0 < len(kept) <= FEW else ""
        told = [f"Of {count(len(rows), what)} {who} to all targets{named}."]
    told += [f"{name}: {'; '.join(_why(one) for one in marked if one.mark is not Mark.MET)}."
             for name, marked in others[:FEW]]  # fmt: skip
    if len(others) > FEW:
        told.append(f"The other {len(others) - FEW} who do not stand in the table.")
    return told


def _why(one: Marked) -> str:
    if one.mark is Mark.MISSED:
        return f"{one.mark} {one.metric} is {found(one)}, wanted {wanted(one)}"
    if one.reason is not None:
        return f"{one.mark} nothing can be said of {one.metric}, wanted {wanted(one)}: {one.reason}"
    return f"{one.mark} {one.metric} is {found(one)}, too wide an interval to say whether {wanted(one)}"


def _plain(limit: float) -> str:
    """A limit as it was given, with a true minus."""
    return f"{limit:.10g}".replace("-", MINUS)
