"""Playing a job: whole deals of one variant, through the compiled loop, columns handed out as they fill."""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sims import complaint, driver, log, loop, modules, thinking
from sims.compiler import NumbaError
from sims.errors import PlayError, Stopped
from sims.game import Game
from sims.lineup import PlayerSpec, distinct, mirrors
from sims.rng import STREAM
from sims.rule import PLAIN
from sims.variants import Variant

Sink = Callable[[str, dict[str, np.ndarray]], None]
ROWS = 131_072  # rows a table's columns hold: a row group of the files
_PAD = 80  # rows of padding, so that columns do not lie a multiple of 4 KiB apart (cache aliasing halves the speed)
_BUDGET = 5_000 if PLAIN else 500_000  # decisions in a call: well under half a second
_FAULTS = {
    loop.NO_CHOICE: "legal() lists no choice although the round goes on",
    loop.TOO_MANY: "legal() lists more choices than the game's max_choices",
    loop.ENDLESS: f"a match of {loop.MOST_ROUNDS:,} rounds: does score() never set match_end?",
    loop.BAD_INDEX: "the player's index is not one of the legal choices",
}


@dataclass(frozen=True)
class Job:
    """What is to be played: `clusters` deals of a variant, each with all mirrors and repeats.

    first_deal: the deal number of the variant's cluster 0; first_cluster: where in the variant this job begins;
    numbers: the run's number of each distinct player of the line-up (0, 1, … if empty);
    share: of deals whose turns and moves are logged, chosen by the deal's hash; rows: rows a column buffer holds.
    """

    game: Game
    variant: Variant
    lineup: tuple[PlayerSpec, ...]
    seed: int
    clusters: int
    first_deal: int = 0
    first_cluster: int = 0
    variant_number: int = 0
    numbers: tuple[int, ...] = ()
    repeats: int = 1
    log: str = "moves"
    share: float = 1.0
    rows: int = ROWS

    @property
    def seating(self) -> list[tuple[int, ...]]:
        """For each mirror of a deal, seat → index into the line-up's distinct players."""
        return mirrors(self.lineup)


@dataclass(frozen=True)
class Counts:
    """What a job came to; restricted: decisions of its restricted players between several legal choices, met: of these,
    those with a legal choice of the class, bound: of these, those in which something was taken away."""

    matches: int
    decisions: int
    restricted: int
    met: int
    bound: int


def _never() -> bool:
    return False


def _ignore(finished: int) -> None:
    pass


def play(
    job: Job, sink: Sink, stop: Callable[[], bool] = _never, progress: Callable[[int], None] = _ignore
) -> Counts:
    """Play the job in this thread; other threads run meanwhile, the compiled loop holds no lock.

    sink(table, columns) gets each table's next rows, in an order that depends on the job alone; the arrays are views
    into buffers that are used again once it returns. progress(n): n more matches are done.
    Raises Stopped when stop() says so (asked every half second at most), PlayError for a fault inside a match.
    """
    tables = Tables(job.game, job.rows, job.log)
    held = arrays(job)
    cursor: Any = held["cursor"][0]
    play_on = player(job, held, tables)
    done = 0
    while True:
        status = call(job, held, play_on)
        progress(int(cursor.done) - done)
        done = int(cursor.done)
        if status == loop.FULL:
            tables.flush(sink, 2 * job.variant.seats)  # what `loop.room` wants
        if status == loop.FINISHED:
            tables.flush(sink, job.rows)
            counted = (int(cursor[name]) for name in ("decisions", "restricted", "met", "bound"))
            return Counts(done, *counted)
        if stop():
            raise Stopped


def player(job: Job, held: dict[str, np.ndarray], tables: "Tables") -> Callable[[], int]:
    """What plays the job on for a while, into these arrays and tables, and returns the loop's status.

    Search players whose rollouts different players play have a module each, which take turns.
    """
    arguments = (*held.values(), tables.rows, *tables.buffers)
    rollouts = thinking.rollouts(job.game, job.lineup)
    if not rollouts:
        return partial(driver.load(job.game.source).play_some, *arguments)
    parts = []
    for rollout in rollouts:
        memory = np.zeros(job.variant.seats, memory_dtype(job.game)).view(np.recarray)
        own = thinking.arrays(job.game, distinct(job.lineup), rollout, held, memory)
        parts.append(
            partial(driver.load(job.game.source, "search", rollout).play_on, *own.values(), arguments)
        )

    def play_on() -> int:
        for part in parts:
            status: int = part()
            if status != loop.THINK:
                return status
        return loop.PAUSED

    return play_on


def call(job: Job, held: dict[str, np.ndarray], play_on: Callable[[], int]) -> int:
    """One call of what `player` gives; a fault in it becomes a PlayError that says where it happened."""
    cursor: Any = held["cursor"][0]
    try:
        with np.errstate(all="raise"):
            status = play_on()
    except Exception as error:
        if isinstance(error, NumbaError) or (isinstance(error, KeyError) and not PLAIN):
            raise PlayError(
                f"{job.game.name} does not compile: {complaint.told(job.game.folder, error)}"
            ) from error
        raise _fault(job, cursor, modules.said(Path(job.game.folder), error)) from error
    if status in _FAULTS:
        raise _fault(job, cursor, _FAULTS[status])
    return status


def prepare(game: Game, players: Sequence[PlayerSpec] = ()) -> None:
    """Make the game ready to be played by these players: load what that takes from disk, or compile it."""
    from sims import variants

    variant = variants.make(game, None)
    searchers = {game.players[spec.rollout].plays: spec for spec in players if spec.budget}
    collecting = gc.isenabled()
    gc.disable()  # a tenth of the compile time went into looking for garbage, of which there is hardly any
    try:
        for spec in searchers.values() or [PlayerSpec("random")]:
            play(Job(game, variant, (spec,), seed=1, clusters=0, rows=16), lambda table, columns: None)
    finally:
        if collecting:
            gc.enable()


