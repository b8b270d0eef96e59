"""What the kit finds without playing."""

from collections.abc import Iterator

from sims.errors import InputError
from sims.game import Game

Found = tuple[str, str]
"""The check, and what it saw."""


def values(game: Game) -> Iterator[Found]:
    """Every value out of range, or of the wrong type, is refused."""
    for parameter in game.parameters.values():
        wrong: list[object] = [None, 0.5, "no such value", []]
        wrong += [parameter.low - 1, parameter.high + 1, True] if parameter.kind == "int" else [7]
        for value in wrong:
            try:
                parameter.check(value)
            except InputError:
                continue
            yield "range", f"{parameter.name} accepts {value!r}"
