"""Finalists of a sweep on fresh deals: read, raced against each other, compared with the baseline."""

from collections.abc import Mapping, Sequence

from balance.stats.aims import Aim
from balance.stats.best import Best, Finalist
from balance.stats.estimate import Estimate
from balance.stats.layout import Layout, Quantile
from balance.stats.measure import Measure
from balance.stats.measures import told
from balance.stats.members import Member
from balance.stats.pairs import Arm, Pair
from balance.stats.race import Race, every_two, race
from balance.store.aligned import Source, aligned
from balance.store.alike import alike
from balance.store.clusters import arm_sums, share_unit
from balance.store.declared import declared
from balance.store.run import Run
from balance.store.spec import VariantSpec
from balance.workflows.asking.asked import Asked
from balance.workflows.compare import compare_runs


def remeasured(run: Run, fresh: Run, aim: Aim, measured: Mapping[int, Mapping[str, Estimate]]) -> Best:
    """Who is the best, by the fresh deals; measured: what the sweep said."""
    asked = fresh.spec["asked"]["remeasured"]
    numbers = [asked["baseline"], *(n for n in asked["finalists"] if n != asked["baseline"])]
    here = {number: place for place, number in enumerate(numbers)}
    raced = _raced(fresh, aim, [here[number] for number in asked["finalists"]])
    labels = {row["variant"]: row["label"] for row in run.spec["variants"]}
    same = dict(zip(asked["finalists"], asked["same"], strict=True))
    tweaks = {
        tweak.tweaked["variant"]: tweak
        for tweak in compare_runs([str(fresh.path)], Asked(_with_verdicts(aim))).tweaks
    }
    played = alike(fresh)

    def finalist(place: int) -> Finalist:
        number = numbers[place]
        tweak = tweaks.get(place)
        return Finalist(
            number,
            labels[number],
            measured[number][aim.metric],
            raced.values[place],
            raced.leads.get(place),
            raced.differences.get(place),
            tweak.metrics if tweak else {},
            tweak.identical if tweak else None,
            [labels[other] for other in same.get(number, [])],
        )

    first = raced.order[0]
    row = fresh.spec["variants"][0]
    return Best(
        aim,
        [finalist(place) for place in raced.order],
        asked["baseline"],
        None if asked["baseline"] in asked["finalists"] else finalist(0),
        [numbers[place] for place in raced.level],
        [numbers[place] for place in raced.order[1:] if played[place] == played[first]],
        [labels[number] for number in asked["beyond"]],
        range(row["first_deal"], row["first_deal"] + row["clusters"]),
        str(fresh.path),
    )


def _with_verdicts(aim: Aim) -> list[str]:
    """The metric, and of the starter's edge ties, too: without these nothing is called fairer."""
    return [aim.metric, *(["tied_rounds"] if aim.metric == "first_player_advantage" else [])]


def nobody(run: Run, aim: Aim) -> Best:
    """Where nothing was played again: all are the same, or of too few anything can be said."""
    reason = "of fewer than two variants anything can be said"
    if len(set(alike(run).values())) == 1:
        deals = run.spec["variants"][0]["clusters"]
        reason = f"all {len(run.spec['variants'])} variants are identical on all {deals:,} deals"
    return Best(aim, [], 0, None, [], [], [], range(0), "", reason)


def _raced(fresh: Run, aim: Aim, candidates: Sequence[int]) -> Race[int]:
    """The metric alone, of every variant and of every two candidates, from one reading of the run."""
    unit = share_unit(fresh)
    variants = [row["variant"] for row in fresh.spec["variants"]]
    arms = {v: Arm([_asked(fresh, fresh.spec["variants"][v], aim.metric)], unit) for v in variants}
    pairs = {(a, b): Pair(arms[a], arms[b]) for a, b in every_two(candidates)}
    for parts in aligned([Source(arm_sums(fresh, unit), {v: v for v in variants})]):
        for arm, part in zip(arms.values(), parts, strict=True):
            arm.add(part.numbers, part.columns, part.lengths)
        for (a, b), pair in pairs.items():
            pair.add(parts[a].deals, parts[a].columns, parts[b].columns)
    members = {v: Member(arm.folded, aim.metric) for v, arm in arms.items()}
    return race(members, pairs, aim, candidates)


def _asked(run: Run, variant: VariantSpec, metric: str) -> Measure | Quantile:
    layout = Layout.of(dict(declared(run.spec)), variant)
    return next(m for m in told(layout) if m.name == metric)
