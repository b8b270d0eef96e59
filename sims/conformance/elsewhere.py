"""The parts of the kit in processes of their own: Numba reads its switches once, and a crash ends only them.

A part prints a JSON line for each thing found, and an empty line now and then to show that it goes on.
"""

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import zip_longest

from sims.conformance.declared import Found
from sims.errors import PlayError

SILENCE = 300.0
"""Seconds without a line after which a part counts as hanging: compiling the largest game takes a minute."""
_BETWEEN = 1.0


def probes(source: str) -> Iterator[Found]:
    """What probing finds, with bounds checked."""
    for line in _lines("probes", source, "NUMBA_BOUNDSCHECK"):
        yield _found(line)


def plays(source: str) -> Iterator[Found]:
    """What is found in many matches, at full speed."""
    for line in _lines("plays", source):
        yield _found(line)


def tells(source: str) -> Iterator[Found]:
    """What is wrong with the words, and where plain Python plays otherwise than compiled code."""
    compiled: list[str] = []
    for line in _lines("tells", source):
        if line.startswith("["):
            yield _found(line)
        else:
            compiled.append(line)
    told = (line for line in _lines("tells", source, "NUMBA_DISABLE_JIT") if not line.startswith("["))
    for ours, theirs in zip_longest(compiled, told, fillvalue=""):
        if ours != theirs:
            yield (
                "modes",
                f"compiled code tells {ours[:200] or 'nothing more'}, plain Python {theirs[:200] or 'nothing more'}",
            )
            return


def _found(line: str) -> Found:
    check, text = json.loads(line)
    return check, text


def _lines(part: str, source: str, switch: str = "", silence: float | None = None) -> Iterator[str]:
    """The lines that a part prints; PlayError where its process ends otherwise than well, or hangs."""
    name = f"{part}{f' with {switch}=1' if switch else ''}"
    limit = SILENCE if silence is None else silence
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"sims.conformance.{part}", source],
            env={**os.environ, **({switch: "1"} if switch else {})}, stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
        try:
            yield from _read(process, limit, name)
        finally:
            process.kill()
            code = process.wait()
            if process.stdout is not None:
                process.stdout.close()
        if code < 0:
            raise PlayError(
                f"{name}: the process was ended by {signal.Signals(-code).name}: does a rule write outside an array?"
            )
        if code > 0:
            errors.seek(0)
            last = (errors.read().strip().splitlines() or ["no message"])[-1]
            raise PlayError(f"{name}: {last.removeprefix('sims.errors.PlayError: ')}")


def _read(process: "subprocess.Popen[bytes]", limit: float, name: str) -> Iterator[str]:
    """The lines of its standard output that are not empty, to the end; PlayError after `limit` seconds without any."""
    assert process.stdout is not None
    held = b""
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not waiting.select(limit):
                raise PlayError(f"{name}: nothing happens for {limit:g} seconds: does a rule never return?")
            read = os.read(process.stdout.fileno(), 1 << 16)
            *lines, held = (held + read).split(b"\n")
            yield from (line.decode() for line in lines if line)
            if not read:
                process.wait()
                return


def tell(found: Found) -> None:
    """Of a part: print something found."""
    print(json.dumps(found), flush=True)  # noqa: T201  # the parts talk by their standard output


class Pulse:
    """Of a part: shows, at most once a second, that it goes on."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def beat(self) -> bool:
        """Still here. False: go on (as a job's `stop`)."""
        now = time.monotonic()
        if now - self._last > _BETWEEN:
            self._last = now
            print(flush=True)  # noqa: T201
        return False
