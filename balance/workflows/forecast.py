"""How many matches does it take? A pilot is played, and what its deals show is scaled to what is asked."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path

from balance.stats.differences import Difference
from balance.stats.layout import Quantile
from balance.stats.limits import Limits
from balance.stats.measure import Measure, contrasts, lacking
from balance.stats.moments import ONE
from balance.stats.pairs import Pair
from balance.stats.simultaneous import at_once
from balance.stats.sizes import ALIKE, UNCHANGED, Spread, level_of
from balance.stats.verdicts import MOST_CAPPED
from balance.store.clusters import FIRST
from balance.store.run import Run
from balance.workflows.asking.asked import Asked, above_0, known, layouts, metric_names
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import plan as planning
from balance.workflows.planning import trial
from balance.workflows.planning.foreseen import POWERS, Forecast, Need, Pairing, rounded
from balance.workflows.planning.load import in_bytes
from balance.workflows.planning.plan import Plan
from balance.workflows.planning.trial import Cost
from balance.workflows.reading.arms import Side, within
from balance.workflows.reading.values import Read
from balance.workflows.reading.withheld import withheld
from sims.errors import InputError

PILOT, FEWEST = 500, 20
QUANTILE = "quantiles are whole numbers that jump: they are not planned, plan by the mean"
EARLY = f"only the first {FIRST} deals logged tell it, however many are played"


@dataclass(frozen=True)
class Wanted:
    """What is to be known. By metric: how wide an interval may be to each side (else its margin), and how large a
    difference is to be settled (else twice its margin); pilot: deals to find out by.
    """

    half_widths: Mapping[str, float] = field(default_factory=dict)
    differences: Mapping[str, float] = field(default_factory=dict)
    pilot: int = PILOT


def forecast(request: Request, wanted: Wanted, listener: Listener) -> Forecast:
    """How many matches of a sweep, or of a comparison, it takes to know what is wanted. Nothing of it is kept.

    request: its number of matches does not count, and half-widths at which it would stop are wanted, too; so are all
    metrics that `wanted` names. Raises InputError before anything is played.
    """
    if wanted.pilot < FEWEST:
        raise InputError("pilot", wanted.pilot, f"a whole number of at least {FEWEST} deals")
    wanted = replace(wanted, half_widths={**request.until, **wanted.half_widths})
    of_game = layouts(request)
    for option, sizes in (("half_width", wanted.half_widths), ("difference", wanted.differences)):
        known(option, sizes, metric_names(of_game))
        above_0(option, sizes)
    metrics = list(dict.fromkeys([*request.metrics, *wanted.half_widths, *wanted.differences]))
    asked = Asked(metrics, request.margins, request.targets).checked(of_game)
    request = replace(request, out=None, metrics=metrics, until={}, max_matches=None)
    if not request.tweaks:  # a sweep has no verdicts to ask for: its command names no metrics
        request = replace(request, metrics=(), margins={})
    per_deal = planning.matches_a_deal(request)
    plan = planning.make(replace(request, matches=wanted.pilot * per_deal), listener)
    with tempfile.TemporaryDirectory(prefix="balance-plan-") as name:
        folder = Path(name)
        run = trial.whole(plan, folder / "pilot", listener)
        needs = list((_of_tweaks if request.tweaks else _of_variants)(run, asked, wanted))
        deals = max((need.deals for need in needs if need.deals is not None), default=None)
        cost = Cost.of(run)
        if deals is None:
            return _told(plan, wanted, per_deal, needs, None, cost)
        deals = rounded(deals)
        plan = planning.make(replace(request, matches=deals * per_deal), Listener())
        cost = trial.timed(plan, cost, folder / "timed", listener)
        return _told(plan, wanted, per_deal, needs, deals, cost)


def _told(
    plan: Plan, wanted: Wanted, per_deal: int, needs: list[Need], deals: int | None, cost: Cost
) -> Forecast:
    if deals is None:
        return Forecast(plan.spec, wanted.pilot, per_deal, needs, None, None, {}, plan.threads, [])
    threads, matches = min(plan.threads, plan.spec["chunks"]), deals * per_deal
    share, notes = plan.spec["log"]["share"], []
    if share < 1:
        logged = f"turns and moves are logged for {share:.2%} of the deals: {plan.request.log_budget} holds no more"
        notes.append(logged)
        notes += _fewer(plan, needs, deals)
    written = cost.written(matches)
    if sum(written.values()) > plan.load.free:
        notes.append(f"the disk has no room for that: {in_bytes(plan.load.free)} are free")
    return Forecast(
        plan.spec, wanted.pilot, per_deal, needs, deals, cost.play(matches, threads), written, threads,
        notes,
    )  # fmt: skip


def _fewer(plan: Plan, needs: Sequence[Need], deals: int) -> list[str]:
    """What needs more logged turns than there will be, and the budget that holds all."""
    log = plan.spec["log"]
    there = round(deals * log["share"])
    short = list(dict.fromkeys(need.metric for need in needs if need.logged and (need.deals or 0) > there))
    if not short:
        return []
    whole = sum(n * log["pilot"]["bytes_a_row"][table] for table, n in log["pilot"]["rows"].items())
    told = f"{', '.join(short)}: of {there:,} deals and not of {deals:,}, unless --log-budget is {ceil(whole / 1e6)}MB"
    return [told]


def _of_variants(run: Run, asked: Asked, wanted: Wanted) -> Iterator[Need]:
    """For each variant and metric the deals for a half-width; one that is not given is the margin of the first."""
    sides = [Side(run, variant["variant"]) for variant in run.spec["variants"]]
    read = Read([], [], asked.metrics, beside=sides)
    halves: dict[str, float] = {}
    for side in sides:
        variant, arm = side.spec, read.arms[side.key]
        for metric in asked.metrics:
            m = arm.asked.get(metric)
            if m is None:
                continue
            clusters = int(arm.moments.clusters)
            need = Need(metric, variant["label"], variant["seats"], m.unit, clusters, logged=_logged(m))
            reason = QUANTILE if not isinstance(m, Measure) else _limited(m) or lacking(m, arm.moments)
            if reason or not isinstance(m, Measure):
                yield replace(need, reason=reason)
                continue
            one = contrasts(m, arm.moments)[0]
            half = halves.setdefault(
                metric,
                wanted.half_widths.get(metric) or asked.margins.get(metric) or arm.margin(metric, one.value),
            )
            counted = m.counted(arm.moments).clusters / clusters
            sums = arm.blocks.weighted(one.weights[0])
            spread = Spread.of([one], sums, arm.blocks.total(ONE), counted=counted)
            need = replace(need, half_width=half)
            if spread is None:
                yield replace(need, reason=ALIKE)
                continue
            yield replace(
                need,
                level=spread.level,
                sd=spread.sd,
                open=spread.factors(),
                sizes={"half_width": spread.for_half_width(half)},
                goal=["half_width"],
            )


def _of_tweaks(run: Run, asked: Asked, wanted: Wanted) -> Iterator[Need]:
    """For each tweak and metric the deals an arm that its verdict takes, at the level of all verdicts together."""
    matches = within(run)
    read = Read(matches, [True] * len(matches), asked.metrics)
    differences = [{n: pair.difference(n) for n in asked.metrics if n in pair.both} for pair in read.pairs]
    known = zip(read.pairs, differences, strict=True)
    members = [pair.limited(d) for pair, found in known for d in found.values() if d.low is not None]
    limits = at_once(members).limits
    for i, (match, pair, found) in enumerate(zip(matches, read.pairs, differences, strict=True)):
        kept_back = withheld([match.base, match.tweaked])
        for metric in asked.metrics:
            if metric not in found:
                continue
            d, identical = found[metric], read.identical[i] or 0
            pairing = Pairing(d.correlation, d.variance_ratio, d.discordant, identical)
            clusters = int(pair.a.moments.clusters)
            seats, logged = match.tweaked.spec["seats"], _logged(pair.a.asked[metric])
            need = Need(metric, match.name, seats, d.unit, clusters, logged=logged, pairing=pairing)
            reason = kept_back.get(metric) or _silent(pair, metric, d)
            if reason or d.baseline is None:
                yield replace(need, reason=reason)
                continue
            margin = asked.margins.get(metric) or pair.a.margin(metric, d.baseline)
            half = wanted.half_widths.get(metric)
            sizes = margin, half, wanted.differences.get(metric, 2 * margin)
            yield _settled(need, d, pair, sizes, limits)


def _settled(
    need: Need, d: Difference, pair: Pair, sizes: tuple[float, float | None, float], limits: Limits
) -> Need:
    """With what it needs.

    sizes: margin, half-width (None: the verdict is the goal), and the difference to be told; limits: of all verdicts.
    """
    margin, half, change = sizes
    need = replace(need, margin=margin, half_width=half or margin, difference=change)
    moving = pair.moving(d)
    sides = d.contrasts[1:] or d.contrasts
    level, deals = level_of(limits, d.clusters), pair.a.blocks.total(ONE)
    counted = d.clusters / need.clusters
    spread = Spread.of(sides, moving[0].sums, deals, level, counted) if moving else None
    if spread is None:
        return replace(need, reason=UNCHANGED)
    beyond = margin if change > margin else 0.0
    word = "changed" if beyond else "told"
    found = {"half_width": spread.for_half_width(half or margin)}
    for power in POWERS:
        found[f"{word}_{power:.0%}".rstrip("%")] = spread.for_change(change, beyond, power)
        found[f"unchanged_{power:.0%}".rstrip("%")] = spread.for_none(margin, power)
    if d.variance_ratio:
        apart = replace(spread, sd=spread.sd / d.variance_ratio**0.5)
        found["unpaired"] = apart.for_half_width(half or margin)
    goal = ["half_width"] if half else [f"{word}_80", "unchanged_80"]
    return replace(need, level=level, sd=spread.sd, open=spread.factors(), sizes=found, goal=goal)


def _silent(pair: Pair, metric: str, d: Difference) -> str | None:
    """In words, why a metric's difference cannot be planned."""
    m = pair.a.asked[metric]
    if not isinstance(m, Measure):
        return QUANTILE
    if d.capped > MOST_CAPPED:
        return f"more than {MOST_CAPPED:.0%} were capped, so there will be no verdict"
    return _limited(m) or d.reason


def _logged(m: Measure | Quantile) -> bool:
    return isinstance(m, Measure) and m.among is not None


def _limited(m: Measure) -> str | None:
    return EARLY if m.among and m.among[0].startswith("early_logged:") else None
