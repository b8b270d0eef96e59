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

from sims import declaration, lineup, modules, own_games, own_metrics, records, tuned, visible
from sims.errors import InputError
from sims.game import Game

GROUP = "balance.games"
LONGEST = 1_000  # characters of a folder
_BUILT_IN = Path(__file__).parent / "games"


def folders() -> dict[str, Path]:
    """Name → folder of every game that can be loaded by name."""
    found = {path.parent.name: path.parent for path in sorted(_BUILT_IN.glob("*/game.toml"))}
    for point in entry_points(group=GROUP):
        folder = _offered(point.value)
        if folder is not None:
            found.setdefault(point.name, folder)
    return found


def _offered(package: str) -> Path | None:
    """The folder of a package that another distribution offers; None where there is none, or no game in it."""
    try:
        spec = importlib.util.find_spec(package)
    except Exception:  # noqa: BLE001  # a stranger's broken package is no reason to refuse all other games
        return None
    places = map(Path, (spec and spec.submodule_search_locations) or ())
    return next((place for place in places if (place / "game.toml").is_file()), None)


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
    if (
        len(name) > LONGEST
        or any(len(part.encode()) > 255 for part in Path(name).parts)
        or visible.name(name) != name
    ):
        raise InputError("game", name, "the name or folder of a game")
    path = Path(name)
    if "/" in name or "\\" in name or path.is_dir():
        if not (path / "game.toml").is_file():
            raise InputError("game", name, "a folder with a game.toml")
        return path.resolve()
    for point in entry_points(group=GROUP):
        if point.name == name:
            raise InputError(
                "game", name, f"installed whole: {point.value} is no package with a game.toml in it"
            )
    raise InputError("game", name, f"a known game ({', '.join(known)})", known)


def check_named(field: str, source: str) -> None:
    """InputError unless the game that a file names can be loaded without asking: by its name, or as a folder that a
    person has named before. field: where the file names it."""
    if source not in folders():
        own_games.check(field, str(_folder(source)))


@cache
def load(name: str) -> Game:
    """The game of that name, or in that folder, which a person named: its code runs.

    Raises InputError where it is unknown or wrongly declared.
    """
    folder = _folder(name)
    if name not in folders():
        own_games.remember(folder)
    data = declaration.read(folder / "game.toml")
    game, moves = data["game"], data.get("moves", {})
    players = declaration.players(data)
    kinds = ("", *moves.get("kinds", ()))
    package = _package(folder, game["name"])
    rules, plays, words = (modules.load(folder, package, part) for part in ("rules", "players", "words"))
    if rules is None:
        raise InputError("game", name, "complete: rules.py is missing")
    modules.check_rules(game["name"], rules)
    modules.check_players(game["name"], plays, players.values())
    classes = declaration.classes(data)
    classifies = modules.load(folder, package, "classes") if classes else None
    if classes:
        modules.check_classes(game["name"], classifies)
    if words is not None:
        modules.check_functions(f"{game['name']}: words.py", words, modules.WORDS)
    records.check_hidden(data, rules.STATE)
    parameters = declaration.parameters(data)
    track = declaration.track(data)
    found = Game(
        name=game["name"],
        title=game["title"],
        about=game["about"],
        version=game["version"],
        seats=tuple(game["seats"]),
        default_player=game["default_player"],
        strength=declaration.strength(data, players),
        max_choices=game["max_choices"],
        supply=game.get("supply", ""),
        standing=declaration.stock(data, "standing", track),
        economy=declaration.stock(data, "economy", track),
        hidden=game.get("hidden", ""),
        caution=game.get("caution", ""),
        calibration=declaration.calibration(data),
        turn_order=declaration.turn_order(data),
        carried=declaration.values_of("game.carried", game.get("carried", {}), parameters),
        parameters=parameters,
        presets=declaration.presets(data, parameters),
        players=players,
        end_reasons=("", "cap", *game["end_reasons"]),
        kinds=kinds,
        args=tuple(moves.get("args", {})),
        arg_bits=tuple(moves.get("args", {}).values()),
        at_most=declaration.at_most(data),
        by_others=declaration.by_others(data),
        classes=classes,
        track=track,
        conserved=declaration.conserved(data, track),
        metrics=own_metrics.metrics(data, track, parameters),
        picks=own_metrics.picks(data, track),
        impossible=getattr(importlib.import_module(package), "impossible", lambda seats, values: None),
        source=name if folder == folders().get(name) else str(folder),
        folder=str(folder),
        package=package,
        rules=rules,
        players_module=plays or ModuleType("players"),
        words=words or modules.PlainWords(kinds),
        digest=_digest(folder, [part for part in (rules, plays, classifies) if part is not None]),
    )
    lineup.check_strength(found)
    return found


def _package(folder: Path, name: str) -> str:
    """Import the game's package and give its name; a folder outside any package gets a name of its own."""
    if folder.parent == _BUILT_IN:
        return f"sims.games.{folder.name}"
    for point in entry_points(group=GROUP):
        if folders().get(point.name) == folder:
            return point.value
    return modules.package_of(folder, name)


def _digest(folder: Path, own: list[ModuleType]) -> str:
    """SHA-256 over every source that outcomes depend on: the kernel's, the game's, and whatever these import of ours.

    Numba's own cache looks only at the file of the function it compiles; this looks at all of them.
    """
    from sims import driver, loop, players, probe, search

    declared = (folder / name for name in ("game.toml", tuned.FILE))
    sources = {path.name: path.read_bytes() for path in declared if path.is_file()}
    waiting = [module.__name__ for module in (*own, loop, search, probe, driver, players)]
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
