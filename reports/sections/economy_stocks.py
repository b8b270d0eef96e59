"""What the economy of a game is about: a stock that seats gather or use up, what feeds it, what all seats draw on."""

from typing import NamedTuple

from reports.context import Context
from reports.words import spoken


class Stock(NamedTuple):
    """A tracked stock; the flows that feed it, and for each of them the flow of what was due (`due_X` to `paid_X`); and
    the result that says how much of it gave no point ("": the game has none)."""

    name: str
    unit: str
    paid: list[str]
    due: list[str]
    unscored: str = ""

    @property
    def amounts(self) -> list[str]:
        """The columns of a round that tell what came of it."""
        return [*self.paid, *([self.unscored] if self.unscored else [])]


def subject(context: Context) -> Stock | None:
    """The stock that the game names as its economy, else the first that flows feed; None where there is neither."""
    track = context.game["track"]
    fed = [q["name"] for q in track if any(flow.get("feeds") == q["name"] for flow in track)]
    name = context.game.get("economy", "") or next(iter(fed), "")
    return _stock(context, name) if name else None


def shared(context: Context) -> Stock | None:
    """The stock that all seats draw on."""
    return _stock(context, context.game["supply"]) if context.game["supply"] else None


def mirrored(context: Context, stock: Stock) -> bool:
    """Is all that is not with the seats in the shared stock? Then the course of one tells that of the other."""
    each, once = [stock.name], [context.game["supply"]]
    return any(sum_["each"] == each and sum_["once"] == once for sum_ in context.game["conserved"])


def _stock(context: Context, name: str) -> Stock:
    track = context.game["track"]
    paid = [q["name"] for q in track if q.get("feeds") == name]
    due = [f"due_{flow.removeprefix('paid_')}" for flow in paid if flow.startswith("paid_")]
    unscored = f"{name}_unscored"
    return Stock(
        name,
        next(q["unit"] for q in track if q["name"] == name),
        paid,
        [d for d in due if d in context.quantities("flow")],
        unscored if unscored in context.quantities("result") else "",
    )


def short(flow: str) -> str:
    """A source as a picture names it."""
    return spoken(flow.removeprefix("paid_"))
