"""Matches told for people: who plays what, the cards of each round, one line a turn, how it ended, who won.

A game has its own words in `telling.py`: `dealt(step)`, lines for a round that was just dealt; `turn(steps)`, one line
for a turn's decisions, which ends with ` | ` and the standing; `ended(step)`, lines for the end of a round; and, if its
lines need explaining, `LEGEND`, one line. A game without that file is told from its `words.py`.
"""

import importlib
import importlib.util
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Protocol

from sims.batch import Job
from sims.errors import InputError
from sims.game import Game
from sims.replay import Step, header, winners

INDENT = "   "
LEGEND = "Numbers are those of the logs, from 0. 2·1·0·1 is a number for each seat, seat 0 first."


class Teller(Protocol):
    """A game's words for people."""

    def dealt(self, step: Step) -> Iterator[str]: ...  # noqa: D102
    def turn(self, steps: list[Step]) -> str: ...  # noqa: D102
    def ended(self, step: Step) -> Iterator[str]: ...  # noqa: D102


def tell(job: Job, steps: Iterable[Step]) -> Iterator[str]:
    """The lines of the job's matches, or of the rounds of them that `steps` holds; an empty line between matches."""
    teller = _teller(job.game)
    for place, (match, own) in enumerate(groupby(steps, key=lambda step: step.match)):
        if place:
            yield ""
        yield from _head(job, match, teller)
        for (kind, _), together in groupby(own, key=_turn_of):
            held = list(together)
            if kind == "move":
                yield f"{held[0].move['turn']:2} {teller.turn(held)}"
            elif kind == "deal":
                state = held[0].after
                yield f"round {state.round_no}: seat {state.starter} begins"
                yield from (INDENT + line for line in teller.dealt(held[0]))
            elif kind == "round":
                yield from (INDENT + line for line in teller.ended(held[0]))
                if not held[0].after.match_end:
                    yield f"{INDENT}match so far {by_seat(held[0], held[0].after.match_points)}"
            else:
                yield _won(held[0])


def by_seat(step: Step, numbers: Iterable[int]) -> str:
    """A number for each seat, as `2·1·0·1`."""
    return "·".join(str(number) for number, _ in zip(numbers, range(int(step.after.seats)), strict=False))


def _turn_of(step: Step) -> tuple[str, tuple[int, int]]:
    """The decisions of one turn belong together; a deal, the end of a round and of a match stand alone."""
    turn = step.move["turn"] if step.kind == "move" else 0
    return step.kind, (int(step.after.round_no), turn)


def _head(job: Job, match: int, teller: Teller) -> Iterator[str]:
    head = header(job, match)
    played = f"match {match}, seed {head['seed']}, deal {head['deal']}"
    yield f"{job.game.title}, {job.variant.label}, {head['seats']} seat{'s' * (head['seats'] > 1)}, {played}"
    yield ", ".join(f"seat {seat} {player}" for seat, player in enumerate(head["players"]))
    yield LEGEND
    own = getattr(teller, "LEGEND", "")
    if own:
        yield own


def _won(step: Step) -> str:
    state, won = step.after, winners(step.after)
    points = by_seat(step, state.match_points)
    if state.match_end != 1:
        return f"the cap on rounds ends the match, undecided: {points}"
    if len(won) > 1:
        return f"{' and '.join(f'seat {seat}' for seat in won)} share the match: {points}"
    first = max(int(state.match_points[seat]) for seat in range(int(state.seats)))
    level = sum(int(state.match_points[seat]) == first for seat in range(int(state.seats))) > 1
    return (
        f"seat {won[0]} wins the match{', equal points decided by the tie rule' if level else ''}: {points}"
    )


def _teller(game: Game) -> Teller:
    """The game's telling.py, or its words.py made into sentences."""
    name = f"{game.package}.telling"
    if importlib.util.find_spec(name) is None:
        return _FromWords(game)
    module: Any = importlib.import_module(name)
    for needed in ("dealt", "turn", "ended"):
        if not hasattr(module, needed):
            raise InputError(
                f"{game.name}: telling.py", needed, "there: a game with a telling.py must define it"
            )
    teller: Teller = module
    return teller


class _FromWords:
    """A telling of the fields that words.py gives for transcripts; its standing are the tracked stocks."""

    def __init__(self, game: Game) -> None:
        self._game, self._words = game, game.words

    def dealt(self, step: Step) -> Iterator[str]:
        for name, value in self._words.deal(step.rules, step.after).items():
            yield f"{_words(name)} {_said(value)}"

    def turn(self, steps: list[Step]) -> str:
        said, seat = "", -1
        for step in steps:
            args = {name: step.move[name] for name in self._game.args}
            move = self._words.move(step.move["kind"], args, step.rules, step.before, step.after)
            kind = _words(str(move.pop("kind", self._game.kinds[step.move["kind"]])))
            did = ", ".join([kind, *(f"{_words(name)} {_said(value)}" for name, value in move.items())])
            now = step.move["seat"]
            said += f", {did}" if now == seat else f"{'; ' * bool(said)}seat {now}: {did}"
            seat = now
            if step.after.chance_count != step.before.chance_count and hasattr(self._words, "shuffled"):
                said += ", shuffled"
        standing = ", ".join(
            f"{_words(name)} {by_seat(steps[-1], row)}" for name, row in steps[-1].stocks.items()
        )
        return f"{said} | {standing}" if standing else said

    def ended(self, step: Step) -> Iterator[str]:
        reason = self._game.end_reasons[int(step.after.end_reason)]
        yield f"the round ends, {_words(reason)}: points {by_seat(step, step.after.points)}"
        for name, value in self._words.ended(step.rules, step.after).items():
            yield f"{_words(name)} {_said(value)}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _said(value: object) -> str:
    """A JSON value without its brackets: `A 5 K`, lists of lists as `A 5 / K 2`."""
    if isinstance(value, list):
        return (" / " if any(isinstance(item, list) for item in value) else " ").join(
            map(_said, value)
        ) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{_words(str(name))} {_said(item)}" for name, item in value.items())
    return "none" if value is None else str(value)
