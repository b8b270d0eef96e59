"""What becomes of what seats gather: how it runs down, who gets it, when, how scarce it is, and what it does."""

from collections.abc import Iterator

from reports.context import Context
from reports.model import Section
from reports.sections import (
    economy_does,
    economy_first,
    economy_flows,
    economy_income,
    economy_turns,
    economy_types,
)
from reports.sections.economy_stocks import shared, subject

NAME = "economy"


def build(context: Context) -> Section | None:
    """The section; None for a game that tracks nothing of the kind."""
    stock = subject(context) or shared(context)
    parts = [part for part in _parts(context) if part != Section("", "")]
    if not parts:
        return None
    title = f"What becomes of the {stock.unit}?" if stock else "How early does it come?"
    return Section(
        NAME,
        title,
        [text for part in parts for text in part.sentences],
        [*(text for part in parts for text in part.notes), *_unended(context)],
        [chart for part in parts for chart in part.charts],
        [table for part in parts for table in part.tables],
        [look for part in parts for look in part.looks],
    )


def _unended(context: Context) -> list[str]:
    """The note that nothing can be told of what rounds come to, where so."""
    ended = any(context.deals[v["variant"]].n for v in context.variants)
    return [] if ended else ["No round ended by the rules: nothing is told of what rounds come to."]


def _parts(context: Context) -> Iterator[Section]:
    """What is said of it, from the turns of a round to who wins; each part a section without a name."""
    stock, over = subject(context), economy_turns.levels(context)
    if named := stock or shared(context):
        yield economy_turns.build(context, over)
        yield from economy_types.build(context, named.name)
    if stock and stock.paid:
        yield economy_flows.build(context, stock)
        yield economy_income.build(context, stock, over)
    found = economy_does.declared(context, stock)
    yield economy_does.scarce(context, found, stock)
    yield from economy_first.build(context)
    yield economy_does.decides(context, found, stock)
