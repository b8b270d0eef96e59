"""Spite & Malice, for 2 players: play cards in sequence to shared stacks, be the first to empty your pay-off pile."""

from collections.abc import Mapping


def impossible(seats: int, values: Mapping[str, int | bool | str]) -> tuple[str, object, str] | None:
    """The parameters that together ask for the impossible, as (field, value, what would be legal), or None."""
    decks, payoff, hand, bonus = (
        int(values[name]) for name in ("decks", "payoff", "hand_size", "second_hand_bonus")
    )
    needed, pack = seats * (payoff + hand) + bonus, 52 * decks
    if needed > pack:
        asked = f"{seats} × ({payoff} pay-off cards + {hand} in hand) + {bonus} more = {needed}"
        return (
            "seats × (payoff + hand_size) + second_hand_bonus",
            asked,
            f"at most {pack}, 52 × {decks} decks",
        )
    return None
