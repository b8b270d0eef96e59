"""Stopping tidily: the first Ctrl-C or SIGTERM asks, the second insists."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_signals() -> Iterator[threading.Event]:
    """An event that SIGINT or SIGTERM sets; a second signal has its ordinary effect.

    Outside the main thread, where Python allows no handlers, nothing sets it.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def ask(_number: int, _frame: FrameType | None) -> None:
        stop.set()
        restore()

    for number in before:
        signal.signal(number, ask)
    try:
        yield stop
    finally:
        restore()
