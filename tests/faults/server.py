"""A process that gives birth to processes: each runs one command, and dies at the moment that it is told.

It loads what the commands need once; a command is then a fork, which is a process of its own in all that matters here.
Reads one JSON object a line from standard input, answers with one on standard output.

    {"folder": ".", "words": ["sweep", …],
     "die": {"op": "link", "path": "run/commits/.*", "when": "after", "nth": 2},  "kill_in": 0.25 (seconds)
     "refuse": {"op": "sink", "path": ".*", "nth": 1} (no space is left, from there on),
     "limit": 4096 (bytes a file may have)}
    → {"code": 0, "killed": false, "seconds": 0.3, "rss": KiB, "out": "…", "err": "…"}

An event is a call that makes something last: `sink` (rows of a chunk are handed out), `fsync`, `replace`, `link`,
`unlink`, with the path it is about below the folder.
"""

import errno
import json
import os
import re
import resource
import signal
import sys
import threading
import time
from collections import Counter
from importlib import import_module
from pathlib import Path

from balance.cli.main import run
from balance.store.shards import ShardWriter
from balance.workflows.planning import budget


def serve() -> None:
    """Answer until standard input ends."""
    _load()
    for line in sys.stdin:
        print(json.dumps(_born(json.loads(line))), flush=True)


def _load() -> None:
    for module in (
        "duckdb", "matplotlib.figure", "pandas", "pyarrow.parquet", "reports.pdf", "reports.saving", "scipy.stats",
        "balance.workflows.compare", "balance.workflows.remeasured", "balance.workflows.resume", "balance.cli.summary",
        "balance.workflows.reading.learned",
    ):  # fmt: skip
        import_module(module)
    from sims import batch, registry

    batch.prepare(registry.load("pig"))
    # By itself the number of chunks depends on the speed of the machine.
    budget.chunk_clusters = lambda found, clusters, *rest: -(-clusters // 3)


def _born(asked: dict) -> dict:
    """Run one command in a child; how it ended."""
    folder = Path(asked["folder"])
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        code = 99
        try:
            code = _live(asked, folder)
        finally:
            os._exit(code)
    if "kill_in" in asked:
        time.sleep(asked["kill_in"])
        os.kill(child, signal.SIGKILL)  # a zombie, if it has ended
    _, status, used = os.wait4(child, 0)
    return {
        "killed": os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL,
        "code": os.waitstatus_to_exitcode(status),
        "seconds": time.monotonic() - began,
        "rss": used.ru_maxrss,
        **{name: (folder / name).read_text() if (folder / name).exists() else "" for name in ("out", "err")},
    }


def _live(asked: dict, folder: Path) -> int:
    os.chdir(folder)
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(name, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o644), number)
    watch(asked.get("die"), asked.get("refuse"))
    if "limit" in asked:
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked["limit"], asked["limit"]))
    code = run(asked["words"])
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def watch(die: dict | None, refuse: dict | None) -> None:
    """Let this process kill itself, or be refused all that it writes, at the event that is named."""
    here, met, lock = Path.cwd(), Counter(), threading.Lock()

    def is_now(asked, op, path, when):
        if asked is None or op != asked["op"] or when != asked.get("when", "before"):
            return False
        if not re.fullmatch(asked["path"], path):
            return False
        with lock:
            met[id(asked)] += 1
            return met[id(asked)] >= asked.get("nth", 1)

    def watched(op, call, about):
        def instead(*given, **more):
            path = about(*given)
            inside = path.is_relative_to(here)  # else it is the compiler's
            path = path.relative_to(here).as_posix() if inside else ""
            if is_now(die, op, path, "before"):
                os.kill(os.getpid(), signal.SIGKILL)
            if is_now(refuse, op, path, "before"):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            done = call(*given, **more)
            if is_now(die, op, path, "after"):
                os.kill(os.getpid(), signal.SIGKILL)
            return done

        return instead

    os.fsync = watched("fsync", os.fsync, lambda handle: Path(f"/proc/self/fd/{handle}").readlink())
    os.replace = watched("replace", os.replace, lambda old, new: Path(new).absolute())
    os.link = watched("link", os.link, lambda old, new, **_: Path(new).absolute())
    os.unlink = watched("unlink", os.unlink, lambda path, **_: Path(path).absolute())
    ShardWriter.sink = watched(
        "sink", ShardWriter.sink, lambda writer, table, _: writer._temporary(table).absolute()
    )


if __name__ == "__main__":
    serve()
