"""Metrics on which there is no verdict, since they are another thing in one variant than in another."""

from collections.abc import Sequence

from balance.store.declared import declared
from balance.store.spec import Spec, VariantSpec
from balance.workflows.reading.arms import Side
from sims.own_metrics import holds
from sims.variants import text

OF_ROUNDS = (
    "first_player_advantage",
    "first_player_advantage_decisive",
    "tied_rounds",
    "margin_mean",
    "close",
)
"""What says nothing of rounds whose points are carried on to the next; and shares of wins by position."""


def withheld(sides: Sequence[Side]) -> dict[str, str]:
    """Metric → why there is no verdict: points of a round mean another thing where they are carried on to the next."""
    carried = declared(sides[0].run.spec)["carried"]
    values = [side.spec["parameters"] for side in sides]
    if all(v[name] == values[0][name] for v in values for name in carried):
        return {}
    told = dict.fromkeys(f"{n}={text(v[n])}" for v in values for n in carried if holds(carried, v))
    reason = f"points are carried across rounds otherwise ({', '.join(told)}): see starter_ends and the match"
    return dict.fromkeys(_of_rounds(max(side.spec["seats"] for side in sides)), reason)


def of_variant(spec: Spec, variant: VariantSpec) -> dict[str, str]:
    """Metric → why a target of it says nothing: points of rounds that are carried across them are book-keeping."""
    carried, values = declared(spec)["carried"], variant["parameters"]
    if not holds(carried, values):
        return {}
    said = ", ".join(
        f"{name}={text(values[name])}" for name in carried if holds({name: carried[name]}, values)
    )
    reason = f"points are carried across rounds ({said}): see starter_ends and the match"
    return dict.fromkeys(_of_rounds(variant["seats"]), reason)


def _of_rounds(seats: int) -> list[str]:
    """The metrics that say nothing of rounds where points are carried across them."""
    return [*OF_ROUNDS, *(f"win_share_position_{p}" for p in range(seats))]
