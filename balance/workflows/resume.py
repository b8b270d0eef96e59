"""Going on with a run that was interrupted."""

import time
from pathlib import Path

from balance.runner.jobs import players_of, variants_of
from balance.store import commits, lock
from balance.store.run import Run
from balance.workflows import best, noise
from balance.workflows.listener import Listener
from balance.workflows.outcome import Outcome
from balance.workflows.planning.plan import available_cores, engine, prepare
from balance.workflows.planning.size import at_least
from balance.workflows.playing.play import play
from balance.workflows.reading.players import noisy
from balance.workflows.sweep import finish, remeasure, reported
from sims import registry
from sims.errors import InputError
from sims.game import Game


def resume(name: str | Path, threads: int | None, listener: Listener) -> Outcome | None:
    """Play what is missing of a run, to the same rows as an unbroken one; None if nothing is missing.

    InputError if another process plays it, if the rules are not those it was begun with, or if a finished file is
    damaged.
    """
    began = time.perf_counter()
    if threads is not None:
        at_least("threads", threads, 1)
    run = Run.open(name)
    wants_report = bool(run.spec["asked"].get("report", True))
    settled = best.settled(run) and noise.settled(run)
    if run.complete and settled and (run.report.exists() or not wants_report):
        return None
    with reported(wants_report), lock.hold(run.path):
        run = Run.open(run.path)  # another process may have played on until a moment ago
        game = same_rules(run)
        for part in filter(None, (run, best.opened(run), noisy(run))):
            commits.verify(part.path, part.commits())
        for leftover in run.path.glob("**/*.tmp"):  # of the process that was killed
            leftover.unlink()
        other = {k: v for k, v in engine().items() if run.spec["engine"].get(k) != v}
        for library, version in other.items():
            listener.note(
                f"{library} is {version} now, was {run.spec['engine'].get(library)} when the run began"
            )
        compiled = prepare(game, players_of(run, game), listener)
        count = threads or available_cores()
        run, played = play(run, game, count, listener)
        played += remeasure(run, game, count, listener) + noise.test(run, game, count, listener)
        return finish(run, wants_report, {"compile": compiled, "play": played}, began)


def same_rules(run: Run) -> Game:
    """The run's game; InputError that says what changed if it would not play the same matches now."""
    game = registry.load(run.spec["game_source"])
    if game.version != run.spec["game_version"]:
        raise InputError(
            f"{run.path.name}: version of {game.name}",
            run.spec["game_version"],
            f"that of the rules now, {game.version}: they would play other matches",
        )
    variants_of(run, game)
    if game.digest != run.spec["digest"]:
        raise InputError(
            f"{run.path.name}: digest of the sources of {game.name}",
            run.spec["digest"][:12],
            f"that of the sources now, {game.digest[:12]}: they may play other matches",
        )
    return game
