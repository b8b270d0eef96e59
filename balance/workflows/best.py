"""The best variant of a sweep, told by fresh deals: who may be it is played again beside the baseline."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from balance.stats.aims import HIGH, LOW, Aim
from balance.store.declared import declare, declared, nothing_varied
from balance.store.run import Run
from balance.store.spec import Spec, VariantSpec, counted, resized
from balance.workflows.asking.asked import A_METRIC
from sims import digits
from sims.errors import InputError
from sims.game import Game
from sims.variants import Variant

if TYPE_CHECKING:
    from balance.stats.best import Best
    from balance.stats.estimate import Estimate
    from balance.stats.members import Value

FOLDER = "fresh"


def aim(text: str, shifts: Mapping[str, float]) -> Aim:
    """What `--best METRIC`, METRIC=low, =high or =NUMBER asks for.

    shifts: metric → what its value has had taken off, so that 0 is even; 0: nothing, so that it must be said what is
    wanted.
    """
    name, given, wanted = text.partition("=")
    if name not in shifts:
        raise InputError("best", name, A_METRIC, shifts)
    if not given:
        if not shifts[name]:
            raise InputError("best", name, f"enough: {name}=low, {name}=high, or {name}=NUMBER to be near to")
        return Aim(name, 0.0)
    if wanted in (LOW, HIGH):
        return Aim(name, wanted)
    number = digits.decimal(wanted)
    if number is None:
        raise InputError(f"best: {name}", wanted, "low, high or a number", (LOW, HIGH))
    return Aim(name, number)


def check(text: str, game: Game, played: Sequence[Variant]) -> None:
    """InputError unless a best can be looked for among these variants."""
    if len({variant.seats for variant in played}) > 1:
        raise InputError("best", text, "possible with several numbers of seats: each has a best of its own")
    if len(played) < 2:
        raise InputError("best", text, "possible with one variant: there must be two at least (--vary)")
    aim(
        text,
        _shifts(
            dict(declare(game)), {"seats": played[0].seats, "lineup": [], "parameters": played[0].values}
        ),
    )


def _shifts(game: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, float]:
    from balance.stats.layout import Layout  # loads the statistics
    from balance.stats.measures import told

    return {m.name: float(getattr(m, "shift", 0)) for m in told(Layout.of(game, variant))}


def asked(run: Run) -> Aim | None:
    """What the run was asked for the best in; None where it was not."""
    text = run.spec["asked"].get("best")
    if text is None:
        return None
    return aim(text, _shifts(dict(declared(run.spec)), run.spec["variants"][0]))


def settled(run: Run) -> bool:
    """Is nothing left to play to tell the best?"""
    if run.spec["asked"].get("best") is None:
        return True
    if not run.complete:
        return False
    fresh = opened(run)
    return fresh.complete if fresh is not None else not _chosen(run).chosen


def opened(run: Run) -> Run | None:
    """The run on fresh deals, if it was begun."""
    return run.within(FOLDER)


def begun(run: Run) -> Run | None:
    """The run on fresh deals, begun if need be; None where no two variants can be judged. The run is complete."""
    found = opened(run)
    if found is not None:
        return found
    if asked(run) is None:
        return None
    chosen = _chosen(run)
    if not chosen.chosen:
        return None
    base = chosen.base
    numbers = [base, *(n for n in chosen.chosen if n != base)]
    told = {
        "baseline": base,
        "finalists": chosen.chosen,
        "same": [chosen.same[number] for number in chosen.chosen],
        "beyond": chosen.beyond,
    }
    return run.begin_within(FOLDER, _spec(run.spec, numbers, told))


class _Chosen(NamedTuple):
    """Variants that are played again: the baseline, those that may be the best, more that may be, who plays as who."""

    base: int
    chosen: Sequence[int]
    beyond: Sequence[int]
    same: Mapping[int, list[int]]


def _chosen(run: Run) -> _Chosen:
    """Who of a complete run that was asked for the best is played again; nobody where no two can be judged."""
    from balance.stats.race import finalists
    from balance.store.alike import alike

    wanted = asked(run)
    assert wanted is not None
    base = baseline(run.spec)["variant"]
    same = _groups(alike(run), base)
    values = _values(run, wanted)
    found = finalists({number: values[number] for number in same}, wanted)
    return _Chosen(base, found.chosen, found.beyond, same)


def baseline(spec: Spec) -> VariantSpec:
    """The variant in which nothing is varied; where there is none, the first."""
    variants = spec["variants"]
    return next((v for v in variants if nothing_varied(spec, v)), variants[0])


def _groups(played: Mapping[int, int], base: int) -> dict[int, list[int]]:
    """Of variants that play out identically on the same deals one stands for all: that one → the others."""
    leaders: dict[int, int] = {played[base]: base}
    found: dict[int, list[int]] = {}
    for number in sorted(played):
        leader = leaders.setdefault(played[number], number)
        found.setdefault(leader, []).extend([number] if number != leader else [])
    return found


def _values(run: Run, wanted: Aim) -> dict[int, "Value"]:
    """The metric of every variant, within limits that hold for all of them at once."""
    from balance.stats.members import Member
    from balance.stats.metrics import folded
    from balance.stats.simultaneous import at_once
    from balance.store.clusters import cluster_sums
    from balance.workflows.reading.measure import layouts
    from balance.workflows.reading.withheld import of_variant

    read = folded(layouts(run), cluster_sums(run), moving=[wanted.metric])
    members = {variant: Member(found, wanted.metric) for variant, found in read.items()}
    limits = at_once([m.limited for m in members.values() if m.known])
    reasons = {v["variant"]: of_variant(run.spec, v).get(wanted.metric) for v in run.spec["variants"]}
    return {variant: member.value(limits, reasons[variant]) for variant, member in members.items()}


def _spec(spec: Spec, numbers: Sequence[int], told: dict[str, Any]) -> Spec:
    """The plan of the fresh run: these variants, all on the deals after the last that any variant played."""
    first = max(v["first_deal"] + v["clusters"] for v in spec["variants"])
    clusters = max(spec["variants"][number]["clusters"] for number in numbers)
    rows = []
    for place, number in enumerate(numbers):
        row = resized(spec["variants"][number], clusters)
        fresh: VariantSpec = {**row, "variant": place, "baseline": 0, "first_deal": first}
        rows.append(fresh)
    unasked: dict[str, Any] = {"best": None, "targets": {}, "until": {}, "max_matches": None, "report": False}
    again = {**spec["asked"], **unasked, "remeasured": told}
    kept = {name: value for name, value in spec.items() if name not in ("until", "stopped")}
    return counted(cast(Spec, {**kept, "variants": rows, "asked": again}))


def found(run: Run, measured: Mapping[int, Mapping[str, "Estimate"]]) -> "Best | None":
    """What the fresh deals say; None where the run was not asked, or they are not all played.

    measured: what the sweep says of each variant.
    """
    wanted, fresh = asked(run), opened(run)
    if wanted is None or (fresh is not None and not fresh.complete) or not run.complete:
        return None
    from balance.workflows.remeasured import nobody, remeasured

    if fresh is None and _chosen(run).chosen:  # the process was killed before it began them
        return None
    return nobody(run, wanted) if fresh is None else remeasured(run, fresh, wanted, measured)
