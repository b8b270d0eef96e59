"""Variants: a game with a value for every parameter, and the grids of variants that a sweep plays."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeVar

import numpy as np

from sims import digits
from sims.errors import InputError
from sims.game import Game, Parameter, Value

MOST = 20_000
"""Variants of one run."""
_T = TypeVar("_T")


@dataclass(frozen=True)
class Variant:
    """A game, its seats and the effective value of every parameter; `label` says what differs from the defaults."""

    game: Game
    seats: int
    preset: str | None
    overrides: Mapping[str, Value]
    values: Mapping[str, Value]

    @property
    def label(self) -> str:
        """What differs from the preset's (or the default) values, as a person would type it."""
        if not self.overrides:
            return self.preset or "defaults"
        return ",".join(f"{name}={text(value)}" for name, value in self.overrides.items())

    def record(self) -> np.recarray:
        """The parameters as compiled rules read them: one record of int64 fields, choices by their number."""
        names = list(self.values)
        record = np.zeros(1, np.dtype([(name, "i8") for name in names])).view(np.recarray)
        for name in names:
            parameter, value = self.game.parameters[name], self.values[name]
            record[name][0] = (
                parameter.choices.index(str(value)) if parameter.kind == "choice" else int(value)
            )
        return record


def text(value: Value) -> str:
    """A parameter's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def known(game: Game, name: str) -> Parameter:
    """The parameter of that name; else InputError with the nearest name."""
    if name not in game.parameters:
        raise InputError(name, name, f"a parameter of {game.name}", game.parameters)
    return game.parameters[name]


def make(
    game: Game, seats: int | None, preset: str | None = None, overrides: Mapping[str, Value] | None = None
) -> Variant:
    """A checked variant: defaults, then the preset, then the overrides (text is parsed, values are checked).

    seats None: the game's fewest. Raises InputError for anything unknown, out of range or impossible together.
    """
    seats = game.check_seats(game.seats[0] if seats is None else seats)
    if preset is not None and preset not in game.presets:
        raise InputError("preset", preset, f"a preset of {game.name}", game.presets)
    values = {name: parameter.default(seats) for name, parameter in game.parameters.items()}
    if preset is not None:
        values.update(game.presets[preset].values)
    given: dict[str, Value] = {}
    for name, value in (overrides or {}).items():
        parameter = known(game, name)
        given[name] = parameter.parse(value) if isinstance(value, str) else parameter.check(value)
    values.update(given)
    fault = game.impossible(seats, values)
    if fault is not None:
        raise InputError(*fault)
    return Variant(game, seats, preset, given, values)


def starts(game: Game) -> list[Variant]:
    """The defaults with each number of seats, then every preset with other values, where it can be played."""
    found = [make(game, seats) for seats in game.seats]
    for preset in game.presets:
        for seats in game.seats:
            try:
                variant = make(game, seats, preset)
            except InputError:  # not with so many seats
                continue
            if all(variant.seats != other.seats or variant.values != other.values for other in found):
                found.append(variant)
    return found


def spread(game: Game, name: str, spec: str) -> list[Value]:
    """The values of a SPEC: `lo:hi:step` (hi included when a step reaches it) or `a,b,c`; at least one, none twice."""
    parameter = known(game, name)
    if ":" in spec:
        parts = spec.split(":")
        lo, hi, step = (digits.whole(part) for part in parts) if len(parts) == 3 else (None, None, None)
        if parameter.kind != "int" or lo is None or hi is None or step is None or step < 1:
            raise InputError(
                name, spec, f"a range lo:hi:step with step at least 1, or a list a,b,c ({parameter.legal})"
            )
        several = range(lo, hi + 1, step) if _legal(parameter, lo, hi) else range(0)
        few_enough(name, spec, len(several))
        values = [parameter.check(value) for value in several]
    else:
        values = [parameter.parse(part.strip()) for part in spec.split(",") if part.strip()]
    if not values:
        raise InputError(name, spec, "a range with at least one value")
    doubled = _twice(values)
    if doubled is not None:
        raise InputError(name, spec, f"a list without repeats ({text(doubled)} stands twice)")
    return values


def _twice(values: Iterable[_T]) -> _T | None:
    """The first that was there before."""
    seen: set[_T] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None


def few_enough(field: str, value: object, variants: int) -> None:
    """InputError where these would be more variants than can be told of."""
    if variants > MOST:
        raise InputError(field, value, f"of {MOST:,} variants at most: these are {variants:,}")


def _legal(parameter: Parameter, lo: int, hi: int) -> bool:
    """Are both ends in range (so that a huge range is refused before it is listed)? False: the range is empty."""
    if lo <= hi:
        parameter.check(lo)
        parameter.check(hi)
    return lo <= hi


def sweep(
    game: Game,
    seats: Sequence[int],
    preset: str | None,
    fixed: Mapping[str, Value],
    vary: Sequence[tuple[str, str]],
    one_by_one: bool,
) -> list[Variant]:
    """The variants of a sweep, all checked: the full grid of `vary`, or each value alone against the rest.

    One by one, the baseline (nothing varied) comes first and values equal to it are not played again. seats: all of it
    with each of these numbers and its own defaults; empty: the game's fewest. preset: from this one, or, of several
    (`a,b`), from each in turn.
    """
    presets = [None] if preset is None else [name.strip() for name in preset.split(",")]
    doubled = _twice(seats)
    if doubled is not None:
        raise InputError("seats", doubled, "given once")
    named_twice = _twice(presets)
    if named_twice is not None:
        raise InputError("preset", named_twice, "given once")
    varied = [name for name, _ in vary]
    for i, name in enumerate(varied):
        known(game, name)
        if name in varied[:i] or name in fixed:
            raise InputError("vary", name, "given once: it is set or varied already")
    spreads = [(name, spread(game, name, spec)) for name, spec in vary]
    sizes = [len(values) for _, values in spreads]
    starts = max(1, len(seats)) * len(presets)
    few_enough("vary", ", ".join(varied), starts * (1 + sum(sizes) if one_by_one else prod(sizes)))
    found: list[Variant] = []
    for number, start in product(seats or game.seats[:1], presets):
        baseline = make(game, number, start, fixed)
        if one_by_one:
            changes = [{n: v} for n, values in spreads for v in values if v != baseline.values[n]]
            found.append(baseline)
        else:
            cells = product(*(values for _, values in spreads))
            changes = [dict(zip(varied, cell, strict=True)) for cell in cells]
        found.extend(make(game, number, start, {**fixed, **change}) for change in changes)
    return found


def compare(
    game: Game,
    seats: Sequence[int],
    preset: str | None,
    fixed: Mapping[str, Value],
    tweaks: Sequence[Mapping[str, Value]],
    baseline: bool,
) -> list[Variant]:
    """The arms of a comparison, all checked: the baseline, then each tweak of it, for each number of seats.

    A tweak may be no change at all; two tweaks that are the same are refused. baseline: whether it is played, too.
    """
    doubled = _twice(seats)
    if doubled is not None:
        raise InputError("seats", doubled, "given once")
    found: list[Variant] = []
    for number in seats or game.seats[:1]:
        arms = [make(game, number, preset, {**fixed, **tweak}) for tweak in tweaks]
        twice = next((i for i, arm in enumerate(arms) if arm.values in [a.values for a in arms[:i]]), None)
        if twice is not None:
            said = ",".join(f"{name}={text(value)}" for name, value in tweaks[twice].items())
            raise InputError("tweak", said, "given once: another tweak is the same")
        found += [make(game, number, preset, fixed)] if baseline else []
        found += arms
    return found
