"""One process at a time plays a run."""

import fcntl
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sims import visible
from sims.errors import InputError


@contextmanager
def hold(run: Path) -> Iterator[None]:
    """Hold the run's `lock` file, which names this process and host; InputError names another holder.

    The file is locked by the operating system, so that the lock of a process that is gone, however it
    went, does not count: not even when another process has its number now.
    """
    path = run / "lock"
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            who = holder(run) or "another process"
            raise InputError("run", str(run), f"free: {who} is playing it") from None
        if _is_still(path, handle):
            break
        os.close(handle)  # the last holder removed it between our open and our lock
    try:
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps({"pid": os.getpid(), "host": socket.gethostname()}).encode())
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(handle)


def holder(run: Path) -> str | None:
    """Who plays the run at this moment: "process 123 on host", or None."""
    try:
        with (run / "lock").open("rb") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return _named(handle.read(1000))
    except FileNotFoundError:
        pass
    return None


def _named(told: bytes) -> str:
    """The holder, from what it wrote; "another process" where that says nothing."""
    try:
        found = json.loads(told)
        return visible.line(f"process {found['pid']} on {found['host']}")
    except (ValueError, TypeError, KeyError):
        return "another process"


def _is_still(path: Path, handle: int) -> bool:
    try:
        return path.stat().st_ino == os.fstat(handle).st_ino
    except FileNotFoundError:
        return False
