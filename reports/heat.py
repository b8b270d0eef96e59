"""Heat maps of two crossed parameters, side by side for a third: values, and which surely differ from the baseline."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.stats.verdicts import Word
from reports import charts, tables
from reports.changes import NAMES, SHORT
from reports.context import Context
from reports.grids import Grid, Level, across, even, known, near, played
from reports.model import Chart
from reports.theme import svg
from reports.words import MINUS, count, sentence
from sims.variants import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 12  # columns beside each other, of all panels
ROOM = 8  # columns that leave room for half-widths
SMALL = 0.01  # a range of colours is at least as wide as what is small of a share; of others this part of the centre
COLOURS = "PuOr"  # diverging; told apart by the colour-blind
UP, DOWN = "▲", "▼"


class Cell(NamedTuple):
    """A value, whether it surely differs from the baseline by more than the margin (+1, −1, else 0); base: it is it."""

    value: Estimate | None
    moved: int
    base: bool


class Panel(NamedTuple):
    """A level of the third parameter, "" without one, and the cells by row and column."""

    label: str
    cells: list[list[Cell]]


class Heat(NamedTuple):
    """One metric over rows × columns; centre: even, or the baseline; span: of the colours, on either side of it."""

    metric: str
    rows: tuple[str, list[Level]]
    columns: tuple[str, list[Level]]
    panels: list[Panel]
    centre: float
    of: str
    span: float
    factor: float


def charts_of(context: Context, found: Sequence[Grid], metrics: Sequence[str]) -> list[Chart]:
    """A picture for each metric of each grid of two parameters with three levels or more, or of three with such two."""
    made: list[Chart] = []
    for grid in found:
        axes = across(grid)
        for metric in metrics if axes is not None else []:
            heat = numbers(context, grid, metric, *(axes or ("", "")))
            if heat is not None:
                made.append(_chart(len(made), context, grid, heat))
    return made


def numbers(context: Context, grid: Grid, metric: str, rows: str, columns: str) -> Heat | None:
    """The numbers of one picture; None where none is known."""
    third = next((n for n in grid.names if n not in (rows, columns)), None)
    moved = _moved(context, metric)
    down, right = charts.picked(grid.levels[rows], MOST), charts.picked(grid.levels[columns], MOST)

    def cell(**at: Level) -> Cell:
        key = tuple(at[name] for name in grid.names)
        variant = grid.cells[key]
        return Cell(known(context, variant, metric), moved.get(variant["label"], 0), key == grid.baseline)

    panels = []
    for level in grid.levels[third] if third else [None]:
        rest: dict[str, Level] = {} if third is None or level is None else {third: level}
        label = f"{third}={text(level)}" if third and level is not None else ""
        panels.append(Panel(label, [[cell(**{rows: y, columns: x}, **rest) for x in right] for y in down]))
    values = [c.value.value or 0.0 for p in panels for row in p.cells for c in row if c.value is not None]
    if not values:
        return None
    first = next(c.value for p in panels for row in p.cells for c in row if c.value is not None)
    seats = next(iter(grid.cells.values()))["seats"]
    centre, of = even(metric, seats), "an even game"
    if centre is None:
        base = known(context, grid.cells[grid.baseline], metric) if grid.baseline is not None else None
        centre = base.value if base is not None else None
        of = "the baseline"
    if centre is None:
        centre, of = (min(values) + max(values)) / 2, "the middle of all values"
    least = SMALL if first.unit == SHARE else SMALL * abs(centre) or SMALL
    span = max(least, *(abs(v - centre) for v in values))
    factor = 100.0 if first.unit == SHARE else 1.0
    return Heat(metric, (rows, down), (columns, right), panels, centre, of, span, factor)


def _moved(context: Context, metric: str) -> dict[str, int]:
    """Label of a variant → whether it surely moved beyond the margin, by limits that hold for all at once."""
    found = {}
    for change in context.rules.differences:
        row = change.metrics.get(metric)
        if row is not None and row.verdict is not None and row.verdict.word is Word.CHANGED:
            found[change.label] = 1 if (row.difference.value or 0.0) > 0 else -1
    return found


def draw(heat: Heat, panel: Panel, axes: "Axes", *, room: bool) -> None:
    """A cell's colour is how far it is from the centre; its text the value, ± half its interval, and a mark."""
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    colours = colormaps[COLOURS]
    for y, row in enumerate(panel.cells):
        for x, cell in enumerate(row):
            if cell.value is None or cell.value.value is None:
                axes.text(x, y, "–", ha="center", va="center", fontsize=9)
                continue
            place = 0.5 - 0.42 * (cell.value.value - heat.centre) / heat.span  # above the centre: orange
            face = colours(place)[:3]
            ink = "#ffffff" if luminance(face) < 0.18 else "#111111"
            axes.add_patch(Rectangle((x - 0.48, y - 0.48), 0.96, 0.96, facecolor=face, linewidth=0))
            if cell.base:
                axes.add_patch(
                    Rectangle((x - 0.43, y - 0.43), 0.86, 0.86, fill=False, edgecolor=ink, linewidth=1.3)
                )
            axes.text(x, y, told(heat, cell, room=room), ha="center", va="center", fontsize=8.5, color=ink)