def _fault(job: Job, cursor: Any, what: str) -> PlayError:
    per_deal = len(job.seating) * job.repeats
    match = job.first_cluster * per_deal + int(cursor.done)
    return PlayError(
        f"{job.game.name} ({job.variant.label}), seed {job.seed}, match {match}, "
        f"deal {job.first_deal + match // per_deal}, round {int(cursor.round_no)}, "
        f"move {int(cursor.decision)} of the round: {what}",
        match,
    )


def arrays(job: Job) -> dict[str, np.ndarray]:
    """The loop's arrays other than the tables, by name, in the order of its parameters."""
    game, seats = job.game, job.variant.seats
    players, seating = distinct(job.lineup), job.seating
    tasks, cursors = (np.zeros(1, dtype).view(np.recarray) for dtype in (loop.TASK, loop.CURSOR))
    task = tasks[0]
    task.seed = job.seed
    per_deal = len(seating) * job.repeats
    task.first_match = job.first_cluster * per_deal
    task.matches = job.clusters * per_deal
    task.first_deal = job.first_deal
    task.mirrors, task.repeats = len(seating), job.repeats
    task.variant, task.seats = job.variant_number, seats
    task.level = log.LEVELS[job.log]
    task.limit = min(int(job.share * 2.0**63), 2**63 - 1) if job.share > 0 else -1
    task.budget = _BUDGET
    task.capacity = job.rows
    task.max_turns = int(job.variant.values["max_turns"])
    cursors[0].answer = -1
    states = np.zeros(1, game.rules.STATE).view(np.recarray)
    weights = np.zeros(len(players), weights_dtype(game)).view(np.recarray)
    for slot, spec in enumerate(players):
        for name, value in spec.values(game).items():
            weights[name][slot] = value
    memory = np.zeros(seats, memory_dtype(game)).view(np.recarray)
    return {
        "task": tasks,
        "cursor": cursors,
        "rules": job.variant.record(),
        "state": states,
        "raw": states.view(np.ndarray).view(np.uint8),
        "seating": np.array(seating, np.int64),
        "numbers": np.array(job.numbers or range(len(players)), np.int64),
        "kinds": np.array([_kind(game, spec) for spec in players], np.int64),
        "weights": weights,
        "noise": np.array([0.0 if spec.budget else spec.noise for spec in players], np.float64),
        "limits": np.array(
            [spec.restriction.code(game.classes) if spec.restriction else 0 for spec in players], np.int64
        ),
        "memory": memory,
        "memory_raw": memory.view(np.ndarray).view(np.uint8),
        "chairs": np.zeros(seats, loop.CHAIR).view(np.recarray),
        "rngs": np.zeros(seats + 1, STREAM).view(np.recarray),
        "choices": np.zeros(game.max_choices + 64, np.int64),
        "out": np.zeros(max(1, len(game.track)), np.int64),
        "before": np.zeros((seats, max(1, len(game.tracked("flow")))), np.int64),
        "stands": np.zeros(seats, loop.STAND).view(np.recarray),
    }


def _kind(game: Game, spec: PlayerSpec) -> int:
    return loop.SEARCHES if spec.budget else driver.policies(game).index(game.players[spec.name].plays)


def weights_dtype(game: Game) -> np.dtype[np.void]:
    """The record of a player's weights: a float64 field for every weight that any player of the game has."""
    names = dict.fromkeys(name for player in game.players.values() for name in player.weights)
    return np.dtype([(name, "f8") for name in names] or [("nothing", "f8")])


def memory_dtype(game: Game) -> np.dtype[np.void]:
    """The record a player remembers in: the game's MEMORY, if it has one, behind a field for the kit's controls."""
    own = getattr(game.players_module, "MEMORY", None)
    fields = [(name, own.fields[name][0]) for name in own.names] if own is not None else []
    return np.dtype([("control", "f8"), *fields], align=True)


class Tables:
    """Column buffers of the four tables: for each, one array per NumPy type, a column a row of it."""

    def __init__(self, game: Game, rows: int, level: str) -> None:
        """Buffers of `rows` rows each; of turns and moves only where the level of logging asks for them."""
        self.schema = log.schema(game)
        self.rows = np.zeros(4, np.int64)
        self.capacity = rows
        self.buffers: list[np.ndarray] = []
        self.columns: dict[str, dict[str, np.ndarray]] = {}
        for table, columns in self.schema.items():
            used = table in ("matches", "rounds") or log.LEVELS[level] >= log.LEVELS[table]
            by_type: dict[str, np.ndarray] = {}
            for kind in (log.INT, log.LONG, log.SHARE, log.DIGEST):
                count = sum(dtype == kind for _, dtype in columns)
                if count:
                    by_type[kind] = np.zeros((count, (rows if used else 0) + _PAD), kind)
            self.buffers.extend(by_type.values())
            taken = dict.fromkeys(by_type, 0)
            self.columns[table] = {}
            for name, dtype in columns:
                self.columns[table][name] = by_type[dtype][taken[dtype]]
                taken[dtype] += 1

    def flush(self, sink: Sink, room: int) -> None:
        """Hand out, and empty, every table with rows that has room for fewer than `room` more."""
        for i, (table, columns) in enumerate(self.columns.items()):
            n = int(self.rows[i])
            if n > 0 and self.capacity - n < room:
                sink(table, {name: column[:n] for name, column in columns.items()})
                self.rows[i] = 0
