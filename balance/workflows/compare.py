"""Comparing rule tweaks with a baseline, on the same deals: played for it, or in runs that are there."""

import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from balance.stats.comparisons import comparisons
from balance.stats.marks import marks
from balance.store.run import Run, run_folders
from balance.workflows.asking import targets
from balance.workflows.asking.asked import Asked, layouts
from balance.workflows.asking.request import Request, metric_flags
from balance.workflows.asking.targets import target_flags
from balance.workflows.listener import Listener
from balance.workflows.planning import plan as planning
from balance.workflows.reading import arms, baselines
from balance.workflows.reading.arms import Match
from balance.workflows.reading.compared import Compared, tweaks
from balance.workflows.reading.values import Read
from balance.workflows.reading.withheld import of_variant, withheld
from balance.workflows.sweep import playing
from sims import registry
from sims.errors import InputError, Stopped

if TYPE_CHECKING:
    from balance.stats.strengths import Strengths
    from balance.workflows.reading.measure import Measured


def compare(
    request: Request,
    listener: Listener,
    tell: Callable[[Compared], None] = lambda _: None,
    save: str | None = None,
) -> Compared:
    """Play the baseline and its tweaks on the same deals, compare, report. InputError before anything is written.

    tell: is given the comparison as soon as it stands, before the report is written; save: a name to keep the run's
    baseline under. With `request.baseline` (see `from_baseline`) the tweaks alone are played.
    """
    began = time.perf_counter()
    saved = None if request.baseline is None else baselines.load(request.baseline)
    if save is not None:
        _can_save(save, request)
    asked = Asked(request.metrics, request.margins, request.targets).checked(layouts(request))
    plan = planning.make(request, listener)
    with playing(plan, listener) as (run, played):
        try:
            start = time.perf_counter()
            matches = arms.within(run.told) if saved is None else arms.against(saved, run)
            if save is not None:
                baselines.save(save, matches[0].base)
            found, measured = _compared(matches, asked, run.spec["command"])
            found = replace(found, strengths=_strengths(run, asked))
            seconds = {
                "compile": plan.compile_seconds,
                "play": played,
                "compare": time.perf_counter() - start,
            }
            found = replace(found, seconds={**seconds, "total": time.perf_counter() - began})
            tell(found)
            if request.forms:
                _report(found, measured, request.forms)
        except KeyboardInterrupt:
            again = f"interrupted: all is played; compare and report with: balance resume {run.name}"
            raise Stopped(again) from None
    return found


def from_baseline(name: str, request: Request) -> Request:
    """The request with what the baseline of that name says: what tweaks start from, who plays, which deals."""
    side = baselines.load(name)
    spec = side.spec
    if side.run.spec["game"] != registry.load(request.game).name:
        raise InputError("baseline", name, f"one of {request.game}: it is one of {side.run.spec['game']}")
    return replace(
        request,
        baseline=name,
        seats=(spec["seats"],),
        preset=spec["preset"],
        set=spec["overrides"],
        players=",".join(spec["lineup"]),
        matches=spec["matches"],
        repeats=spec["repeats"],
        seed=side.run.spec["seed"],
    )


def compare_runs(names: Sequence[str], asked: Asked) -> Compared:
    """Compare the variants of a finished run with its first, or those of a second one with those of the first.

    Without metrics, margins or targets of its own a single run is asked what it was played for.
    """
    whole = [_finished(name) for name in names]
    runs = [run.told for run in whole]
    if len(runs) == 1:
        was = Asked.of(runs[0].spec)
        asked = Asked(
            asked.metrics or was.metrics, asked.margins or was.margins, asked.targets or was.targets
        )
        base = runs[0].spec["asked"].get("baseline")
        found = arms.within(runs[0]) if base is None else arms.against(baselines.load(base), runs[0])
    else:
        found = arms.between(*runs)
    asked_again = metric_flags(asked.metrics, asked.margins) + target_flags(asked.targets)
    command = shlex.join(["balance", "compare", *(run.name for run in runs), *asked_again])
    sides = [side for match in found for side in (match.base, match.tweaked)]
    asked = asked.checked(side.layout for side in sides)
    told = _strengths(whole[0], asked) if len(runs) == 1 else None
    return replace(_compared(found, asked, command)[0], strengths=told)


def _strengths(run: Run, asked: Asked) -> "Strengths | None":
    """What line-ups of several strengths say, where they played."""
    from balance.workflows.reading import strengths

    return strengths.read(run, asked)[0] if "skill" in run.spec else None


def _finished(name: str) -> Run:
    try:
        run = Run.whole(name)
    except InputError as error:
        names = [path.name for path in run_folders()]
        raise InputError(error.field, error.value, f"{error.legal} (a game needs --tweak)", names) from None
    if not run.complete:
        raise InputError("run", name, f"complete: balance resume {run.name} plays what is missing")
    return run


def _can_save(name: str, request: Request) -> None:
    baselines.check_name(name)
    if request.skill:
        raise InputError(
            "save_baseline", name, "possible with --skill: a saved baseline is played by one line-up"
        )
    if request.baseline is not None:
        raise InputError("save_baseline", name, f"needed: the baseline is kept as {request.baseline}")
    if len(request.seats) > 1:
        raise InputError("save_baseline", name, "possible with several numbers of seats: each has a baseline")


def _compared(matches: list[Match], asked: Asked, command: str) -> tuple[Compared, "Measured"]:
    """The comparison, and the metrics of the variants of the last run, over the deals that were compared."""
    reason = arms.unpaired(matches)
    read = Read(matches, [reason is None] * len(matches), asked.metrics, common=True)
    reasons = [withheld([match.base, match.tweaked]) for match in matches]
    rows = comparisons(read.pairs, asked.metrics, asked.margins, reasons)
    tweaked = {match.tweaked.key: match.tweaked for match in matches}
    marked = marks(
        {key: read.arms[key].folded for key in tweaked},
        targets.parsed(asked.targets),
        {key: of_variant(side.run.spec, side.spec) for key, side in tweaked.items()},
    )
    told = [replace(tweak, targets=marked[tweak.match.tweaked.key]) for tweak in tweaks(matches, rows, read)]
    runs = {str(side.run.path): side.run for m in matches for side in (m.base, m.tweaked)}
    last = str(matches[-1].tweaked.run.path.resolve())
    measured = {number: arm.estimates() for (path, number), arm in read.arms.items() if path == last}
    return Compared(list(runs.values()), command, told, reason, arms.notes(matches), {}), measured


def _report(found: Compared, measured: "Measured", forms: Sequence[str]) -> None:
    """Write the run's report in these forms; what was compared on common deals alone is measured on all."""
    import reports
    from balance.workflows.reading.measure import marked, with_others
    from balance.workflows.shown import shown
    from reports.said import Said

    run = found.run
    whole = all(
        v["variant"] in measured and measured[v["variant"]]["turns_mean"].clusters == v["clusters"]
        for v in run.spec["variants"]
    )
    if whole:
        measured = with_others(run, measured)
        targets_of = {tweak.tweaked["variant"]: tweak.targets for tweak in found.tweaks}
    else:
        measured, targets_of = marked(run)
    said = Said(marks=targets_of, rules=found.rules, strengths=found.strengths)
    reports.write(run, measured, said, shows=partial(shown, run), forms=forms)
