"""The driver of a game: a module generated from `sims.loop` that imports the game's functions by name.

Numba's disk cache hits for such a module and never for closures over rules. It looks only at the file of the
function it compiles, so the module lies in a folder named by the digest of everything its outcome depends on:
all sources, the versions of Numba, NumPy and llvmlite, the processor, and whether bounds are checked.
"""

import hashlib
import importlib.util
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

from sims.game import Game
from sims.rule import PLAIN

_SLOTS_BEGIN, _SLOTS_END = "from sims.contract import (", ")  # fmt: skip\n"


def cache_folder() -> Path:
    """Where compiled drivers are kept: BALANCE_CACHE_DIR, else `card-balance` in the user's cache folder."""
    own = os.environ.get("BALANCE_CACHE_DIR")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "card-balance"


def source(game: Game) -> str:
    """The text of the game's driver."""
    loop = (Path(__file__).parent / "loop.py").read_text(encoding="utf-8")
    head, _, rest = loop.partition(_SLOTS_BEGIN)
    body = rest.partition(_SLOTS_END)[2]
    return head + _slots(game) + body


def _slots(game: Game) -> str:
    """What takes the place of the contract: imports, the if-chain over players, the numbers of columns."""
    names = list(game.players)
    imports = [f"from {game.package}.rules import deal, hide, legal, play, score, track"]
    chain = []
    for number, name in enumerate(names):
        home = "sims.players" if name == "random" else f"{game.package}.players"
        imports.append(f"from {home} import {name} as player_{number}")
        call = f"return player_{number}(rules, state, seat, choices, n, weights, memory, rng)"
        chain.append(f"    if kind == {number}:\n        {call}")
    shifts = tuple(8 + sum(game.arg_bits[:i]) for i in range(len(game.arg_bits)))
    masks = tuple((1 << bits) - 1 for bits in game.arg_bits)
    constants = (
        f"STOCKS, FLOWS, TRACKED = {len(game.tracked('stock'))}, {len(game.tracked('flow'))}, {len(game.track)}\n"
        f"ARG_SHIFTS, ARG_MASKS = {shifts}, {masks}\nMAX_CHOICES = {game.max_choices}\n"
    )
    choose = "@rule\ndef choose(kind, rules, state, seat, choices, n, weights, memory, rng):\n" + "\n".join(chain)
    rule_import = "from sims.rule import rule\n"
    return "\n".join(imports) + "\n" + rule_import + constants + "\n\n" + choose + "\n    return -1\n\n\n"


def _folder(game: Game) -> Path:
    import llvmlite
    import numba
    import numpy as np
    from llvmlite import binding

    parts = [
        game.digest, source(game), numba.__version__, np.__version__, llvmlite.__version__, sys.version,
        binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten(), str(bool(numba.config.BOUNDSCHECK)),
    ]  # fmt: skip
    return cache_folder() / hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def is_cached(game: Game) -> bool:
    """Will the game play at once, without compiling?"""
    folder = _folder(game)
    return PLAIN or next(folder.glob("**/*.nbi"), None) is not None


@cache
def load(game_source: str) -> ModuleType:
    """The driver of a game, imported; compiled at its first call unless the disk holds it."""
    from sims import registry

    game = registry.load(game_source)
    path = _folder(game) / f"driver_{game.name}.py"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False, encoding="utf-8") as file:
            file.write(source(game))
        os.replace(file.name, path)
    spec = importlib.util.spec_from_file_location(f"balance_driver_{path.parent.name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module
