"""Metrics on which there is no verdict, since they are another thing in one variant than in another."""

from collections.abc import Sequence

from balance.store.declared import declared
from balance.workflows.asking.targets import of_rounds
from balance.workflows.reading.arms import Side
from sims.own_metrics import holds
from sims.variants import text


def withheld(sides: Sequence[Side]) -> dict[str, str]:
    """Metric → why there is no verdict: points of a round mean another thing where they are carried on to the next."""
    carried = declared(sides[0].run.spec)["carried"]
    values = [side.spec["parameters"] for side in sides]
    if all(v[name] == values[0][name] for v in values for name in carried):
        return {}
    told = dict.fromkeys(f"{n}={text(v[n])}" for v in values for n in carried if holds(carried, v))
    reason = f"points are carried across rounds otherwise ({', '.join(told)}): see starter_ends and the match"
    return dict.fromkeys(of_rounds(max(side.spec["seats"] for side in sides)), reason)
