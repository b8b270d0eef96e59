"""What kind of value each key of a `game.toml` has; what it may name is checked where it is read."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from sims import visible
from sims.errors import InputError

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_CODE_BITS = 63  # of a choice code, an int64 that is not negative
_KIND_BITS = 8
_COLUMN_BITS = 31  # the logs hold arguments as int32

Shape = tuple[Callable[[Any], bool], str]
"""Does the value have it, and what it is called."""


def _words(value: Any) -> bool:
    named = isinstance(value, list) and all(isinstance(word, str) and _NAME.fullmatch(word) for word in value)
    return named and len(set(value)) == len(value)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _meanings(value: Any) -> bool:
    named = isinstance(value, dict) and all(_NAME.fullmatch(name) for name in value)
    return named and bool(value) and all(isinstance(text, str) and text.strip() for text in value.values())


def _at_least(least: int) -> Shape:
    return lambda v: type(v) is int and v >= least, f"a whole number of at least {least}"


TEXT: Shape = (lambda v: isinstance(v, str), "a text")
SAID: Shape = (lambda v: isinstance(v, str) and v.strip() != "", "a text that says something")
NAME: Shape = (lambda v: isinstance(v, str) and _NAME.fullmatch(v) is not None,
               "a name of small letters, digits and _ that begins with a letter")  # fmt: skip
SWITCH: Shape = (lambda v: isinstance(v, bool), "true or false")
WHOLE: Shape = (lambda v: type(v) is int and abs(v) < 2**31, "a whole number of at most 31 bits")
TABLE: Shape = (lambda v: isinstance(v, dict), "a table of keys and values")
RUNGS: Shape = (lambda v: _texts(v) and len(set(v)) == len(v) > 1,
                "a list of two players at least, from weak to strong, each once")  # fmt: skip
TEXTS: Shape = (_texts, "a list of texts")
KINDS: Shape = (lambda v: _words(v) and len(v) < 2**_KIND_BITS,
                "a list of at most 255 different names of small letters, digits and _")  # fmt: skip
REASONS: Shape = (lambda v: _words(v) and 1 <= len(v) < 2**_KIND_BITS - 2 and "cap" not in v,
                  "a list of different names of small letters, digits and _; cap is every game's")  # fmt: skip
CHOICES: Shape = (
    lambda v: _texts(v) and len(set(v)) == len(v) > 1 and all(visible.name(word) == word for word in v),
    "a list of different texts of one line, without control characters",
)
BITS: Shape = (
    lambda v: isinstance(v, dict) and all(type(n) is int and 1 <= n <= _COLUMN_BITS for n in v.values())
    and sum(v.values()) <= _CODE_BITS - _KIND_BITS,
    f"a table of names and bits, each from 1 to {_COLUMN_BITS}, at most {_CODE_BITS - _KIND_BITS} in all",
)  # fmt: skip
MEANINGS: Shape = (_meanings, "a table of names (small letters, digits and _) and what they mean")
TOTAL: Shape = (lambda v: type(v) is int or isinstance(v, str), "a whole number or a product as 13 * decks")

SHAPES: dict[str, dict[str, Shape]] = {
    "game": {
        "name": NAME, "title": SAID, "about": SAID, "version": _at_least(1), "default_player": TEXT,
        "strength": RUNGS, "max_choices": _at_least(1), "supply": TEXT, "standing": TEXT, "economy": TEXT,
        "hidden": TEXT, "caution": TEXT, "end_reasons": REASONS, "turn_order": TEXT, "carried": TABLE,
    },
    "moves": {"kinds": KINDS, "args": BITS, "by_others": TEXTS},
    "classes": {"values": MEANINGS},
    "parameters": {
        "low": WHOLE, "high": WHOLE, "choices": CHOICES, "meaning": SAID, "assumed": SWITCH, "shown_by": TEXT,
        "shown_with": TABLE, "no_effect": TEXT,
    },
    "presets": {"source": TEXT, "set": TABLE},
    "players": {"about": TEXT, "plays": NAME, "weights": TABLE},
    "track": {"kind": TEXT, "unit": TEXT, "meaning": TEXT, "feeds": TEXT, "words": TEXTS},
    "conserved": {"each": TEXTS, "once": TEXTS, "total": TOTAL},
    "metrics": {"top": TEXT, "per": TEXT, "quantiles_of": TEXT, "first": TEXT, "without": TEXT,
                "match_only": TABLE, "because": TEXT, "unit": TEXT, "meaning": SAID},
    "picks": {"most": TEXT, "meaning": SAID},
}  # fmt: skip
NEEDED = {
    "game": ("name", "title", "about", "version", "seats", "default_player", "max_choices", "end_reasons"),
    "classes": ("values",),
    "conserved": ("total",),
    "parameters": ("default", "meaning"),
}
"""What a table cannot be without; more is checked where it is read."""


def check(table: str, where: str, entry: Mapping[str, Any]) -> None:
    """Refuse a key without the right kind of value, and the lack of one that must be there."""
    for key in NEEDED.get(table, ()):
        if key not in entry:
            raise InputError(where, key, "there: the key is missing")
    for key, value in entry.items():
        fits, words = SHAPES[table].get(key, (lambda _: True, ""))
        if not fits(value):
            raise InputError(f"{where}.{key}", value, words)
