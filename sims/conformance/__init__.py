"""The conformance kit: what every game, ours or a stranger's, must keep for its results to be worth anything.

`check(game)` plays in processes of their own, so that no fault of a game can end the check: first with bounds checking
(`probes`), which finds what would reach outside an array; then in plain Python, which must tell the same as compiled
code (`tells`); then at full speed (`plays`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sims.conformance import elsewhere
from sims.conformance.declared import values
from sims.errors import PlayError
from sims.game import Game

FATAL = ("play", "legal", "words")
"""A game that cannot be played or told says nothing reliable beyond that."""


@dataclass(frozen=True)
class Finding:
    """Something wrong with a game: which check found it, and what it saw."""

    check: str
    text: str

    def __str__(self) -> str:
        return f"{self.check}: {self.text}"


def check(game: Game) -> Iterator[Finding]:
    """Everything the kit finds wrong with the game, as it finds it; nothing if the game keeps its contract."""
    yield from (Finding(*found) for found in values(game))
    for part in (elsewhere.probes, elsewhere.tells, elsewhere.plays):
        found = []
        try:
            for check, text in part(game.source):
                found.append(check)
                yield Finding(check, text)
        except PlayError as error:
            found.append("play")
            yield Finding("play", str(error))
        if set(found) & set(FATAL):
            return
