"""Estimates of what no declared metric has: ratios of sums by deal, and shares of rounds up to a value."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from balance.stats.influence import Ratio
from balance.stats.limits import Limits
from balance.stats.measure import SHARE, Measure, estimate
from balance.stats.moments import Moments
from balance.stats.quantiles import Levels
from balance.store.spec import VariantSpec

if TYPE_CHECKING:
    from reports.context import Context

ALL = -1  # the key of a sum over all positions
Ratios = Mapping[tuple[int, int, str], Estimate]
"""(variant, key, quantity) → Σ y / Σ n over deals."""


class Deals(NamedTuple):
    """A variant's deals, and over them the sums of n and n², n a deal's rounds that were not capped."""

    deals: int
    n: int
    nn: int


def ratio(
    deals: int, sums: tuple[int, int, int, int, int], unit: str, of: str, limits: Limits | None
) -> Estimate:
    """Σ y / Σ n with its interval, from the sums over deals of y, n, y², y·n and n²; of: what n counts."""
    y, n, yy, yn, nn = map(int, sums)
    moments = Moments(["y", "n"])
    moments.add_products([[deals, y, n], [y, yy, yn], [n, yn, nn]])
    return estimate(Measure("", (Ratio("y", "n"),), unit, of, ""), moments, limits)


def ratios(
    context: "Context",
    name: str,
    unit: str,
    of: str,
    *,
    read: str | None = None,
    chosen: Sequence[VariantSpec] | None = None,
    of_a_seat: Collection[str] = (),
    **variables: str | int | list[str] | list[int],
) -> Ratios:
    """The estimates from NAME.sql, whose rows are variant, deal, key, n and one column for every quantity.

    As the groups by deal may be too many to be held at once, some chunks are read after the other, and the sums added
    up: no deal is in two chunks. read: the one table of the run that NAME.sql reads where it asks what turns tell. The
    clusters are then the deals with rows alone: nothing is known of the others. chosen: the variants that are then
    asked for, as NAME.sql is told by a variable of that name; None: all, and it is not told. of_a_seat: quantities
    that are sums over seats, and are told as the mean of the seats.
    """
    summed: dict[tuple[int, int], list[int]] = {}
    clusters = {variant: 0 if read else one.deals for variant, one in context.deals.items()}
    quantities: list[str] = []
    numbers = None if chosen is None else [v["variant"] for v in chosen]
    if numbers is not None:
        variables["chosen"] = numbers
    for _ in context.batches(read or "rounds", numbers):
        context.con.execute(f"create or replace temp table by_deal as\n{context.sql(name, **variables)}")
        quantities = [row[0] for row in context.con.execute("describe by_deal").fetchall()][4:]
        if read:
            counted = "select variant, count(distinct deal) from by_deal group by variant"
            for variant, deals in context.con.execute(counted).fetchall():
                clusters[variant] += deals
        for variant, key, *more in context.con.execute(context.sql("ratios")).fetchall():
            before = summed.get((variant, key))
            summed[variant, key] = [a + b for a, b in zip(before, more, strict=True)] if before else more
    count = len(quantities)
    seats = {v["variant"]: v["seats"] for v in context.run.spec["variants"]}
    found = {}
    for (variant, key), (n, nn, *more) in sorted(summed.items()):
        each = zip(quantities, more[:count], more[count : 2 * count], more[2 * count :], strict=True)
        for quantity, y, yn, yy in each:
            each_of = seats[variant] if quantity in of_a_seat else 1
            sums = y, n * each_of, yy, yn * each_of, nn * each_of**2
            found[variant, key, quantity] = replace(
                ratio(clusters[variant], sums, unit, of, context.limits), n=int(n)
            )
    return found


def at_most(context: "Context", fact: str) -> dict[int, list[tuple[int, Estimate]]]:
    """variant → for each value of a fact that occurred, in order: the share of the rounds with at most that value.

    Rounds without (a value below 0) have none, however large; capped rounds are left out.
    """
    grown: dict[int, Levels] = {}
    for variant, x, *growth in context.rows("growth", fact=fact):
        y, yy, yn = (int(part) for part in growth)
        grown.setdefault(variant, Levels()).add({x: (y, yy, yn)})
    found = {}
    for variant, lengths in grown.items():
        deals, n, nn = context.deals[variant]
        rounds = Moments(["rounds"])
        rounds.add_products([[deals, n], [n, nn]])
        found[variant] = lengths.shares(rounds, "rounds", context.limits)
    return found


def bounded(estimate: Estimate, capped: int) -> Estimate:
    """The share of n rounds that ended by the rules, with what it lies between whatever the capped ones had given."""
    if not capped or estimate.value is None:
        return estimate
    had, every = estimate.value * estimate.n, estimate.n + capped
    return replace(estimate, bounds=(had / every, (had + capped) / every))


def capped(context: "Context", variant: int) -> int:
    """How many of the variant's rounds met a cap."""
    share = context.measured[variant]["capped"]
    return round((share.value or 0.0) * share.n)


def never(context: "Context", variant: int) -> Estimate:
    """The share of the rounds with something that happened in none of them: 0, and its exact upper limit by deals."""
    deals, n, nn = context.deals[variant]
    found = ratio(deals, (0, n, 0, 0, nn), SHARE, "rounds that ended by the rules", context.limits)
    return bounded(found, capped(context, variant))
