"""The best variant of a sweep in words: what fresh deals say, and no more."""

from collections.abc import Sequence
from math import inf

from balance.stats.aims import LOW
from balance.stats.best import Best, Finalist
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import changes
from reports.changes import Change
from reports.sentences import even_lineup
from reports.words import DASH, PERCENT, POINTS, count, digits, interval, listed, number, value

COLUMNS = ["variant", "on fresh deals", "in the sweep", "from the baseline", "farther than the first"]


def wanted(best: Best) -> str:
    """What the best is the best in: first_player_advantage nearest to 0, tied_rounds lowest."""
    if isinstance(best.aim.wanted, str):
        return f"{best.aim.metric} {'lowest' if best.aim.wanted == LOW else 'highest'}"
    return f"{best.aim.metric} nearest to {_aim(best)}"


def rows(best: Best) -> list[list[str]]:
    """A line for each that was measured again, the nearest first, the baseline last if it is no finalist."""
    metric = best.aim.metric
    found = []
    for one in (*best.finalists, *filter(None, [best.again])):
        e, against = one.now.widest, one.against.get(metric)
        found.append([
            one.label,
            f"{value(metric, e)} ({interval(metric, e)})",
            value(metric, one.was),
            DASH if against is None else changes.figures(against).told,
            DASH if one.lead is None else _span(one.lead, e.unit),
        ])  # fmt: skip
    return found


def sentences(best: Best, variants: Sequence[VariantSpec]) -> list[str]:
    """Who is the best, by how much, and what moved with it; or that none can be told. variants: of the sweep."""
    if best.reason is not None:
        return [f"No best can be told: {best.reason}."]
    deals = count(len(best.deals), "fresh deal")
    labels = {f.number: f.label for f in best.finalists}
    first, twins = best.finalists[0], [labels[number] for number in best.twins]
    if len(twins) == len(best.finalists) - 1:
        told = [
            f"{listed([first.label, *twins])} play out identically on all {deals}: there is no best among them."
        ]
    elif best.best is None:
        level = [labels[number] for number in best.level]
        told = [f"On {deals} these {len(level)} cannot be told apart: {listed(level)}."]
        if twins:
            told.append(f"{listed([first.label, *twins])} play out identically on all of them.")
    else:
        told = [*_first(best, deals, twins), *_price(first, variants)]
    for one in best.finalists if best.best is None else [first]:
        if one.same:
            told.append(
                f"{one.label} stands for {listed(one.same)}, too: all deals of the sweep are the same in them."
            )
    if best.beyond:
        told.append(
            f"{count(len(best.beyond), 'more variant')} may be the best, too, but were too many to be measured again."
        )
    return told


def _first(best: Best, deals: str, twins: list[str]) -> list[str]:
    first = best.finalists[0]
    runner = next(f for f in best.finalists[1:] if f.number not in best.twins)
    metric, e = best.aim.metric, first.now.widest
    among = f" of the {len(best.finalists)} measured again" if best.beyond else ""
    told = (
        f"Best{among}: {first.label}. On {deals} its {metric} is {value(metric, e)} ({interval(metric, e)}), "
        f"{value(metric, first.was)} in the sweep"
    )
    if runner.lead is not None:
        told += (
            f"; that is {_nearer(best)} than the runner-up, {runner.label}, by {_span(runner.lead, e.unit)}"
        )
    same = (
        [f"{listed(twins)} play{'s' if len(twins) == 1 else ''} out identically on all of them."]
        if twins
        else []
    )
    return [f"{told}.", *same]


def _nearer(best: Best) -> str:
    if isinstance(best.aim.wanted, str):
        return "lower" if best.aim.wanted == LOW else "higher"
    return f"nearer to {_aim(best)}"


def _price(first: Finalist, variants: Sequence[VariantSpec]) -> list[str]:
    """What the best changes of the baseline, beside what it is the best in."""
    if not first.against:
        return ["It is the baseline."]
    variant = next(v for v in variants if v["variant"] == first.number)
    clusters = next(iter(first.against.values())).difference.clusters
    change = Change(
        first.label, first.against, first.identical, clusters, variant["seats"], even_lineup(variant)
    )
    told = [changes.told(change)]
    if first.moved:
        told.append(f"Beyond their margins, too, against the baseline: {changes.listed_moves(first.moved)}.")
    elif first.identical != clusters:
        told.append("Nothing else surely moved beyond its margin.")
    return told


def _aim(best: Best) -> str:
    unit = best.finalists[0].now.estimate.unit if best.finalists else ""
    factor = 100 if unit == SHARE else 1
    return f"{float(best.aim.wanted) * factor:.6g}" + (PERCENT if factor == 100 and best.aim.wanted else "")


def _span(limits: tuple[float, float], unit: str) -> str:
    """An interval of a difference: 0.4 to 1.2 pp."""
    factor, suffix = (100.0, POINTS) if unit == SHARE else (1.0, "")
    if -inf in limits or inf in limits:
        return DASH
    low, high = (limit * factor for limit in limits)
    decimals = digits(low, high, 1 if factor == 100 else 2)
    return f"{number(low, decimals)} to {number(high, decimals)}{suffix}"
