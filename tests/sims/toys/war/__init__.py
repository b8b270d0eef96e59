"""War, for tests of the kernel."""

from collections.abc import Mapping


def impossible(seats: int, values: Mapping[str, int | bool | str]) -> tuple[str, object, str] | None:
    """More cards than the pack holds?"""
    cards = seats * int(values["hand"])
    if cards > 20:
        return "hand × seats", f"{values['hand']} × {seats} = {cards}", "at most 20, the whole pack"
    return None
