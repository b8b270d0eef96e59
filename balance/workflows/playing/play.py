"""Playing a run to its end: all of its chunks, or batch after batch until a rule is content."""

import threading
import time
from typing import TYPE_CHECKING

from balance.runner import stop as signals
from balance.runner.cluster import Cluster
from balance.runner.runner import Abandoned, Runner
from balance.runner.threads import Threads, cores
from balance.store import failures, side_tables
from balance.store.failures import Failure
from balance.store.run import Run
from balance.store.spec import Spec, grown, varies_players
from balance.workflows.listener import Listener
from balance.workflows.planning.size import at_least
from sims.errors import InputError, PlayError, Stopped
from sims.game import Game

if TYPE_CHECKING:
    from balance.workflows.playing.watch import Watch


class Interrupted(Stopped):
    """A person stopped the play of a run; run: the one that can be reported, and gone on with."""

    def __init__(self, told: str, run: Run) -> None:
        super().__init__(told)
        self.run = run


class Incomplete(PlayError):
    """Chunks of a run failed, or none could be written; run: the one that can be reported, and gone on with."""

    def __init__(self, told: str, run: Run) -> None:
        super().__init__(told)
        self.run = run


def runner(threads: int | None, cluster: str | None, listener: Listener) -> Runner:
    """Who plays: so many threads of this process (None: a core each), or the workers of a cluster that is there."""
    if cluster is None:
        return Threads(cores() if threads is None else at_least("threads", threads, 1))
    if threads is not None:
        raise InputError("threads", threads, "possible with --cluster: its workers have threads of their own")
    return Cluster.at(cluster, listener.note)


def play(
    run: Run, game: Game, who: Runner, listener: Listener, part_of: Run | None = None
) -> tuple[Run, float]:
    """Play what is left of a run; the caller holds its lock. The run as it is then, and the seconds of play.

    With a rule (`until` in run.json) it looks after each batch, at the deals up to there and no others, and then ends
    the run or adds a batch: what it decides is a matter of the rows alone, so a run that was interrupted goes on to
    the same end. part_of: the run that is resumed and reported to go on with this one. Raises Interrupted
    once a signal has stopped it, Incomplete where chunks failed, when all others are played, or
    where no worker of a cluster is left that plays.
    """
    failures.clear(run.path)
    listener.start(_matches(run), sum(commit["matches"] for commit in run.commits()))
    try:
        with signals.on_signals() as stop:
            return _Play(run, game, who, listener, stop, part_of or run).all()
    finally:
        listener.end()


class _Play:
    def __init__(
        self, run: Run, game: Game, who: Runner, listener: Listener, stop: threading.Event, whole: Run
    ) -> None:
        self._whole = whole
        self._run, self._game, self._who, self._listener, self._stop = run, game, who, listener, stop
        # of several line-ups no figure of one is what a person waits for
        several = varies_players(run.spec) or "skill" in run.spec
        watched = "until" in run.spec or (listener.watches and not several)
        self._watch = _watch(run) if watched else None
        self._before = 0  # matches that this process finished in earlier batches
        self._seconds = 0.0

    def all(self) -> tuple[Run, float]:
        try:
            self._batch()
            while "until" in self._run.spec and "stopped" not in self._run.spec:
                if self._stop.is_set():
                    raise Stopped
                if self._grows():
                    self._batch()
        except Stopped:
            raise Interrupted(f"interrupted: {self._kept()}", self._whole) from None
        except Abandoned as error:
            raise Incomplete(f"incomplete: {error}; {self._kept()}", self._whole) from None
        finally:
            if self._watch is not None:
                self._watch.close()
        return self._run, self._seconds

    def _kept(self) -> str:
        run, name = self._run, self._whole.name
        kept = f"{len(run.commits())} of {run.spec['chunks']} chunks are kept"
        go_on = f"balance resume {name}{self._who.flag}"
        return f"{kept}; see them with: balance report {name}; go on with: {go_on}"

    def _batch(self) -> None:
        """Play what is open of the batches begun."""
        began = self._before
        run = self._run
        played = self._who.play(
            run,
            self._game,
            self._stop,
            tick=lambda finished: self._tick(began + finished),
            beside=lambda: side_tables.write(run),
            done=self._watch.add if self._watch is not None else lambda _: None,
        )
        self._before += played.matches
        self._seconds += played.seconds
        if played.failed:
            raise Incomplete(self._failed(played.failed), self._whole)

    def _failed(self, failed: list[Failure]) -> str:
        for failure in failed:
            self._listener.note(f"chunk {failure['chunk']} failed: {failure['told']}")
        run, first = self._run, min(failed, key=lambda failure: failure["chunk"])
        untried = run.spec["chunks"] - len(run.commits()) - len(failed)
        left = f" and {untried} were not tried any more" if untried else ""
        again = f"balance replay {run.name} --match {first['match']} --variant {first['variant']}"
        see = "" if first["match"] is None else f"play it again with: {again}; "
        name = self._whole.name
        return (
            f"incomplete: {len(failed)} of {run.spec['chunks']} chunks failed{left}: {first['told']}; "
            f"{see}see what there is with: balance report {name}; "
            f"try again with: balance resume {name}{self._who.flag}"
        )

    def _tick(self, finished: int) -> None:
        self._listener.tick(finished)
        if self._watch is not None and (line := self._watch.glance()):
            self._listener.found(line)

    def _grows(self) -> bool:
        """Look, and let the run grow by a batch, or end it."""
        from reports import stopping

        assert self._watch is not None
        began = time.perf_counter()
        widths, spec = self._watch.widths(), self._run.spec
        self._listener.note(stopping.look(spec, widths))
        reached = all(w["half_width"] is not None and w["half_width"] <= w["asked"] for w in widths)
        last = spec["variants"][0]["clusters"] == spec["until"]["batches"][-1]["clusters"]
        ended = reached or last
        by = "until" if reached else "max_matches"
        more: Spec = {**spec, "stopped": {"by": by, "widths": widths}} if ended else grown(spec)
        self._run = self._run.rewritten(more)
        self._listener.extend(_matches(self._run))
        self._seconds += time.perf_counter() - began
        return not ended


def _watch(run: Run) -> "Watch":
    from balance.workflows.playing.watch import Watch  # loads the statistics

    return Watch(run)


def _matches(run: Run) -> int:
    return sum(variant["matches"] for variant in run.spec["variants"])
