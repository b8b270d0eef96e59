"""The metrics of a run: cluster sums read by the store, made estimates by the statistics."""

from collections.abc import Mapping
from functools import partial

from balance.stats.always_valid import always_valid
from balance.stats.estimate import Estimate
from balance.stats.layout import Layout
from balance.stats.limits import Limits
from balance.stats.luck import Setting, luck
from balance.stats.marks import Marked, marks
from balance.stats.metrics import Folded, by_round, folded
from balance.stats.shuffled import shuffled
from balance.stats.worth import worth
from balance.store.clusters import cluster_sums, round_sums
from balance.store.decisions import decisions
from balance.store.declared import declared
from balance.store.repeats import wins
from balance.store.run import Run
from balance.store.spec import expected
from balance.store.steps import samples
from balance.workflows.asking import targets
from balance.workflows.reading.withheld import of_variant
from sims.own_metrics import holds

Measured = dict[int, dict[str, Estimate]]
"""Variant → metric → estimate, metrics in the order in which they are shown."""
Marks = dict[int, list[Marked]]
"""Variant → the targets that it is held to; empty where there are none."""
ByRound = dict[int, dict[int, dict[str, Estimate]]]
"""Variant → round number → metric → estimate."""


def measure(run: Run) -> Measured:
    """All metrics of every variant of which deals are finished.

    Of a run that is not complete: of the deals before the first gap, with intervals that hold whenever it is looked at.
    """
    return marked(run)[0]


def marked(run: Run) -> tuple[Measured, Marks]:
    """The same, with the targets that the run was asked to keep to."""
    run, limits = judged_by(run)
    moving = list(run.spec["asked"].get("targets", {}))
    read = folded(layouts(run), cluster_sums(run), moving)
    found = {variant: one.estimates(limits) for variant, one in read.items()}
    return with_others(run, found), marks_of(run, read)


def marks_of(run: Run, read: Mapping[int, Folded]) -> Marks:
    """The targets that the run was asked to keep to, marked. read: of its variants, with what they are moving by."""
    asked = targets.parsed(run.spec["asked"].get("targets", {}))
    held = {v["variant"]: v for v in targets.held(run) if asked and v["variant"] in read}
    reasons = {number: of_variant(run.spec, variant) for number, variant in held.items()}
    always = None if run.complete else partial(always_valid, expected(run.spec))
    return marks({number: read[number] for number in held}, asked, reasons, always)


def judged_by(run: Run) -> tuple[Run, Limits | None]:
    """What of a run is judged and how wide intervals are: all of a complete one, the ordinary ones (None)."""
    return (run, None) if run.complete else (run.without_gaps(), always_valid(expected(run.spec)))


def with_others(run: Run, found: Measured) -> Measured:
    """The same with what is read otherwise: luck of the deal, turns in random order, what choices are worth."""
    settings = {v["variant"]: Setting(v["repeats"], v["mirrors"], v["seats"]) for v in run.spec["variants"]}
    told = any(setting.told for setting in settings.values())
    _, limits = judged_by(run)
    for more in (
        luck(settings, wins(run), limits) if told else {},
        shuffled(layouts(run), samples(run), limits),
        worth(declared(run.spec)["kinds"][1:], decisions(run), limits),
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
