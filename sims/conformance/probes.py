"""Every decision of many matches, probed on copies of the state: run as `python -m sims.conformance.probes GAME`.

With NUMBA_BOUNDSCHECK=1 what would reach outside an array is an error.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from sims import batch, complaint, driver, loop, modules, probe, registry, variants
from sims.batch import Job
from sims.compiler import NumbaError
from sims.conformance.declared import Found
from sims.conformance.elsewhere import Pulse, tell
from sims.errors import PlayError
from sims.game import Game
from sims.lineup import PlayerSpec, parse_lineup
from sims.restriction import numbers
from sims.rng import HIDE, SHUFFLE, STREAM
from sims.rng_plain import absorb
from sims.variants import Variant

DEALS, HIDINGS, SEED = 200, 8, 21
DECISIONS = 5_000
"""Of a player with one variant at most: a long game is probed in fewer deals."""
_PULSE = Pulse()
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
    probe.DOUBLED: ("legal", "legal() lists a choice twice"),
    probe.NO_CODE: (
        "legal",
        "legal() lists a choice whose kind has no word in `kinds`, or with more bits than `args` has",
    ),
    probe.LEGAL_WRITES: ("legal", "legal() changes the state"),
    probe.PLAYER_WRITES: ("player", "the player changes the state"),
    probe.HEADER_HIDDEN: (
        "hide",
        "hide() changes what all seats know: seat, turn, points or another field of the header",
    ),
    probe.NO_REASON: ("end", "play() ends the round for a reason that has no word in `end_reasons`"),
    probe.CLASS_DIFFERS: ("classes", "the class of a choice depends on what the seat cannot know"),
    probe.NO_CLASS: ("classes", "classify() gives a bit that has no value in [classes]"),
    probe.TRACK_WRITES: ("track", "track() changes the state"),
    probe.TRACK_SHORT: ("track", "track() does not fill all of the declared quantities"),
    probe.TRACK_LONG: ("track", "track() fills more than the declared quantities"),
}


def probes(game: Game) -> Iterator[Found]:
    """Probe every decision of many matches: each kind of fault is told once for each player."""
    for player in _players(game):
        told: set[str] = set()
        for variant in variants.starts(game):
            for check, text in _caught(probe_matches(game, variant, player, _deals(game, variant))):
                if check not in told:
                    told.add(check)
                    yield check, text
    for control, does in ((probe.PEEK, "reads"), (probe.REMEMBER, "remembers")) if game.hidden else ():
        most = variants.make(game, game.seats[-1])
        caught = {check for check, _ in probe_matches(game, most, control, 5)}
        if "peek" not in caught:
            yield "controls", f"a player that {does} {game.hidden} passes: does hide() deal it anew?"


def _deals(game: Game, variant: Variant) -> int:
    """Of the fewest seats the most; of a preset a few, which would show a field that only its values use."""
    if variant.preset:
        return DEALS // 40
    return DEALS if variant.seats == game.seats[0] else DEALS // 4


def _players(game: Game) -> Iterator[str]:
    """Every player as it is, and with each of its switches turned."""
    for player in game.players.values():
        yield player.name
        for name, value in player.weights.items():
            if isinstance(value, bool):
                yield str(PlayerSpec(player.name, {name: not value}))


def findings(game: Game) -> Iterator[Found]:
    """What probing finds; a driver that does not compile, or a fault in a probe, is found too."""
    try:
        yield from probes(game)
    except PlayError as error:
        yield "play", str(error)
    except (NumbaError, KeyError) as error:
        yield "play", f"{game.name} does not compile: {complaint.told(game.folder, error)}"


def _caught(found: Iterator[Found]) -> Iterator[Found]:
    try:
        yield from found
    except PlayError as error:
        yield "play", str(error)


def probe_matches(game: Game, variant: Variant, player: str | int, deals: int) -> Iterator[Found]:
    """Probe every decision of some deals; player: as in a line-up, or a control's kind. → (check, what was wrong)."""
    name, seats = player if isinstance(player, str) else "random", variant.seats
    job = Job(game, variant, parse_lineup(game, name, seats), SEED, deals, log="rounds", rows=64)
    held, tables = batch.arrays(job), batch.Tables(game, job.rows, job.log)
    task, cursor, state = (held[part][0] for part in ("task", "cursor", "state"))
    task.budget = task.pause = 1
    states = np.zeros(3, game.rules.STATE).view(np.recarray)
    memories = np.zeros(3, batch.memory_dtype(game)).view(np.recarray)
    rngs = np.zeros(4, STREAM).view(np.recarray)
    raw, memory_raw = (a.view(np.ndarray).view(np.uint64).reshape(3, -1) for a in (states, memories))
    choices, others = held["choices"], held["choices"].copy()
    kind = int(held["kinds"][0]) if isinstance(player, str) else player
    module, play_on = driver.load(game.source, "probe"), batch.player(job, held, tables)
    controlled = np.zeros(seats, batch.memory_dtype(game)).view(np.recarray)
    number = 0
    codes = (len(game.kinds), 8 + sum(game.arg_bits), len(numbers(game.classes)), len(game.end_reasons))
    out = np.zeros((2, len(game.track) + 8), np.int64)
    while batch.call(job, held, play_on) != loop.FINISHED:
        _PULSE.beat()
        tables.rows[:] = 0
        if cursor.phase != loop.IN_ROUND or state.end_reason != 0:
            continue
        number += 1
        if number > DECISIONS:
            return
        seat = int(state.seat)
        states[0] = state
        memories[0] = held["memory"][seat] if isinstance(player, str) else controlled[seat]
        rngs[2].word = absorb(number, HIDE)
        at = f"match {int(cursor.done)}, round {int(cursor.round_no)}, move {int(cursor.decision)} (seed {SEED})"
        where = f"{name}, {seats} seats, {variant.label}, {at}"
        wrong = probe.FINE
        try:
            if player == "random":
                rngs[0].word = absorb(number, SHUFFLE)
                wrong = module.playable(held["rules"], states, raw, choices, others, rngs, *codes)
                wrong = wrong or module.tracks(held["rules"], states, raw, out)
            rngs[0] = held["rngs"][seat]
            wrong = wrong or module.peeks(held["rules"], states, raw, memories, memory_raw, rngs, choices, others, kind,
                                          held["weights"], HIDINGS)  # fmt: skip
        except (NumbaError, KeyError):
            raise
        except Exception as error:  # whatever a stranger's rules raise
            raise PlayError(f"{where}: {modules.said(Path(game.folder), error)}") from error
        if wrong != probe.FINE:
            check, text = _WRONG[int(wrong)]
            yield check, f"{where}: {text}"


if __name__ == "__main__":
    for each in findings(registry.load(sys.argv[1])):
        tell(each)
