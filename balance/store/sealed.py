"""JSON files that vouch for themselves: the last entry, `sha256`, is the digest of all bytes before it.

It finds what a disk lost and what was changed by hand; who wants to deceive can compute it anew. Files that were
written before there was such an entry are read as they are.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from balance.store import plain

_ENTRY, _END = b',\n "sha256": "', b'"\n}'


class Opened(NamedTuple):
    """What a file holds, without its digest ({} if it cannot be read); what is wrong with it, in words or ""; and
    whether it has a digest."""

    content: dict[str, Any]
    fault: str
    sealed: bool


def sealed(content: Mapping[str, Any]) -> bytes:
    """The content, which has an entry at least, as such a file."""
    body = json.dumps(content, indent=1, ensure_ascii=False).encode().removesuffix(b"\n}")
    return body + _ENTRY + _digest(body) + _END


def opened(path: Path) -> Opened:
    """What such a file holds; never an error."""
    data = b""
    try:
        data = plain.read(path)
        content = plain.parsed(data)
    except FileNotFoundError:
        return Opened({}, "missing", False)
    except OSError as error:
        return Opened({}, f"not readable: {error.strerror}", False)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        return Opened({}, "torn" if data.strip(b"\0") else "empty", False)
    except ValueError as error:
        return Opened({}, str(error), False)
    if not isinstance(content, dict):
        return Opened({}, "torn", False)
    if content.pop("sha256", None) is None:
        return Opened(content, "", False)
    body, _, rest = data.rpartition(_ENTRY)
    fault = "" if rest == _digest(body) + _END else "changed since it was written"
    return Opened(content, fault, True)


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()
