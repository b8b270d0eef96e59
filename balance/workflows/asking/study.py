"""Study files: a sweep written down in TOML, for questions worth asking again."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from balance.workflows.asking import targets
from balance.workflows.asking.request import Request, spec_text
from sims import registry
from sims.errors import InputError

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST = 2**20  # bytes of a study
DEEPEST = 100  # parts of a key
_KEY = re.compile(r"\s*(?P<key>[\w.\"'-]+)\s*=")
_AT = re.compile(r"\(at line (?P<line>\d+), column (?P<column>\d+)\)")
_TABLE = re.compile(r"\s*\[(?P<table>[\w.-]+)\]")


def read(path: Path) -> Request:
    """The request in a study file; InputError names file, line and key of the first thing that is wrong."""
    from pydantic import ValidationError

    text, data = _loaded("study", path)
    model = _model()
    try:
        fields = model.model_validate(data).model_dump(exclude_none=True)
    except ValidationError as error:
        raise _told(path, text, error.errors()[0], list(model.model_fields)) from None
    request = _request(fields)
    registry.check_named(f"{path}:{_lines(text).get('game', 1)}: game", request.game)
    if request.targets:
        from balance.workflows.asking.asked import of_game  # loads the statistics

        _check_targets(path, text, request.targets, of_game(request.game))
    return request


def read_targets(path: Path, names: Sequence[str]) -> dict[str, Any]:
    """The table [targets] of a file, which may be a study; InputError with file, line and key.

    names: the metrics that there are.
    """
    text, data = _loaded("targets", path)
    found = data.get("targets")
    if not isinstance(found, dict):
        raise InputError(str(path), "targets", "there: targets stand in a table [targets]", data)
    _check_targets(path, text, found, names)
    return found


def _check_targets(path: Path, text: str, given: Mapping[str, Any], names: Sequence[str]) -> None:
    from balance.workflows.asking.asked import A_METRIC

    lines = _lines(text)

    def place(metric: str) -> str:
        key = f"targets.{metric}"
        below = next((line for name, line in lines.items() if name.startswith(f"{key}.")), None)
        return f"{path}:{lines.get(key) or below or lines.get('targets', 1)}: {key}"

    for metric in given:
        if metric not in names:
            raise InputError(place(metric), metric, A_METRIC, names)
    targets.parsed(given, place)


def _loaded(what: str, path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a TOML file, and what it holds."""
    try:
        if not path.is_file():  # nor a pipe or a device, which may never end
            raise InputError(what, str(path), "a file that is there")
        size = path.stat().st_size
        if size > MOST:
            raise InputError(str(path), f"{size:,} bytes", f"a study: at most {MOST:,}")
        text = path.read_text(encoding="utf-8-sig")
        deep = next((n for n, line in enumerate(text.splitlines(), 1) if _depth(line) > DEEPEST), None)
        if deep is not None:
            raise InputError(f"{path}:{deep}", "a key", f"of {DEEPEST} parts at most")
        return text, tomllib.loads(text + "\n#")  # so that no place is "at end of document"
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), str(error), "readable as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(path, text, str(error)) from None
    except RecursionError:
        raise InputError(str(path), "a list in a list in a list …", "readable: nested too deeply") from None
    except ValueError as error:  # a number of 5,000 digits
        raise InputError(str(path), str(error), "readable as TOML") from None


def _depth(line: str) -> int:
    """How many tables a key can lead down; the reader's time grows with its square."""
    return line.partition("=")[0].count(".")


def _model() -> "type[BaseModel]":
    """What a study may hold. Built when asked for: pydantic takes a tenth of a second to import."""
    from pydantic import BaseModel, ConfigDict, Field

    Long = Annotated[int, Field(gt=-(2**63), lt=2**63)]  # noqa: N806  # a type

    class Study(BaseModel):
        model_config = ConfigDict(extra="forbid", strict=True)

        game: str
        seats: Long | list[Long] | None = None
        preset: str | list[str] | None = None
        set: dict[str, Long | bool | str] = {}
        vary: dict[str, str | list[Long | bool | str]] = {}
        one_by_one: bool | None = None
        players: str | list[str] | None = None
        skill: bool | None = None
        matches: Long | None = None
        until: dict[str, float] = {}
        max_matches: Long | None = None
        repeats: Long | None = None
        seed: Long | None = None
        log: str | None = None
        log_budget: str | None = None
        targets: dict[str, Any] = {}
        best: str | None = None

    return Study


def _request(fields: dict[str, Any]) -> Request:
    vary = [(name, spec_text(values)) for name, values in fields.pop("vary").items()]
    players = fields.pop("players", None)
    if isinstance(players, list):
        players = ",".join(players)
    preset = fields.pop("preset", None)
    if isinstance(preset, list):
        preset = ",".join(preset)
    seats = fields.pop("seats", ())
    seats = (seats,) if isinstance(seats, int) else tuple(seats)
    return Request(seats=seats, preset=preset, vary=tuple(vary), players=players, **fields)


def _unreadable(path: Path, text: str, message: str) -> InputError:
    """The TOML reader's complaint, with the line it is about: a key or table that is there twice, or no TOML."""
    found = _AT.search(message)
    if found is None:
        return InputError(str(path), message, "readable as TOML")
    number = int(found["line"])
    field, what = f"{path}:{number}", message[: found.start()].strip()
    key = dict(_keys(text)).get(number)
    if key is not None and what.startswith(("Cannot overwrite", "Cannot declare")):
        return InputError(field, key, f"a new key: line {_lines(text)[key]} has it")
    line = text.splitlines()[number - 1].strip()
    return InputError(
        field, line, f"readable as TOML: {what[:1].lower()}{what[1:]}, column {found['column']}"
    )


def _told(path: Path, text: str, error: Any, keys: list[str]) -> InputError:
    """pydantic's finding as an InputError with the line of the key."""
    places = [str(part) for part in error["loc"]]
    key = ".".join(places[:2]) if places[0] in ("set", "vary", "until") else places[0]
    lines = _lines(text)
    field = f"{path}:{lines.get(key) or lines.get(places[0], 1)}: {key}"
    if error["type"] == "extra_forbidden":
        return InputError(field, key, "a key of a study", keys)
    if error["type"] == "missing":
        return InputError(str(path), key, "there: a study names its game")
    return InputError(field, error["input"], _wanted(error["msg"]))


def _wanted(message: str) -> str:
    return (
        message.removeprefix("Input should be ")
        .replace("a valid integer", "an integer")
        .replace("valid ", "")
    )


def _lines(text: str) -> dict[str, int]:
    """Key (with its table in front, and tables themselves) → the line it first stands in, from 1."""
    found: dict[str, int] = {}
    for number, key in _keys(text):
        found.setdefault(key, number)
    return found


def _keys(text: str) -> Iterator[tuple[int, str]]:
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if opened := _TABLE.match(line):
            table = opened["table"] + "."
            yield number, opened["table"]
        elif key := _KEY.match(line):
            yield number, table + key["key"].strip("\"'")
