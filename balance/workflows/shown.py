"""The matches that a report shows: one of the run's picks each, and a round of it told where it can be played again."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from balance.store.declared import declared
from balance.store.query import connect
from balance.store.run import Run
from balance.workflows import pick
from balance.workflows.resume import same_rules
from sims.errors import InputError, PlayError

if TYPE_CHECKING:
    from reports.shown import Shown

LINES = 40  # of a round; of a longer one its beginning and its end


def picks(run: Run) -> list[str]:
    """Those of a report: a match like others, the closest, a comeback, the game's own first, a capped one."""
    own = [found["name"] for found in declared(run.spec)["picks"]]
    return ["median", "closest", "comeback", *own[:1], "capped"]


def shown(run: Run, variant: int) -> "Iterator[Shown]":
    """The matches of a variant, each with the command that tells it whole; a pick that it does not have is left out.

    A round is told only where that costs little: the game is here with the rules of the run, and is compiled, and
    nobody searches.
    """
    from reports.shown import Shown

    at_hand = _at_hand(run, variant)
    for name, found in _picked(run, variant):
        lines = list(_told(run, variant, found)) if at_hand else []
        yield Shown(name, found.match, found.why, found.round, "\n".join(lines))


def _picked(run: Run, variant: int) -> "Iterator[tuple[str, pick.Picked]]":
    with connect(run) as con:
        for name in picks(run):
            with suppress(InputError):  # nothing was capped, nobody came from behind
                yield name, pick.pick(run, name, variant, con)


def _at_hand(run: Run, variant: int) -> bool:
    """Would the game play the same match again, and at once?"""
    from sims.driver import is_cached
    from sims.lineup import parse_player

    try:
        game = same_rules(run)
        players = [parse_player(game, text) for text in run.spec["variants"][variant]["lineup"]]
    except InputError:
        return False
    return is_cached(game) and not any(player.budget for player in players)


def _told(run: Run, variant: int, found: pick.Picked) -> Iterator[str]:
    """The lines of the round that the pick is about, else of the last one of the match."""
    from itertools import dropwhile, takewhile

    from balance.workflows.replay import job_of
    from sims import replay, telling

    job, _ = job_of(run, range(found.match, found.match + 1), variant)
    begun = dropwhile(lambda step: step.match < found.match, replay.steps(job))
    try:
        steps = list(takewhile(lambda step: step.match == found.match, begun))
    except PlayError:
        return
    number = int(steps[-1].after.round_no) if found.round is None else found.round
    lines = list(telling.tell(job, (step for step in steps if int(step.after.round_no) == number)))
    if len(lines) <= LINES:
        yield from lines
        return
    first = 2 * LINES // 3
    last = LINES - first
    yield from lines[:first]
    yield f"{telling.INDENT}… {len(lines) - LINES} lines more …"
    yield from lines[-last:]
