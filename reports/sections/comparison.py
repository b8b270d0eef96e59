"""What does each tweak change? The comparison that a run was played for, told before all else."""

from collections.abc import Sequence

from balance.stats.comparisons import Comparison
from reports.changes import SHORT, Change, Changes, capped, figures, told
from reports.context import Context
from reports.model import Known, Section, Table
from reports.sections import effects
from reports.words import DASH, count, listed, method, sentence

WORDS = (
    "CHANGED: the whole interval lies beyond ±margin, what counts as small; CHANGED, BUT SMALL: within, and without 0; "
    "NO MATERIAL CHANGE: within, and around 0; CHANGED, SIZE UNCLEAR: across a margin and without 0; INCONCLUSIVE: "
    "across a margin and around 0. The intervals of all verdicts hold at once with 95 %."
)
PAIRS = (
    "Both arms played the same deals, so luck of the cards is the same in both. ρ is how alike they come out deal by "
    "deal; the variance ratio is the variance of the difference as a part of what different deals would have given, so "
    "that 0.1 saves nine deals of ten."
)
LED = 4  # tweaks that are told before all else
SHOWN = 12  # lines of a table that stands open


def build(context: Context) -> Section | None:
    """The section; None where the run is no comparison."""
    found = context.rules.changes
    if found is None:
        return None
    notes = [sentence(f"the arms are not paired: {found.unpaired}")] if found.unpaired else []
    notes += [sentence(f"mind that {note}") for note in found.notes]
    if not found.changes:
        return Section("comparison", "What was compared?", [], [*map(sentence, found.notes)])
    sentences = [_asked(context, found.changes, found.unpaired is None)]
    sentences += map(told, found.changes) if len(found.changes) > LED else []
    tables = [_verdicts(found.changes)]
    tables += [_moved(found.changes)] if any(change.moved for change in found.changes) else []
    tables += [] if found.unpaired else [_pairs(found.changes)]
    notes += [
        *capped([row for change in found.changes for row in change.primary]),
        *effects.cut(context.rules),
        WORDS,
    ]
    notes += [] if found.unpaired else [PAIRS]
    title = "Every difference, with its verdict"
    return Section("comparison", title, sentences, notes, effects.pictures(context.rules), tables)


def lead(found: Changes) -> Section:
    """What the tweaks change, before all else: of a few one by one, of more how many change something."""
    changes = found.changes
    title = f"What does {changes[0].name} change?" if len(changes) == 1 else "What do the tweaks change?"
    if not changes:
        return Section("result", "What came out", [*map(sentence, found.notes)] or ["Nothing was compared."])
    if len(changes) <= LED:
        return Section("result", title, [*map(told, changes), *_besides(changes)])
    moved = [change for change in changes if any(row.moved for row in change.primary)]
    names = f": {listed([change.label for change in moved])}" if 0 < len(moved) <= SHOWN else ""
    who = f"Of {count(len(changes), 'tweak')} {len(moved) or 'none'}"
    return Section("result", title, [f"{who} surely changed something beyond its margin{names}."])


def _asked(context: Context, changes: Sequence[Change], paired: bool) -> str:
    """What was compared with what, between whom, on how many deals."""
    bases = ["the defaults" if change.base == "defaults" else change.base for change in changes]
    deals = [change.clusters for change in changes]
    size = (
        count(max(deals), "deal")
        if len(set(deals)) == 1
        else f"{min(deals):,} to {count(max(deals), 'deal')}"
    )
    same = "the same " if paired else ""
    names = listed(list(dict.fromkeys(change.name for change in changes)))
    against = listed(list(dict.fromkeys(bases)))
    return sentence(f"compared with {against}, {context.players}, on {same}{size}: {names}")


def _besides(changes: Sequence[Change]) -> list[str]:
    """How many of the other metrics moved beyond their margins."""
    moved = [(change.label, len(change.moved)) for change in changes if change.moved]
    if not moved:
        return []
    if len(changes) == 1:
        return [f"Beyond their margins, too, {'is' if moved[0][1] == 1 else 'are'} {_metrics(moved[0][1])}."]
    told = listed([f"{_metrics(n)} with {name}" for name, n in moved])
    return [f"Beyond their margins, too, are {told}."]


def _metrics(n: int) -> str:
    return count(n, "other metric")


def _verdicts(changes: Sequence[Change]) -> Table:
    rows = [row for change in changes for row in change.primary]
    columns = ["metric", "from → to", "difference", "95 % interval", "margin", "verdict", "more deals", "n"]
    lines = [[*_figures(row), _verdict(row), _more(row), f"{sum(row.difference.n):,}"] for row in rows]
    caption = f"Verdicts, by intervals that hold all at once ({_methods(rows)})"
    return _table(changes, caption, columns, lines, [len(change.primary) for change in changes])


def _figures(row: Comparison) -> list[str]:
    found = figures(row)
    name = SHORT.get(row.metric, row.metric) + found.unit_after
    difference = Known(found.difference, row.difference.to_json())
    return [name, f"{found.base} → {found.tweaked}", difference, found.interval or DASH, found.margin]


def _verdict(row: Comparison) -> str:
    said = row.verdict
    if said is not None and said.word is not None:
        return said.word.value
    return f"none: {said.reason if said and said.reason else row.difference.reason}"


def _more(row: Comparison) -> str:
    more = row.verdict.more_needed if row.verdict else None
    return DASH if more is None else f"{more:,}"


def _moved(changes: Sequence[Change]) -> Table:
    """The other metrics that moved, with intervals for one number each."""
    rows = [row for change in changes for row in change.moved]
    columns = ["metric", "from → to", "difference", "95 % interval", "margin", "n"]
    lines = [[*_figures(row), f"{sum(row.difference.n):,}"] for row in rows]
    caption = f"Beyond their margins, too: an interval for one number each ({_methods(rows)})"
    return _table(changes, caption, columns, lines, [len(change.moved) for change in changes])


def _pairs(changes: Sequence[Change]) -> Table:
    lines = []
    for change in changes:
        for row in change.primary:
            d = row.difference
            numbers = [DASH if x is None else f"{x:.3f}" for x in (d.correlation, d.variance_ratio)]
            counts = [
                DASH if n is None else f"{n:,}" for n in (d.discordant, change.identical, change.clusters)
            ]
            lines.append([SHORT.get(row.metric, row.metric), *numbers, *counts])
    columns = ["metric", "ρ", "variance ratio", "deals that differ", "deals played alike", "deals"]
    sizes = [len(change.primary) for change in changes]
    return _table(changes, "What playing the same deals gave", columns, lines, sizes)


def _methods(rows: Sequence[Comparison]) -> str:
    return listed(list(dict.fromkeys(method(row.difference.method) for row in rows)))


def _table(
    changes: Sequence[Change],
    caption: str,
    columns: list[str],
    lines: list[list[str]],
    sizes: Sequence[int],
) -> Table:
    """With the tweak's name before the lines where there are several; sizes: lines of each."""
    if len(changes) > 1:
        names = [change.label for change, n in zip(changes, sizes, strict=True) for _ in range(n)]
        columns = ["tweak", *columns]
        lines = [[name, *line] for name, line in zip(names, lines, strict=True)]
    first = columns.index("metric") + 1
    numeric = frozenset(n for n in range(first, len(columns)) if columns[n] != "verdict")
    return Table(caption, columns, lines, numeric, folded=len(lines) > SHOWN)
