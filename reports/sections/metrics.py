"""All numbers: every metric of every variant with its interval, size and method."""

from balance.stats.layout import Layout
from balance.stats.metrics import meanings
from balance.store.spec import VariantSpec
from reports import tables
from reports.context import Context
from reports.model import Known, Section, Table
from reports.words import DASH, between, bounds, count, interval, listed, method, spoken, value

MOST = 4  # of the game's own metrics at a glance
OF_WINS = ("first_player_advantage", "win_share_position", "tied_rounds", "margin_mean", "close")
LONG = 40  # variants: a longer table is folded
EACH = 20  # variants that have a table each
COLUMNS = ["metric", "value", "95 % interval", "n", "deals", "method", "meaning"]


def table(context: Context, variant: VariantSpec, *, folded: bool) -> Table:
    """The metrics of one variant; a value that is missing or open gives its reason."""
    said = meanings(Layout.of(context.game, variant))
    rows = []
    for name, found in context.measured[variant["variant"]].items():
        meaning = said.get(name, "")
        if found.bounds is not None:
            meaning += f" (between {bounds(name, found)} whatever capped ones had given)"
        if name.startswith(OF_WINS) and not name.endswith("_match") and (carried := context.carries(variant)):
            meaning += f" (points are carried across rounds, {carried}: no measure of what a round is worth)"
        if found.reason is not None:
            meaning += f" (no full interval: {found.reason})"
        rows.append(
            [
                name,
                Known(value(name, found), found.to_json()),
                interval(name, found),
                f"{found.n:,}",
                f"{found.clusters:,}",
                method(found.method),
                meaning,
            ]
        )
    seats = f"{count(variant['seats'], 'seat')}, " if len(context.tables) > 1 else ""
    matches = count(variant["matches"], "match", "matches")
    caption = f"{seats}{context.label(variant)}, {between(variant['lineup'])}: {matches}"
    return Table(caption, COLUMNS, rows, frozenset({1, 2, 3, 4}), folded)


def glance(context: Context) -> list[Table]:
    """The metrics that a designer asks for first, a line a variant, a table for each number of seats."""
    own = [
        metric["name"]
        for metric in context.game["metrics"]
        if metric["unit"] == "share" and metric.get("per")
    ]
    names = {"first_player_advantage": "starter’s edge", "turns_mean": "turns", "tied_rounds": "tied rounds"}
    names |= {"capped": "capped"} if _capped(context) else {}
    names |= {name: spoken(name) for name in own[:MOST]}
    found = []
    for seats, variants in context.tables.items():
        rows = [[context.label(v), *(_cell(context, v, name) for name in names)] for v in variants]
        players = listed(list(dict.fromkeys(between(variant["lineup"]) for variant in variants)))
        where = f" with {count(seats, 'seat')}" if len(context.tables) > 1 else ""
        caption = f"At a glance{where}, {players}: the value and below it its 95 % interval"
        columns = ["variant", *names.values()]
        found.append(
            Table(
                caption,
                columns,
                rows,
                frozenset(range(1, len(columns))),
                folded=len(variants) > LONG,
                file="variants" + (f"-{seats}-seats" if len(context.tables) > 1 else ""),
            )
        )
    return found


def _cell(context: Context, variant: VariantSpec, name: str) -> str:
    """A value and its interval; – for wins of rounds where points are carried across them."""
    if name in ("first_player_advantage", "tied_rounds") and context.carries(variant):
        return DASH
    return tables.cell(name, context.metric(variant, name))


def _capped(context: Context) -> bool:
    return any(context.estimate(variant, "capped").value for variant in context.variants)


def build(context: Context) -> Section:
    """A table for each variant; the first stands open."""
    if len(context.variants) > EACH:
        return Section(
            "metrics",
            "All numbers",
            tables=[table(context, context.variants[0], folded=False), _long(context)],
        )
    every = [table(context, variant, folded=i > 0) for i, variant in enumerate(context.variants)]
    return Section("metrics", "All numbers", tables=every)


def _long(context: Context) -> Table:
    """The metrics of all variants in one table; what they mean stands in that of the first."""
    every = [table(context, variant, folded=True) for variant in context.variants]
    rows = [
        [*tables.heads(context, v), *row[:-1]]
        for v, one in zip(context.variants, every, strict=True)
        for row in one.rows
    ]
    first = tables.first(context)
    columns, after = [*first, *COLUMNS[:-1]], len(first) + 1
    numeric = frozenset({*range(1, len(first)), *range(after, after + 4)})
    return Table("Every metric of every variant", columns, rows, numeric, folded=True, file="metrics")
