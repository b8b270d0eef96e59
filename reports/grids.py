"""What a sweep varied: which variants differ in which parameters, as lines or grids that pictures can show."""

from dataclasses import dataclass
from itertools import combinations
from math import prod

from balance.stats.comparisons import PRIMARY
from balance.stats.estimate import Estimate
from balance.store.declared import nothing_varied
from balance.store.spec import VariantSpec
from reports.changes import EDGE, TIED
from reports.context import Context
from reports.words import count, is_advantage, listed, number
from sims.game import Value

LEAST = 3  # levels of a parameter that are worth a curve or a side of a map
Level = Value
OF_ROUNDS = (EDGE, TIED)  # say nothing where points are carried across rounds


@dataclass(frozen=True)
class Grid:
    """Variants of one number of seats and preset, one for each combination of levels.

    where: what sets them apart from others of the run, ""; levels: parameter → its levels, numbers in order; cells: one
    level of each parameter → the variant; baseline: its cell, None where it was not played.
    """

    where: str
    levels: dict[str, list[Level]]
    cells: dict[tuple[Level, ...], VariantSpec]
    baseline: tuple[Level, ...] | None

    @property
    def names(self) -> list[str]:
        """The parameters, in the order of the cells' levels."""
        return list(self.levels)


def grids(context: Context) -> list[Grid]:
    """All of a run: of a full factorial the whole, else what each parameter does from the baseline on, one by one."""
    groups, found = context.starts, list[Grid]()
    for (seats, preset), group in groups.items():
        where = listed([count(seats, "seat"), *([preset] if preset else [])]) if len(groups) > 1 else ""
        base = next((v for v in group if nothing_varied(context.run.spec, v)), None)
        names = _varied(group)
        whole = _grid(where, names, group, base)
        if whole is not None and len(whole.cells) == prod(map(len, whole.levels.values())):
            found.append(whole)
        elif base is not None:
            alone = [(name, [v for v in group if set(_varied([base, v])) <= {name}]) for name in names]
            found += [g for name, some in alone if (g := _grid(where, [name], some, base)) is not None]
    return found


def _varied(group: list[VariantSpec]) -> list[str]:
    names = group[0]["parameters"]
    return [n for n in names if len({str(v["parameters"].get(n)) for v in group}) > 1]


def _grid(where: str, names: list[str], group: list[VariantSpec], base: VariantSpec | None) -> Grid | None:
    """The variants by their levels; None where nothing is varied, or two have the same."""
    cells: dict[tuple[Level, ...], VariantSpec] = {tuple(v["parameters"][n] for n in names): v for v in group}
    if not names or len(cells) < max(2, len(group)):
        return None
    levels: dict[str, list[Level]] = {}
    for place, name in enumerate(names):
        own = list(dict.fromkeys(cell[place] for cell in cells))
        levels[name] = sorted(own, key=float) if numeric(own) else own
    return Grid(where, levels, cells, tuple(base["parameters"][n] for n in names) if base else None)


def across(grid: Grid) -> tuple[str, str] | None:
    """The parameters of rows and columns: of two or three that are crossed the two with most levels; else None."""
    if len(grid.names) not in (2, 3):
        return None
    pairs = [p for p in combinations(grid.names, 2) if min(len(grid.levels[n]) for n in p) >= LEAST]
    if not pairs:
        return None
    best = max(pairs, key=lambda pair: sum(len(grid.levels[n]) for n in pair))
    rows, columns = sorted(best, key=lambda n: len(grid.levels[n]))
    return rows, columns


def numeric(levels: list[Level]) -> bool:
    """Are these numbers?"""
    return all(isinstance(x, int) and not isinstance(x, bool) for x in levels)


def drawn(context: Context, most: int) -> list[str]:
    """The metrics that pictures show: those with a verdict, else those with targets, else the usual ones."""
    names = dict.fromkeys(e.metric for e in context.rules.effects)
    names = names or dict.fromkeys(m.metric for marked in context.marks.values() for m in marked)
    known = [n for n in names or PRIMARY if any(context.metric(v, n) is not None for v in context.variants)]
    return known[:most]


def known(context: Context, variant: VariantSpec, metric: str) -> Estimate | None:
    """A value that can be drawn; None where there is none, or it says nothing."""
    if metric in OF_ROUNDS and context.carries(variant):
        return None
    found = context.metric(variant, metric)
    return found if found is not None and found.value is not None else None


def even(metric: str, seats: int) -> float | None:
    """What the metric is where the game is even; None of those for which that means nothing."""
    if is_advantage(metric):
        return 0.0
    return 1 / seats if metric.startswith("win_share_") else None


def played(context: Context, grid: Grid) -> list[VariantSpec]:
    """The grid's variants in the order of the run."""
    return [v for v in context.variants if any(v is cell for cell in grid.cells.values())]


def near(factor: float, value: float) -> str:
    """A value for an alternative text, with as many decimals as such values need."""
    return number(factor * value, 1 if factor == 100 else 2)
