"""The rounds of Konflikt that are told in `konflikt/*.txt`: for each number of seats, and for tweaks that bite."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from sims import batch, lineup, registry, replay, variants
from sims.replay import Step
from sims.telling import tell


@dataclass(frozen=True)
class Told:
    """A round of the first deal, from 0 on, whose telling has the words `shows`."""

    seats: int
    values: dict[str, str] = field(default_factory=dict)
    players: str = "greedy"
    round: int = 0
    shows: str = ""


ROUNDS = {
    "original-2-seats": Told(2),
    "original-3-seats": Told(3),
    "original-4-seats": Told(4, shows="missing)"),
    "end_timing-immediate": Told(3, {"end_timing": "immediate"}, shows="set aside"),
    "end_bonus_to-active": Told(2, {"end_bonus_to": "active"}, shows="by a gift"),
    "pair_rule-separate": Told(2, {"pair_rule": "separate"}, "random", shows="KK to seat 0"),
    "open_refill-from_stack": Told(2, {"open_refill": "from_stack"}, shows="fills place 3"),
    "coins_between_rounds-keep_odd": Told(
        4, {"coins_between_rounds": "keep_odd"}, round=1, shows="coins kept"
    ),
    "late_seat_coins-2": Told(4, {"late_seat_coins": "2"}, round=2, shows="missing)"),
}


def told(name: str) -> list[str]:
    """The lines of a playthrough: what is played, then the round."""
    asked = ROUNDS[name]
    game = registry.load("konflikt")
    variant = variants.make(game, asked.seats, None, asked.values)
    players = lineup.parse_lineup(game, asked.players, asked.seats)
    for deal in count():
        job = batch.Job(game, variant, players, seed=1, clusters=1, first_deal=deal)
        lines = list(tell(job, _of_round(job, asked.round)))
        if any(asked.shows in line for line in lines):
            return lines
    raise AssertionError("no deal is left")


def _of_round(job: batch.Job, number: int) -> Iterator[Step]:
    """The steps of one round of the job's first match."""
    for step in replay.steps(job):
        if step.kind == "match" or step.after.round_no > number:
            return
        if step.after.round_no == number:
            yield step
