"""Tables of estimates, and which variants are told in sentences."""

from collections.abc import Mapping, Sequence

from balance.stats.estimate import Estimate
from balance.store.spec import VariantSpec
from reports.context import Context
from reports.model import Known, Table
from reports.words import DASH, count, interval, listed, method, outside, value

CAPPED = "capped: what it lies between whatever capped rounds had given"
FEW = 3  # variants that a section tells in sentences
ORDER = ["1st", "2nd", "3rd", "4th"]


def told(context: Context) -> list[VariantSpec]:
    """The variants that sentences speak of: all of a few, else the baseline of each number of seats."""
    return context.variants if len(context.variants) <= FEW else context.baselines


def size(context: Context, variant: VariantSpec) -> str:
    """How many deals a sentence rests on."""
    return count(context.deals[variant["variant"]].deals, "deal")


def cell(name: str, estimate: Estimate | None) -> str:
    """A value and below it its interval, and where rounds were capped what it lies between whatever these had given."""
    if estimate is None:
        return DASH
    capped = outside("\n", estimate, name)
    return Known(f"{value(name, estimate)}\n{interval(name, estimate)}{capped}", estimate.to_json())


def of(
    context: Context,
    columns: Sequence[str],
    found: Mapping[int, Sequence[Estimate | None]],
    caption: str,
    *,
    names: Sequence[str] = (),
    variants: Sequence[VariantSpec] | None = None,
) -> Table:
    """A line a variant: its estimates, then what they were taken over, from how many deals, and by what method.

    names: of the metrics in the columns, where they are metrics.
    """
    rows = []
    for variant in context.variants if variants is None else variants:
        estimates = found.get(variant["variant"])
        if estimates is None:
            continue
        known = [estimate for estimate in estimates if estimate is not None]
        sizes = list(dict.fromkeys(f"{estimate.n:,}" for estimate in known))
        deals = list(dict.fromkeys(f"{estimate.clusters:,}" for estimate in known))
        methods = list(dict.fromkeys(method(estimate.method) for estimate in known))
        rows.append(
            [
                *heads(context, variant),
                *(cell(names[i] if names else "", estimate) for i, estimate in enumerate(estimates)),
                "\n".join(sizes) or DASH,
                "\n".join(deals) or DASH,
                listed(methods) if methods else DASH,
            ]
        )
    every = [*first(context), *columns, "n", "deals", "method"]
    outer = any(e and e.bounds for estimates in found.values() for e in estimates)
    whole = f"{caption}: value and 95 % interval{f'; {CAPPED}' if outer else ''}"
    return Table(whole, every, rows, frozenset(range(1, len(every) - 1)), folded=True)


def first(context: Context) -> list[str]:
    """The names of the columns that `heads` fills."""
    return ["variant", "seats"] if len(context.tables) > 1 else ["variant"]


def heads(context: Context, variant: VariantSpec) -> list[str]:
    """The first cells of a variant's line: its label, and its seats where there are several numbers of them."""
    label = context.label(variant)
    return [label, str(variant["seats"])] if len(context.tables) > 1 else [label]


def head(context: Context, variant: VariantSpec) -> str:
    """The head of a variant's column."""
    label = context.label(variant)
    return f"{variant['seats']} seats\n{label}" if len(context.tables) > 1 else label


def curves(
    context: Context,
    shown: Sequence[VariantSpec],
    found: Mapping[int, Sequence[tuple[int, Estimate]]],
    over: str,
    caption: str,
) -> Table:
    """The lines of a picture: a row for each place on them, a column a variant. found: variant → (place, estimate)."""
    held = [dict(found.get(v["variant"], ())) for v in shown]
    rows = [
        [str(place), *(cell("", column.get(place)) for column in held)]
        for place in sorted(set().union(*held))
    ]
    names = [head(context, v) for v in shown]
    whole = f"{caption}: value and 95 % interval"
    return Table(whole, [over, *names], rows, frozenset(range(1, len(names) + 1)), folded=True)


def metrics(
    context: Context,
    names: Sequence[tuple[str, str]],
    caption: str,
    variants: Sequence[VariantSpec] | None = None,
) -> Table:
    """A line a variant, a column for each metric (name, head) that some variant has."""
    some = context.variants if variants is None else variants
    kept = [(n, head) for n, head in names if any(context.metric(v, n) is not None for v in some)]
    found = {v["variant"]: [context.metric(v, name) for name, _ in kept] for v in some}
    return of(
        context, [head for _, head in kept], found, caption, names=[name for name, _ in kept], variants=some
    )
