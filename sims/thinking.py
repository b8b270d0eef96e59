"""What a search needs beside the loop's arrays: the settings of its players and the tables in which they think."""

from collections.abc import Iterable, Sequence

import numpy as np

from sims import search
from sims.game import Game
from sims.lineup import PlayerSpec
from sims.rng import STREAM


def rollouts(game: Game, players: Iterable[PlayerSpec]) -> list[str]:
    """The policies that play rollouts for these players, each once; none if nobody searches."""
    return sorted({game.players[spec.rollout].plays for spec in players if spec.budget})


def arrays(
    game: Game, players: Sequence[PlayerSpec], rollout: str, held: dict[str, np.ndarray], memory: np.ndarray
) -> dict[str, np.ndarray]:
    """The arrays of `search.play_on` by name, in the order of its parameters; `held`: the loop's, some of them shared.

    players: the distinct ones of the line-up; rollout: the policy of the module, which thinks for those of them whose
    rollouts it plays; memory: room for what it remembers in a rollout, seat by seat.
    """
    settings = np.zeros(len(players), search.SETTING).view(np.recarray)
    for slot, spec in enumerate(players):
        if spec.budget and game.players[spec.rollout].plays == rollout:
            trust = 0.0 if rollout == "random" else search.TRUST
            settings[slot] = (spec.budget, _places(spec.budget), trust, spec.noise)
    most = int(settings.budget.max())
    forgets = memory.view(np.ndarray).view(np.uint8)
    shared = ("task", "cursor", "rules", "state", "chairs", "rngs", "choices")
    return {
        **{name: held[name] for name in shared},
        "settings": settings,
        "weights": held["weights"],
        "worlds": np.zeros(2, game.rules.STATE).view(np.recarray),
        "memory": memory,
        "memory_raw": forgets[:0] if rollout == "random" else forgets,  # it remembers nothing
        "children": np.zeros(len(held["choices"]), np.int64),
        "tree": np.zeros(most + 2, search.NODE).view(np.recarray),
        "slots": np.zeros(_places(most), np.int32),
        "values": np.zeros(1, search.VALUES).view(np.recarray),
        "dice": np.zeros(3, STREAM).view(np.recarray),  # of what is hidden, of chance, of the players
    }


def _places(budget: int) -> int:
    """Places to look nodes up: a power of 2, at least twice as many as nodes."""
    return 1 << (2 * budget + 1).bit_length()
