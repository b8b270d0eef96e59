"""The metrics of a run: cluster sums read by the store, made estimates by the statistics."""

from balance.stats.estimate import Estimate
from balance.stats.layout import Layout
from balance.stats.luck import Setting, luck
from balance.stats.metrics import by_round, estimates
from balance.stats.shuffled import shuffled
from balance.stats.worth import worth
from balance.store.clusters import cluster_sums, round_sums
from balance.store.decisions import decisions
from balance.store.declared import declared
from balance.store.repeats import wins
from balance.store.run import Run
from balance.store.steps import samples
from sims.own_metrics import holds

Measured = dict[int, dict[str, Estimate]]
"""Variant → metric → estimate, metrics in the order in which they are shown."""
ByRound = dict[int, dict[int, dict[str, Estimate]]]
"""Variant → round number → metric → estimate."""


def measure(run: Run) -> Measured:
    """All metrics of every variant of which a chunk is finished."""
    return with_others(run, estimates(layouts(run), cluster_sums(run)))


def with_others(run: Run, found: Measured) -> Measured:
    """The same with what is read otherwise: luck of the deal, turns in random order, what choices are worth."""
    settings = {v["variant"]: Setting(v["repeats"], v["mirrors"], v["seats"]) for v in run.spec["variants"]}
    told = any(setting.told for setting in settings.values())
    for more in (
        luck(settings, wins(run)) if told else {},
        shuffled(layouts(run), samples(run)),
        worth(declared(run.spec)["kinds"][1:], decisions(run)),
    ):
        for variant, estimated in more.items():
            found[variant] |= estimated
    return found


def by_round_number(run: Run) -> ByRound:
    """What is of a round alone, by round number, of the variants whose points are carried across rounds.

    There the points of a round are book-keeping across rounds, so rounds of different numbers are not alike. Variants
    without such a value of a parameter (`carried` in game.toml) are left out; nothing is read where there are none.
    """
    carried = declared(run.spec)["carried"]
    variants = {v["variant"] for v in run.spec["variants"] if holds(carried, v["parameters"])}
    return by_round(layouts(run), round_sums(run, variants)) if variants else {}


def layouts(run: Run) -> dict[int, Layout]:
    """Variant → what its metrics depend on."""
    game = declared(run.spec)
    return {variant["variant"]: Layout.of(game, variant) for variant in run.spec["variants"]}
