"""What is looked at while a run is played: the widths that a rule asks for, and a line for who watches."""

import time
from collections.abc import Iterator
from math import inf

from balance.stats.always_valid import always_valid
from balance.stats.layout import Quantile
from balance.stats.measure import Measure
from balance.stats.measures import told
from balance.stats.pairs import Arm, Pair, simultaneous
from balance.stats.stopping import half_width, half_width_of
from balance.store.clusters import share_unit
from balance.store.growing import Growing
from balance.store.run import Run
from balance.store.spec import Commit, WidthSpec, expected
from balance.workflows.asking.asked import Asked
from balance.workflows.reading.measure import layouts
from reports import stopping

EVERY = 3.0  # seconds between two readings at least
SHARE = 0.03  # of the time, for reading what only a person looks at: what was read so far is then told
ANY = "turns_mean"  # shown where nothing else can be


class Watch:
    """The finished deals of a run, each read once; the same deals of all variants, from the first on."""

    def __init__(self, run: Run) -> None:
        self._spec = run.spec
        self._until = run.spec["until"]["widths"] if "until" in run.spec else {}
        was = run.spec["asked"]
        self._primary = Asked.of(run.spec).primary
        compared = bool(was.get("tweaks")) and was.get("baseline") is None
        wanted = {*self._until, *self._primary} if compared else {*self._until, self._primary[0]}
        unit = share_unit(run)
        self._arms = {
            number: Arm([m for m in told(layout) if m.name in {*wanted, ANY}], unit)
            for number, layout in layouts(run).items()
        }
        self._pairs = dict(self._paired()) if compared else {}
        asked = [m for arm in self._arms.values() for m in arm.asked.values()]
        columns = {c for m in asked for c in (m.columns() if isinstance(m, Measure) else [m.over.bottom])}
        self._sums = Growing(run, unit, columns, {m.fact for m in asked if isinstance(m, Quantile)})
        self._began = self._last = time.monotonic()
        self._spent, self._loaded = (
            0.0,
            False,
        )  # what the first reading loads is needed in the end in any case

    def add(self, commit: Commit) -> None:
        """A chunk is finished; from any thread."""
        self._sums.add(commit)

    def glance(self) -> str | None:
        """Once in a few seconds, and at little cost: read what is new, and tell the line; else None."""
        now = time.monotonic()
        busy = not self._until and self._spent > SHARE * (now - self._began)
        if now - self._last < EVERY or busy:
            return None
        began = time.thread_time()
        line = self._line() if self._read() else None
        if self._loaded:
            self._spent += time.thread_time() - began
        self._last, self._loaded = time.monotonic(), self._loaded or line is not None
        return line

    def widths(self) -> list[WidthSpec]:
        """For each metric that the rule names its widest interval, over all deals that are finished."""
        while self._read():
            pass
        found: list[WidthSpec] = []
        changes = simultaneous(list(self._pairs.values()), self._primary)
        for metric, asked in self._until.items():
            if self._pairs:
                each = [
                    (number, half_width_of(change[metric], pair, metric))
                    for (number, pair), change in zip(self._pairs.items(), changes, strict=True)
                    if metric in change
                ]
            else:
                each = [(v, half_width(arm, metric)) for v, arm in self._arms.items() if metric in arm.asked]
            number, half = max(each, key=lambda one: inf if one[1] is None else one[1])
            unit = self._arms[number].asked[metric].unit
            found.append(
                {"metric": metric, "unit": unit, "asked": asked, "half_width": half, "variant": number}
            )
        return found

    def close(self) -> None:
        """Let go of the files."""
        self._sums.close()

    def _paired(self) -> Iterator[tuple[int, Pair]]:
        """Tweaked variant → it and its baseline, the first variant with as many seats."""
        first: dict[int, int] = {}
        for variant in self._spec["variants"]:
            base = first.setdefault(variant["seats"], variant["variant"])
            if base != variant["variant"]:
                yield variant["variant"], Pair(self._arms[base], self._arms[variant["variant"]])

    def _read(self) -> bool:
        parts = {part.variant: part for part in self._sums.read()}
        for number, part in parts.items():
            self._arms[number].add(part.numbers, part.columns, part.lengths)
        for number, pair in self._pairs.items() if parts else ():
            base = next(v for v, arm in self._arms.items() if arm is pair.a)
            pair.add(parts[number].deals, parts[base].columns, parts[number].columns)
        return bool(parts)

    def _line(self) -> str:
        """Of a comparison the first tweak's difference; else the value of the variant that is known least well."""
        limits = always_valid(expected(self._spec))
        labels = [variant["label"] for variant in self._spec["variants"]]
        for number, pair in self._pairs.items():
            metric = self._shown(pair.a)
            return stopping.so_far_changed(metric, pair.difference(metric).within(limits), labels[number])
        found = [(v, self._shown(arm), arm) for v, arm in self._arms.items()]
        each = [(arm.estimates(limits)[metric], metric, v) for v, metric, arm in found]
        widest, metric, number = max(each, key=lambda one: (one[0].high or inf) - (one[0].low or -inf))
        return stopping.so_far(metric, widest, labels[number] if len(labels) > 1 else "")

    def _shown(self, arm: Arm) -> str:
        """The metric of the line: the first that the rule or the verdicts are about and that is no quantile."""
        for name in (*self._until, *self._primary):
            asked = arm.asked.get(name)
            if isinstance(asked, Measure) and not asked.withheld:
                return str(name)
        return ANY
