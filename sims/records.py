"""The record types that a game brings along: STATE of rules.py and MEMORY of players.py, checked before play."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from sims.declaration import one_of, usable
from sims.errors import InputError
from sims.game import HEADER, state_dtype

_HEAD = state_dtype([])
_INTEGERS = "whole numbers (u1, u2, u4, i1, i2, i4, i8)"


def check_state(where: str, dtype: object) -> None:
    """Refuse a STATE without the common header, or with a field that rules cannot use."""
    names = dtype.names or () if isinstance(dtype, np.dtype) else ()
    missing = [field[0] for field in HEADER if field[0] not in names]
    if missing:
        raise InputError(where, missing[0], "a field of STATE: build it with sims.game.state_dtype")
    check_fields(where, dtype, floats=False)
    assert isinstance(dtype, np.dtype)
    assert dtype.fields is not None
    as_made = all(dtype.fields[name][0] == _HEAD[name] for name in _HEAD.names or ())
    if not as_made or not dtype.isalignedstruct:
        raise InputError(where, "np.dtype(…)", "made by sims.game.state_dtype, with the header's own types")


def check_fields(where: str, dtype: object, *, floats: bool) -> None:
    """Refuse what is no record, has names that NumPy records have, or fields that are not flat or of other types.

    Unsigned 64-bit fields are refused: mixed with a signed number they become floats. floats: f8 is legal, too.
    """
    if not isinstance(dtype, np.dtype) or dtype.names is None:
        raise InputError(where, dtype, "the dtype of a record")
    legal = _INTEGERS + (" or f8" if floats else "")
    header = _HEAD.names or ()
    for name in dtype.names:
        usable(where, name)
        field = dtype[name]
        kind = field.base.kind
        fine = kind == "i" or (kind == "u" and field.base.itemsize < 8) or (floats and field.base == "f8")
        if name not in header and (not fine or field.ndim > 1 or not field.base.isnative):
            raise InputError(f"{where}: {name}", str(field), f"a field, or a flat array of one, of {legal}")


def check_hidden(data: Mapping[str, Any], dtype: np.dtype[Any]) -> None:
    """Refuse `hidden` where it names no field of the game's own."""
    name = data["game"].get("hidden", "")
    if name:
        one_of(
            "game.hidden (a field of STATE)",
            name,
            [n for n in dtype.names or () if n not in (_HEAD.names or ())],
        )
