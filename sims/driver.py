"""The driver of a game: a module generated from `sims.loop` that imports the game's functions by name.

So are the search of its search players (`sims.search`), made only where one plays, and the kit's probe (`sims.probe`).

Numba's disk cache hits for such a module and never for closures over rules. It looks only at the file of the
function it compiles, so the module lies in a folder named by the digest of everything its outcome depends on:
all sources, the versions of Numba, NumPy and llvmlite, the processor, and whether bounds are checked.
"""

import ast
import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

from sims.game import Game
from sims.rule import PLAIN


def cache_folder() -> Path:
    """Where compiled drivers are kept: BALANCE_CACHE_DIR, else `card-balance` in the user's cache folder."""
    own = os.environ.get("BALANCE_CACHE_DIR")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "card-balance"


def policies(game: Game) -> list[str]:
    """The functions that play the game's players, each once; the place of one is its number in the driver."""
    return list(dict.fromkeys(player.plays for player in game.players.values()))


def source(game: Game, part: str, kinds: Sequence[str]) -> str:
    """The text of the game's module: that of sims/<part>.py with the contract's names filled in.

    part: "loop", "search" or "probe"; kinds: the policies that `choose` knows, by their numbers.
    """
    text = (Path(__file__).parent / f"{part}.py").read_text(encoding="utf-8")
    nodes = ast.parse(text).body
    node = next(n for n in nodes if isinstance(n, ast.ImportFrom) and n.module == "sims.contract")
    lines = text.splitlines(keepends=True)
    head, body = lines[: node.lineno - 1], lines[node.end_lineno :]
    return "".join([*head, _slots(game, {alias.name for alias in node.names}, kinds), *body])


def _slots(game: Game, names: set[str], kinds: Sequence[str]) -> str:
    """What takes the place of the contract: imports, the if-chain over players, the numbers of columns."""
    rules = sorted(
        names & {"deal", "hide", "legal", "play", "score", "track", *(["reach"] if game.reaches else [])}
    )
    lines = ["from sims.rule import rule", f"from {game.package}.rules import {', '.join(rules)}"]
    if "classify" in names and game.classes:
        lines.append(f"from {game.package}.classes import classify")
    chain = ""
    for number, name in enumerate(kinds):
        home = "sims.players" if name == "random" else f"{game.package}.players"
        lines.append(f"from {home} import {name} as player_{number}")
        call = f"player_{number}(rules, state, seat, choices, n, weights, memory, rng)"
        chain += f"    if kind == {number}:\n        return {call}\n"
    shifts = tuple(8 + sum(game.arg_bits[:i]) for i in range(len(game.arg_bits)))
    masks = tuple((1 << bits) - 1 for bits in game.arg_bits)
    lines += [
        f"STOCKS, FLOWS, TRACKED = {len(game.tracked('stock'))}, {len(game.tracked('flow'))}, {len(game.track)}",
        f"STANDING = {[t.name for t in game.track].index(game.standing) if game.standing else -1}",
        f"REACHES = {int(game.reaches)}",
        f"ARGS, ARG_SHIFTS, ARG_MASKS = {len(masks)}, {shifts or (0,)}, {masks or (0,)}",
        f"MAX_CHOICES = {game.max_choices}",
        f"\n\n@rule\ndef choose(kind, rules, state, seat, choices, n, weights, memory, rng):\n{chain}    return -1\n",
    ]
    if "classify" in names and not game.classes:
        lines.append("\n@rule\ndef classify(rules, state, choice):\n    return 0\n")
    if "reach" in names - set(rules):
        lines.append("\n@rule\ndef reach(rules, state, seat):\n    return 0\n")
    if "play_some" in names:
        lines.insert(0, f"from {load(game.source).__name__} import play_some")
    if "control" in names:
        lines.append(
            f"\n@rule\ndef control(state):\n    total = 0\n{_sum_of_hidden(game)}    return total & 0xFFFF\n"
        )
    return "\n".join(lines) + "\n\n"


def _sum_of_hidden(game: Game) -> str:
    if not game.hidden:
        return ""
    shape = game.rules.STATE[game.hidden].shape
    if not shape:
        return f"    total += int(state.{game.hidden})\n"
    return f"    for i in range({shape[0]}):\n        total += int(state.{game.hidden}[i]) * (i + 7)\n"


def _folder(game: Game, part: str, kinds: Sequence[str]) -> Path:
    import llvmlite
    import numba
    import numpy as np
    from llvmlite import binding

    parts = [
        game.digest, source(game, part, kinds), numba.__version__, np.__version__, llvmlite.__version__, sys.version,
        binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten(), str(bool(numba.config.BOUNDSCHECK)),
    ]  # fmt: skip
    return cache_folder() / hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def is_cached(game: Game, rollouts: Sequence[str] = ()) -> bool:
    """Will the game play at once, without compiling? rollouts: as of `load`, of all search players."""
    folders = [_folder(game, "loop", policies(game)), *(_folder(game, "search", [one]) for one in rollouts)]
    return PLAIN or all(next(folder.glob("**/*.nbi"), None) is not None for folder in folders)


@cache
def load(game_source: str, part: str = "loop", rollout: str = "") -> ModuleType:
    """A module of a game, imported; compiled at its first call unless the disk holds it.

    rollout: of a search the policy that plays on beyond its tree, which alone is compiled into it.
    """
    from sims import registry

    game = registry.load(game_source)
    kinds = [rollout] if rollout else policies(game)
    path = _folder(game, part, kinds) / f"{part}_{game.name}.py"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", dir=path.parent, suffix=".tmp", delete=False, encoding="utf-8"
        ) as file:
            file.write(source(game, part, kinds))
        Path(file.name).replace(path)
    spec = importlib.util.spec_from_file_location(f"balance_{part}_{path.parent.name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module
