"""Numbers as people type them: each means exactly what it says, or is none."""

import re
from math import isfinite

_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,30}\s*")
_DECIMAL = re.compile(r"\s*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,3})?\s*", re.IGNORECASE)


def whole(text: str) -> int | None:
    """The whole number: digits and a sign. None of anything else: 1e3, 0x10, 1_000, other scripts' digits."""
    return int(text) if _WHOLE.fullmatch(text) else None


def decimal(text: str) -> float | None:
    """The number, as 0.01 or 1e-3. None of anything else, and where it is too large: nan, inf, 1e999."""
    number = float(text) if len(text) < 1_000 and _DECIMAL.fullmatch(text) else None
    return number if number is not None and isfinite(number) else None
