"""All numbers: every metric of every variant with its interval, size and method."""

from balance.stats.layout import Layout
from balance.stats.metrics import meanings
from balance.store.spec import VariantSpec
from reports.context import Context
from reports.model import Section, Table
from reports.words import between, bounds, count, interval, listed, value

COLUMNS = ["metric", "value", "95 % interval", "n", "deals", "method", "meaning"]
METHODS = {
    "cluster_t": "cluster t",
    "wilson": "Wilson",
    "clopper_pearson": "Clopper–Pearson",
    "woodruff": "Woodruff",
}


def table(context: Context, variant: VariantSpec, *, folded: bool) -> Table:
    """The metrics of one variant; a value that is missing or open gives its reason."""
    said = meanings(Layout.of(context.game, variant))
    rows = []
    for name, found in context.measured[variant["variant"]].items():
        meaning = said.get(name, "")
        if found.bounds is not None:
            meaning += f" (between {bounds(name, found)} whatever capped ones had given)"
        if found.reason is not None:
            meaning += f" (no full interval: {found.reason})"
        rows.append(
            [
                name,
                value(name, found),
                interval(name, found),
                f"{found.n:,}",
                f"{found.clusters:,}",
                METHODS[found.method],
                meaning,
            ]
        )
    caption = (
        f"{variant['label']}, {between(variant['lineup'])}: {count(variant['matches'], 'match', 'matches')}"
    )
    return Table(caption, COLUMNS, rows, frozenset({1, 2, 3, 4}), folded)


def glance(context: Context) -> Table:
    """The metrics that a designer asks for first, a line a variant."""
    own = [
        metric["name"] for metric in context.game["metrics"] if "top" in metric and metric["unit"] == "share"
    ]
    names = [
        "first_player_advantage",
        "turns_mean",
        "tied_rounds",
        *(["capped"] if _capped(context) else []),
        *own,
    ]
    heads = ["starter’s edge", "turns", "tied rounds", *(["capped"] if _capped(context) else []), *own]
    rows = []
    for variant in context.variants:
        found = [(name, context.estimate(variant, name)) for name in names]
        rows.append(
            [variant["label"], *(f"{value(name, one)}\n{interval(name, one)}" for name, one in found)]
        )
    players = listed(list(dict.fromkeys(between(variant["lineup"]) for variant in context.variants)))
    caption = f"At a glance, {players}: the value and below it its 95 % interval"
    return Table(caption, ["variant", *heads], rows, frozenset(range(1, len(names) + 1)))


def _capped(context: Context) -> bool:
    return any(context.estimate(variant, "capped").value for variant in context.variants)


def build(context: Context) -> Section:
    """A table for each variant; the first stands open."""
    tables = [table(context, variant, folded=i > 0) for i, variant in enumerate(context.variants)]
    return Section("metrics", "All numbers", tables=tables)
