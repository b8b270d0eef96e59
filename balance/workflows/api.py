"""The Python API."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.store.run import Run
from balance.workflows import sweep as workflow
from balance.workflows.asking.request import EVERY, LADDER_MATCHES, Raw, Request, spec_text
from balance.workflows.listener import Listener
from balance.workflows.outcome import Outcome
from balance.workflows.reading.compared import Compared
from balance.workflows.reading.laddered import Laddered
from sims.errors import InputError

if TYPE_CHECKING:
    from balance.workflows.planning.foreseen import Forecast
    from balance.workflows.reading.restricted import RestrictedPlay


def sweep(
    game: str,
    *,
    seats: int | Sequence[int] = (),
    preset: str | Sequence[str] | None = None,
    set: Mapping[str, Raw] | None = None,  # as the flag is called
    vary: Mapping[str, str | Sequence[Raw]] | None = None,
    one_by_one: bool = False,
    players: str | None = None,
    matches: int | None = None,
    until: Mapping[str, float] | None = None,
    max_matches: int | None = None,
    repeats: int = 1,
    seed: int = 1,
    log: str = "moves",
    log_budget: str = "1GiB",
    out: str | Path | None = None,
    threads: int | None = None,
    cluster: str | None = None,
    report: bool = True,
    targets: Mapping[str, Mapping[str, Any]] | None = None,
    best: str | None = None,
    skill: bool = False,
) -> Outcome:
    """Play every variant of a game, write the logs, measure, report: `balance sweep` as a function.

    seats: a number or several, each played with its own defaults; none: the game's fewest.
    preset: a named set of values to start from, or several, each in turn.
    repeats: how often each deal is played with the same line-up, the players' draws fresh.
    vary: parameter → "lo:hi:step", "a,b,c" or a list of values.
    until: metric → half-width of its interval at which play stops, between `matches` and `max_matches`.
    targets: metric → {"within": x}, {"between": [a, b]}, {"at_most": x} or {"at_least": x}; the outcome's `targets` and
    `met` say what came of them.
    best: a metric, with =low, =high or =NUMBER where 0 is not what is wanted: those that may be the best variant are
    measured again on fresh deals; the outcome's `best` says what came of it.
    skill: every variant is played by the game's players of all strengths; the outcome's `strengths` says what holds for
    all of them, all else is told of the default player. Everything else as `balance sweep --help` has it.
    Raises sims.errors.InputError before anything is written, sims.errors.Stopped on Ctrl-C.
    """
    request = Request(
        game, _numbers(seats), _names(preset), set or {}, _spreads(vary), one_by_one, players, matches, seed, log,
        log_budget, None if out is None else Path(out), threads, report, repeats, targets=targets or {}, best=best,
        until=until or {}, max_matches=max_matches, skill=skill, cluster=cluster,
    )  # fmt: skip
    return workflow.sweep(request, Listener())


def compare(
    game: str,
    tweaks: Sequence[Mapping[str, Raw]],
    *,
    seats: int | Sequence[int] = (),
    preset: str | None = None,
    set: Mapping[str, Raw] | None = None,
    players: str | None = None,
    metrics: Sequence[str] = (),
    margins: Mapping[str, float] | None = None,
    targets: Mapping[str, Mapping[str, Any]] | None = None,
    matches: int | None = None,
    until: Mapping[str, float] | None = None,
    max_matches: int | None = None,
    seed: int = 1,
    log: str = "moves",
    log_budget: str = "1GiB",
    out: str | Path | None = None,
    threads: int | None = None,
    cluster: str | None = None,
    report: bool = True,
    save_baseline: str | None = None,
    skill: bool = False,
) -> Compared:
    """Play a baseline and its tweaks on the same deals and compare them: `balance compare GAME` as a function.

    tweaks: for each the parameters that it changes, with their values; metrics: on which there are verdicts; margins:
    metric → what is a small change; targets: of the tweaked variants, as in `sweep`; skill: with
    players of all strengths, as there. Everything else, and what is
    raised, too.
    """
    request = Request(
        game, seats=_numbers(seats), preset=preset, set=set or {},
        players=players, matches=matches, seed=seed, log=log, log_budget=log_budget,
        out=None if out is None else Path(out), threads=threads, report=report, tweaks=tweaks, metrics=metrics,
        margins=margins or {}, targets=targets or {}, until=until or {}, max_matches=max_matches, skill=skill,
        cluster=cluster,
    )  # fmt: skip
    from balance.workflows.compare import compare  # loads the statistics

    if not tweaks:
        raise InputError("tweaks", tweaks, "one tweak at least")
    return compare(request, Listener(), save=save_baseline)


def ladder(
    game: str,
    *,
    players: str | Sequence[str] | None = None,
    seats: int | None = None,
    preset: str | None = None,
    set: Mapping[str, Raw] | None = None,
    matches: int = LADDER_MATCHES,
    search_matches: int | None = None,
    seed: int = 1,
    log: str = "rounds",
    out: str | Path | None = None,
    threads: int | None = None,
    cluster: str | None = None,
    report: bool = True,
) -> Laddered:
    """Play all players of a game against each other and rank them: `balance ladder GAME` as a function.

    players: their names, "all" or none: all of the game; matches: of each pairing; search_matches: of those in which a
    player searches, none: 400, or `matches` where that is less. Everything else, and what is raised, as in
    `sweep`.
    """
    request = Request(
        game, seats=_numbers(seats), preset=preset, set=set or {}, players=_names(players), matches=matches,
        search_matches=search_matches, seed=seed, log=log,
        out=None if out is None else Path(out), threads=threads, report=report, ladder=True, cluster=cluster,
    )  # fmt: skip
    from balance.workflows.ladder import play  # loads the statistics

    return play(request, Listener())


def restrict(
    game: str,
    classes: Sequence[str] = (EVERY,),
    *,
    player: str | None = None,
    seats: int | None = None,
    preset: str | None = None,
    set: Mapping[str, Raw] | None = None,
    matches: int = LADDER_MATCHES,
    seed: int = 1,
    log: str = "rounds",
    out: str | Path | None = None,
    threads: int | None = None,
    cluster: str | None = None,
    report: bool = True,
) -> "RestrictedPlay":
    """What it costs a player never, and always, to make some choices: `balance ladder GAME --restrict` as a function.

    classes: "all", CLASS or CLASS=VALUE, as the game declares them; player: who is restricted, none: the game's tuned
    player; matches: of each restriction. Everything else, and what is raised, as in `sweep`.
    """
    request = Request(
        game, seats=_numbers(seats), preset=preset, set=set or {}, players=player, matches=matches,
        seed=seed, log=log, out=None if out is None else Path(out), threads=threads, report=report, ladder=True,
        restrict=tuple(classes), cluster=cluster,
    )  # fmt: skip
    from balance.workflows.ladder import restrict  # loads the statistics

    if not classes:
        raise InputError("classes", classes, "one class at least")
    return restrict(request, Listener())


def plan(
    game: str,
    tweaks: Sequence[Mapping[str, Raw]] = (),
    *,
    seats: int | Sequence[int] = (),
    preset: str | Sequence[str] | None = None,
    set: Mapping[str, Raw] | None = None,
    vary: Mapping[str, str | Sequence[Raw]] | None = None,
    one_by_one: bool = False,
    players: str | None = None,
    metrics: Sequence[str] = (),
    half_widths: Mapping[str, float] | None = None,
    margins: Mapping[str, float] | None = None,
    differences: Mapping[str, float] | None = None,
    pilot: int = 500,
    seed: int = 1,
    log: str = "moves",
    log_budget: str = "1GiB",
    threads: int | None = None,
) -> "Forecast":
    """How many matches a sweep takes, or with tweaks a comparison, and what they cost: `balance plan` as a function.

    half_widths: metric → how wide its interval may be to each side; differences: metric → what is to be settled; pilot:
    deals of each variant to find out by. Everything else, and what is raised, as in `sweep` and `compare`.
    """
    from balance.workflows.forecast import Wanted, forecast  # loads the statistics

    request = Request(
        game, _numbers(seats), _names(preset), set or {}, _spreads(vary), one_by_one, players, seed=seed, log=log,
        log_budget=log_budget, threads=threads, tweaks=tweaks, metrics=metrics, margins=margins or {},
    )  # fmt: skip
    return forecast(request, Wanted(half_widths or {}, differences or {}, pilot), Listener())


def open(name: str | Path) -> Outcome:  # balance.open
    """A run that was played before, by its folder or its name below data/runs; of an unfinished one what is finished.

    Raises sims.errors.InputError if there is none.
    """
    from balance.workflows.reading.learned import learn  # loads DuckDB

    run = Run.whole(name)
    return Outcome(run, learn(run), {})


def _numbers(seats: int | Sequence[int] | None) -> tuple[int, ...]:
    """Numbers of seats, of one number or several; none: the game's."""
    return () if seats is None else (seats,) if isinstance(seats, int) else tuple(seats)


def _names(names: str | Sequence[str] | None) -> str | None:
    """Names of presets or players, between commas."""
    return names if names is None or isinstance(names, str) else ",".join(names)


def _spreads(vary: Mapping[str, str | Sequence[Raw]] | None) -> list[tuple[str, str]]:
    return [(name, spec_text(values)) for name, values in (vary or {}).items()]
