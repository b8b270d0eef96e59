"""Asking for tuned weights: what is checked, and the file they are put into."""

import shlex
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from balance.runner.threads import cores
from balance.store.files import write_atomically
from balance.workflows.listener import Listener
from balance.workflows.planning import plan as planning
from balance.workflows.planning.size import at_least
from balance.workflows.tuning import evolution as tuning
from balance.workflows.tuning.evolution import Found
from sims import registry, tuned, variants
from sims.errors import InputError
from sims.lineup import PlayerSpec

LEAST = 1_000  # matches


@dataclass(frozen=True)
class Asked:
    """What is to be tuned. style: None for the one that `tuned` is made of, else the game's default player; seats: all
    of the game's where none is named.
    """

    game: str
    style: str | None = None
    seats: tuple[int, ...] = ()
    budget: int = 200_000
    fresh: int = tuning.FRESH
    seed: int = 1
    threads: int | None = None
    out: Path | None = None

    def command(self, style: str, seats: tuple[int, ...]) -> str:
        """The command that finds the same weights, whatever the defaults become."""
        words = ["balance", "tune-players", self.game, "--style", style, "--seats", ",".join(map(str, seats))]
        words += ["--budget", str(self.budget), "--fresh", str(self.fresh), "--seed", str(self.seed)]
        return shlex.join(words + ([] if self.out is None else ["--out", str(self.out)]))


@dataclass(frozen=True)
class Tuned:
    """What was found, and the text of weights.toml."""

    found: Found
    text: str


def tune(asked: Asked, listener: Listener) -> Tuned:
    """Search, measure on fresh deals, and write the file if the weights are surely better and there is a place for it.

    InputError before anything is played.
    """
    game = registry.load(asked.game)
    style = asked.style or tuned.style(Path(game.folder)) or game.default_player
    if style not in game.players:
        raise InputError("style", style, f"a player of {game.name} ({', '.join(game.players)})", game.players)
    if style == tuned.NAME:
        raise InputError("style", style, "a style of game.toml: it is what tuning made of one")
    if not any(not isinstance(weight, bool) for weight in game.players[style].weights.values()):
        raise InputError("style", style, "a player with weights")
    seats = asked.seats or tuple(n for n in game.seats if n > 1)
    if twice := [n for i, n in enumerate(seats) if n in seats[:i]]:
        raise InputError("seats", twice[0], "given once")
    if 1 in seats or not seats:
        raise InputError("seats", 1, "two at least: who plays alone beats nobody")
    for name, value, least in (
        ("budget", asked.budget, LEAST),
        ("fresh", asked.fresh, 2),
        ("seed", asked.seed, 0),
    ):
        at_least(name, value, least)
    threads = cores() if asked.threads is None else at_least("threads", asked.threads, 1)
    rules = [variants.make(game, n) for n in seats]
    planning.prepare(game, [PlayerSpec(style)], listener)
    found = tuning.tune(game, style, rules, asked.budget, asked.seed, threads, listener.note, asked.fresh)
    text = tuning.told(found, asked.command(style, seats), f"cmaes {version('cmaes')}")
    if found.better and asked.out is not None:
        write_atomically(asked.out, text.encode())
    return Tuned(found, text)
