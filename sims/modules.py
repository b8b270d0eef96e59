"""The modules of a game: imported from a package or a bare folder, and held to what the kernel calls in them."""

import hashlib
import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from sims import contract, records
from sims.errors import InputError
from sims.game import Player
from sims.rule import PLAIN

RULES = {
    name: tuple(inspect.signature(getattr(contract, name)).parameters)
    for name in ("deal", "legal", "play", "score", "hide", "track")
}
"""What rules.py must define, with its parameters."""
CLASSES = {"classify": tuple(inspect.signature(contract.classify).parameters)}
"""What classes.py must define, where the game declares classes of choices."""
OPTIONAL = {"reach": tuple(inspect.signature(contract.reach).parameters)}
"""What it may define besides."""
CHOOSE = tuple(inspect.signature(contract.choose).parameters)[1:]
WORDS = {
    "deal": ("rules", "state"),
    "move": ("kind", "args", "rules", "before", "after"),
    "ended": ("rules", "state"),
}
TELLING = {"dealt": ("step",), "turn": ("steps",), "ended": ("step",)}


class PlainWords(ModuleType):
    """The words of a game without a words.py: a choice by its kind and its arguments, nothing of the table."""

    def __init__(self, kinds: tuple[str, ...]) -> None:
        super().__init__("words")
        self._kinds = kinds

    def deal(self, rules: Any, state: Any) -> dict[str, Any]:
        """Nothing."""
        return {}

    def move(self, kind: int, args: dict[str, int], rules: Any, before: Any, after: Any) -> dict[str, Any]:
        """The kind's word, and the arguments as logged."""
        return {"kind": self._kinds[kind], **args}

    def ended(self, rules: Any, state: Any) -> dict[str, Any]:
        """Nothing."""
        return {}


def package_of(folder: Path, name: str) -> str:
    """Import a folder that lies in no package under a name of its own, and give that name."""
    package = f"balance_game_{name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}"
    module = ModuleType(package)
    module.__path__ = [str(folder)]
    sys.modules[package] = module
    init = folder / "__init__.py"
    if init.is_file():
        module.__file__ = str(init)
        _imported(
            folder,
            lambda: exec(compile(init.read_bytes(), str(init), "exec"), vars(module)),  # noqa: S102
        )
    return package


def load(folder: Path, package: str, part: str) -> ModuleType | None:
    """A module of the game, or None where it has none of that name. InputError where it cannot be imported."""
    if not (folder / f"{part}.py").is_file():
        return None
    module: ModuleType = _imported(folder, lambda: importlib.import_module(f"{package}.{part}"))
    return module


def _imported(folder: Path, action: Callable[[], Any]) -> Any:
    """What the action gives; an error in the game's own code becomes one line that says where."""
    try:
        return action()
    except InputError:
        raise
    except Exception as error:
        raise InputError(*place(folder, error), "code that can be imported") from error


def place(folder: Path, error: Exception) -> tuple[str, str]:
    """Where in the game's folder an error arose, as `rules.py, line 7` (else the folder), and what it says."""
    where = str(folder)
    if isinstance(error, SyntaxError) and error.filename:
        where = f"{Path(error.filename).name}, line {error.lineno}"
        return where, f"{type(error).__name__}: {error.msg}"
    for frame in traceback.extract_tb(error.__traceback__):
        if folder in Path(frame.filename).parents:
            where = f"{Path(frame.filename).name}, line {frame.lineno}"
    return where, f"{type(error).__name__}: {error}"


def said(folder: Path, error: Exception) -> str:
    """What an error inside a match says, and where in the game's folder it arose, if that is known."""
    where, what = place(folder, error)
    return what if where == str(folder) else f"{what} ({where})"


def check_rules(game: str, module: ModuleType) -> None:
    """Refuse a rules.py without a function, with one of other parameters, or without a right STATE."""
    if not hasattr(module, "STATE"):
        raise InputError(f"{game}: rules.py", "STATE", "there: a game must define it")
    there = {name: parameters for name, parameters in OPTIONAL.items() if hasattr(module, name)}
    check_functions(f"{game}: rules.py", module, {**RULES, **there})
    records.check_state(f"{game}: STATE", module.STATE)


def check_players(game: str, module: ModuleType | None, players: Iterable[Player]) -> None:
    """Refuse declared players that no function plays, and a MEMORY that cannot be kept."""
    for player in players:
        if player.plays != "random":
            if module is None or not hasattr(module, player.plays):
                raise InputError(
                    f"players.{player.name}", player.plays, "a function of players.py", vars(module or sys)
                )
            check_functions(f"{game}: players.py", module, {player.plays: CHOOSE})
    memory = getattr(module, "MEMORY", None)
    if memory is not None:
        records.check_fields(f"{game}: MEMORY", memory, floats=True)
        if "control" in memory.names:
            raise InputError(
                f"{game}: MEMORY", "control", "free: the kit keeps a field of that name beside it"
            )


def check_classes(game: str, module: ModuleType | None) -> None:
    """Refuse classes of choices without a function that tells them."""
    if module is None:
        raise InputError(f"{game}: classes.py", "classify", "there: [classes] declares what it tells")
    check_functions(f"{game}: classes.py", module, CLASSES)


def check_functions(where: str, module: ModuleType, wanted: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a module that lacks a function, or has one with another number of parameters."""
    rules = wanted is not WORDS and wanted is not TELLING
    for name, parameters in wanted.items():
        function = getattr(module, name, None)
        if not callable(function):
            raise InputError(where, name, "there: a game must define it")
        if rules and not PLAIN and not hasattr(function, "py_func"):
            raise InputError(where, name, "a rule: put @rule or @rare (sims.rule) above it")
        given = tuple(inspect.signature(getattr(function, "py_func", function)).parameters)
        if len(given) != len(parameters):
            raise InputError(where, f"{name}({', '.join(given)})", f"{name}({', '.join(parameters)})")
