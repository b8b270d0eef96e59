"""Where do the points of a round come from?"""

from typing import TYPE_CHECKING

from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Section
from reports.ratios import ALL, Ratios, ratios
from reports.theme import svg
from reports.words import listed, sentence, share, spoken

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OTHER = "other points"


def sources(context: Context) -> list[str]:
    """The results of a round that are counted in points."""
    return [q["name"] for q in context.game["track"] if q["kind"] == "result" and q["unit"] == "points"]


def build(context: Context) -> Section | None:
    """The section; None for a game that does not say where its points come from."""
    names = sources(context)
    if not names:
        return None
    found = ratios(context, "amounts", "points", "rounds that ended by the rules", amounts=[*names, "points"])
    title = "Where do the points come from?"
    chosen = [v for v in charts.in_rows(context) if (v["variant"], ALL, "points") in found]
    if not chosen:
        return Section("points", title, notes=["No round ended by the rules: there are no numbers."])
    shown = charts.rows(context, chosen)
    notes = charts.cut(context, len(chosen))
    less = any(_parts(found, v, names) is None for v in chosen)
    if less:
        notes.append(
            "Some parts are below 0, so the parts do not stand beside each other as one bar: see the table."
        )
    heads = [*map(short, names), "all points"]
    rows = {
        v["variant"]: [found.get((v["variant"], ALL, n)) for n in [*names, "points"]]
        for v in context.variants
    }
    numbers = tables.of(context, heads, rows, "Points of a round, all seats together")
    return Section(
        "points",
        title,
        [_sentence(context, v, names, found) for v in tables.told(context) if v in chosen],
        notes,
        []
        if less
        else [
            Chart(
                svg("points", charts.height(shown), lambda figure: _on(shown, names, found, figure)),
                "Points of a round by where they come from, by variant. The table has the numbers.",
                "The length of a bar is the mean of the points of a round, all seats together; its parts are "
                "where the points come from. The table has the intervals.",
                (numbers,),
            )
        ],
        [numbers],
        [
            look
            for v in context.baselines
            for look in looks.most(context, v, "points", "The round of most points")
        ],
    )


def short(name: str) -> str:
    """points_coins: coins."""
    return spoken(name.removeprefix("points_"))


def _parts(found: Ratios, variant: VariantSpec, names: list[str]) -> list[float] | None:
    """The parts of a variant's bar, with what no source accounts for at the end; None where one is below 0."""
    parts = [found[variant["variant"], ALL, name].value or 0.0 for name in names]
    rest = (found[variant["variant"], ALL, "points"].value or 0.0) - sum(parts)
    parts.append(rest if abs(rest) > 1e-9 else 0.0)
    return parts if min(parts) >= 0 else None


def _sentence(context: Context, variant: VariantSpec, names: list[str], found: Ratios) -> str:
    parts = [f"{share(found[variant['variant'], ALL, name])} from {short(name)}" for name in names]
    whole = share(found[variant["variant"], ALL, "points"])
    return sentence(
        f"{context.among(variant)} a round gave {whole} points in all, {listed(parts)} "
        f"({tables.size(context, variant)})"
    )


def _on(shown: list[charts.Row], names: list[str], found: Ratios, figure: "Figure") -> None:
    axes = figure.subplots()
    most = 0.0
    bars = {row.at: _parts(found, row.variant, names) or [] for row in shown if row.variant}
    for at, parts in bars.items():
        charts.bars(axes, at, parts)
        most = max(most, sum(parts))
        axes.annotate(
            f"{sum(parts):.2f}",
            (sum(parts), at),
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
        )
    axes.set_xlim(0, 1.12 * most or 1)
    charts.dress(axes, shown)
    axes.set_xlabel("points of a round, all seats together")
    rest = [OTHER] if any(parts[-1] for parts in bars.values()) else []
    charts.legend(figure, [charts.patch(i, name) for i, name in enumerate([*map(short, names), *rest])])
