"""Finding a match that is worth seeing: the median one, the longest, the closest, and what a game itself names."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import balance.store
from balance.store.declared import PickRow, declared
from balance.store.query import connect
from balance.store.run import Run
from sims import digits
from sims.errors import InputError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SQL = Path(balance.store.__file__).parent / "picks"
WHY = {
    "median": "{figure} turns, the median of {matches} matches",
    "longest": "{figure} turns, the most of all its matches",
    "closest": "won by {winner} points to {second}, the smallest lead of a sole winner",
    "comeback": "round {round} was won by seat {winner}, which after turn {turn} was "
    "{figure} {unit} behind in standing: the most, of the deals whose turns are logged",
    "capped": "the first in which the cap on turns ended a round ({figure} of {rounds})",
}
NONE = {
    "median": "no match is finished",
    "longest": "no match is finished",
    "closest": "no match has a sole winner",
    "comeback": "no round was won alone by a seat that had been behind, in the deals whose turns are logged",
    "capped": "the cap on turns ended none of its rounds",
}


class Picked(NamedTuple):
    """The match of the variant, why it (a clause with the figure that decided), and the round that it is about."""

    match: int
    why: str
    round: int | None = None


def names(run: Run) -> list[str]:
    """The picks that can be asked of a run: those of all games, then the game's own."""
    return [*WHY, *(own["name"] for own in declared(run.spec)["picks"])]


def pick(run: Run, name: str, variant: int, con: "DuckDBPyConnection | None" = None) -> Picked:
    """The match of the variant that `name` stands for, the lowest number of equal ones.

    con: the run's views, where they are open already. InputError for a name that is unknown, and where the run has no
    such match, with the reason.
    """
    own = {found["name"]: found for found in declared(run.spec)["picks"]}
    if name in own:
        return _most(run, own[name], variant, con)
    if name not in WHY:
        raise InputError("pick", name, "one of " + ", ".join(names(run)), names(run))
    units = {quantity["name"]: quantity["unit"] for quantity in declared(run.spec)["track"]}
    standing = declared(run.spec)["standing"]
    if name == "comeback":
        if not standing:
            raise _without(run, name, variant, "the game names no standing")
        if not run.rows()["turns"]:
            raise _without(run, name, variant, "the run logged no turns")
    found = _ask(run, con, name, variant)
    if not found:
        raise _without(run, name, variant, NONE[name])
    return Picked(found["match"], WHY[name].format(**found, unit=units.get(standing)), found.get("round"))


def variant_number(run: Run, text: str) -> int:
    """The variant that a person names by its number or its label; InputError if the run has no such variant."""
    labels = [variant["label"] for variant in run.spec["variants"]]
    if labels.count(text) == 1:
        return labels.index(text)
    number = digits.whole(text)
    if number is not None:
        if 0 <= number < len(labels):
            return number
        raise InputError("variant", number, f"one of the run's: 0 to {len(labels) - 1}")
    if text in labels:
        raise InputError("variant", text, "the label of one variant alone: give its number")
    raise InputError(
        "variant", text, f"the number (0 to {len(labels) - 1}) or the label of a variant", labels
    )


def _most(run: Run, own: PickRow, variant: int, con: "DuckDBPyConnection | None") -> Picked:
    quantity = next(q for q in declared(run.spec)["track"] if q["name"] == own["most"])
    found = _ask(run, con, "most", variant, quantity["name"], quantity["kind"] == "fact")
    if not found:
        raise _without(run, own["name"], variant, f"{quantity['name']} is nowhere above 0")
    why = f"{own['meaning']}: {found['figure']} {quantity['unit']} ({quantity['name']})"
    return Picked(found["match"], why, found["round"])


def _ask(
    run: Run,
    con: "DuckDBPyConnection | None",
    name: str,
    variant: int,
    quantity: str = "",
    once: bool = False,
) -> dict[str, int]:
    """The answer of picks/NAME.sql as one row, whole numbers; empty if it has none."""
    sql = (SQL / f"{name}.sql").read_text()
    with connect(run) if con is None else nullcontext(con) as con:
        con.execute("set variable quantity = $1", [quantity])
        con.execute("set variable once = $1", [once])
        con.execute("set variable standing = $1", [declared(run.spec)["standing"]])
        answer = con.execute(sql, {"variant": variant})
        columns = [column for column, *_ in answer.description or []]
        row = answer.fetchone()
    return {column: int(value) for column, value in zip(columns, row, strict=True)} if row else {}


def _without(run: Run, name: str, variant: int, reason: str) -> InputError:
    label = run.spec["variants"][variant]["label"]
    return InputError("pick", name, f"to be had of variant {variant} ({label}): {reason}")
