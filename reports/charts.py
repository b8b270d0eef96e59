"""What the pictures share: rows of variants by number of seats, marks with intervals, labels at the ends of lines."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import nan
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from balance.stats.estimate import Estimate
from balance.store.spec import VariantSpec
from reports.context import Context
from reports.theme import LINE, PAGE, SERIES
from reports.words import count, listed

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

Each = TypeVar("Each")
MOST = 40  # variants in a picture of rows
FEW = len(SERIES)  # variants in a picture of lines: as many as colours and dashes tell apart
DASHES: Final = ("-", "--", "-.", ":")
MARKS = ["o", "D", "s", "^"]  # by position or seat: never told apart by colour alone
HATCHES = ["", "////", "||||", "xxxx"]  # of filled bars: lines, a dot is a long path
ROW = 0.36  # inches
SHIFT = 0.17  # rows between the marks of two positions
PANEL = 140  # points that a panel with lines is high at least
LONGEST = 26  # characters of a label


class Row(NamedTuple):
    """A line of a picture: where it stands from the top, and its label; no variant: the head of a group."""

    at: float
    label: str
    variant: VariantSpec | None


def rows(context: Context, chosen: Sequence[VariantSpec]) -> list[Row]:
    """The variants from top to bottom, under a head for each number of seats where there are several."""
    found: list[Row] = []
    at = 0.0
    for seats in sorted({variant["seats"] for variant in chosen}):
        if len(context.tables) > 1:
            found.append(Row(at, count(seats, "seat"), None))
            at += 0.8
        for variant in chosen:
            if variant["seats"] == seats:
                found.append(Row(at, context.label(variant), variant))
                at += 1
        at += 0.3
    return found


def height(shown: Sequence[Row], each: float = ROW) -> float:
    """Inches of a picture of these rows, with room for the legend above and the scale below."""
    return 1.2 + each * (shown[-1].at + 1)


def dress(axes: "Axes", shown: Sequence[Row], *, labels: bool = True) -> None:
    """Rows as the ticks of the upright axis: variants, and heads in bold."""
    upright(axes, [(row.at, row.label, row.variant is None) for row in shown], labels=labels)


def by_seats(
    told: Sequence[VariantSpec], lines: Callable[[VariantSpec], Iterable[tuple[Each, str]]]
) -> tuple[list[tuple[float, str, bool]], list[tuple[float, VariantSpec, Each]]]:
    """Ticks, and rows as (at, variant, key): of each variant its lines, given as keys with labels, below its number of
    seats where there are several variants."""
    ticks: list[tuple[float, str, bool]] = []
    found: list[tuple[float, VariantSpec, Each]] = []
    at = 0.0
    for v in told:
        if len(told) > 1:
            ticks.append((at, count(v["seats"], "seat"), True))
            at += 0.8
        for key, label in lines(v):
            ticks.append((at, label, False))
            found.append((at, v, key))
            at += 1
        at += 0.3
    return ticks, found


def upright(axes: "Axes", ticks: Sequence[tuple[float, str, bool]], *, labels: bool) -> None:
    """The upright axis of a picture of rows: where each stands, its label, and whether it is a head."""
    axes.set_yticks([at for at, *_ in ticks], [shortened(label) for _, label, _ in ticks])
    for tick, (_, _, head) in zip(axes.get_yticklabels(), ticks, strict=True):
        tick.set_fontweight("bold" if head else "normal")
    axes.set_ylim(ticks[-1][0] + 0.6, -0.6)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0, labelleft=labels)
    axes.spines["left"].set_visible(False)
    axes.spines["bottom"].set_color(LINE)


def shortened(label: str) -> str:
    """A label on at most two lines, as a picture has room for: names give way before values. Tables have it whole."""
    if len(label) <= LONGEST:
        return label
    name, equals, value = label.partition("=")
    if "," not in label and equals:
        return f"{_cut(name)}=\n{_cut(value)}"
    lines: list[str] = []
    for part in label.split(","):
        if lines and len(lines[-1]) + 1 + len(part) <= LONGEST:
            lines[-1] += f",{part}"
        else:
            lines.append(part)
    return "\n".join(map(_cut, lines if len(lines) <= 2 else [lines[0], "…," + lines[-1]]))


def _cut(text: str, most: int = LONGEST) -> str:
    return text if len(text) <= most else f"…{text[1 - most :]}"


def dots(axes: "Axes", marks: Iterable[tuple[float, Estimate | None, int]], factor: float = 1) -> None:
    """Values as marks with their intervals through them: (row, estimate, series). What is not known has none.

    One line for all intervals of a series and one for all its marks: a line each would take most of a report's time.
    """
    by_series: dict[int, list[tuple[float, Estimate]]] = {}
    for at, estimate, series in marks:
        if estimate is not None and estimate.value is not None:
            by_series.setdefault(series, []).append((at, estimate))
    for series, some in sorted(by_series.items()):
        whole = [(at, e.low, e.high) for at, e in some if e.low is not None and e.high is not None]
        ends = [x for _, low, high in whole for x in (factor * low, factor * high, nan)]
        axes.plot(ends, [at for at, *_ in whole for _ in range(3)], color=SERIES[series], linewidth=1.8)
        axes.plot(
            [factor * (e.value or 0.0) for _, e in some], [at for at, _ in some], MARKS[series % len(MARKS)],
            color=SERIES[series], markersize=4.5, markerfacecolor=SERIES[series] if series % 2 == 0 else "none",
        )  # fmt: skip


def by_place(shown: Sequence[Row]) -> Iterator[tuple[float, VariantSpec, int]]:
    """Where the mark of each position (or seat) of each variant stands, its variant and its number."""
    for row in shown:
        if row.variant is not None:
            seats = row.variant["seats"]
            yield from ((row.at + SHIFT * (p - (seats - 1) / 2), row.variant, p) for p in range(seats))


def bars(axes: "Axes", at: float, parts: Sequence[float], thick: float = 0.62) -> None:
    """Parts side by side as one bar, hatched so that colours are not needed."""
    left = 0.0
    for place, part in enumerate(parts):
        if not part:
            continue
        axes.barh(
            at, part, thick, left, color=SERIES[place], hatch=HATCHES[place % 4], edgecolor=PAGE, linewidth=0
        )
        left += part


def mark(place: int, name: str) -> "Line2D":
    """The entry of a legend for the marks of a series."""
    from matplotlib.lines import Line2D

    face = SERIES[place] if place % 2 == 0 else "none"
    return Line2D(
        [], [], color=SERIES[place], marker=MARKS[place % len(MARKS)], markerfacecolor=face, label=name
    )


def patch(place: int, name: str) -> "Patch":
    """The entry of a legend for a part of bars."""
    from matplotlib.patches import Patch

    return Patch(facecolor=SERIES[place], hatch=HATCHES[place % 4], edgecolor=PAGE, linewidth=0, label=name)


def legend(figure: "Figure", handles: "Sequence[Artist]", columns: int = 4) -> None:
    """Names of series above the picture."""
    figure.legend(
        handles=handles,
        loc="outside upper left",
        ncols=columns,
        handlelength=1.6,
        columnspacing=1.2,
        fontsize=9,
    )


def end_labels(axes: "Axes", ends: Sequence[tuple[float, float, str, int]]) -> None:
    """Names at the right ends of lines (x, y, text, series), moved apart so that none covers another."""
    bottom, top = axes.get_ylim()
    ordered = sorted(ends, key=lambda end: end[1])
    size = 7.0 if any("\n" in text for _, _, text, _ in ends) else 8.5
    heights = [(text.count("\n") + 1) * 1.25 * size * (top - bottom) / PANEL for _, _, text, _ in ordered]
    places: list[float] = []
    for i, (_, y, *_) in enumerate(ordered):
        least = places[-1] + (heights[i - 1] + heights[i]) / 2 if places else y
        places.append(max(y, least))
    for i in range(len(places) - 1, -1, -1):  # push down what stands above the picture
        most = top if i == len(places) - 1 else places[i + 1] - (heights[i] + heights[i + 1]) / 2
        places[i] = min(places[i], most)
    right = max(x for x, *_ in ends)
    beyond = right + 0.06 * (right - axes.get_xlim()[0])
    for (x, y, text, series), place in zip(ordered, places, strict=True):
        axes.annotate(
            text, (x, y), (beyond, place), va="center", fontsize=size, color=SERIES[series],
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": LINE, "linewidth": 0.6, "shrinkA": 0, "relpos": (0, 0.5)},
        )  # fmt: skip


def picked(found: Sequence[Each], most: int) -> list[Each]:
    """All variants, or so many of them, from the first to the last at even steps."""
    if len(found) <= most:
        return list(found)
    return [found[round(i * (len(found) - 1) / (most - 1))] for i in range(most)]


def in_rows(context: Context, most: int = MOST) -> list[VariantSpec]:
    """The variants that a picture of rows shows, as many of each number of seats."""
    return [v for group in context.tables.values() for v in picked(group, most // len(context.tables))]


def beside(figure: "Figure", names: int) -> "list[Axes]":
    """Panels side by side, far enough apart for the numbers below them."""
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.set(wspace=0.08)  # type: ignore[call-arg]
    return list(figure.subplots(1, names, squeeze=False)[0])


def cut(context: Context, shown: int, what: str = "picture") -> list[str]:
    """The note that a picture leaves variants out, where it does."""
    total = len(context.variants)
    if shown >= total:
        return []
    return [f"The {what} shows {shown} of the {total} variants, at even steps; the tables have all."]


def alone(context: Context, told: Sequence[VariantSpec], more: str = "") -> str:
    """What is said of a picture of some variants: of which; more: where to find the others. "" where it is of all."""
    if len(told) == len(context.variants):
        return ""
    return f" It is of {listed(list(map(context.named, told)))} alone{more}."
