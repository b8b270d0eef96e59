"""Reading `[metrics]` and `[picks]` of a `game.toml`: what they name is tracked, and each metric has one form."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from sims.declaration import one_of, values_of
from sims.errors import InputError
from sims.game import MAX_SEATS, GameMetric, Parameter, Pick, Tracked, Value

_FORMS = {
    "top": ("per", "unit"),
    "quantiles_of": ("at", "unit"),
    "first": ("by",),
    "without": (),
    "early": (),
}  # form → what it needs beside its meaning
_MAY = {"top": {"by_position"}, "without": {"match_only", "because"}}


class MetricRow(TypedDict):
    """A metric of the game's own; only the keys of its form are there (see `sims.game.GameMetric`)."""

    name: str
    unit: str
    meaning: str
    top: NotRequired[str]
    per: NotRequired[str]
    by_position: NotRequired[bool]
    quantiles_of: NotRequired[str]
    at: NotRequired[list[int]]
    first: NotRequired[str]
    by: NotRequired[list[int]]
    without: NotRequired[str]
    early: NotRequired[str]
    match_only: NotRequired[dict[str, list[Value]]]
    because: NotRequired[str]


def metrics(
    data: Mapping[str, Any], tracked: tuple[Tracked, ...], parameters: Mapping[str, Parameter]
) -> tuple[GameMetric, ...]:
    """The game's own metrics; what they sum is tracked, and no two have a name in common."""
    found = []
    taken: dict[str, str] = {}
    for name, entry in data.get("metrics", {}).items():
        where = f"metrics.{name}"
        _form(where, entry)
        _named(where, entry, tracked)
        metric = GameMetric(
            name, entry.get("unit", "share"), entry["meaning"], entry.get("top", ""), entry.get("per", ""),
            entry.get("by_position", False), entry.get("quantiles_of", ""), _rising(where, "at", entry, 99),
            entry.get("first", ""), _rising(where, "by", entry, 100_000), entry.get("without", ""),
            values_of(f"{where}.match_only", entry.get("match_only", {}), parameters), entry.get("because", ""),
            entry.get("early", ""),
        )  # fmt: skip
        for told in names(metric, MAX_SEATS):
            if told in taken:
                raise InputError(where, told, f"free: the name is told by metrics.{taken[told]}")
            taken[told] = name
        found.append(metric)
    return tuple(found)


def names(metric: GameMetric, seats: int) -> list[str]:
    """The names under which a metric is told, in order."""
    if metric.quantiles_of:
        return [f"{metric.name}_p{percent}" for percent in metric.at]
    if metric.first:
        return [f"{metric.name}_by_{turns}" for turns in metric.by]
    if metric.without:
        return [metric.name, f"{metric.name}_match"]
    return [metric.name, *(f"{metric.name}_position_{p}" for p in range(seats) if metric.by_position)]


def metric_row(metric: GameMetric) -> MetricRow:
    """The keys of its form alone."""
    row: MetricRow = {"name": metric.name, "unit": metric.unit, "meaning": metric.meaning}
    if metric.top:
        row |= {"top": metric.top, "per": metric.per, "by_position": metric.by_position}
    if metric.quantiles_of:
        row |= {"quantiles_of": metric.quantiles_of, "at": list(metric.at)}
    if metric.first:
        row |= {"first": metric.first, "by": list(metric.by)}
    if metric.without:
        only = {name: list(values) for name, values in metric.match_only.items()}
        row |= {"without": metric.without, "match_only": only, "because": metric.because}
    if metric.early:
        row |= {"early": metric.early}
    return row


def holds(values: Mapping[str, Sequence[Value]], parameters: Mapping[str, Value]) -> bool:
    """Has any of the parameters one of these values? values: as in `carried` and `match_only`."""
    return any(parameters[name] in those for name, those in values.items())


def picks(data: Mapping[str, Any], tracked: tuple[Tracked, ...]) -> tuple[Pick, ...]:
    """The matches worth seeing; what they have most of is tracked."""
    found = []
    for name, entry in data.get("picks", {}).items():
        one_of(f"picks.{name}.most", entry.get("most", ""), [t.name for t in tracked])
        if not entry.get("meaning"):
            raise InputError(f"picks.{name}", "meaning", "there: the key is missing")
        found.append(Pick(name, entry["most"], entry["meaning"]))
    return tuple(found)


def _form(where: str, entry: Mapping[str, Any]) -> None:
    """Refuse what has not exactly one form, lacks a key of it, or has one of another."""
    forms = [form for form in _FORMS if form in entry]
    if len(forms) != 1:
        told = "one of top (with per), quantiles_of (with at), first (with by), without, early"
        raise InputError(where, " and ".join(forms) or "no form", told)
    needed = (forms[0], "meaning", *_FORMS[forms[0]])
    for key in needed:
        if key not in entry:
            raise InputError(where, key, "there: the key is missing")
    for key in entry:
        if key not in needed and key not in _MAY.get(forms[0], ()):
            raise InputError(where, key, f"of one form with {forms[0]}", needed)
    if not isinstance(entry.get("by_position", False), bool):
        raise InputError(f"{where}.by_position", entry["by_position"], "true or false")
    if ("match_only" in entry) != ("because" in entry):
        raise InputError(where, "match_only", "together with because, the reason in words")


def _named(where: str, entry: Mapping[str, Any], tracked: tuple[Tracked, ...]) -> None:
    """Refuse quantities that are not tracked, or not of the kind that the form needs."""
    kinds = {t.name: t.kind for t in tracked}
    facts = [name for name, kind in kinds.items() if kind == "fact"]
    if "top" in entry:
        per_seat = [name for name in kinds if not entry.get("by_position") or name not in facts]
        one_of(f"{where}.top", entry["top"], [*per_seat, "points"])
        one_of(f"{where}.per", entry["per"], ["round", "turn", "points", *kinds])
    for form in ("quantiles_of", "first"):
        if form in entry:
            one_of(f"{where}.{form} (a fact)", entry[form], facts)
    if "without" in entry:
        results = [name for name, kind in kinds.items() if kind == "result"]
        one_of(f"{where}.without (a result)", entry["without"], results)
    if "early" in entry:
        stocks = [name for name, kind in kinds.items() if kind == "stock"]
        one_of(f"{where}.early (a stock)", entry["early"], stocks)


def _rising(where: str, key: str, entry: Mapping[str, Any], most: int) -> tuple[int, ...]:
    """The whole numbers of a list, each larger than the one before."""
    given = entry.get(key, [])
    if key in entry and not (
        isinstance(given, list)
        and given
        and all(type(n) is int and 1 <= n <= most for n in given)
        and sorted(set(given)) == given
    ):
        raise InputError(f"{where}.{key}", given, f"a rising list of whole numbers from 1 to {most}")
    return tuple(given)
