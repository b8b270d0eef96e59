"""Conquian, for 2 players: take no card into the hand, meld eleven."""

from collections.abc import Mapping


def impossible(seats: int, values: Mapping[str, int | bool | str]) -> tuple[str, object, str] | None:
    """The parameters that together ask for the impossible, as (field, value, what would be legal), or None."""
    if values["ranks"] == 11:
        return "ranks", 11, "10, 12 or 13"
    shortest, longest, deals = (int(values[name]) for name in ("min_run", "max_run", "deals"))
    if shortest > longest:
        return "min_run", f"{shortest} with max_run {longest}", f"at most max_run, {longest}"
    if values["draw_rule"] == "double" and deals > 31:
        asked = f"{deals} with draw_rule double: a stake of up to 2^{deals - 1}"
        return "deals", asked, "at most 31 with draw_rule double, a stake of up to 2^30"
    return None
