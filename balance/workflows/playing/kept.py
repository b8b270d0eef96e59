"""What becomes of a run when the machine refuses: a full disk above all, or one that fails."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

from balance.store import commits
from balance.store.run import Run
from balance.workflows.playing.play import Incomplete

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Refused(Incomplete):
    """The machine refused to read or write: what is finished stays, nothing more can be done now."""


@contextmanager
def kept(run: Run) -> Iterator[None]:
    """Around all that plays, measures and reports a run: what the machine refuses is told with what is kept and how to
    go on. run: its folder counts; it may not be begun yet."""
    try:
        yield
    except BrokenPipeError:  # of who reads what we print
        raise
    except Exception as error:
        refused = isinstance(error, OSError) or os.strerror(errno.ENOSPC) in str(
            error
        )  # DuckDB has no numbers
        if not refused:
            raise
        number = error.errno if isinstance(error, OSError) else errno.ENOSPC
        what = os.strerror(number) if number in FULL else str(error)
        raise Refused(f"incomplete: {what}: {_left(run, number in FULL)}", run) from error


def _left(run: Run, full: bool) -> str:
    room = "make room, and " if full else ""
    if not (run.path / "run.json").is_file():
        return f"nothing was begun; {room}give the command again"
    done, chunks = len(commits.survey(run.path).commits), Run.open(run.path).spec["chunks"]
    return f"{done} of {chunks} chunks are kept; {room}go on with: balance resume {run.name}"
