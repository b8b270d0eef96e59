"""The player `tuned`: a style of the game with weights found by self-play, from a `weights.toml` beside `game.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sims.errors import InputError

NAME, FILE = "tuned", "weights.toml"
_KEYS = ("style", "found", "measured", "weights")


def style(folder: Path) -> str | None:
    """The style that the game's `weights.toml` has weights for; None where there is no such file."""
    path = folder / FILE
    return tomllib.loads(path.read_text(encoding="utf-8"))[NAME]["style"] if path.is_file() else None


def player(path: Path, styles: Mapping[str, Any]) -> dict[str, Any]:
    """What `[players.tuned]` would say in game.toml; styles: the players that stand there.

    The file has one table: [tuned] with `style`, how it was `found` and what was `measured`, and [tuned.weights]. A
    weight that it leaves out, and every switch, is that of the style.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(path.name, str(error), "readable as TOML") from error
    if list(data) != [NAME] or not isinstance(data[NAME], dict):
        raise InputError(path.name, ", ".join(data), f"one table, [{NAME}]")
    entry = data[NAME]
    for key in (*entry, *_KEYS):
        if key not in _KEYS or key not in entry:
            raise InputError(
                f"{path.name}: {NAME}", key, f"as needed: the keys are {', '.join(_KEYS)}", _KEYS
            )
    if NAME in styles:
        raise InputError("game.toml: players", NAME, f"free: it is the player of {path.name}")
    style, weights = entry["style"], entry["weights"]
    if style not in styles:
        raise InputError(f"{path.name}: {NAME}.style", style, "a player of game.toml", styles)
    own = styles[style].get("weights", {})
    for name in weights:
        if name not in own or isinstance(own[name], bool):
            raise InputError(f"{path.name}: {NAME}.weights", name, f"a weight of {style}", own)
    return {
        "about": f"{str(style).capitalize()} with weights found by self-play: {FILE} says how.",
        "plays": styles[style].get("plays", style),
        "weights": {**own, **weights},
    }
