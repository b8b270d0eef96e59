"""Finding games: those in `sims/games`, those that other distributions offer, and one under work by its path."""

import ast
import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from sims import declaration, own_metrics
from sims.errors import InputError
from sims.game import Game

GROUP = "balance.games"
_BUILT_IN = Path(__file__).parent / "games"
_OF_THE_GAME = ("STATE", "deal", "legal", "play", "score", "hide", "track")


def folders() -> dict[str, Path]:
    """Name → folder of every game that can be loaded by name."""
    found = {path.parent.name: path.parent for path in sorted(_BUILT_IN.glob("*/game.toml"))}
    for point in entry_points(group=GROUP):
        spec = importlib.util.find_spec(point.value)
        if spec is not None and spec.submodule_search_locations:
            found.setdefault(point.name, Path(spec.submodule_search_locations[0]))
    return found


def names() -> list[str]:
    """The games that can be loaded by name."""
    return list(folders())


def declared(name: str) -> dict[str, Any]:
    """A game's declaration alone, without importing its rules."""
    return declaration.read(_folder(name) / "game.toml")


def _folder(name: str) -> Path:
    known = folders()
    if name in known:
        return known[name]
    path = Path(name)
    if "/" in name or "\\" in name or path.is_dir():
        if not (path / "game.toml").is_file():
            raise InputError("game", name, "a folder with a game.toml")
        return path.resolve()
    raise InputError("game", name, f"a known game ({', '.join(known)})", known)


@cache
def load(name: str) -> Game:
    """The game of that name, or in that folder. Raises InputError where it is unknown or wrongly declared."""
    folder = _folder(name)
    data = declaration.read(folder / "game.toml")
    package = _package(folder, data["game"]["name"])
    modules = {part: _module(package, part) for part in ("rules", "players", "words")}
    missing = [function for function in _OF_THE_GAME if not hasattr(modules["rules"], function)]
    if missing:
        raise InputError(f"{data['game']['name']}: rules.py", missing[0], "there: a game must define it")
    declaration.check_state(f"{data['game']['name']}: STATE", modules["rules"].STATE)
    players = declaration.players(data)
    for player in players.values():
        if player.name != "random" and not hasattr(modules["players"], player.plays):
            raise InputError(
                f"players.{player.name}", player.plays, "a function of players.py", vars(modules["players"])
            )
    game, moves = data["game"], data.get("moves", {})
    parameters = declaration.parameters(data)
    track = declaration.track(data)
    return Game(
        name=game["name"],
        title=game["title"],
        about=game["about"],
        version=game["version"],
        seats=tuple(game["seats"]),
        default_player=game["default_player"],
        max_choices=game["max_choices"],
        supply=game.get("supply", ""),
        standing=declaration.standing(data, track),
        hidden=game.get("hidden", ""),
        caution=game.get("caution", ""),
        calibration=declaration.calibration(data),
        turn_order=declaration.turn_order(data),
        carried=declaration.values_of("game.carried", game.get("carried", {}), parameters),
        parameters=parameters,
        presets=declaration.presets(data, parameters),
        players=players,
        end_reasons=("", "cap", *game["end_reasons"]),
        kinds=("", *moves.get("kinds", ())),
        args=tuple(moves.get("args", {})),
        arg_bits=tuple(moves.get("args", {}).values()),
        at_most=declaration.at_most(data),
        by_others=declaration.by_others(data),
        track=track,
        conserved=declaration.conserved(data, track),
        metrics=own_metrics.metrics(data, track, parameters),
        picks=own_metrics.picks(data, track),
        impossible=getattr(importlib.import_module(package), "impossible", lambda seats, values: None),
        source=name if folder == folders().get(name) else str(folder),
        folder=str(folder),
        package=package,
        rules=modules["rules"],
        players_module=modules["players"],
        words=modules["words"],
        digest=_digest(folder, [modules["rules"], modules["players"]]),
    )


def _package(folder: Path, name: str) -> str:
    """Import the game's package and give its name; a folder outside any package gets a name of its own."""
    if folder.parent == _BUILT_IN:
        return f"sims.games.{folder.name}"
    for point in entry_points(group=GROUP):
        if folders().get(point.name) == folder:
            return point.value
    package = f"balance_game_{name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}"
    module = ModuleType(package)
    module.__path__ = [str(folder)]
    sys.modules[package] = module
    init = folder / "__init__.py"
    if init.is_file():
        module.__file__ = str(init)
        exec(compile(init.read_bytes(), str(init), "exec"), vars(module))  # noqa: S102  # what import does
    return package


def _module(package: str, part: str) -> ModuleType:
    try:
        return importlib.import_module(f"{package}.{part}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{part}":
            raise
        raise InputError("game", package, f"complete: {part}.py is missing") from error


def _digest(folder: Path, modules: list[ModuleType]) -> str:
    """SHA-256 over every source that outcomes depend on: the kernel's, the game's, and whatever these import of ours.

    Numba's own cache looks only at the file of the function it compiles; this looks at all of them.
    """
    from sims import driver, loop, players, probe

    sources = {"game.toml": (folder / "game.toml").read_bytes()}
    waiting = [module.__name__ for module in (*modules, loop, probe, driver, players)]
    while waiting:
        name = waiting.pop()
        file = getattr(sys.modules.get(name), "__file__", None)
        if name not in sources and file is not None and _ours(file):
            sources[name] = Path(file).read_bytes()
            waiting.extend(_imports(name, sources[name]))
    hashed = hashlib.sha256()
    for name in sorted(sources):
        hashed.update(f"{len(sources[name])}\0".encode() + sources[name])
    return hashed.hexdigest()


def _imports(name: str, source: bytes) -> Iterator[str]:
    """The modules that a module's source imports, by full name; a name imported from a package may be one too."""
    package = getattr(sys.modules[name], "__package__", None) or name
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _ours(file: str) -> bool:
    """Is the file neither the standard library's nor a third party's that `sims` itself depends on?"""
    path = Path(file).resolve()
    home = Path(__file__).resolve().parent
    if home in path.parents:
        return True
    library = Path(inspect.__file__).resolve().parent
    third = Path(sys.modules["numpy"].__file__ or "").resolve().parent.parent
    return library not in path.parents and not any(
        (third / name) in path.parents for name in ("numpy", "numba", "llvmlite")
    )
