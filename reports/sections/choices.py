"""What is there to choose? Legal choices over the course of a round, forced decisions, and what is chosen by whom."""

from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.clusters import first_matches
from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Section, Table
from reports.ratios import ratio
from reports.sections import choices_kinds
from reports.theme import SERIES, svg
from reports.words import DASH, PERCENT, between, count, listed, sentence, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAME, TITLE = "choices", "What is there to choose?"
WHOLE = -1  # the tenth that stands for all of a round


class Part(NamedTuple):
    """A tenth of the turns of rounds: how many choices its decisions had, and the share of those with only one."""

    legal: Estimate
    forced: Estimate


Course = dict[int, dict[int, Part]]
"""variant → tenth, or `WHOLE` → its part."""


def build(context: Context) -> Section:
    """The section; one line that says how to have it where no moves are logged."""
    if not context.run.rows()["moves"]:
        wanted = "--log moves" if context.run.spec["log"]["level"] != "moves" else "a larger --log-budget"
        return Section(NAME, TITLE, notes=[f"No moves were logged: {wanted} would show it."])
    course = numbers(context, charts.in_rows(context))
    known = [v for v in context.variants if v["variant"] in course]
    if not known:
        return Section(
            NAME, TITLE, notes=["No round with logged moves ended by the rules, so nothing is shown."]
        )
    lines = {
        seats: charts.picked(some, charts.FEW)
        for seats, group in context.tables.items()
        if (some := [v for v in group if v in known])
    }
    kinds = choices_kinds.numbers(context)
    return Section(
        NAME,
        TITLE,
        _sentences(context, [v for v in tables.told(context) if v in known], course, kinds),
        [
            *_sample(context, known, course),
            *charts.cut(context, len(known), "section"),
        ],
        [_along(context, lines, known, course), *choices_kinds.charts_of(context, known, kinds)],
    )


def numbers(context: Context, chosen: list[VariantSpec]) -> Course:
    """The estimates of these variants, the clusters being the first deals whose moves are logged."""
    some = [v["variant"] for v in chosen]
    made = context.sql("choices", first=first_matches(context.run.spec), chosen=some)
    context.con.execute(f"create or replace temp table choices as\n{made}")
    course: Course = {}
    for variant, tenth, deals, n, nn, f, fn, ff, y, yn, yy in context.rows("choices_course"):
        forced = ratio(deals, (f, n, ff, fn, nn), SHARE, "decisions", context.limits)
        legal = ratio(deals, (y, n, yy, yn, nn), "legal choices", "decisions", context.limits)
        course.setdefault(variant, {})[tenth] = Part(legal, forced)
    return course


def draw(
    group: list[tuple[VariantSpec, str]], course: Course, part: str, axes: "Axes", *, named: bool = True
) -> None:
    """A line with its band for each variant, over the tenths of a round; named: with its label at its end."""
    ends = []
    factor = 100 if part == "forced" else 1
    for place, (variant, label) in enumerate(group):
        held = course[variant["variant"]]
        points = [(tenth + 0.5, getattr(held[tenth], part)) for tenth in sorted(held) if tenth != WHOLE]
        known = [(x, e) for x, e in points if e.value is not None]
        across, values = [x for x, _ in known], [factor * e.value for _, e in known]
        dashes = charts.DASHES[place % len(charts.DASHES)]
        axes.plot(
            across,
            values,
            dashes,
            color=SERIES[place],
            linewidth=1.8,
            marker=charts.MARKS[place % 4],
            markersize=3,
        )
        band = [(x, factor * e.low, factor * e.high) for x, e in known if None not in (e.low, e.high)]
        if band:
            xs, lows, highs = zip(*band, strict=True)
            axes.fill_between(xs, lows, highs, color=SERIES[place], alpha=0.2, linewidth=0)
        ends.append((across[-1], values[-1], charts.shortened(label), place))
    axes.set_xlim(0, 10)
    axes.set_ylim(0, 1.08 * max(axes.get_ylim()[1], 1))
    if named and len(group) > 1:
        charts.end_labels(axes, ends)


