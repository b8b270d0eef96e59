"""Targets as people give them: read from a study's table or an option, checked, and written as options again."""

from collections.abc import Callable, Mapping
from math import inf, isfinite
from typing import Any

from balance.stats.targets import Target
from balance.store.run import Run
from balance.store.spec import VariantSpec
from sims import digits
from sims.errors import InputError

FORMS = ("within", "between", "at_most", "at_least")
A_TARGET = "a target: {within = 0.02}, {between = [15, 30]}, {at_most = 0.05} or {at_least = 12}"
AN_OPTION = "a range: 15..30, ..0.05 (at most), 12.. (at least), or +-0.02 (within so much of 0)"


def parsed(given: Mapping[str, Any], where: Callable[[str], str] | None = None) -> dict[str, Target]:
    """Metric → its target; InputError for the first that is none. where: metric → what an error calls its place."""
    place = where or (lambda metric: f"targets: {metric}")
    return {metric: _target(form, place(metric)) for metric, form in given.items()}


def _target(form: Any, where: str) -> Target:
    if not isinstance(form, Mapping) or len(form) != 1:
        raise InputError(where, form, A_TARGET)
    [(kind, value)] = form.items()
    if kind not in FORMS:
        raise InputError(where, kind, f"one of {', '.join(FORMS)}", FORMS)
    if kind == "between":
        pair = isinstance(value, (list, tuple)) and len(value) == 2 and all(map(_number, value))
        if not (pair and value[0] <= value[1]):
            raise InputError(f"{where}: {kind}", value, "two numbers such as [15, 30], the smaller one first")
        return Target({kind: list(value)}, float(value[0]), float(value[1]))
    if not _number(value) or (kind == "within" and value <= 0):
        raise InputError(f"{where}: {kind}", value, "a number above 0" if kind == "within" else "a number")
    limits = {"within": (-value, value), "at_most": (-inf, value), "at_least": (value, inf)}
    return Target({kind: value}, *map(float, limits[kind]))


def _number(value: object) -> bool:
    whole = type(value) is int and abs(value) < 2**63
    return whole or (type(value) is float and isfinite(value))


def typed(metric: str, given: str) -> dict[str, Any]:
    """The form of a target that was typed as an option, METRIC=RANGE."""
    where, least, dots, most = f"target: {metric}", *given.partition("..")
    for sign in ("+-", "±"):
        if given.startswith(sign):
            return {"within": _typed(where, given, given.removeprefix(sign))}
    if not dots or not (least or most):
        raise InputError(where, given, AN_OPTION)
    if least and most:
        return {"between": [_typed(where, given, least), _typed(where, given, most)]}
    return {"at_least": _typed(where, given, least)} if least else {"at_most": _typed(where, given, most)}


def _typed(where: str, given: str, number: str) -> int | float:
    found = digits.whole(number)
    exact = digits.decimal(number) if found is None else found
    if exact is None:
        raise InputError(where, given, AN_OPTION)
    return exact


def target_flags(targets: Mapping[str, Any]) -> list[str]:
    """The options that ask for the same targets."""
    words = []
    for metric, target in parsed(targets).items():
        [(kind, value)] = target.form.items()
        given = {
            "within": lambda x: f"+-{x!r}",
            "between": lambda x: f"{x[0]!r}..{x[1]!r}",
            "at_most": lambda x: f"..{x!r}",
            "at_least": lambda x: f"{x!r}..",
        }[kind](value)
        words += ["--target", f"{metric}={given}"]
    return words


def held(run: Run) -> list[VariantSpec]:
    """The variants of a run that its targets are for: all of a sweep, the tweaked ones of a comparison."""
    variants, asked = run.spec["variants"], run.spec["asked"]
    if not asked.get("tweaks") or asked.get("baseline") is not None:
        return variants
    first = {variant["seats"]: variant["variant"] for variant in reversed(variants)}
    return [variant for variant in variants if first[variant["seats"]] != variant["variant"]]
