"""Pig, for 2 to 4 players: roll a die until you hold or throw a 1. Known exactly, whatever the players hold at."""

from collections.abc import Mapping


def impossible(seats: int, values: Mapping[str, int | bool | str]) -> tuple[str, object, str] | None:
    """Does a seat begin with what would win?"""
    komi, target = int(values["komi"]), int(values["target"])
    if komi >= target:
        return "komi", komi, f"less than target, {target}"
    return None
