"""Restricted players: never, or always, a choice of some class, as a game declares them in its `[classes]`.

A game's `classes.py` has `classify(rules, state, choice)`: a bit for each declared value that the choice is of, the
lowest for the first. What is legal is filtered by it before the player chooses, so every player can be restricted,
and a restriction is data like a weight.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sims.errors import InputError

MODES = ("never", "always")
MOST_VALUES = 62
"""Values of all classes together: a bit each of an int64."""
Classes = Mapping[str, Mapping[str, str]]
"""Class → value → what choices of it are, in words; both in declared order."""


@dataclass(frozen=True)
class Restriction:
    """mode: "never": choices of that value of the class are taken away; "always": all others are.

    Where that would leave nothing, nothing is taken away.
    """

    mode: str
    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.mode}={self.name}:{self.value}"

    def code(self, classes: Classes) -> int:
        """What the loop takes: twice the bit's number, plus 1 for always, plus 2 (0: no restriction)."""
        place = numbers(classes)[self.name, self.value]
        return 2 * place + 2 + MODES.index(self.mode)


def numbers(classes: Classes) -> dict[tuple[str, str], int]:
    """(class, value) → the number of its bit."""
    pairs = [(name, value) for name, values in classes.items() for value in values]
    return {pair: number for number, pair in enumerate(pairs)}


def chosen(game: str, classes: Classes, field: str, text: str, between: str) -> list[tuple[str, str]]:
    """The values that a text names: CLASS, all of them, or CLASS`between`VALUE; InputError names what is legal."""
    name, mark, value = (part.strip() for part in text.partition(between))
    if not classes:
        raise InputError(field, text, f"of use: {game} declares no classes of choices")
    if name not in classes:
        raise InputError(field, name, f"a class of choices of {game} ({', '.join(classes)})", classes)
    values = classes[name]
    if mark and value not in values:
        raise InputError(f"{field}: {name}", value, f"one of {', '.join(values)}", values)
    return [(name, one) for one in ([value] if mark else values)]


def parse(game: str, classes: Classes, player: str, mode: str, text: str) -> Restriction:
    """The restriction of a player from what stands behind `never=` or `always=`: CLASS:VALUE."""
    found = chosen(game, classes, f"players: {player}[{mode}]", text, ":")
    if ":" not in text:
        legal = ", ".join(f"{name}:{value}" for name, value in found)
        raise InputError(f"players: {player}[{mode}]", text, f"CLASS:VALUE, such as {legal}")
    return Restriction(mode, *found[0])


def both(values: Sequence[tuple[str, str]]) -> list[Restriction]:
    """Of each value: never, and always."""
    return [Restriction(mode, *pair) for pair in values for mode in MODES]