def _courses(context: Context, lines: dict[int, list[VariantSpec]], course: Course, figure: "Figure") -> None:
    panels = figure.subplots(2 * len(lines), 1, height_ratios=[3, 2] * len(lines), squeeze=False)[:, 0]
    for place, (seats, group) in enumerate(lines.items()):
        above, below = panels[2 * place], panels[2 * place + 1]
        labelled = [(v, context.label(v)) for v in group]
        draw(labelled, course, "legal", above)
        draw(labelled, course, "forced", below, named=False)
        below.sharex(above)
        above.tick_params(labelbottom=False)
        above.set_ylabel("legal choices")
        below.set_ylabel("% forced")
        below.set_xticks(range(0, 11, 2), [str(10 * i) for i in range(0, 11, 2)])
        if len(lines) > 1:
            above.set_title(count(seats, "seat"), loc="left", fontweight="bold", fontsize=10)
    panels[-1].set_xlabel("% of the round’s turns")


def _along(
    context: Context, lines: dict[int, list[VariantSpec]], known: list[VariantSpec], course: Course
) -> Chart:
    """Legal choices and forced decisions from the beginning of a round to its end."""
    shown = [v for group in lines.values() for v in group]
    whole = {
        v["variant"]: [course[v["variant"]][WHOLE].legal, course[v["variant"]][WHOLE].forced] for v in known
    }
    heads = ["legal choices", "forced"]
    return Chart(
        svg(NAME, 0.4 + 3.4 * len(lines), lambda figure: _courses(context, lines, course, figure)),
        "Legal choices of a decision, and the share of decisions with only one, by tenth of the round’s turns, by "
        "variant. The tables have the numbers.",
        "From left to right a round goes on; each point is a tenth of its turns. Above, how many legal choices a "
        "decision had on average; below, how many of a hundred had only one, so that there was nothing to decide. "
        "Bands are 95 % intervals.",
        (
            _tenths(context, shown, course, "legal", "Legal choices of a decision"),
            _tenths(context, shown, course, "forced", "Decisions with one legal choice"),
            tables.of(context, heads, whole, "Decisions of a whole round", variants=known),
        ),
    )


def _tenths(context: Context, shown: list[VariantSpec], course: Course, part: str, caption: str) -> Table:
    """A line a tenth, a column a variant."""
    rows = [
        [
            f"{10 * tenth}{DASH}{10 * tenth + 10}{PERCENT}",
            *(
                tables.cell("", getattr(course[v["variant"]][tenth], part))
                if tenth in course[v["variant"]]
                else DASH
                for v in shown
            ),
        ]
        for tenth in range(10)
    ]
    columns = ["of the turns", *(tables.head(context, v) for v in shown)]
    whole = f"{caption} by tenth of the round’s turns: value and 95 % interval"
    return Table(whole, columns, rows, frozenset(range(1, len(columns))), folded=True)


def _sentences(
    context: Context, told: list[VariantSpec], course: Course, kinds: choices_kinds.Kinds
) -> list[str]:
    """What there was to choose; variants in which it was the same are told together."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for v in told:
        key = (
            between(v["lineup"]),
            _choices(course[v["variant"]]),
            choices_kinds.sentence_of(kinds.get(v["variant"], {})),
        )
        alike.setdefault(key, []).append(context.named(v))
    said = []
    for (players, choices, about), named in alike.items():
        who = f"with {listed(named)}{' alike' * (len(named) > 1)}, {players}," if named[0] else players
        said += [sentence(f"{who} {choices}"), *([about] if about else [])]
    return said


def _choices(parts: dict[int, Part]) -> str:
    whole, early, late = parts[WHOLE], parts.get(0), parts.get(9)
    told = f"a decision had {share(whole.legal)} legal choices on average"
    if early is not None and late is not None:
        told += f", {share(early.legal)} in the first tenth of a round and {share(late.legal)} in the last"
    deals = count(whole.legal.clusters, "deal")
    return f"{told}; in {share(whole.forced)} of decisions there was only one ({deals})"


def _sample(context: Context, known: list[VariantSpec], course: Course) -> list[str]:
    """That the section is not of all deals, where so, and not of capped rounds."""
    read = max(course[v["variant"]][WHOLE].legal.clusters for v in known)
    total = max(context.deals[v["variant"]].deals for v in known)
    capped = any(context.estimate(v, "capped").value for v in known)
    return [
        *(
            [f"Of {read:,} of the {total:,} deals of a variant, the first whose moves are logged."]
            * (read < total)
        ),
        *(["Rounds that met the cap on turns are left out."] * capped),
    ]
