"""All players of a game against each other, on the same deals, in every seating."""

import time
from pathlib import Path

from balance.stats.ladder import Ladder
from balance.store.run import Run
from balance.workflows import noise
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import plan as planning
from balance.workflows.reading.laddered import Laddered
from balance.workflows.reading.players import read
from balance.workflows.sweep import playing
from sims.errors import InputError, Stopped


def play(request: Request, listener: Listener) -> Laddered:
    """Check, play, measure and report the ladder that is asked for. InputError before anything is written."""
    began = time.perf_counter()
    plan = planning.make(request, listener)
    with playing(plan, listener) as (run, played):
        try:
            played += noise.test(run, plan.game, plan.threads, listener)
            start = time.perf_counter()
            found = _whole(run)
            if request.report:
                import reports
                from balance.workflows.reading.measure import measure

                reports.write(run, measure(run), ladder=found)
        except KeyboardInterrupt:
            again = f"interrupted: all is played; measure and report with: balance resume {run.name}"
            raise Stopped(again) from None
        now = time.perf_counter()
        seconds = {
            "compile": plan.compile_seconds,
            "play": played,
            "report": now - start,
            "total": now - began,
        }
        return Laddered(run, found, seconds)


def of_run(name: str | Path) -> Laddered:
    """The ladder of a run that was played before; InputError if it is of another kind, or not complete."""
    run = Run.open(name)
    if "ladder" not in run.spec:
        raise InputError("run", str(name), f"that of a ladder: it was played by {run.spec['command']}")
    if not (run.complete and noise.settled(run)):
        raise InputError("run", str(name), f"complete: balance resume {run.name} plays what is missing")
    return Laddered(run, _whole(run), {})


def _whole(run: Run) -> Ladder:
    found = read(run)
    assert found is not None, "a complete run has deals that all pairings played"
    return found
