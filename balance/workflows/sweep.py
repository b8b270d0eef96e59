"""The main job: play every variant, measure, report."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from balance.runner.runner import Runner
from balance.store import lock
from balance.store.run import Run, check_out, fresh_folder
from balance.workflows import best
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.outcome import Outcome
from balance.workflows.planning import plan as planning
from balance.workflows.planning.plan import Plan
from balance.workflows.playing.kept import Refused, kept
from balance.workflows.playing.play import Incomplete, play
from sims.errors import Stopped
from sims.game import Game


def sweep(request: Request, listener: Listener) -> Outcome:
    """Check, play, measure and report what `request` asks for. InputError before anything is written."""
    began = time.perf_counter()
    if request.targets:
        from balance.workflows.asking.asked import Asked, layouts  # loads the statistics

        Asked(targets=request.targets).checked(layouts(request))
    plan = planning.make(request, listener)
    with reported(request.forms), playing(plan, listener) as (run, played):
        played += remeasure(run, plan.game, plan.runner, listener)
        return finish(run, request.forms, {"compile": plan.compile_seconds, "play": played}, began)


@contextmanager
def reported(forms: Sequence[str]) -> Iterator[None]:
    """Of a run whose chunks did not all succeed write the report, too, before it is told."""
    try:
        yield
    except Incomplete as incomplete:
        if forms and not isinstance(incomplete, Refused):
            from balance.workflows.report import report as write  # loads DuckDB and scipy

            write(incomplete.run.path, forms)
        raise


@contextmanager
def playing(plan: Plan, listener: Listener) -> Iterator[tuple[Run, float]]:
    """A plan's run, played, with the seconds that took; it is locked until the block ends.

    InputError if the disk has not the room that it may take.
    """
    out = plan.request.out
    plan.load.check(plan.request)
    listener.takes(plan.load)
    folder = _folder(out, plan.game.name)
    with kept(Run(folder, plan.spec)), lock.hold(folder):
        if out is not None:
            check_out(folder)  # again: another process may have been faster
        run = Run.create(folder, plan.spec)
        yield play(run, plan.game, plan.runner, listener)


def remeasure(run: Run, game: Game, who: Runner, listener: Listener) -> float:
    """Play the finalists on fresh deals, where the best variant was asked for; the seconds that took."""
    if best.asked(run) is None:
        return 0.0
    fresh = best.begun(run)
    if fresh is None:
        return 0.0
    labels, deals = [v["label"] for v in fresh.spec["variants"]], fresh.spec["variants"][0]["clusters"]
    listener.note(f"measured again on {deals:,} fresh deals: {', '.join(labels)}")
    return play(fresh, game, who, listener, part_of=run)[1]


def finish(run: Run, forms: Sequence[str], seconds: dict[str, float], began: float) -> Outcome:
    """Measure a complete run and write its report in these forms, if any."""
    start = time.perf_counter()
    from balance.workflows.reading.learned import learn  # loads DuckDB and scipy
    from balance.workflows.report import write

    try:
        learned = learn(run)
        if forms:
            write(run, learned, forms)
    except KeyboardInterrupt:
        raise Stopped(
            f"interrupted: all is played; measure and report with: balance resume {run.name}"
        ) from None
    now = time.perf_counter()
    return Outcome(run, learned, {**seconds, "report": now - start, "total": now - began})


def _folder(out: Path | None, game: str) -> Path:
    if out is None:
        return fresh_folder(game)
    out.mkdir(parents=True, exist_ok=True)
    return out
