"""Who wins? Rounds by position in turn order, matches by seat, side by side."""

from math import nan
from typing import TYPE_CHECKING

from balance.store.spec import VariantSpec
from reports import charts, looks, tables
from reports.context import Context
from reports.model import Chart, Look, Section, Table
from reports.theme import TEXT, svg
from reports.words import listed, sentence, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIDES = {"win_share_position": "rounds, by position", "win_share_seat": "matches, by seat"}


def draw(context: Context, shown: list[charts.Row], side: str, axes: "Axes") -> None:
    """Shares of the wins in percent, a mark for each position or seat; upright lines at an even share."""
    even = [(100 / row.variant["seats"], row.at) for row in shown if row.variant]
    xs = [x for share, _ in even for x in (share, share, nan)]
    axes.plot(
        xs, [y for _, at in even for y in (at - 0.5, at + 0.5, nan)], color=TEXT, linewidth=0.9, zorder=0.5
    )
    told = [at for at in charts.by_place(shown) if side == "win_share_seat" or not context.carries(at[1])]
    charts.dots(axes, [(at, context.metric(v, f"{side}_{place}"), place) for at, v, place in told], 100)


def build(context: Context) -> Section:
    """The section, with a table of all shares."""
    title = "Who wins, by turn order and by seat?"
    known = [f"{side}_0" for side in SIDES]
    if all(context.estimate(v, name).value is None for v in context.variants for name in known):
        return Section("winners", title, notes=["No round and no match ended by the rules: nobody won."])
    chosen = charts.in_rows(context)
    shown = charts.rows(context, chosen)
    most = max(context.tables)
    numbers = _table(context, most)
    return Section(
        "winners",
        title,
        [text for variant in tables.told(context) for text in _sentences(context, variant)],
        charts.cut(context, len(chosen)),
        [
            Chart(
                svg("winners", charts.height(shown, 0.5), lambda figure: _on(context, shown, most, figure)),
                f"Shares of the wins {context.players}, by position in turn order and by seat. The table has the "
                "numbers.",
                "Left, of the rounds: a mark for each position in turn order, 1st the starter. Right, of the "
                "matches: a mark for each seat, the 1st of which starts the first round. Bars are 95 % intervals, "
                "the upright line is an even share. Where each seat starts equally many rounds, the right side "
                "can be even while the left is not.",
                (numbers,),
            )
        ],
        [numbers],
        [look for variant in context.baselines for look in _look(context, variant)],
    )


def _sentences(context: Context, variant: VariantSpec) -> list[str]:
    sides = []
    names = [f"win_share_position_{p}" for p in range(variant["seats"])]
    shares = [share(context.metric(variant, name)) for name in names]
    if len(shares) > 1 and all(shares) and not context.carries(variant):
        others = "the others in turn order" if len(shares) > 2 else "the other seat"
        sides.append(f"of the rounds the starter won {shares[0]}, {others} {listed(shares[1:])}")
    shares = [share(context.metric(variant, f"win_share_seat_{s}")) for s in range(variant["seats"])]
    if len(shares) > 1 and all(shares):
        sides.append(
            f"of the matches seats 0 {'and' if len(shares) == 2 else 'to'} {len(shares) - 1} won {listed(shares)}"
        )
    size = tables.size(context, variant)
    return [sentence(f"{context.among(variant)} " + "; ".join(sides) + f" ({size})")] if sides else []


def _table(context: Context, most: int) -> Table:
    names = [(f"win_share_position_{p}", f"{tables.ORDER[p]} in turn") for p in range(most)]
    names += [(f"win_share_seat_{s}", f"seat {s}") for s in range(most)]
    return tables.metrics(context, names, "Shares of rounds by position, of matches by seat")


def _look(context: Context, variant: VariantSpec) -> list[Look]:
    row = context.rows("starters_win", looked_at=variant["variant"])
    if not row:
        return []
    match, won, rounds = row[0]
    return [
        looks.at(context, variant, f"A match in which the starter won {won} of {rounds} rounds alone", match)
    ]


def _on(context: Context, shown: list[charts.Row], most: int, figure: "Figure") -> None:
    both = charts.beside(figure, 2)
    for axes, (side, title) in zip(both, SIDES.items(), strict=True):
        draw(context, shown, side, axes)
        charts.dress(axes, shown, labels=side == "win_share_position")
        axes.set_xlabel(f"% of {title}")
    charts.legend(figure, [charts.mark(p, tables.ORDER[p]) for p in range(most)])
