"""What the simulator plays, for the referees: transcripts of any variants, read as text."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from sims import lineup, registry, replay, variants
from sims.batch import Job
from sims.errors import InputError
from sims.game import Game, Parameter, Value
from tests.referees.transcript import Line, Referee
from tests.sims import playing


def asked(
    game: Game,
    seats: int,
    players: str,
    clusters: int,
    seed: int,
    preset: str | None = None,
    values: Mapping[str, Value] | None = None,
) -> Job:
    """A job whose deals are numbered from the seed."""
    variant = variants.make(game, seats, preset, values)
    return Job(game, variant, lineup.parse_lineup(game, players, seats), seed, clusters, first_deal=seed)


def random_value(parameter: Parameter, chance: random.Random) -> Value:
    """Any legal value, the ends and their neighbours more often."""
    if parameter.kind == "choice":
        return chance.choice(parameter.choices)
    if parameter.kind == "bool":
        return chance.random() < 0.5
    ends = [parameter.low, min(parameter.low + chance.randint(1, 3), parameter.high), parameter.high]
    return chance.choice([*ends, chance.randint(parameter.low, parameter.high)])


def random_job(game: Game, number: int, most: dict[str, int]) -> Job:
    """A deal of a variant drawn from the number; each parameter keeps its default half of the time.

    most: an upper limit for some parameters, so that matches stay short.
    """
    chance = random.Random(f"{game.name} {number}")
    while True:
        seats = chance.choice(game.seats)
        names = [name for name in game.parameters if chance.random() < 0.5]
        values = {name: random_value(game.parameters[name], chance) for name in names}
        for name, limit in most.items():
            values[name] = min(chance.randint(game.parameters[name].low, limit), limit)
        values["max_turns"] = chance.choice([10, 15, 20, 30, 41, 60, 200, 500])
        players = ",".join(
            chance.choice([*game.players]) + chance.choice(["", "", "+0.3"]) for _ in range(seats)
        )
        try:
            return asked(game, seats, players, 1, number, values=values)
        except InputError:
            continue


def first_match(job: Job) -> Iterator[Line]:
    """The transcript of the job's first match, without its mirrors, as a reader of the text has it."""
    return (json.loads(json.dumps(line)) for line in playing.first_match(job))


def matches(job: Job) -> Iterator[Line]:
    return (json.loads(json.dumps(line)) for line in replay.transcript(job))


def every_preset(name: str) -> list[tuple[int, str]]:
    """Each number of seats with each preset that can be played with it; one of them is the defaults."""
    game = registry.load(name)
    pairs = []
    for seats, preset in itertools.product(game.seats, game.presets):
        try:
            variants.make(game, seats, preset)
        except InputError:
            continue
        pairs.append((seats, preset))
    return pairs


def declared(name: str) -> dict[str, Any]:
    """The legal values of every parameter, as referees list them."""
    legal: dict[str, Any] = {}
    for parameter in registry.load(name).parameters.values():
        values = {
            "bool": (False, True),
            "choice": parameter.choices,
            "int": range(parameter.low, parameter.high + 1),
        }
        legal[parameter.name] = values[parameter.kind]
    return legal


def referee_agrees(referee_of: type[Referee], job: Job) -> Referee:
    """Every line of every match of the job is right; returns the referee for its counts."""
    referee = referee_of(matches(job))
    referee.run()
    assert referee.counts["matches"] == job.clusters * len(job.seating) * job.repeats
    return referee
