"""What restrictions of a player cost, in words: for reports and terminals alike."""

from collections.abc import Iterator

from balance.stats.restrictions import MARGIN, Cost, Effect, Restrictions
from reports.changes import EDGE
from reports.words import DASH, count, interval, listed, number, value

ABSENT, IDLE = "never a choice", "never avoidable"
SMALL = f"{number(100 * MARGIN, 0)} pp"


def name(cost: Cost) -> str:
    """never=pick:open"""
    return f"{cost.of.mode}={cost.of.name}:{cost.of.value}"


def amount(cost: Cost) -> str:
    """+4.5 pp (+3.1 to +5.9): what the restricted player loses; less than 0: what it wins."""
    return (
        f"{value(EDGE, cost.cost)} ({'no interval' if cost.cost.low is None else interval(EDGE, cost.cost)})"
    )


def said(cost: Cost) -> str:
    """The effect; where nothing was taken away, why; – where there is none for another reason."""
    if still(cost):
        return ABSENT if cost.of.absent else IDLE
    return cost.effect.value if cost.effect else DASH


def still(cost: Cost) -> bool:
    """Was nothing taken away in the deals whose decisions were counted, and nothing lost in any?"""
    return cost.of.idle and cost.cost.value == 0


def verdicts(found: Restrictions) -> Iterator[str]:
    """What dominates, and what it says where a restriction pays: what a table cannot tell."""
    yield from _dominance(found)
    why = f"Better left alone: {found.player} does not know how to use it, or the rule is a trap"
    yield from _group(found, Effect.PAYS, why, "never")
    why = f"Better done wherever it may be: {found.player} does it too seldom"
    yield from _group(found, Effect.PAYS, why, "always")


def sentences(found: Restrictions) -> Iterator[str]:
    """What dominates and pays, then what costs, what does not matter, what is not known, what is no choice."""
    yield from verdicts(found)
    seats = "the other seat" if found.seats == 2 else f"the other {found.seats - 1} seats"
    against = f"Against {found.player} without restriction in {seats} it costs, of the wins"
    yield from _group(found, Effect.COSTS, against)
    yield from _group(found, Effect.NONE, f"No material difference (within {SMALL})")
    yield from _group(found, Effect.OPEN, f"Not settled by {count(found.deals, 'deal')}")
    for what, absent in (
        ("Never one of several legal choices", True),
        ("Never to be avoided where it was legal", False),
    ):
        values = [
            f"{one.of.name}:{one.of.value}" for one in found.costs if still(one) and one.of.absent is absent
        ]
        if values:
            deals = max(one.of.met.clusters for one in found.costs)
            yield f"{what}, in {count(deals, 'deal')} looked at: {listed(list(dict.fromkeys(values)))}."


def _dominance(found: Restrictions) -> Iterator[str]:
    for best, others in found.dominant():
        than = listed([f"{one.of.name}:{one.of.value} ({amount(one)})" for one in others])
        worth = "pays" if best.effect is Effect.PAYS else "costs nothing material"
        yield (
            f"{best.of.name}:{best.of.value} dominates its class: always to choose it {worth} ({amount(best)}), "
            f"always to choose {than} costs."
        )


def _group(found: Restrictions, effect: Effect, head: str, mode: str = "") -> Iterator[str]:
    """The restrictions of this effect, and of this mode if one is named, the largest first."""
    some = [one for one in found.costs if one.effect is effect and not still(one)]
    some = [one for one in some if mode in ("", one.of.mode)]
    some.sort(key=lambda one: -abs(one.cost.value or 0.0))
    if some:
        yield f"{head}: {listed([f'{name(one)} {amount(one)}' for one in some])}."


def p_value(p: float | None) -> str:
    """A p-value with three decimals."""
    return DASH if p is None else "< 0.001" if p < 0.001 else number(p, 3)
