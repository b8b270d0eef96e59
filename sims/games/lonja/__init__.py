"""Lonja, for 2 or 3 players: cover coin cards, win lines of the grid with your own type of coin."""

from collections.abc import Mapping


def impossible(seats: int, values: Mapping[str, int | bool | str]) -> tuple[str, object, str] | None:
    """The parameters that together ask for the impossible, as (field, value, what would be legal), or None."""
    n = {name: int(value) for name, value in values.items() if not isinstance(value, str)}
    cells, type_has = n["grid"] ** 2, n["values"] * n["copies"]
    pack, used = 3 * type_has, cells + n["cards_each"] * seats
    if n["hand_size"] > n["cards_each"]:
        return "hand_size", n["hand_size"], f"at most cards_each, {n['cards_each']}"
    if n["min_per_type"] > cells // 3:
        return (
            "min_per_type",
            n["min_per_type"],
            f"at most {cells // 3}: three types on {n['grid']} × {n['grid']} = {cells} cells",
        )
    if n["min_per_type"] > type_has:
        asked = f"{n['values']} values × {n['copies']} copies = {type_has} cards of a type"
        return "values × copies", asked, f"at least min_per_type, {n['min_per_type']}"
    cards = f"3 × {n['values']} values × {n['copies']} copies = {pack} cards"
    asked = f"{n['grid']}² cells + {n['cards_each']} cards × {seats} seats = {used}"
    if used > pack:
        return "grid² + cards_each × seats", asked, f"at most {cards}"
    if values["second_set"] == "remainder":
        if n["rounds"] != 2:
            return "rounds", n["rounds"], "2, where second_set is remainder"
        if 2 * used > pack:
            return "2 × (grid² + cards_each × seats)", f"2 × ({asked})", f"at most {cards} for a remainder"
    return None
