"""How often do two variants play out identically? By the digests over all decisions and points of a match."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts
from reports.context import Context
from reports.model import Chart, Known, Look, Section, Table
from reports.ratios import ratio
from reports.theme import svg
from reports.words import between, count, interval, listed, method, sentence, share, value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TOLD = 8  # pairs told one by one


class Pair(NamedTuple):
    """Two variants, and the share of their common deals all of whose matches are identical.

    baseline: `other` is compared with the baseline of its number of seats; else with the value before it.
    """

    one: VariantSpec
    other: VariantSpec
    baseline: bool
    identical: Estimate


def pairs(context: Context) -> list[Pair]:
    """Each variant with its baseline, and neighbours along one numeric parameter."""
    wanted = [
        *(
            (one, other, True)
            for one in context.baselines
            for other in context.tables[one["seats"]]
            if other != one
        ),
        *((one, other, False) for group in context.tables.values() for one, other in neighbours(group)),
    ]
    both = [sorted((one["variant"], other["variant"])) for one, other, _ in wanted]
    unique = sorted({(a, b) for a, b in both})
    if not unique:
        return []
    rows = context.rows("identical", these=[a for a, _ in unique], those=[b for _, b in unique])
    found = {
        (this, that): ratio(deals, (same, deals, same, same, deals), SHARE, "deals", context.limits)
        for this, that, deals, same in rows
    }
    return [
        Pair(one, other, baseline, found[a, b])
        for (one, other, baseline), (a, b) in zip(wanted, both, strict=True)
        if (a, b) in found
    ]


def neighbours(group: list[VariantSpec]) -> Iterator[tuple[VariantSpec, VariantSpec]]:
    """Pairs of variants that differ in one parameter, by one step of the values that the run has."""
    for name in group[0]["parameters"]:
        values = sorted({v["parameters"][name] for v in group if type(v["parameters"][name]) is int}, key=int)
        after = dict(pairwise(values))
        held = {tuple(sorted(v["parameters"].items())): v for v in group}
        for one in group:
            step = after.get(one["parameters"][name])
            other = (
                held.get(tuple(sorted({**one["parameters"], name: step}.items())))
                if step is not None
                else None
            )
            if other is not None:
                yield one, other


def build(context: Context) -> Section | None:
    """The section; None where no two variants were played on the same deals."""
    found = pairs(context)
    if not found:
        return None
    chosen = [v for v in charts.in_rows(context) if any(v in (p.one, p.other) for p in found)]
    shown = charts.rows(context, chosen)
    numbers = _table(context, found)
    return Section(
        "identical",
        "How often do two variants play out identically?",
        sentences(context, [pair for pair in found if pair.baseline]),
        charts.cut(context, len(chosen)),
        [
            Chart(
                svg("identical", charts.height(shown, 0.42), lambda figure: _on(shown, found, figure)),
                "Share of the deals that play out identically, by variant. The table has the numbers.",
                "The deals are the same in all variants. The filled mark is the share of them that a variant "
                f"plays exactly as the baseline does ({_baselines(context)}): every decision, every point, in all "
                "matches of the deal. The open mark compares with the next smaller value of the same parameter. "
                "Bars are 95 % intervals. Where all deals are identical, so are points, wins and turns.",
                (numbers,),
            )
        ],
        [numbers],
        _looks(context, found),
    )


def _baselines(context: Context) -> str:
    return listed(
        [
            context.label(v) + (f" with {v['seats']} seats" if len(context.tables) > 1 else "")
            for v in context.baselines
        ]
    )


def sentences(context: Context, found: list[Pair]) -> list[str]:
    """A sentence a pair; of many, which variants are always, which never like the baseline, and the rest in a range."""
    if len(found) <= TOLD:
        alike: dict[str, list[Pair]] = {}
        for pair in found:
            alike.setdefault(_tail(pair) + _with(context, pair.one), []).append(pair)
        return [_sentence(context, some) for some in alike.values()]
    told = []
    for one in context.baselines:
        own = [pair for pair in found if pair.one == one]
        groups = {
            "in all deals": [p for p in own if p.identical.value == 1],
            "in no deal": [p for p in own if p.identical.value == 0],
        }
        rest = sorted(
            (p.identical for p in own if p.identical.value not in (0, 1)), key=lambda e: e.value or 0.0
        )
        parts = [f"{which} for {_names(context, some)}" for which, some in groups.items() if some]
        if rest:
            parts.append(
                f"in between {share(rest[0])} and {share(rest[-1])} of the deals for {count(len(rest), 'other')}"
            )
        if parts:
            players = between(one["lineup"])
            told.append(
                sentence(
                    f"{_with(context, one)}{players}, play is identical to that of {context.label(one)} "
                    f"{'; '.join(parts)}"
                )
            )
    return told


def _names(context: Context, some: list[Pair]) -> str:
    names = [context.label(pair.other) for pair in some]
    return listed(names) if len(names) <= TOLD else f"{listed(names[:TOLD])} and {len(names) - TOLD} more"


def _with(context: Context, variant: VariantSpec) -> str:
    return f"with {count(variant['seats'], 'seat')}, " if len(context.tables) > 1 else ""


def _tail(pair: Pair) -> str:
    found, size = pair.identical, count(pair.identical.n, "deal")
    if found.value == 1:
        return f"play out identically in all of {size} ({_limits(found)})"
    if found.value == 0:
        return f"play out identically in none of {size} ({_limits(found)})"
    return f"play out identically ({_limits(found)}, {size})"


def _sentence(context: Context, some: list[Pair]) -> str:
    """One pair, or several of which the same is to be said."""
    one, pair = some[0].one, some[0]
    head = f"{_with(context, one)}{between(one['lineup'])},"
    others = listed([context.label(other.other) for other in some])
    names = (
        f"{context.label(one)} and {others}"
        if len(some) == 1
        else f"{context.label(one)} and each of {others}"
    )
    if pair.identical.value in (0, 1):
        return sentence(f"{head} {names} {_tail(pair)}")
    where = "matches" if one["mirrors"] * one["repeats"] == 1 else "deals"
    return sentence(f"{head} in {value('', pair.identical)} of {where} {names} {_tail(pair)}")


def _limits(found: Estimate) -> str:
    return f"no full interval: {found.reason}" if found.reason else f"{interval('', found)} %"


def _table(context: Context, found: list[Pair]) -> Table:
    rows = [
        [
            *([str(p.one["seats"])] if len(context.tables) > 1 else []),
            context.label(p.one),
            context.label(p.other),
            Known(value("", p.identical), p.identical.to_json()),
            interval("", p.identical),
            f"{p.identical.n:,}",
            method(p.identical.method),
        ]
        for p in found
    ]
    first = ["seats"] if len(context.tables) > 1 else []
    columns = [*first, "variant", "and", "identical", "95 % interval", "deals", "method"]
    side = len(first)
    return Table(
        "Deals that play out identically",
        columns,
        rows,
        frozenset({side + 2, side + 3, side + 4}),
        folded=True,
    )


def _looks(context: Context, found: list[Pair]) -> list[Look]:
    told = []
    for one in context.baselines:
        own = [
            p
            for p in found
            if p.baseline and p.one == one and p.identical.value is not None and p.identical.value < 1
        ]
        if not own:
            continue
        pair = max(own, key=lambda p: p.identical.value or 0.0)
        match = context.rows("differing", this=one["variant"], that=pair.other["variant"])[0][0]
        names = f"{context.label(one)} and {context.label(pair.other)}"
        what = f"{_with(context, one)}the first match that {names} play differently"
        commands = [context.replay(v["variant"], match) for v in (one, pair.other)]
        told.append(Look(sentence(what).rstrip("."), " ; ".join(commands)))
    return told


def draw(shown: list[charts.Row], found: list[Pair], axes: "Axes") -> None:
    """Shares in percent: with the baseline filled, with the value before open."""
    rows = {row.variant["variant"]: row.at for row in shown if row.variant}
    drawn = [(rows[p.other["variant"]], p) for p in found if p.other["variant"] in rows]
    charts.dots(
        axes,
        [
            (at + charts.SHIFT * (-1 if p.baseline else 1), p.identical, 0 if p.baseline else 1)
            for at, p in drawn
        ],
        100,
    )
    for row in shown:
        if row.variant and not any(pair.other == row.variant and pair.baseline for pair in found):
            axes.text(50, row.at - charts.SHIFT, "the baseline", va="center", ha="center", fontsize=8.5)


def _on(shown: list[charts.Row], found: list[Pair], figure: "Figure") -> None:
    axes = figure.subplots()
    draw(shown, found, axes)
    charts.dress(axes, shown)
    axes.set_xlim(-2, 102)
    axes.set_xlabel("% of deals that play out identically")
    handles = [charts.mark(0, "with the baseline")]
    if any(not pair.baseline for pair in found):
        handles.append(charts.mark(1, "with the next smaller value"))
    charts.legend(figure, handles)