def told(heat: Heat, cell: Cell, *, room: bool) -> str:
    """What stands in a cell: +10.9 ▲, and below it ±0.4."""
    e = cell.value
    if e is None or e.value is None:
        return ""
    signed = heat.centre == 0
    value = near(heat.factor, e.value)
    text_ = f"+{value}" if signed and e.value > 0 and not value.startswith(MINUS) else value
    mark = f" {UP if cell.moved > 0 else DOWN}" if cell.moved else ""
    if not room or e.low is None or e.high is None:
        return f"{text_}{mark}"
    return f"{text_}{mark}\n±{near(heat.factor, (e.high - e.low) / 2)}"


def luminance(colour: Sequence[float]) -> float:
    """Relative luminance of red, green and blue from 0 to 1 (WCAG 2.2); black and white are as legible at 0.18."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _chart(number: int, context: Context, grid: Grid, heat: Heat) -> Chart:
    wide = len(heat.columns[1])
    beside = max(1, min(len(heat.panels), MOST // wide))
    deep = -(-len(heat.panels) // beside)
    room = wide * beside <= ROOM
    each = (0.46 if room else 0.32) * len(heat.rows[1]) + 0.55

    def on(figure: "Figure") -> None:
        every = figure.subplots(deep, beside, squeeze=False, sharex=True, sharey=True).flat
        for axes, panel in zip(every, heat.panels, strict=False):
            draw(heat, panel, axes, room=room)
            axes.set_title(charts.shortened(panel.label), fontsize=9)
            axes.set_xticks(range(wide), [charts.shortened(text(x)) for x in heat.columns[1]])
            axes.set_yticks(range(len(heat.rows[1])), [charts.shortened(text(y)) for y in heat.rows[1]])
            axes.set_xlim(-0.5, wide - 0.5)
            axes.set_ylim(-0.5, len(heat.rows[1]) - 0.5)
            _bare(axes)
        for axes in list(every)[len(heat.panels) :]:
            axes.set_visible(False)
        figure.supxlabel(charts.shortened(heat.columns[0]), fontsize=10)
        figure.supylabel(charts.shortened(heat.rows[0]), fontsize=10)
        figure.suptitle(_title(heat), x=0.01, ha="left", fontsize=10)

    where = f"With {grid.where}: " if grid.where else ""
    name = NAMES.get(heat.metric, heat.metric)
    over = f"{heat.rows[0]} and {heat.columns[0]}"
    third = f", a panel for each {heat.panels[0].label.partition('=')[0]}" if heat.panels[0].label else ""
    marked = [c for p in heat.panels for row in p.cells for c in row if c.moved]
    marks = (
        f"{UP} and {DOWN} mark what surely lies above and below the baseline by more than the margin, by intervals of "
        "differences that hold for all variants at once. "
        if marked
        else "No cell is marked: none surely differs from the baseline by more than the margin. "
    )
    half = "± is half the 95 % interval of the value by itself. " if room else ""
    base = "The frame is the baseline. " if grid.baseline is not None else ""
    ends = [c.value.value or 0.0 for p in heat.panels for row in p.cells for c in row if c.value is not None]
    low, high = (near(heat.factor, x) for x in (min(ends), max(ends)))
    kept = len(heat.rows[1]) * wide * len(heat.panels)
    cut = (
        f"The picture shows {kept} of {len(grid.cells)} variants, at even steps."
        if kept < len(grid.cells)
        else ""
    )
    return Chart(
        svg(f"heat-{number}", each * deep + 0.75, on),
        f"{where}{name} over {over}{third}: from {low} to {high}; {count(len(marked), 'cell')} marked.",
        sentence(
            f"{where}a cell for each combination of {over}{third}; the paler, the nearer to {heat.of}; orange lies "
            f"above, purple below. {half}{marks}{base}{cut}".rstrip()
        ),
        (
            tables.metrics(
                context, [(heat.metric, SHORT.get(heat.metric, heat.metric))], f"{where}{_title(heat)} over {over}",
                played(context, grid),
            ),
        ),
    )  # fmt: skip


def _bare(axes: "Axes") -> None:
    axes.grid(visible=False)
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)


def _title(heat: Heat) -> str:
    unit = (", pp" if heat.centre == 0 and heat.of == "an even game" else ", %") if heat.factor == 100 else ""
    return SHORT.get(heat.metric, charts.shortened(heat.metric)) + unit
