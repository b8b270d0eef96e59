"""Luck of the deal: how much of who wins the cards decide, where deals were repeated or two players changed seats."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from balance.stats.luck import ALIKE
from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Section
from reports.theme import svg
from reports.words import count, sentence, share, spoken

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REPEATS = {"deal_luck": "of the deal"}
MIRRORS = {"mirror_deal": "the deal", "mirror_skill": "who plays"}


def build(context: Context) -> Section | None:
    """The section; None where no deal was repeated and no two players changed seats."""
    panels = [
        names
        for names in (REPEATS, MIRRORS)
        if any(context.metric(v, name) for v in context.variants for name in names)
    ]
    if not panels:
        return None
    chosen = charts.in_rows(context)
    shown = charts.rows(context, chosen)
    known = [n for names in panels for n in names if any(_value(context, v, n) for v in chosen)]
    drawn = [names for names in panels if any(name in known for name in names)]
    numbers = tables.metrics(context, [(n, spoken(n)) for names in panels for n in names], "Luck of the deal")
    return Section(
        "luck",
        "How much of winning is luck of the deal?",
        [sentence(text) for v in tables.told(context) for text in _sentences(context, v)],
        charts.cut(context, len(chosen)),
        [
            Chart(
                svg("luck", charts.height(shown), lambda figure: _on(context, shown, drawn, figure)),
                "What the deal decides of who wins, by variant. The table has the numbers.",
                " ".join(_read(drawn)),
                (numbers,),
            )
        ]
        if drawn
        else [],
        [numbers],
    )


def _value(context: Context, variant: VariantSpec, name: str) -> bool:
    found = context.metric(variant, name)
    return found is not None and found.low is not None


def _sentences(context: Context, variant: VariantSpec) -> Iterator[str]:
    who, luck = context.among(variant), context.metric(variant, "deal_luck")
    if luck is not None and luck.reason == ALIKE:
        yield (
            f"{who} all {variant['repeats']} repeats of each of {count(luck.clusters, 'deal')} were the same match: "
            "these players draw nothing, so the deal decides everything by construction"
        )
    elif luck is not None and luck.value is not None:
        yield (
            f"{who} the deal decided {share(luck)} of the variance of match wins, and the players’ own draws the rest "
            f"({count(luck.clusters, 'deal')}, each played {variant['repeats']} times)"
        )
    deal, skill = (context.metric(variant, name) for name in MIRRORS)
    if deal is not None and skill is not None and deal.value is not None and skill.value is not None:
        yield (
            f"{who} the deal accounts for {share(deal)} of the variance of a win, which is 0.25 at most, and the "
            f"difference between the two players for {share(skill)} ({count(deal.clusters, 'deal')}, each with the "
            "seats changed)"
        )


def _read(drawn: list[dict[str, str]]) -> Iterator[str]:
    if REPEATS in drawn:
        yield (
            "Each deal was played again with the same players in their seats, who drew afresh: the part of the "
            "variance of match wins that two such matches share. 100 % is a match that the cards decide, 0 one that "
            "they do not."
        )
    if MIRRORS in drawn:
        yield (
            "Each deal was played with the two players in either order: what both matches have in common for a seat is "
            "the deal’s, what goes with the player is skill. Both are parts of a variance that is 0.25 at most."
        )
    yield "Bars are 95 % intervals."


def _on(context: Context, shown: list[charts.Row], drawn: list[dict[str, str]], figure: "Figure") -> None:
    panels = charts.beside(figure, len(drawn))
    handles = []
    for place, (axes, names) in enumerate(zip(panels, drawn, strict=True)):
        shift = charts.SHIFT if len(names) > 1 else 0.0
        marks = [
            (row.at + shift * (2 * i - 1), context.metric(row.variant, name), i)
            for row in shown
            if row.variant
            for i, name in enumerate(names)
        ]
        charts.dots(axes, marks, 100 if names is REPEATS else 1)
        charts.dress(axes, shown, labels=place == 0)
        axes.set_xlabel("% of the variance of wins" if names is REPEATS else "variance of a win")
        axes.locator_params(axis="x", nbins=4)
        if len(names) > 1:
            handles = [charts.mark(i, name) for i, name in enumerate(names.values())]
    if handles:
        charts.legend(figure, handles)
