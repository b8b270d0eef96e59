"""What decisions are about: the share of each kind by position and by player, and how the seats fare that take them."""

from typing import TYPE_CHECKING, NamedTuple

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports import charts, tables
from reports.context import Context
from reports.model import Chart, Table
from reports.ratios import ratio
from reports.theme import TEXT, svg
from reports.words import listed, sentence, share, spoken

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 5  # kinds in a sentence
BEYOND = 4  # the series of the first player: those before it are positions
CAVEAT = (
    "Right, how many more of a hundred rounds the seats won that decided on it than the seats at all such decisions: "
    "who is ahead gets to decide on other things than who is behind, so this goes together with the kind and is not "
    "its effect."
)
WORTH = (
    "Wins of the seats that decided on it, less those of the seats at all decisions (no effect of the choice)"
)


class Who(NamedTuple):
    """Whose decisions: of a position, of a player, or (both None) of all seats."""

    position: int | None = None
    player: str | None = None


ANYBODY = Who()
Kinds = dict[int, dict[Who, dict[str, Estimate]]]
"""variant → whose → kind → its share of the decisions between several choices."""


def numbers(context: Context) -> Kinds:
    """The estimates, of the decisions laid out in `choices`."""
    kinds: Kinds = {}
    for variant, position, player, kind, deals, n, nn, y, yn, yy in context.rows("choices_kinds"):
        found = ratio(deals, (y, n, yy, yn, nn), SHARE, "decisions between several choices", context.limits)
        kinds.setdefault(variant, {}).setdefault(Who(position, player), {})[kind] = found
    return kinds


def kinds_of(context: Context) -> list[str]:
    """The game's kinds of decisions; code 0 is none."""
    return context.game["kinds"][1:]


def sentence_of(found: dict[Who, dict[str, Estimate]]) -> str:
    """The kinds of one variant's decisions, the most frequent first; "" where there is one alone."""
    ordered = sorted(found.get(ANYBODY, {}).items(), key=lambda pair: -(pair[1].value or 0.0))
    shares = [
        f"{share(e)} {'were ' * (not i)}{spoken(kind)}" for i, (kind, e) in enumerate(ordered) if e.value
    ]
    return (
        sentence(f"of the decisions with several choices {listed(shares[:MOST])}") if len(shares) > 1 else ""
    )


def charts_of(context: Context, known: list[VariantSpec], kinds: Kinds) -> list[Chart]:
    """What is decided on, by position and player, and how the seats fare; none where there is one kind of decision."""
    names = kinds_of(context)
    if len(names) < 2:
        return []
    told = [v for v in context.baselines if v in known]
    worths = [(f"choice_worth_{kind}", spoken(kind)) for kind in names]
    fared = any(context.metric(v, metric) is not None for v in told for metric, _ in worths)
    mixed = any(len(set(v["lineup"])) > 1 for v in told)
    read = (
        "Left, how many of a hundred decisions between several choices were of each kind, for the seats by their "
        "place in turn order"
        + ("; middle, the same for each player." if mixed else ".")
        + (f" {CAVEAT}" if fared else "")
        + " Bars are 95 % intervals."
    )
    numbers_of = [_by_whom(context, known, kinds)]
    if fared:
        numbers_of.append(tables.metrics(context, worths, WORTH, known))
    return [
        Chart(
            svg(
                "choices-kinds",
                1.2 + 0.42 * (len(names) + 1.3) * len(told),
                lambda figure: _on(context, told, kinds, mixed, fared, figure),
            ),
            "What decisions were about, by position in turn order"
            + (" and by player" if mixed else "")
            + (", and the wins of the seats that took them" if fared else "")
            + ". The tables have the numbers.",
            read,
            tuple(numbers_of),
        )
    ]


def _by_whom(context: Context, known: list[VariantSpec], kinds: Kinds) -> Table:
    """A line for each position and player of each variant, a column for each kind."""
    names = kinds_of(context)
    rows = []
    for v in known:
        for who, found in sorted(kinds.get(v["variant"], {}).items(), key=lambda pair: _order(v, pair[0])):
            n = next(iter(found.values())).n
            cells = [tables.cell("", found.get(kind)) for kind in names]
            rows.append([*tables.heads(context, v), _whose(who), *cells, f"{n:,}"])
    first = tables.first(context)
    columns = [*first, "whose", *map(spoken, names), "decisions"]
    caption = "What decisions between several choices were about: share of the decisions and 95 % interval"
    numeric = frozenset(range(len(first) + 1, len(columns)))
    return Table(caption, columns, rows, numeric, folded=True)


def _order(variant: VariantSpec, who: Who) -> tuple[int, int]:
    if who.position is not None:
        return 1, who.position
    return (0, 0) if who.player is None else (2, variant["lineup"].index(who.player))


def _whose(who: Who) -> str:
    if who.position is not None:
        return tables.ORDER[who.position]
    return who.player or "all seats"


def _on(
    context: Context, told: list[VariantSpec], kinds: Kinds, mixed: bool, fared: bool, figure: "Figure"
) -> None:
    names = kinds_of(context)
    ticks, rows = charts.by_seats(told, lambda _: [(kind, spoken(kind)) for kind in names])
    left, *others = charts.beside(figure, 1 + mixed + fared)
    panels: list[tuple[Axes, list[tuple[float, Estimate | None, int]]]] = []
    seats = max(v["seats"] for v in told)
    places = [Who(position=i) for i in range(seats)]
    panels.append((left, _marks(rows, kinds, {v["variant"]: places[: v["seats"]] for v in told})))
    left.set_xlabel("% by position")
    if mixed:
        players = {v["variant"]: [Who(player=name) for name in dict.fromkeys(v["lineup"])] for v in told}
        panels.append((others[0], _marks(rows, kinds, players, BEYOND)))
        others[0].set_xlabel("% by player")
    if fared:
        worths = [(at, context.metric(v, f"choice_worth_{kind}"), 0) for at, v, kind in rows]
        panels.append((others[-1], worths))
        others[-1].set_xlabel("wins, pp above all")
        others[-1].axvline(0, color=TEXT, linewidth=0.9)
    for place, (axes, marks) in enumerate(panels):
        charts.dots(axes, marks, 100)
        charts.upright(axes, ticks, labels=place == 0)
        axes.locator_params(axis="x", nbins=4)
    handles = [charts.mark(i, tables.ORDER[i]) for i in range(seats)]
    if mixed:
        several = dict.fromkeys(name for v in told for name in v["lineup"])
        handles += [charts.mark(i, charts.shortened(name)) for i, name in enumerate(several, BEYOND)]
    charts.legend(figure, handles)


def _marks(
    rows: list[tuple[float, VariantSpec, str]], kinds: Kinds, whose: dict[int, list[Who]], first: int = 0
) -> list[tuple[float, Estimate | None, int]]:
    return [
        (
            at + charts.SHIFT * (place - (len(whose[v["variant"]]) - 1) / 2),
            kinds.get(v["variant"], {}).get(who, {}).get(kind),
            first + place,
        )
        for at, v, kind in rows
        for place, who in enumerate(whose[v["variant"]])
    ]
