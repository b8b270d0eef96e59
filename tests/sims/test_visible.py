"""Text that cannot play tricks, and errors that are one line whatever they tell of."""

import pytest

from sims import visible
from sims.errors import InputError

TRICKS = "\x1b[2J \x1b]52;c;aGk=\x07 \x9b31m \u202e\u2066\ufeff\x7f\ud800"


def test_what_a_terminal_obeys_is_shown_by_its_number():
    assert visible.visible("a\x1b[2Jb\x07\u202ec") == r"a\x1b[2Jb\x07\u202ec"
    assert visible.visible("zwölf – שלום 花 👩‍🚀\n\tx") == "zwölf – שלום 花 👩‍🚀\n\tx"
    assert visible.name("a\tb\nc") == r"a\tb\nc"
    assert visible.line("a \n  b\r\nc") == "a b c"


@pytest.mark.parametrize("where", ["field", "value", "legal", "name"])
def test_an_error_is_one_line_of_harmless_characters(where):
    given = {"field": "f", "value": "v", "legal": "so"} | (
        {where: TRICKS + "\nx\r\ty"} if where != "name" else {}
    )
    line = str(InputError(given["field"], given["value"], given["legal"], ["v" + TRICKS]))
    assert "\n" not in line and visible.name(line) == line
    line.encode()


def test_a_long_value_is_cut_and_one_that_python_cannot_write_is_named():
    assert len(str(InputError("f", "x" * 10**6, "short", ["x" * 999]))) < 400
    assert str(InputError("f", 10**5000, "short")) == "f: <int, too large to be told> is not short"
    deep: list[object] = []
    for _ in range(10**5):
        deep = [deep]
    assert str(InputError("f", deep, "flat")).startswith("f: <list, too large to be told>")
