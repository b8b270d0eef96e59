"""The checks of the conformance kit that need a process of their own: run as `python -m sims.conformance_probes`.

With NUMBA_BOUNDSCHECK=1 every decision is probed on copies of the state; with NUMBA_DISABLE_JIT=1 matches are told by
plain Python, to be compared with what the compiled loop told.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, zip_longest

import numpy as np

from sims import batch, driver, loop, probe, registry, replay, variants
from sims.batch import Job
from sims.errors import InputError, PlayError
from sims.game import Game
from sims.lineup import PlayerSpec, parse_lineup
from sims.rng import HIDE, SHUFFLE, STREAM
from sims.rng_plain import absorb

Found = tuple[str, str]
DEALS, HIDINGS, SEED = 200, 8, 21
DECISIONS = 5_000
"""Of a player with one number of seats at most: a long game is probed in fewer deals."""
LINES = 400
"""Of the matches told by plain Python, for each line-up and variant: the first of a long one must do."""
_WRONG = {
    probe.CHOICES_DIFFER: ("hide", "the legal choices, or their order, depend on what the seat cannot know"),
    probe.INDEX_DIFFERS: ("peek", "the player decides by what its seat cannot know"),
    probe.MEMORY_DIFFERS: ("peek", "the player remembers what its seat cannot know"),
    probe.DRAWS_DIFFER: ("peek", "how often the player draws depends on what its seat cannot know"),
    probe.HIDE_TWICE: (
        "hide",
        "hiding twice is not hiding once: hide() must depend on the seat's knowledge and rng alone",
    ),
    probe.UNPLAYABLE: ("play", "a legal choice changes nothing"),
    probe.STUCK: ("legal", "legal() lists no choice, or more than max_choices, although the round goes on"),
    probe.COPY_DIFFERS: ("copy", "a copy of the state does not play like the original"),
}


def findings(game: Game) -> Iterator[Found]:
    """What probing finds, and where plain Python plays otherwise than compiled code."""
    yield from map(tuple, json.loads(_elsewhere(["probe", game.source], "NUMBA_BOUNDSCHECK")))
    told = _elsewhere(["tell", game.source], "NUMBA_DISABLE_JIT").splitlines()
    for ours, theirs in zip_longest(tell(game), told, fillvalue=""):
        if ours != theirs:
            yield (
                "modes",
                f"compiled code tells {ours[:200] or 'nothing more'}, plain Python {theirs[:200] or 'nothing more'}",
            )
            return


def _elsewhere(arguments: list[str], switch: str) -> str:
    """Standard output of this module in a new process with one of Numba's switches set."""
    done = subprocess.run(
        [sys.executable, "-m", "sims.conformance_probes", *arguments],
        env={**os.environ, switch: "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise PlayError(f"{' '.join(arguments)} with {switch}=1 failed: {last}")
    return done.stdout


def probes(game: Game) -> Iterator[Found]:
    """Probe every decision of many matches: each kind of fault is told once for each player."""
    for player in _players(game):
        told: set[str] = set()
        for seats in game.seats:
            deals = DEALS if seats == game.seats[0] else DEALS // 4
            for check, text in _caught(probe_matches(game, seats, player, deals)):
                if check not in told:
                    told.add(check)
                    yield check, text
    for control in (probe.PEEK, probe.REMEMBER) if game.hidden else ():
        if "peek" not in {check for check, _ in probe_matches(game, game.seats[-1], control, 5)}:
            yield "controls", f"a player that reads {game.hidden} passes: does hide() re-deal it?"


def _players(game: Game) -> Iterator[str]:
    """Every player as it is, and with each of its switches turned."""
    for player in game.players.values():
        yield player.name
        for name, value in player.weights.items():
            if isinstance(value, bool):
                yield str(PlayerSpec(player.name, {name: not value}))


def _caught(found: Iterator[Found]) -> Iterator[Found]:
    try:
        yield from found
    except PlayError as error:
        yield "play", str(error)


def probe_matches(game: Game, seats: int, player: str | int, deals: int) -> Iterator[Found]:
    """Probe every decision of some deals; player: as in a line-up, or a control's kind. → (check, what was wrong)."""
    name = player if isinstance(player, str) else "random"
    job = Job(
        game, variants.make(game, seats), parse_lineup(game, name, seats), SEED, deals, log="rounds", rows=64
    )
    held, tables = batch.arrays(job), batch.Tables(game, job.rows, job.log)
    task, cursor, state = (held[part][0] for part in ("task", "cursor", "state"))
    task.budget = task.pause = 1
    states = np.zeros(3, game.rules.STATE).view(np.recarray)
    memories = np.zeros(3, batch.memory_dtype(game)).view(np.recarray)
    rngs = np.zeros(4, STREAM).view(np.recarray)
    raw, memory_raw = (a.view(np.ndarray).view(np.uint64).reshape(3, -1) for a in (states, memories))
    choices, others = held["choices"], held["choices"].copy()
    kind = int(held["kinds"][0]) if isinstance(player, str) else player
    module, play_some = driver.load(game.source, "probe"), driver.load(game.source).play_some
    controlled = np.zeros(seats, batch.memory_dtype(game)).view(np.recarray)
    number = 0
    while batch.call(job, play_some, held, tables) != loop.FINISHED:
        tables.rows[:] = 0
        if cursor.phase != loop.IN_ROUND or state.end_reason != 0:
            continue
        number += 1
        if number > DECISIONS:
            return
        seat = int(state.seat)
        states[0] = state
        memories[0] = held["memory"][seat] if isinstance(player, str) else controlled[seat]
        rngs[0] = held["rngs"][seat]
        rngs[2].word = absorb(number, HIDE)
        wrong = int(module.peeks(held["rules"], states, raw, memories, memory_raw, rngs, choices, others, kind,
                                 held["weights"], HIDINGS))  # fmt: skip
        if wrong == probe.FINE and player == "random":
            rngs[0].word = absorb(number, SHUFFLE)
            wrong = int(module.playable(held["rules"], states, raw, choices, others, rngs))
        if wrong != probe.FINE:
            check, text = _WRONG[wrong]
            at = f"match {int(cursor.done)}, round {int(cursor.round_no)}, move {int(cursor.decision)} (seed {SEED})"
            yield check, f"{name}, {seats} seats, {at}: {text}"


def tell(game: Game) -> Iterator[str]:
    """Transcripts, a JSON line each, of matches with every number of seats and with a tweak of every parameter."""
    for seats in game.seats:
        for player in ("random", f"{game.default_player}+0.2"):
            yield from _told(game, variants.make(game, seats), player, 3)
    for parameter in game.parameters.values():
        for value in parameter.choices or (parameter.low, parameter.high):
            try:
                overrides = {**parameter.shown_with, parameter.name: value}
                yield from _told(
                    game,
                    variants.make(game, game.seats[-1], None, overrides),
                    f"{game.default_player}+0.2",
                    1,
                )
            except InputError:
                continue


def _told(game: Game, variant: variants.Variant, player: str, deals: int) -> Iterator[str]:
    lineup = parse_lineup(game, player, variant.seats)
    lines = replay.transcript(Job(game, variant, lineup, SEED, deals))
    return (json.dumps(line) for line in islice(lines, LINES * deals))


if __name__ == "__main__":
    what, where = sys.argv[1:]
    if what == "probe":
        sys.stdout.write(json.dumps(list(probes(registry.load(where)))))
    else:
        sys.stdout.writelines(line + "\n" for line in tell(registry.load(where)))
