"""Plain data held to the TypedDict that it should be, so that those who read it need not ask."""

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from sims.errors import InputError

LONG = 2**63
"""Whole numbers are kept in 64 bits."""
_PLAIN: Mapping[Any, str] = {
    bool: "true or false", int: "a whole number of 64 bits", float: "a number", str: "a text", NoneType: "null",
}  # fmt: skip
Check = Callable[[Any], None]
"""Raises _Misfit for the first thing in a value that is not as it must be."""


class Legal(NamedTuple):
    """What a value must be beyond its type, as the second part of an `Annotated`: in words, and a test."""

    words: str
    holds: Callable[[Any], bool]


class _Misfit(Exception):
    """value is not `legal`; path: where it is found, the innermost place first."""

    def __init__(self, value: object, legal: str) -> None:
        self.value, self.legal, self.path = value, legal, list[str]()


def check(file: str, field: str, value: Any, kind: Any) -> None:
    """InputError for the first thing in `value` that is not as `kind` says; keys that it does not name may be there.

    file, field: where an error says that the value stands. kind: a TypedDict, or a type that a field of one can have.
    """
    try:
        _check(kind)(value)
    except _Misfit as found:
        place = f"{field}{''.join(reversed(found.path))}".removeprefix(".")
        raise InputError(": ".join(filter(None, (file, place))), found.value, found.legal) from None


def fits(value: Any, kind: Any) -> bool:
    """Is a value as `kind` says?"""
    try:
        _check(kind)(value)
    except _Misfit:
        return False
    return True


@cache
def _check(kind: Any) -> Check:
    """The check of a type, made once."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda value: None
    if origin in (Union, UnionType):
        return _one_of(parts)
    if hasattr(kind, "__metadata__"):
        return _legal(_check(kind.__origin__), kind.__metadata__)
    if is_typeddict(kind):
        return _object(kind)
    if origin is list:
        return _list(_check(parts[0]))
    if origin is tuple:
        return _tuple([_check(part) for part in parts])
    if origin is dict:
        return _names(*map(_check, parts))
    return _plain(kind)


def _plain(kind: type) -> Check:
    kinds = (int, float) if kind is float else (kind,)

    def checked(value: Any) -> None:
        if type(value) not in kinds or (type(value) is int and not -LONG <= value < LONG):
            raise _Misfit(value, _PLAIN[kind])

    return checked


def _legal(plain: Check, legal: tuple[Legal, ...]) -> Check:
    def checked(value: Any) -> None:
        plain(value)
        for each in legal:
            if not each.holds(value):
                raise _Misfit(value, each.words)

    return checked


def _one_of(kinds: tuple[Any, ...]) -> Check:
    """What any of them takes; what none does is told as the last would."""
    *others, last = sorted(kinds, key=lambda kind: kind not in _PLAIN)
    words = " or ".join(_PLAIN.get(kind, "") for kind in kinds)
    checks = [_check(kind) for kind in others]

    def checked(value: Any) -> None:
        for each in checks:
            try:
                return each(value)
            except _Misfit:
                continue
        try:
            return _check(last)(value)
        except _Misfit as found:
            raise _Misfit(value, words) if last in _PLAIN else found from None

    return checked


def _object(kind: Any) -> Check:
    hints = get_type_hints(kind, include_extras=True)
    checks = {
        name: _check(get_args(hint)[0] if get_origin(hint) is NotRequired else hint)
        for name, hint in hints.items()
    }

    def checked(value: Any) -> None:
        _of(value, dict, "an object")
        for name, each in checks.items():
            if name in value:
                _within(f".{name}", each, value[name])
            elif name in kind.__required_keys__:
                raise _Misfit(name, "there: the field is missing")

    return checked


def _list(one: Check) -> Check:
    def checked(value: Any) -> None:
        for i, each in enumerate(_of(value, list, "a list")):
            _within(f"[{i}]", one, each)

    return checked


def _tuple(checks: list[Check]) -> Check:
    def checked(value: Any) -> None:
        if len(_of(value, list, f"a list of {len(checks)}")) != len(checks):
            raise _Misfit(value, f"a list of {len(checks)}")
        for i, each in enumerate(checks):
            _within(f"[{i}]", each, value[i])

    return checked


def _names(name: Check, one: Check) -> Check:
    def checked(value: Any) -> None:
        for key, each in _of(value, dict, "an object").items():
            name(key)
            _within(f".{key}", one, each)

    return checked


def _within(place: str, one: Check, value: Any) -> None:
    try:
        one(value)
    except _Misfit as found:
        found.path.append(place)
        raise


def _of(value: Any, kind: type, words: str) -> Any:
    if not isinstance(value, kind):
        raise _Misfit(value, words)
    return value
