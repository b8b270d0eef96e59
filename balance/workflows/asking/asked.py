"""What is asked about: metrics, what is small of them, and targets, checked against the metrics that there are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

from balance.stats.comparisons import PRIMARY
from balance.stats.layout import Layout
from balance.stats.measures import told
from balance.store.declared import declare, declared
from balance.store.run import Run
from balance.store.spec import Spec
from balance.workflows.asking import targets
from balance.workflows.asking.request import Request
from sims import registry, variants
from sims.errors import InputError

A_METRIC = "a metric (balance sweep GAME --json has them all)"


@dataclass(frozen=True)
class Asked:
    """metrics: on which there are verdicts, none: those with targets, else the usual ones; margins: metric → what is
    small; targets: metric → {"within": 0.02} and the like."""

    metrics: Sequence[str] = ()
    margins: Mapping[str, float] = field(default_factory=dict)
    targets: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, spec: Spec) -> "Asked":
        """What a run was played for."""
        was = spec["asked"]
        return cls(was.get("metrics", ()), was.get("margins", {}), was.get("targets", {}))

    def checked(self, layouts: Iterable[Layout]) -> "Asked":
        """The same with the metrics filled in; InputError for a metric that no variant has, a margin or a target."""
        names = metric_names(layouts)
        for option, given in (("metric", self.metrics), ("margin", self.margins), ("targets", self.targets)):
            known(option, given, names)
        above_0("margin", self.margins)
        targets.parsed(self.targets)
        return replace(self, metrics=self.primary)

    @property
    def primary(self) -> list[str]:
        """The metrics on which there are verdicts."""
        return list(dict.fromkeys([*self.metrics, *self.targets])) or list(PRIMARY)


def known(option: str, given: Iterable[str], names: Sequence[str]) -> None:
    """InputError for the first that is no metric."""
    for name in given:
        if name not in names:
            raise InputError(option, name, A_METRIC, names)


def above_0(option: str, sizes: Mapping[str, float]) -> None:
    """InputError for the first size by metric that is none."""
    for name, size in sizes.items():
        if not (isfinite(size) and size > 0):
            raise InputError(f"{option}: {name}", size, "a number above 0")


def metric_names(layouts: Iterable[Layout]) -> list[str]:
    """All metrics that some variant has."""
    return list(dict.fromkeys(m.name for layout in layouts for m in told(layout)))


def layouts(request: Request) -> list[Layout]:
    """Those of the numbers of seats that are asked for, by the defaults: enough to know which metrics there are."""
    return _layouts(request.game, request.seats)


def of_game(name: str) -> list[str]:
    """All metrics of a game, with any of its numbers of seats."""
    return metric_names(_layouts(name, registry.load(name).seats))


def of_run(name: str) -> list[str]:
    """All metrics of a run."""
    spec = Run.open(name).spec
    return metric_names(Layout.of(dict(declared(spec)), variant) for variant in spec["variants"])


def _layouts(name: str, seats: Sequence[int]) -> list[Layout]:
    game = registry.load(name)
    rows = [(n, variants.make(game, n).values) for n in seats or game.seats[:1]]
    return [Layout.of(declare(game), {"seats": n, "lineup": [], "parameters": v}) for n, v in rows]
