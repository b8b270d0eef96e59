"""The errors a person meets: wrong input, a fault in play, and a stop that was asked for."""

from collections.abc import Iterable
from difflib import get_close_matches

from sims import visible


class InputError(Exception):
    """Wrong input, told in one line: the field, the value, what is legal, the nearest right name.

    field: where it stands ("coin_supply", "--players", "studies/x.toml:5: vary"); value: as given;
    legal: what would be right, in words; names: right names of which the nearest is offered. Whatever these hold, a
    terminal shows the line as it is (see `sims.visible`), and a value that is long is cut.
    """

    def __init__(self, field: str, value: object, legal: str, names: Iterable[str] = ()) -> None:
        short = isinstance(value, str) and len(value) <= visible.MOST
        near = get_close_matches(str(value), list(names), n=1, cutoff=0.5) if short else []
        hint = f"; did you mean {near[0]!r}?" if near else ""
        super().__init__(visible.line(f"{field}: {visible.told(value)} is not {legal}{hint}"))
        self.field, self.value, self.legal = field, value, legal


class PlayError(Exception):
    """A fault inside a match; the message names match, seed and move, so that it can be replayed.

    match: its number within the variant; None where the fault is not of a match: rules that do not compile.
    """

    def __init__(self, told: str, match: int | None = None) -> None:
        super().__init__(told)
        self.match = match


class Stopped(Exception):
    """Play was asked to stop before its job was done."""
