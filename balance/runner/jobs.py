"""From a run's plan back to what the simulator plays."""

from balance.store.run import Run
from balance.store.spec import Chunk
from sims.batch import Job
from sims.errors import InputError
from sims.game import Game
from sims.lineup import PlayerSpec, distinct, parse_player
from sims.variants import Variant, make


def variants_of(run: Run, game: Game) -> list[Variant]:
    """The run's variants; InputError where the game no longer gives a parameter the value the run was played with."""
    found = []
    for spec in run.spec["variants"]:
        variant = make(game, spec["seats"], spec["preset"], spec["overrides"])
        for name, value in spec["parameters"].items():
            if variant.values.get(name) != value:
                raise InputError(
                    f"run.json: {name}", value, f"what the rules say now: {variant.values.get(name)!r}"
                )
        found.append(variant)
    return found


def players_of(run: Run, game: Game) -> list[PlayerSpec]:
    """The run's distinct players."""
    return [parse_player(game, row["name"]) for row in run.spec["players"]]


class Jobs:
    """Makes the job of a chunk."""

    def __init__(self, run: Run, game: Game) -> None:
        self._spec, self.game = run.spec, game
        self._variants = variants_of(run, game)
        self._lineups = [
            tuple(parse_player(game, text) for text in variant["lineup"]) for variant in run.spec["variants"]
        ]
        self._numbers = {row["name"]: row["player"] for row in run.spec["players"]}

    def of(self, chunk: Chunk) -> Job:
        """What `sims.batch.play` needs to play this chunk."""
        spec, lineup = self._spec["variants"][chunk.variant], self._lineups[chunk.variant]
        return Job(
            game=self.game,
            variant=self._variants[chunk.variant],
            lineup=lineup,
            seed=self._spec["seed"],
            first_deal=spec["first_deal"],
            clusters=chunk.clusters,
            first_cluster=chunk.first_cluster,
            variant_number=chunk.variant,
            numbers=tuple(self._numbers[str(player)] for player in distinct(lineup)),
            repeats=spec["repeats"],
            log=self._spec["log"]["level"],
            share=self._spec["log"]["share"],
        )
