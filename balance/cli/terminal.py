"""What a person sees while a workflow works: on standard error, a bar on a terminal, plain lines elsewhere."""

import sys
import time
from typing import TYPE_CHECKING

from balance.workflows.listener import Listener
from sims import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.progress import Progress, TaskID

    from balance.workflows.planning.load import Load

LINE_EVERY = 10.0  # seconds


def listener(quiet: bool) -> Listener:
    """The listener for this process's standard error."""
    if quiet:
        return Listener()
    return Bar() if sys.stderr.isatty() else Lines()


class Lines(Listener):
    """Notes and progress as plain lines, one every ten seconds."""

    def note(self, text: str) -> None:
        """Print it."""
        sys.stderr.write(f"{visible.visible(text)}\n")
        sys.stderr.flush()

    def takes(self, load: "Load") -> None:
        """Print it, in a line."""
        from balance.workflows.planning.load import in_bytes

        threads = f"{load.threads} thread{'s' if load.threads > 1 else ''}"
        self.note(
            f"it takes about {clock(load.seconds)} on {threads} and {in_bytes(load.bytes)} at most; "
            f"{in_bytes(load.free)} are free"
        )

    def start(self, matches: int, done: int) -> None:
        """Begin to count."""
        self._total, self._done = matches, done
        self._began = self._last = time.monotonic()

    def extend(self, matches: int) -> None:
        """Count up to more."""
        self._total = matches

    def tick(self, finished: int) -> None:
        """Print a line if the last one is old enough."""
        now = time.monotonic()
        if now - self._last >= LINE_EVERY:
            self._last = now
            self.note(self._line(finished, now - self._began))

    def _line(self, finished: int, seconds: float) -> str:
        rate = finished / seconds
        left = (self._total - self._done - finished) / rate if rate else None
        done = self._done + finished
        share = done / self._total
        return f"{done:,} of {self._total:,} matches ({share:.0%}), {rate:,.0f} a second, {clock(left)} left"


class Bar(Lines):
    """A bar with rate and time left, drawn by rich; below it a line with what is found so far."""

    watches = True
    _progress: "Progress | None" = None
    _task: "TaskID"
    _found = ""

    def note(self, text: str) -> None:
        """Print it, above the bar where there is one."""
        if self._progress is None:
            super().note(text)
        else:
            self._progress.console.print(visible.visible(text), markup=False, highlight=False)

    def found(self, text: str) -> None:
        """Show it below the bar."""
        self._found = text

    def tick(self, finished: int) -> None:
        """Move the bar; it appears with the first matches, so that loading rich delays none."""
        if self._progress is None:
            self._progress = self._draw()
        rate = finished / max(time.monotonic() - self._began, 1e-9)
        done, rate_told = self._done + finished, f"{rate:,.0f} a second"
        self._progress.update(self._task, completed=done, total=self._total, rate=rate_told)

    def end(self) -> None:
        """Leave the bar as it is."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None  # there may be more to play

    def _draw(self) -> "Progress":
        from rich.console import Console, RenderableType
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.text import Text

        class WithLine(Progress):
            def get_renderables(bar) -> "Iterable[RenderableType]":  # noqa: N805  # self is the listener
                yield bar.make_tasks_table(bar.tasks)
                if self._found:
                    yield Text(self._found, style="dim")

        progress = WithLine(
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("matches, {task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self._task = progress.add_task("play", total=self._total, completed=self._done, rate="")
        progress.start()
        return progress


def clock(seconds: float | None) -> str:
    """A duration as h:mm:ss; "?" if it is not known."""
    if seconds is None:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
