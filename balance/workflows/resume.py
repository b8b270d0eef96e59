"""Going on with a run that was interrupted."""

import time
from collections.abc import Sequence
from pathlib import Path

from balance.runner.jobs import players_of, variants_of
from balance.store import lock
from balance.store.commits import survey
from balance.store.damage import damage, mend
from balance.store.engine import PLAYS, engine
from balance.store.run import Run
from balance.store.sealed import opened
from balance.workflows import best, noise
from balance.workflows.asking.request import forms
from balance.workflows.listener import Listener
from balance.workflows.outcome import Outcome
from balance.workflows.planning.plan import prepare
from balance.workflows.playing.kept import kept
from balance.workflows.playing.play import play, runner
from balance.workflows.sweep import finish, remeasure, reported
from sims import registry
from sims.errors import InputError
from sims.game import Game


def resume(
    name: str | Path, threads: int | None, listener: Listener, cluster: str | None = None
) -> Outcome | None:
    """Play what is missing of a run or damaged, to the same rows as an unbroken one; None if nothing is.

    InputError if another process plays it, if its rules or the engine are not those it was begun with, or if run.json
    is damaged.
    """
    began = time.perf_counter()
    who = runner(threads, cluster, listener)
    run = Run.open(name, changed=True)
    asked = run.spec["asked"]
    written = forms(report=asked.get("report", True), pdf=asked.get("pdf", False))
    if _is_done(run, written):
        return None
    with reported(written), kept(run), lock.hold(run.path):
        game = same_rules(Run.open(run.path, changed=True))
        same_engine(run, listener)
        run = Run.open(run.path)  # another process may have played on until a moment ago
        for line in mend(run):
            listener.note(line)
        if not opened(run.path / "run.json").sealed:
            run = run.rewritten(run.spec)  # it was begun before there were digests
        compiled = prepare(game, players_of(run, game), listener)
        run, played = play(run, game, who, listener)
        played += remeasure(run, game, who, listener) + noise.test(run, game, who, listener)
        return finish(run, written, {"compile": compiled, "play": played}, began)


def _is_done(run: Run, written: Sequence[str]) -> bool:
    """Is all there that was asked for, and as it was written? A run that is complete may lie where nothing can be
    written, so this is asked without the lock."""
    records = survey(run.path)
    whole = not opened(run.path / "run.json").fault and not records.damaged
    if not whole or len(records.commits) < run.spec["chunks"] or any(damage(run)) or not run.complete:
        return False
    return best.settled(run) and noise.settled(run) and all(_ends(run.report, form) for form in written)


def _ends(report: Path, form: str) -> bool:
    """Is it there in this form, to its last line?"""
    path, last = report.with_suffix(f".{form}"), {"html": b"</html>", "pdf": b"%%EOF"}[form]
    return path.is_file() and path.read_bytes().rstrip().endswith(last)


def same_rules(run: Run) -> Game:
    """The run's game; InputError that says what changed if it would not play the same matches now.

    And if it is in a folder that no person named: a run folder alone makes no code run.
    """
    registry.check_named(f"{run.path / 'run.json'}: game_source", run.spec["game_source"])
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


def same_engine(run: Run, listener: Listener) -> None:
    """InputError that says what changed if others play now than when the run began; what only writes and reads the
    files is noted."""
    for part, version in engine().items():
        was = run.spec["engine"].get(part)
        if was == version:
            continue
        if part in PLAYS:
            raise InputError(
                f"{run.path.name}: version of {part}",
                was,
                f"that of now, {version}: it may play other matches, which are never mixed; "
                f"resume with {part} {was}, or play it again: {run.spec['command']}",
            )
        listener.note(f"{part} is {version} now, was {was} when the run began")
