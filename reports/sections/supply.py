"""How a stock that all seats draw on runs down over a round."""

from typing import TYPE_CHECKING, NamedTuple

from reports.context import Context
from reports.model import Chart, Section, Table
from reports.theme import SERIES, svg
from reports.words import DASH, PERCENT, between, listed, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = len(SERIES)  # variants in the picture
TAIL = 0.01  # of a variant's rounds: where fewer still run, the mean says little and no line is drawn
_LINES = ["-", "--", "-.", ":"]


class Curve(NamedTuple):
    """One variant: (turns played, rounds still running then, mean stock after that turn), in order."""

    label: str
    points: list[tuple[int, int, float]]


def curves(context: Context, stock: str) -> list[Curve]:
    """The numbers of the picture; variants without logged turns are left out."""
    labels = {variant["variant"]: variant["label"] for variant in context.variants}
    found: dict[int, list[tuple[int, int, float]]] = {}
    for variant, turn, rounds, level in context.rows("supply", supply=stock):
        found.setdefault(variant, []).append((turn + 1, rounds, level))
    return [Curve(labels[variant], points) for variant, points in found.items()]


def draw(shown: list[Curve], axes: "Axes", below: "Axes") -> None:
    """The mean stock above, the share of rounds still running below."""
    for place, curve in enumerate(shown):
        colour, dashes = SERIES[place], _LINES[place % len(_LINES)]
        first = curve.points[0][1]
        kept = [point for point in curve.points if point[1] >= TAIL * first]
        axes.plot(
            [p[0] for p in kept], [p[2] for p in kept], dashes, color=colour, linewidth=1.8, label=curve.label
        )
        running = [100 * p[1] / first for p in curve.points]
        below.plot([p[0] for p in curve.points], running, dashes, color=colour, linewidth=1.2)
    axes.set_ylim(bottom=0)
    below.set_ylim(0, 104)
    below.set_xlabel("turns played in the round")
    below.set_ylabel("% running")


def build(context: Context) -> Section | None:
    """The section; None for a game without such a stock."""
    stock = context.game["supply"]
    if not stock:
        return None
    title = f"How does the {stock.replace('_', ' ')} run down?"
    found = curves(context, stock)
    if not found:
        why = f"No turns were logged (log level {context.run.spec['log']['level']}): there is no picture over turns."
        return Section("supply", title, notes=[why])
    quantity = next(q for q in context.game["track"] if q["name"] == stock)
    share = context.run.spec["log"]["share"]
    notes = []
    if share < 1:
        part = number(100 * share, 1 if share >= 0.001 else 4) + PERCENT
        notes.append(
            f"Turns were logged for {part} of the deals only (the log budget), the same deals in all variants."
        )
    if len(found) > MOST:
        notes.append(f"The picture and its table show {MOST} of the {len(found)} variants.")
    shown = picked(found)
    players = listed(list(dict.fromkeys(between(v["lineup"]) for v in context.variants)))
    return Section(
        "supply",
        title,
        notes=notes,
        chart=Chart(
            svg(
                "supply",
                3.5 + 0.1 * len(shown),
                lambda figure: _on(shown, quantity["unit"], figure),
            ),
            f"Mean {stock} over the turns of a round {players}, by variant. The numbers are in the table.",
            f"Above: {quantity['meaning']}, on average over the rounds {players} that still run after so many turns. "
            f"Below: how many of all rounds these are. Where the lower line has fallen, the upper one speaks of long "
            f"rounds only, which differ from the others; it ends where less than {TAIL:.0%} of the rounds still run.",
        ),
        tables=[
            by_turn(shown, stock),
        ],
    )


def by_turn(shown: list[Curve], stock: str) -> Table:
    """The numbers of the picture: a line a turn, a column a variant."""
    held = [{turn: (rounds, level) for turn, rounds, level in curve.points} for curve in shown]
    rows = [
        [str(turn), *(f"{number(v[turn][1], 2)}\n{v[turn][0]:,}" if turn in v else DASH for v in held)]
        for turn in sorted(set().union(*held))
    ]
    caption = f"Mean {stock} by turn, and below it the rounds still running"
    columns = ["turns played", *(curve.label for curve in shown)]
    return Table(caption, columns, rows, frozenset(range(1, len(columns))), folded=True)


def picked(found: list[Curve]) -> list[Curve]:
    """All curves, or as many as colours tell apart, from the first to the last at even steps."""
    if len(found) <= MOST:
        return found
    return [found[round(i * (len(found) - 1) / (MOST - 1))] for i in range(MOST)]


def _on(shown: list[Curve], unit: str, figure: "Figure") -> None:
    axes, below = figure.subplots(2, sharex=True, height_ratios=[3, 1])
    draw(shown, axes, below)
    axes.set_ylabel(unit)
    if len(shown) > 1:
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=2)
