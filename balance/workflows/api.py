"""The Python API."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from balance.store.run import Run
from balance.workflows import sweep as workflow
from balance.workflows.listener import Listener
from balance.workflows.outcome import Outcome
from balance.workflows.request import Raw, Request, spec_text


def sweep(
    game: str,
    *,
    seats: int | Sequence[int] = (),
    preset: str | Sequence[str] | None = None,
    set: Mapping[str, Raw] | None = None,  # as the flag is called
    vary: Mapping[str, str | Sequence[Raw]] | None = None,
    one_by_one: bool = False,
    players: str | None = None,
    matches: int = 10_000,
    repeats: int = 1,
    seed: int = 1,
    log: str = "moves",
    log_budget: str = "1GiB",
    out: str | Path | None = None,
    threads: int | None = None,
    report: bool = True,
) -> Outcome:
    """Play every variant of a game, write the logs, measure, report: `balance sweep` as a function.

    seats: a number or several, each played with its own defaults; none: the game's fewest.
    preset: a named set of values to start from, or several, each in turn.
    repeats: how often each deal is played with the same line-up, the players' draws fresh.
    vary: parameter → "lo:hi:step", "a,b,c" or a list of values. Everything else as `balance sweep --help` has it.
    Raises sims.errors.InputError before anything is written, sims.errors.Stopped on Ctrl-C.
    """
    spreads = [(name, spec_text(values)) for name, values in (vary or {}).items()]
    numbers = (seats,) if isinstance(seats, int) else tuple(seats)
    start = preset if preset is None or isinstance(preset, str) else ",".join(preset)
    request = Request(
        game, numbers, start, set or {}, spreads, one_by_one, players, matches, seed, log, log_budget,
        None if out is None else Path(out), threads, report, repeats,
    )  # fmt: skip
    return workflow.sweep(request, Listener())


def open(name: str | Path) -> Outcome:  # balance.open
    """A run that was played before, by its folder or its name below data/runs; of an unfinished one what is finished.

    Raises sims.errors.InputError if there is none.
    """
    from balance.workflows.measure import measure  # loads DuckDB

    run = Run.open(name)
    return Outcome(run, measure(run), {})
