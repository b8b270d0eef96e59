"""What a compiler says of a game's rules, in one line: what is wrong, in which function, file and line."""

import re
from pathlib import Path

_PLACE = re.compile(r'^File "(?P<file>[^"]+)", line (?P<line>\d+):')
_FUNCTION = re.compile(r"^\s*def (?P<name>\w+)\(")
_SAYS_NOTHING = (
    "Failed in ",
    "Use of unsupported",
    "-",
    "During:",
    "There are ",
    "Overload",
    "with argument",
)
_HINTS = {
    "OptionalType": "does every way through the function return a whole number?",
    "Untyped global name": "is it a helper without @rule?",
    "_nrt": "rules allocate nothing: no lists, no np.zeros, no array expressions",
    "NRT": "rules allocate nothing: no lists, no np.zeros, no array expressions",
    "BoundFunction(list": "rules allocate nothing: no lists, no np.zeros, no array expressions",
}


def told(folder: str, error: Exception) -> str:
    """The compiler's reason, the place in the game's folder (or in the kernel's call of it), and perhaps a hint."""
    if isinstance(error, KeyError):  # what Numba makes of a field that a record does not have
        name = str(error.args[0])
        return _joined(f"there is no field {name!r}", _written(folder, name), "")
    lines = [line.rstrip() for line in str(error).splitlines()]
    hint = next((hint for word, hint in _HINTS.items() if word in str(error)), "")
    return _joined(_reason(lines), _where(folder, lines), hint)


def _joined(what: str, where: str, hint: str) -> str:
    return " ".join(part for part in (f"{what}{':' * bool(where)}", where, f"({hint})" * bool(hint)) if part)


def _reason(lines: list[str]) -> str:
    """The first line that says something, with the types that did not fit."""
    for at, line in enumerate(lines):
        if line.strip() and not line.startswith(_SAYS_NOTHING):
            types = next(
                (other.strip() for other in lines[at + 1 : at + 5] if other.strip().startswith(">>>")), ""
            )
            return f"{line.strip().rstrip(':.')} {types}".strip()
    return lines[0] if lines else "no reason given"


def _where(folder: str, lines: list[str]) -> str:
    """The innermost place in the game's own files; else the kernel's line that calls it."""
    kernel = ""
    for at, line in enumerate(lines):
        found = _PLACE.match(line)
        if not found:
            continue
        names = [f["name"] for f in map(_FUNCTION.match, lines[at + 1 : at + 4]) if f]
        place = f"{Path(found['file']).name}, line {found['line']}" + (f", {names[0]}()" if names else "")
        if (Path(folder) / Path(found["file"]).name).is_file():
            return place
        code = next((lines[n - 1].strip() for n in range(at + 1, len(lines)) if lines[n].strip() == "^"), "")
        kernel = kernel or f"where the kernel has {code}" * bool(code)
    return kernel


def _written(folder: str, name: str) -> str:
    """Where the game's files write `.name`."""
    for path in sorted(Path(folder).glob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(rf"\.{re.escape(name)}\b", line):
                return f"{path.name}, line {number}"
    return ""
