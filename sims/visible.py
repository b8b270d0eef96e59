"""Text that cannot play tricks: what a terminal obeys, or what turns words around, is shown by its number."""

import re

_ODD = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
)
"""Control characters but tab and new line, marks and overrides of writing direction, halves of surrogate pairs."""
_TRICKS = re.compile(f"[{_ODD}]")
_IN_A_NAME = re.compile(f"[{_ODD}\t\n]")
_BREAKS = re.compile(r"[ \t]*[\n\r\v\f\x85\u2028\u2029]\s*")
MOST = 300
"""Characters of a value that are told."""


def visible(text: str) -> str:
    """The text, with each such character as `\\x1b` or `\\u202e`; tabs and new lines stay."""
    return _TRICKS.sub(_number, text)


def name(text: str) -> str:
    """The same in one line, for names: `\\n` and `\\t` are shown, too."""
    return _IN_A_NAME.sub(_number, text)


def line(text: str) -> str:
    """The same as a sentence: where lines break there is a space."""
    return name(_BREAKS.sub(" ", text).strip())


def told(value: object) -> str:
    """A value as Python writes it, cut where it is long."""
    try:
        text = repr(value)
    except (
        ValueError,
        RecursionError,
    ):  # a number of more digits than Python turns into text, or too deep a list
        text = f"<{type(value).__name__}, too large to be told>"
    return text if len(text) <= MOST else f"{text[: MOST - 1]}…"


def _number(character: "re.Match[str]") -> str:
    return character[0].encode("unicode_escape").decode()
