"""All players of a game against each other, or one against itself restricted: on the same deals, in every seating."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from balance.stats.ladder import Ladder
from balance.stats.restrictions import Restrictions
from balance.store.run import Run
from balance.store.spec import varies_players
from balance.workflows import noise
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import plan as planning
from balance.workflows.reading import players, restrictions
from balance.workflows.reading.laddered import Laddered
from balance.workflows.reading.restricted import RestrictedPlay
from balance.workflows.sweep import playing
from sims.errors import InputError, Stopped

Found = TypeVar("Found", bound=Ladder | Restrictions)


def play(request: Request, listener: Listener) -> Laddered:
    """Check, play, measure and report the ladder that is asked for. InputError before anything is written."""
    run, found, seconds = _played(request, listener, players.read)
    return Laddered(run, found, seconds)


def restrict(request: Request, listener: Listener) -> RestrictedPlay:
    """The same of the restrictions of one player that are asked for."""
    run, found, seconds = _played(request, listener, restrictions.read)
    return RestrictedPlay(run, found, seconds)


def _played(
    request: Request, listener: Listener, read: Callable[[Run], Found | None]
) -> tuple[Run, Found, dict[str, float]]:
    """The run, what it says, and the seconds that all took."""
    began = time.perf_counter()
    plan = planning.make(request, listener)
    with playing(plan, listener) as (run, played):
        try:
            played += noise.test(run, plan.game, plan.runner, listener)
            start = time.perf_counter()
            found = _whole(read(run))
            if request.report:
                import reports
                from balance.workflows.reading.measure import measure
                from reports.said import Said

                ladder = found if isinstance(found, Ladder) else None
                costs = found if isinstance(found, Restrictions) else None
                reports.write(run, measure(run), Said(ladder=ladder, restrictions=costs))
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
        return run, found, seconds


def of_run(name: str | Path) -> Laddered | RestrictedPlay:
    """What a run of either kind that was played before says; InputError if it is of another, or not complete."""
    run = Run.whole(name)
    if not varies_players(run.spec):
        raise InputError("run", str(name), f"that of a ladder: it was played by {run.spec['command']}")
    if not (run.complete and noise.settled(run)):
        raise InputError("run", str(name), f"complete: balance resume {run.name} plays what is missing")
    if "restricted" in run.spec:
        return RestrictedPlay(run, _whole(restrictions.read(run)), {})
    return Laddered(run, _whole(players.read(run)), {})


def _whole(found: Found | None) -> Found:
    assert found is not None, "a complete run has deals that all pairings played"
    return found
