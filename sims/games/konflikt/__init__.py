"""Konflikt, for 2 to 4 players: build houses of four equal cards, rob singles, give away what does not fit."""

from collections.abc import Mapping


def impossible(seats: int, values: Mapping[str, int | bool | str]) -> tuple[str, object, str] | None:
    """The parameters that together ask for the impossible, as (field, value, what would be legal), or None."""
    stacks, size, cards = (int(values[name]) for name in ("stacks", "stack_size", "open_cards"))
    total = stacks * size + cards
    if total != 52:
        asked = f"{stacks} stacks × {size} cards + {cards} open cards = {total}"
        return "stacks × stack_size + open_cards", asked, "52, the whole pack"
    return None
