"""Matches worth looking at, as the commands that tell them again."""

from balance.store.spec import VariantSpec
from reports.context import Context
from reports.model import Look


def at(context: Context, variant: VariantSpec, what: str, match: int) -> Look:
    """A match of a variant and what is to be seen there; where there are several variants it is said which."""
    named = context.named(variant)
    told = f"With {named}: {what[:1].lower()}{what[1:]}" if named else what
    return Look(told, context.replay(variant["variant"], match))


def most(
    context: Context, variant: VariantSpec, quantity: str, what: str, *, least: bool = False
) -> list[Look]:
    """The match of a variant with the round that has most of a quantity (a fact, or what all seats have together).

    least: the round with the smallest value of at least 0. Of equal ones the first; none if no round has any.
    what: what is to be seen; the value and the number of the round are added.
    """
    row = context.rows("look", quantity=quantity, looked_at=variant["variant"], sign=-1 if least else 1)
    if not row:
        return []
    match, round_, value = row[0]
    return [at(context, variant, f"{what}: {int(value)} (in round {round_})", match)]
